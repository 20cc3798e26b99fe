//! The writer that commits the rows of many callers at once.
//!
//! A few writers, each on a connection of its own, share one bounded queue. While a writer's batch is in flight,
//! further rows gather, and the next writer takes them all in one statement: once that batch is done, or is late. Every caller learns
//! the [`Fate`] of its own row, exactly once.
//!
//! What a row is and how it is stored is the caller's: see [`Append`].

mod connection;
mod fate;
mod meters;
mod outcome;
mod queue;
mod writer;

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use env::Clock;
use sqlx::PgConnection;
use sqlx::postgres::PgConnectOptions;
use tokio::sync::{Mutex, oneshot, watch};

use meters::Meters;
use queue::{Queue, Ticket, Waiting};
use writer::{Shared, Writer};

pub use fate::{Fate, RowError};

/// How the server plans a writer's one statement: once, by indexes. The plan is often made while the tables are empty; with what
/// is known of them then a scan would look cheaper than an index, and go on being used while they grow.
pub const PLANNING: [(&str, &str); 2] =
    [("plan_cache_mode", "force_generic_plan"), ("enable_seqscan", "off")];

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
pub struct GroupCommit<A: Append>(Arc<Handle<A>>);

impl<A: Append> Clone for GroupCommit<A> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

/// Apart from what the writers share, so that its end tells them to stop.
struct Handle<A: Append>(Arc<Shared<A>>);

impl<A: Append> Drop for Handle<A> {
    fn drop(&mut self) {
        self.0.queue.close();
    }
}

impl<A: Append> GroupCommit<A> {
    /// Starts the writers on the current Tokio runtime. They connect in the background, so a server that is away
    /// now only makes rows [`Fate::Unavailable`].
    ///
    /// # Panics
    /// If a bound of `settings` is zero, or outside a Tokio runtime.
    pub fn start(append: A, options: PgConnectOptions, settings: Settings, clock: Clock) -> Self {
        assert!(settings.writers > 0 && settings.max_batch > 0 && settings.queue_capacity > 0);
        let statement_timeout = format!("{}ms", settings.statement_timeout.as_millis());
        let shared = Arc::new(Shared {
            append,
            options: options.options([("statement_timeout", statement_timeout)]).options(PLANNING),
            queue: Queue::new(settings.queue_capacity),
            settings,
            clock,
            meters: Meters::register(),
            turn: Mutex::new(()),
            connected: AtomicUsize::new(0),
            running: watch::Sender::new(0),
        });
        for _ in 0..shared.settings.writers {
            tokio::spawn(Writer::new(Arc::clone(&shared)).run());
        }
        Self(Arc::new(Handle(shared)))
    }

    /// Queues `row` and waits for its fate. Waits first for room in the queue, at most [`Settings::patience`].
    ///
    /// A caller that stops waiting does not recall its row.
    pub async fn submit(&self, row: A::Row) -> Fate {
        let shared = &self.0.0;
        let begun = shared.clock.monotonic();
        match self.enqueue(row).await {
            // A writer that panics drops its tickets in the middle of anything.
            Some(answer) => answer.await.unwrap_or(Fate::Unknown),
            None => {
                shared.meters.report(&Fate::Unavailable, shared.clock.monotonic().since(begun));
                Fate::Unavailable
            }
        }
    }

    async fn enqueue(&self, row: A::Row) -> Option<oneshot::Receiver<Fate>> {
        let shared = &self.0.0;
        let room = match Arc::clone(&shared.queue.room).try_acquire_owned() {
            Ok(room) => room,
            // In a box: it is rare, and takes most of the memory.
            Err(_) => {
                let asking = Arc::clone(&shared.queue.room).acquire_owned();
                Box::pin(shared.clock.timeout(shared.settings.patience, asking)).await.ok()?.ok()?
            }
        };
        let (reply, answer) = oneshot::channel();
        let ticket = Ticket { since: shared.clock.monotonic(), reply, _room: room };
        shared.queue.push(Waiting { row, ticket }).ok()?;
        Some(answer)
    }

    /// Takes no more rows, lets the writers finish those that wait, and returns once they have stopped. While the
    /// server is away that takes up to [`Settings::patience`], during a silent statement its timeout as well.
    pub async fn shutdown(&self) {
        let shared = &self.0.0;
        shared.queue.close();
        let stopped = shared.running.subscribe().wait_for(|running| *running == 0).await.is_ok();
        assert!(stopped, "the sender lives in the handle");
    }
}
