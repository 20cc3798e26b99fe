//! The task that follows the log of one ladder and looks through what was rated.

use std::time::Duration;

use env::Clock;
use sqlx::PgPool;

use super::scan::scan;
use crate::error::Error;
use crate::ids::LadderId;
use crate::rate::{BATCH_MAX, Progress, backlog};

/// How often a ladder is looked at; a reviewer does not mind a minute.
pub const SCAN_INTERVAL: Duration = Duration::from_secs(60);

/// After some work it rests for so many times as long.
const RESTS: u32 = 4;

/// Looks through a ladder until it is dropped, which is safe at any point: a scan that is cut off has not happened.
pub async fn follow(pool: PgPool, clock: Clock, ladder: LadderId) {
    let mut is_failing = false;
    loop {
        match scan_backlog(&pool, &clock, &ladder).await {
            Ok(()) if is_failing => {
                tracing::info!(%ladder, "looking through results goes on");
                is_failing = false;
            }
            Ok(()) => {}
            Err(error) if is_failing => tracing::debug!(%ladder, %error, "still not looked through"),
            Err(error) => {
                tracing::error!(%ladder, %error, "results are not looked through; it is retried");
                is_failing = true;
            }
        }
        clock.sleep(SCAN_INTERVAL).await;
    }
}

/// Rating goes first: while more waits to be rated than one batch takes, nothing is looked through, and never more than a fifth of
/// the time is spent on it.
async fn scan_backlog(pool: &PgPool, clock: &Clock, ladder: &LadderId) -> Result<(), Error> {
    while backlog(pool, ladder).await?.waiting() <= BATCH_MAX {
        let started = clock.monotonic();
        if scan(pool, ladder, clock.now()).await? == Progress::Idle {
            break;
        }
        clock.sleep(RESTS * clock.monotonic().since(started)).await;
    }
    Ok(())
}
