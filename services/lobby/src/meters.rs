//! The lobby's metrics.

use std::time::Duration;

use env::{Clock, UnixMillis};
use metrics::{Unit, counter, describe_counter, describe_gauge, gauge};
use sqlx::PgPool;

use crate::webhooks;

const ATTEMPTS: &str = "jodi_lobby_webhook_attempts_total";
const WAITING: &str = "jodi_lobby_webhook_deliveries";
const OLDEST_AGE: &str = "jodi_lobby_webhook_oldest_age_seconds";
const DEAD_LETTERS: &str = "jodi_lobby_webhook_dead_letters";

/// How often deliveries are counted.
const LOOK_INTERVAL: Duration = Duration::from_secs(5);

/// Tells what they are.
pub(crate) fn describe() {
    describe_counter!(
        ATTEMPTS,
        Unit::Count,
        "Attempts to post a webhook by outcome: delivered, failed (to be tried again), given_up, gone"
    );
    describe_gauge!(WAITING, Unit::Count, "Webhooks that wait to be delivered");
    describe_gauge!(OLDEST_AGE, Unit::Seconds, "Age of the oldest webhook that waits");
    describe_gauge!(DEAD_LETTERS, Unit::Count, "Webhooks that were given up and are kept for a while");
}

/// What came of an attempt to post a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Posted {
    /// The endpoint has it.
    Delivered,
    /// It is tried again.
    Failed,
    /// It was the last attempt.
    GivenUp,
    /// The endpoint wants no more of anything.
    Gone,
}

/// A webhook was posted, or not.
pub(crate) fn posted(outcome: Posted) {
    let outcome = match outcome {
        Posted::Delivered => "delivered",
        Posted::Failed => "failed",
        Posted::GivenUp => "given_up",
        Posted::Gone => "gone",
    };
    counter!(ATTEMPTS, "outcome" => outcome).increment(1);
}

/// Looks again and again at what only a look tells, for as long as it is polled.
pub(crate) async fn look(pool: PgPool, clock: Clock) {
    let (waiting, age) = (gauge!(WAITING), gauge!(OLDEST_AGE));
    let dead_letters = gauge!(DEAD_LETTERS);
    let connections = postgres::meter_pool(pool.clone(), clock.clone());
    let deliveries = async {
        loop {
            // Without the store the last values stand.
            if let Ok(found) = webhooks::outstanding(&pool).await {
                waiting.set(u32::try_from(found.waiting).unwrap_or(u32::MAX));
                dead_letters.set(u32::try_from(found.dead_letters).unwrap_or(u32::MAX));
                let oldest = found.oldest.map(UnixMillis::from);
                age.set(oldest.map_or(Duration::ZERO, |at| clock.now().since(at)).as_secs_f64());
            }
            clock.sleep(LOOK_INTERVAL).await;
        }
    };
    tokio::join!(connections, deliveries);
}
