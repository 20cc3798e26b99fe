//! The writer that commits the rows of many callers at once.
//!
//! A few writers, each on a connection of its own, share one bounded queue. While a writer's batch is in flight,
//! further rows gather; whichever writer is free next takes them all in one statement. Every caller learns the
//! [`Fate`] of its own row, exactly once.
//!
//! What a row is and how it is stored is the caller's: see [`Append`].

mod counters;
mod fate;

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use env::Clock;
use sqlx::PgConnection;
use sqlx::postgres::PgConnectOptions;

pub use counters::Counters;
pub use fate::{Fate, RowError};

/// How rows are stored.
pub trait Append: Send + Sync + 'static {
    /// What one caller wants stored.
    type Row: Send + Sync + 'static;

    /// Stores what may be stored of `rows` and returns the indexes of the rows that are now committed, in any
    /// order; all others count as [`Fate::Refused`]. Called for batches and, to find the culprit after an error,
    /// for single rows.
    ///
    /// It must be one statement (or one transaction that it commits itself), so that an error means that nothing
    /// was stored, and it must read the statement's result to its end (`fetch_all`, `fetch_optional`, `execute`;
    /// never a stream left half way): Postgres sends rows before it commits.
    ///
    /// # Errors
    /// What the database said. An error of severity `ERROR` counts as rolled back, any other as unknown.
    fn append<'a>(
        &'a self,
        connection: &'a mut PgConnection,
        rows: &'a [Self::Row],
    ) -> impl Future<Output = Result<Vec<usize>, sqlx::Error>> + Send + 'a;
}

/// Bounds of a [`GroupCommit`].
#[derive(Clone, Debug)]
pub struct Settings {
    /// Writers, each with one connection. 2 by default.
    pub writers: usize,
    /// Rows of one batch at most. 256 by default.
    pub max_batch: usize,
    /// Rows that wait at most; beyond it callers wait to get in. 4096 by default.
    pub queue_capacity: usize,
    /// How long a row waits for a connection, and a caller for room in the queue. 3 s by default.
    pub patience: Duration,
    /// After this long the server ends a statement; a server that is silent for a second more makes the fate
    /// unknown. 5 s by default.
    pub statement_timeout: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            writers: 2,
            max_batch: 256,
            queue_capacity: 4096,
            patience: Duration::from_secs(3),
            statement_timeout: Duration::from_secs(5),
        }
    }
}

/// A handle on the writers; clones share them. When the last handle is dropped, waiting rows are still written.
pub struct GroupCommit<A: Append> {
    _append: Arc<A>,
}

impl<A: Append> Clone for GroupCommit<A> {
    fn clone(&self) -> Self {
        Self { _append: Arc::clone(&self._append) }
    }
}

impl<A: Append> GroupCommit<A> {
    /// Starts the writers on the current Tokio runtime. They connect in the background, so a server that is away
    /// now only makes rows [`Fate::Unavailable`].
    pub fn start(append: A, options: PgConnectOptions, settings: Settings, clock: Clock) -> Self {
        let _ = (options, settings, clock);
        Self { _append: Arc::new(append) }
    }

    /// Queues `row` and waits for its fate. Waits first for room in the queue, at most [`Settings::patience`].
    ///
    /// A caller that stops waiting does not recall its row.
    pub async fn submit(&self, row: A::Row) -> Fate {
        let _ = row;
        unimplemented!("follows")
    }

    /// What the writers have done since they were started.
    pub fn counters(&self) -> &Counters {
        unimplemented!("follows")
    }

    /// Takes no more rows, lets the writers finish those that wait, and returns once they have stopped.
    pub async fn shutdown(&self) {
        unimplemented!("follows")
    }
}
