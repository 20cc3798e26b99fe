//! How many results a second one ladder takes.

use std::time::Duration;

use env::Monotonic;
use futures::future::try_join_all;
use ratings::import::{self, ImportKey, Importer, Line};
use wire::ratings::v1::ratings_service_client::RatingsServiceClient;

use super::figures::{Intake, load_average};
use super::games::Games;
use super::host::Host;
use super::writer::submit;
use uuid::Uuid;

/// Callers that report one result after the other.
const CALLERS: usize = 32;
/// Connections that they share.
const CONNECTIONS: usize = 4;
/// Lines of a chunk of an import.
const CHUNK: usize = 500;
/// How often it is looked whether all is rated.
const LOOK_INTERVAL: Duration = Duration::from_millis(20);

/// Single results by gRPC, from several callers.
pub async fn submitted(host: &Host, games: &Games, span: Duration) -> anyhow::Result<Intake> {
    let (load, begun) = (load_average(), host.clock.monotonic());
    let connections: Vec<_> = (0..CONNECTIONS)
        .map(|_| anyhow::Ok(RatingsServiceClient::new(host.connect()?)))
        .collect::<Result<_, _>>()?;
    let end = begun.plus(span);
    let callers = (0..CALLERS).map(|index| {
        let client = &connections[index % CONNECTIONS];
        async move {
            let mut count = 0_u64;
            while host.clock.monotonic() < end {
                submit(client.clone(), games.game(host)).await?;
                count += 1;
            }
            anyhow::Ok(count)
        }
    });
    let results = try_join_all(callers).await?.into_iter().sum();
    finish(host, "one by one through gRPC, 32 callers", results, begun, load).await
}

/// An import, chunk after chunk.
pub async fn imported(host: &Host, games: &Games, span: Duration) -> anyhow::Result<Intake> {
    let (load, begun) = (load_average(), host.clock.monotonic());
    let importer = Importer { acceptor: host.acceptor.clone() };
    let id = Uuid::parse_str(games.game(host).result_id.as_str())?;
    let key = ImportKey { source: host.source(), id };
    import::open(&host.pool, &key, "bench", host.clock.now()).await?;
    let mut lines = 0_u64;
    while host.clock.monotonic() < begun.plus(span) {
        let line = |_| {
            let report = games.game(host);
            Line { result_id: report.result_id.as_str().to_owned(), report: Ok(report) }
        };
        let chunk: Vec<Line> = (0..CHUNK).map(line).collect();
        importer.take(&key, i64::try_from(lines + 1)?, &chunk).await?;
        lines += CHUNK as u64;
    }
    finish(host, "import in chunks of 500", lines, begun, load).await
}

/// Waits until all is rated.
async fn finish(
    host: &Host,
    way: &'static str,
    results: u64,
    begun: Monotonic,
    load: f64,
) -> anyhow::Result<Intake> {
    let per_second = |results: u64| results as f64 / host.clock.monotonic().since(begun).as_secs_f64();
    let accepted_per_second = per_second(results);
    while host.backlog().await?.waiting() > 0 {
        host.clock.sleep(LOOK_INTERVAL).await;
    }
    let rated_per_second = per_second(results);
    Ok(Intake { way, results, accepted_per_second, rated_per_second, load: [load, load_average()] })
}
