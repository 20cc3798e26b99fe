//! The metrics of the store: group commit and pools.

use std::time::Duration;

use env::Clock;
use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use sqlx::PgPool;

/// From handing a row to the group commit to knowing its fate.
pub(crate) const COMMIT_SECONDS: &str = "jodi_store_commit_seconds";
/// Rows of one statement of the group commit.
pub(crate) const BATCH_ROWS: &str = "jodi_store_batch_rows";
/// Rows of the group commit by their `fate`.
pub(crate) const ROWS: &str = "jodi_store_rows_total";
/// Connections that the group commit has opened.
pub(crate) const CONNECTS: &str = "jodi_store_connects_total";
const CONNECTIONS: &str = "jodi_pool_connections";
const MAX_CONNECTIONS: &str = "jodi_pool_max_connections";
const WAIT_SECONDS: &str = "jodi_pool_wait_seconds";
const FAILED_WAITS: &str = "jodi_pool_failed_waits_total";

/// How often a pool is looked at.
const LOOK_INTERVAL: Duration = Duration::from_secs(5);

/// Tells what the metrics of the store are.
pub fn describe_meters() {
    describe_histogram!(
        COMMIT_SECONDS,
        Unit::Seconds,
        "From handing a row to the group commit to knowing its fate"
    );
    describe_histogram!(BATCH_ROWS, Unit::Count, "Rows of one statement of the group commit");
    describe_counter!(
        ROWS,
        Unit::Count,
        "Rows of the group commit by fate: committed, refused, failed, unavailable, unknown"
    );
    describe_counter!(CONNECTS, Unit::Count, "Connections that the group commit has opened");
    describe_gauge!(CONNECTIONS, Unit::Count, "Connections of a pool by state: used, idle");
    describe_gauge!(MAX_CONNECTIONS, Unit::Count, "Connections that a pool may have");
    describe_histogram!(
        WAIT_SECONDS,
        Unit::Seconds,
        "How long one who asked for a connection of a pool waited; asked every five seconds"
    );
    describe_counter!(FAILED_WAITS, Unit::Count, "How often who asked got no connection");
}

/// Looks at a pool again and again, and asks it for a connection as its callers do, for as long as it is polled. The pool goes by the name of
/// its application.
pub async fn meter_pool(pool: PgPool, clock: Clock) {
    let name = pool.connect_options().get_application_name().unwrap_or("pool").to_owned();
    let connections =
        |state: &'static str| gauge!(CONNECTIONS, &[("pool", name.clone()), ("state", state.to_owned())]);
    let (used, idle) = (connections("used"), connections("idle"));
    let wait_seconds = histogram!(WAIT_SECONDS, "pool" => name.clone());
    let failed = counter!(FAILED_WAITS, "pool" => name.clone());
    gauge!(MAX_CONNECTIONS, "pool" => name).set(pool.options().get_max_connections());
    loop {
        let open = pool.size();
        let unused = u32::try_from(pool.num_idle()).unwrap_or(u32::MAX).min(open);
        used.set(open - unused);
        idle.set(unused);
        let begun = clock.monotonic();
        match pool.acquire().await {
            Ok(connection) => drop(connection),
            Err(_) => failed.increment(1),
        }
        wait_seconds.record(clock.monotonic().since(begun).as_secs_f64());
        clock.sleep(LOOK_INTERVAL).await;
    }
}
