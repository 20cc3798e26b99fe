//! One rating transaction: lock the ladder's place in the log, work off what follows, commit.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;

use futures::FutureExt as _;
use sqlx::PgPool;

use super::book::{Book, Meetings};
use super::judge::{Judgement, Verdict, judge};
use super::load::{self, Cursor};
use super::{close, correct, upkeep, write};
use crate::divisions::Divisions;
use crate::error::Error;
use crate::ids::LadderId;
use crate::log::{self, EventKind, LogEntry, ResultEntry};

/// Most results of one transaction.
pub const BATCH_MAX: i64 = 200;

/// How far a call brought the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Nothing waits.
    Idle,
    /// So many entries were dealt with.
    Advanced(usize),
}

/// Deals with what waits in the log, in one transaction: at most [`BATCH_MAX`] results, or one event. A result that the store
/// refuses, or that breaks an invariant, is found by going one at a time and set aside as a dead letter, so that it does not
/// stop the ladder.
///
/// Any number of processes may call this at once: they take turns, and none rates what another has rated.
///
/// # Errors
/// The store's; everything is then as it was.
pub async fn rate_batch(pool: &PgPool, ladder: &LadderId) -> Result<Progress, Error> {
    match attempt(pool, ladder, BATCH_MAX, Treatment::Judge).await {
        Err(error) if blames_a_result(&error) => {}
        other => return other,
    }
    match attempt(pool, ladder, 1, Treatment::Judge).await {
        Err(error) if blames_a_result(&error) => {
            tracing::error!(%ladder, %error, "result set aside");
            let reason = "The ledger refuses what the result would change.";
            attempt(pool, ladder, 1, Treatment::SetAside(reason)).await
        }
        other => other,
    }
}

/// What is done with each result of a batch.
#[derive(Clone, Copy)]
enum Treatment {
    /// Decide what becomes of it.
    Judge,
    /// Make it a dead letter, for this reason.
    SetAside(&'static str),
}

/// True for errors that come from the data of a result. Anything else (the store away, a statement that does not fit the
/// schema) says nothing about the results and must not cost one its rating.
fn blames_a_result(error: &Error) -> bool {
    match error {
        Error::Corrupt(_) => true,
        // Data exceptions and violated constraints.
        Error::Store(sqlx::Error::Database(error)) => {
            error.code().is_some_and(|code| code.starts_with("22") || code.starts_with("23"))
        }
        _ => false,
    }
}

/// A transaction whose failed assertions are errors like others: it is rolled back, and nothing else holds its state.
async fn attempt(
    pool: &PgPool,
    ladder: &LadderId,
    limit: i64,
    treatment: Treatment,
) -> Result<Progress, Error> {
    let guarded = AssertUnwindSafe(transact(pool, ladder, limit, treatment)).catch_unwind().await;
    guarded.unwrap_or_else(|_| Err(Error::Corrupt("a result that breaks an invariant of the ladder".into())))
}

async fn transact(
    pool: &PgPool,
    ladder: &LadderId,
    limit: i64,
    treatment: Treatment,
) -> Result<Progress, Error> {
    let mut tx = postgres::begin(pool).await?;
    let cursor = load::lock_cursor(&mut tx, ladder).await?;
    let mut entries = log::entries(&mut tx, ladder, cursor.rated_through, limit).await?;
    let advanced = match entries.first() {
        None => return Ok(Progress::Idle),
        Some(LogEntry::Event(event)) => {
            load::take_time(&mut tx).await?;
            match event.kind {
                EventKind::Close => close::close(&mut tx, &cursor, event).await?,
                EventKind::Upkeep => upkeep::upkeep(&mut tx, &cursor, event).await?,
                EventKind::Void => correct::correct(&mut tx, &cursor, event).await?,
            }
            1
        }
        Some(LogEntry::Result(_)) => {
            let results: Vec<ResultEntry> = entries.drain(..).map_while(LogEntry::into_result).collect();
            let book = match treatment {
                Treatment::Judge => judged(&mut tx, &cursor, &results).await?,
                Treatment::SetAside(reason) => set_aside(&cursor, &results, reason),
            };
            let through = cursor.rated_through + i64::try_from(results.len()).expect("a batch is bounded");
            write::write(&mut tx, &cursor, &book, through).await?;
            results.len()
        }
    };
    tx.commit().await?;
    Ok(Progress::Advanced(advanced))
}

async fn judged(
    connection: &mut sqlx::PgConnection,
    cursor: &Cursor,
    results: &[ResultEntry],
) -> Result<Book, Error> {
    let ladder = &cursor.track.ladder;
    let configs = load::configs(&mut *connection, ladder, results, BTreeMap::new()).await?;
    let mut book = load::book(connection, cursor, results).await?;
    for entry in results {
        let judgement = judge(&book, &configs[&entry.config_version], entry);
        book.enter(entry, judgement);
    }
    Ok(book)
}

fn set_aside(cursor: &Cursor, results: &[ResultEntry], reason: &str) -> Book {
    let mut book = Book::open(cursor.kind, BTreeMap::new(), Meetings::new(), Divisions::default());
    for entry in results {
        let verdict = Verdict::DeadLetter(reason.to_owned());
        book.enter(entry, Judgement { verdict, sides: &[] });
    }
    book
}
