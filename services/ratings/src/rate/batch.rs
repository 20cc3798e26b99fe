//! One rating transaction: lock the ladder's place in the log, judge what follows, write it, commit.

use std::panic::AssertUnwindSafe;

use futures::FutureExt as _;
use sqlx::PgPool;

use super::book::Book;
use super::judge::{Judgement, Verdict, judge};
use super::{load, write};
use crate::error::Error;
use crate::ids::LadderId;

/// Most results of one transaction.
pub const BATCH_MAX: i64 = 200;

/// How far a call brought the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Nothing waits.
    Idle,
    /// So many results were dealt with.
    Advanced(usize),
}

/// Deals with the results that wait, at most [`BATCH_MAX`] of them, in one transaction. A result that the store refuses, or
/// that breaks an invariant, is found by going one at a time and set aside as a dead letter, so that it does not stop the
/// ladder.
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
    let mut tx = pool.begin().await?;
    let cursor = load::lock_cursor(&mut tx, ladder).await?;
    let entries = load::entries(&mut tx, &cursor, limit).await?;
    if entries.is_empty() {
        return Ok(Progress::Idle);
    }
    let book = match treatment {
        Treatment::Judge => {
            let configs = load::configs(&mut tx, &cursor, &entries).await?;
            let mut book = load::book(&mut tx, &cursor, &entries).await?;
            for entry in &entries {
                let judgement = judge(&book, &configs[&entry.config_version], entry);
                book.enter(entry, judgement);
            }
            book
        }
        Treatment::SetAside(reason) => {
            let mut book = Book::open(cursor.kind, Default::default(), Default::default());
            for entry in &entries {
                let verdict = Verdict::DeadLetter(reason.to_owned());
                book.enter(entry, Judgement { verdict, sides: Vec::new() });
            }
            book
        }
    };
    write::write(&mut tx, &cursor, &book).await?;
    tx.commit().await?;
    Ok(Progress::Advanced(entries.len()))
}
