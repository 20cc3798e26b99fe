//! Readers that ask for a rank, the five above and the five below.

use std::time::Duration;

use futures::future::try_join_all;
use hdrhistogram::Histogram;
use ratings::board;
use service::Peer;
use sqlx::pool::PoolConnection;
use sqlx::{AssertSqlSafe, Executor, Postgres};
use wire::ratings::v1 as pb;
use wire::ratings::v1::ratings_service_client::RatingsServiceClient;

use super::games::Games;
use super::host::Host;
use crate::ladder::load::bench_track;

/// Neighbours on either side.
const NEIGHBOURS: u32 = 5;
/// Calls at a time while the cache is warmed up.
const WARM_UP_AT_A_TIME: usize = 4;

/// How readers ask, and where their watch is.
#[derive(Clone, Copy)]
pub enum Way {
    /// Nothing asked, on a connection to Postgres: how long the machine takes to go there and back.
    Floor,
    /// The module's statement, timed by the server around its execution.
    Inside,
    /// The module that reads the board, on a connection to Postgres.
    Postgres,
    /// The service, over a socket.
    Grpc,
}

impl Way {
    /// What it is called in the figures.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Floor => "(`select 1`, from Postgres)",
            Self::Inside => "inside Postgres",
            Self::Postgres => "from Postgres",
            Self::Grpc => "through gRPC",
        }
    }
}

/// How many readers, how many reads of each a second (0: one after the other), for how long.
#[derive(Clone, Copy)]
pub struct Pace {
    /// Readers at a time.
    pub readers: u32,
    /// Reads of each a second.
    pub reads: u32,
    /// How long.
    pub seconds: u64,
}

/// Asks for everybody in the sample once.
pub async fn warm_up(host: &Host, games: &Games, way: Way) -> anyhow::Result<()> {
    let share = games.pairs.len().div_ceil(WARM_UP_AT_A_TIME);
    let readers = games.pairs.chunks(share).map(|pairs| async move {
        let mut reader = Reader::new(host, way).await?;
        for (a, b) in pairs {
            reader.ask(host, ratings::Entity::Pair(*a, *b)).await?;
        }
        anyhow::Ok(())
    });
    try_join_all(readers).await?;
    Ok(())
}

/// The waits of all readers, in microseconds.
pub async fn read(host: &Host, games: &Games, way: Way, pace: Pace) -> anyhow::Result<Histogram<u64>> {
    let readers = (0..pace.readers).map(|index| one(host, games, way, pace, index));
    let mut all = Histogram::new(3)?;
    for waits in try_join_all(readers).await? {
        all.add(waits)?;
    }
    Ok(all)
}

/// One reader. A call that is late because the one before it took too long is counted from when it was due.
async fn one(host: &Host, games: &Games, way: Way, pace: Pace, index: u32) -> anyhow::Result<Histogram<u64>> {
    let clock = &host.clock;
    let mut reader = Reader::new(host, way).await?;
    let mut waits = Histogram::new(3)?;
    let period = Duration::from_secs(1).checked_div(pace.reads);
    // The readers take turns.
    let mut due = clock.monotonic().plus(period.unwrap_or_default() * index / pace.readers);
    let end = clock.monotonic().plus(Duration::from_secs(pace.seconds));
    while clock.monotonic() < end {
        let begun = match period {
            Some(period) => {
                let late = clock.monotonic() > due;
                clock.sleep_until(due).await;
                let begun = if late { due } else { clock.monotonic() };
                due = due.plus(period);
                begun
            }
            None => clock.monotonic(),
        };
        let timed_there = reader.ask(host, games.entity()).await?;
        let waited = timed_there.unwrap_or_else(|| clock.monotonic().since(begun));
        waits.record(u64::try_from(waited.as_micros())?)?;
    }
    Ok(waits)
}

enum Reader {
    Floor,
    Inside(PoolConnection<Postgres>),
    Postgres,
    Grpc(Box<RatingsServiceClient<Peer>>),
}

impl Reader {
    async fn new(host: &Host, way: Way) -> anyhow::Result<Self> {
        Ok(match way {
            Way::Floor => Self::Floor,
            Way::Inside => {
                let mut connection = host.pool.acquire().await?;
                connection.execute(AssertSqlSafe(watch())).await?;
                Self::Inside(connection)
            }
            Way::Postgres => Self::Postgres,
            Way::Grpc => Self::Grpc(Box::new(RatingsServiceClient::new(host.connect()?))),
        })
    }

    /// Asks; how long it took, if that was timed elsewhere.
    async fn ask(&mut self, host: &Host, entity: ratings::Entity) -> anyhow::Result<Option<Duration>> {
        let ladder = bench_track().ladder;
        match self {
            Self::Inside(connection) => {
                let key = entity.key();
                let took = sqlx::query_scalar::<_, i64>("select pg_temp.time_near($1, null, $2, $3, $4)");
                let took = took.bind(ladder.as_str()).bind(key.a).bind(key.b).bind(i64::from(NEIGHBOURS));
                let micros = took.fetch_one(&mut **connection).await?;
                return Ok(Some(Duration::from_micros(u64::try_from(micros)?)));
            }
            Self::Floor => {
                sqlx::query_scalar::<_, i32>("select 1").fetch_one(&host.pool).await?;
            }
            Self::Postgres => {
                board::around(&host.pool, &ladder, entity, NEIGHBOURS).await?;
            }
            Self::Grpc(client) => {
                let account_ids =
                    entity.accounts().into_iter().map(|account| account.uuid().to_string()).collect();
                let request = pb::GetStandingRequest {
                    ladder: ladder.to_string(),
                    entity: Some(pb::Entity { account_ids }),
                    neighbours: NEIGHBOURS,
                    ..Default::default()
                };
                client.get_standing(request).await?;
            }
        }
        Ok(None)
    }
}

/// What makes a function of the session that runs the module's statement and returns the microseconds that it took.
fn watch() -> String {
    let statement = board::NEAR_STATEMENT;
    format!(
        "create or replace function pg_temp.time_near(text, integer, uuid, uuid, bigint) returns bigint language plpgsql as $watch$
         declare
             begun constant timestamptz := clock_timestamp();
         begin
             perform * from ({statement}) as found;
             return extract(epoch from clock_timestamp() - begun) * 1000000;
         end $watch$"
    )
}
