//! The metrics of the ratings service. Labels are ladders, which the configuration bounds.

use std::time::Duration;

use env::Clock;
use metrics::{
    Counter, Gauge, Histogram, Unit, counter, describe_counter, describe_gauge, describe_histogram,
};
use metrics::{gauge, histogram};
use sqlx::PgPool;

use crate::ids::LadderId;
use crate::rate::Bells;

const ACCEPTED: &str = "jodi_ratings_accepted_results_total";
const SETTLED: &str = "jodi_ratings_settled_results_total";
const BACKLOG: &str = "jodi_ratings_backlog_entries";
const BATCH_SECONDS: &str = "jodi_ratings_batch_seconds";
const FAILURES: &str = "jodi_ratings_failures_total";
const DEAD_LETTERS: &str = "jodi_ratings_dead_letters";

/// How often dead letters are counted.
const LOOK_INTERVAL: Duration = Duration::from_secs(5);

/// Tells what they are.
pub(crate) fn describe() {
    describe_counter!(ACCEPTED, Unit::Count, "Results that were accepted as new, by ladder");
    describe_counter!(
        SETTLED,
        Unit::Count,
        "Results that were dealt with, by ladder and state: rated, unrated, dead_letter"
    );
    describe_gauge!(BACKLOG, Unit::Count, "Entries of a ladder's log that wait for its rater");
    describe_histogram!(BATCH_SECONDS, Unit::Seconds, "How long one transaction of a rater took, by ladder");
    describe_counter!(FAILURES, Unit::Count, "How often a rater failed and tried again, by ladder");
    describe_gauge!(DEAD_LETTERS, Unit::Count, "Results that could not be rated, by ladder");
}

/// Results were accepted as new.
pub(crate) fn accepted(ladder: &LadderId, results: usize) {
    counter!(ACCEPTED, "ladder" => ladder.to_string()).increment(results as u64);
}

/// What became of the results of one transaction.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Settled {
    /// Rated.
    pub(crate) rated: u64,
    /// Kept and not rated.
    pub(crate) unrated: u64,
    /// Set aside.
    pub(crate) dead_letters: u64,
}

impl Settled {
    /// Counts them, once they are committed.
    pub(crate) fn count(self, ladder: &LadderId) {
        let states = [("rated", self.rated), ("unrated", self.unrated), ("dead_letter", self.dead_letters)];
        for (state, results) in states {
            counter!(SETTLED, "ladder" => ladder.to_string(), "state" => state).increment(results);
        }
    }
}

/// What one rater tells.
pub(crate) struct RaterMeters {
    /// Entries that wait.
    pub(crate) backlog: Gauge,
    /// How long a transaction took.
    pub(crate) batch_seconds: Histogram,
    /// How often it failed.
    pub(crate) failures: Counter,
}

impl RaterMeters {
    /// Those of the rater of a ladder.
    pub(crate) fn of(ladder: &LadderId) -> Self {
        // Shown as 0 from the start: of a counter that begins with its first dead letter, no increase is seen.
        Settled::default().count(ladder);
        Self {
            backlog: gauge!(BACKLOG, "ladder" => ladder.to_string()),
            batch_seconds: histogram!(BATCH_SECONDS, "ladder" => ladder.to_string()),
            failures: counter!(FAILURES, "ladder" => ladder.to_string()),
        }
    }
}

/// Looks again and again at what only a look tells, for as long as it is polled.
pub(crate) async fn look(pool: PgPool, clock: Clock, bells: Bells) {
    let connections = postgres::meter_pool(pool.clone(), clock.clone());
    let dead_letters = async {
        loop {
            // Without the store the last values stand.
            if let Ok(counts) = dead_letters(&pool).await {
                for ladder in bells.ladders() {
                    let found = counts.iter().find(|(id, _)| id == ladder.as_str());
                    let count = found.map_or(0, |(_, count)| u32::try_from(*count).unwrap_or(u32::MAX));
                    gauge!(DEAD_LETTERS, "ladder" => ladder.to_string()).set(count);
                }
            }
            clock.sleep(LOOK_INTERVAL).await;
        }
    };
    tokio::join!(connections, dead_letters);
}

async fn dead_letters(pool: &PgPool) -> Result<Vec<(String, i64)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select ladder, count(*) as "count!" from ratings.outcome where state = 'dead_letter' group by ladder"#
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|row| (row.ladder, row.count)).collect())
}
