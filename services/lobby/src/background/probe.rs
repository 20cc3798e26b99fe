//! Whether the store answers: without it the lobby is not ready.

use std::time::Duration;

use env::Clock;
use sqlx::PgPool;
use tokio::sync::watch;

/// Between two probes.
const PAUSE: Duration = Duration::from_secs(1);
/// How long a probe may take.
const LIMIT: Duration = Duration::from_secs(2);

/// Reports whether the store answers, for ever.
pub async fn probe(pool: PgPool, clock: Clock, ready: watch::Sender<bool>) {
    loop {
        let answer = clock.timeout(LIMIT, sqlx::query_scalar!("select 1").fetch_one(&pool)).await;
        let answers = matches!(answer, Ok(Ok(_)));
        let changed = ready.send_if_modified(|ready| std::mem::replace(ready, answers) != answers);
        if changed {
            tracing::info!(ready = answers, "the store is {}", if answers { "there" } else { "away" });
        }
        clock.sleep(PAUSE).await;
    }
}
