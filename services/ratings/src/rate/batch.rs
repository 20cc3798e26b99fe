//! One rating transaction: lock the ladder's place in the log, work off what follows, commit.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;

use futures::FutureExt as _;
use sqlx::{PgPool, Postgres, Transaction};

use super::book::{Book, Meetings};
use super::judge::{Judgement, Verdict, judge};
use super::load::{self, Cursor};
use super::{close, correct, upkeep, write};
use crate::divisions::Divisions;
use crate::error::Error;
use crate::ids::LadderId;
use crate::log::{self, EventEntry, EventKind, LogEntry, ResultEntry};
use crate::meters::Settled;
use crate::season::{self, Season};

/// Most results of one transaction.
pub const BATCH_MAX: i64 = 200;

type Tx = Transaction<'static, Postgres>;

/// What is said of a result that belongs to a closed season.
const TOO_LATE: &str = "The game was played before the season began; the season that it belongs to was closed before its result came.";

/// How far a call brought the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Nothing waits.
    Idle,
    /// So many entries were dealt with; none if another process was quicker.
    Advanced(usize),
}

/// Deals with what waits in the log, in one transaction: at most [`BATCH_MAX`] results, or one event. A result that the store
/// refuses, or that breaks an invariant, is found by going one at a time and set aside as a dead letter, so that it does not
/// stop the ladder. An event is never set aside: what it does concerns everybody, so the ladder stands still before it until
/// it can be worked off.
///
/// Any number of processes may call this at once: they take turns, and none rates what another has rated.
///
/// # Errors
/// The store's, and [`Error::Event`]; everything is then as it was.
pub async fn rate_batch(pool: &PgPool, ladder: &LadderId) -> Result<Progress, Error> {
    if let Attempt::Done(progress) = attempt(pool, ladder, BATCH_MAX).await? {
        return Ok(progress);
    }
    match attempt(pool, ladder, 1).await? {
        Attempt::Done(progress) => Ok(progress),
        Attempt::Refused(suspect) => guarded(set_aside(pool, ladder, suspect)).await,
    }
}

/// What came of an attempt. Only results are ever refused: an event is done, or an error.
enum Attempt {
    Done(Progress),
    Refused(Suspect),
}

/// The first of the results that could not be rated together: to blame if it was alone.
struct Suspect {
    result: ResultEntry,
    error: Error,
}

async fn attempt(pool: &PgPool, ladder: &LadderId, limit: i64) -> Result<Attempt, Error> {
    let mut tx = postgres::begin(pool).await?;
    let cursor = load::lock_cursor(&mut tx, ladder).await?;
    let entries = log::entries(&mut tx, ladder, cursor.rated_through, limit).await?;
    match entries.first() {
        None => Ok(Attempt::Done(Progress::Idle)),
        Some(LogEntry::Result(_)) => {
            let results = entries.into_iter().map_while(LogEntry::into_result).collect();
            rate(tx, &cursor, results).await
        }
        Some(&LogEntry::Event(event)) => {
            let worked_off = guarded(work_off(tx, &cursor, &event)).await;
            worked_off.map_err(|error| Error::Event { sequence: event.sequence, error: Box::new(error) })?;
            Ok(Attempt::Done(Progress::Advanced(1)))
        }
    }
}

async fn work_off(mut tx: Tx, cursor: &Cursor, event: &EventEntry) -> Result<(), Error> {
    load::take_time(&mut tx).await?;
    match event.kind {
        EventKind::Close => close::close(&mut tx, cursor, event).await?,
        EventKind::Upkeep => upkeep::upkeep(&mut tx, cursor, event).await?,
        EventKind::Void => correct::correct(&mut tx, cursor, event).await?,
    }
    Ok(tx.commit().await?)
}

async fn rate(tx: Tx, cursor: &Cursor, results: Vec<ResultEntry>) -> Result<Attempt, Error> {
    match guarded(judge_and_write(tx, cursor, &results)).await {
        Ok(()) => Ok(Attempt::Done(Progress::Advanced(results.len()))),
        Err(error) if blames_a_result(&error) => {
            let result = results.into_iter().next().expect("an attempt to rate has a result");
            Ok(Attempt::Refused(Suspect { result, error }))
        }
        Err(error) => Err(error),
    }
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

/// The work of a transaction, whose failed assertions are errors like others: it is rolled back, and nothing else holds its
/// state.
async fn guarded<T>(work: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    let ended = AssertUnwindSafe(work).catch_unwind().await;
    ended.unwrap_or_else(|_| Err(Error::Corrupt("an entry that breaks an invariant of the ladder".into())))
}

/// True for a game of a season that was closed before its result came. Nothing is older than the first season: results that
/// were played elsewhere, before there was a ladder, belong to it.
fn comes_too_late(entry: &ResultEntry, season: &Season) -> bool {
    season.number > 1 && entry.played_at < season.started_at
}

async fn judge_and_write(mut tx: Tx, cursor: &Cursor, results: &[ResultEntry]) -> Result<(), Error> {
    let ladder = &cursor.track.ladder;
    let configs = load::configs(&mut tx, ladder, results, BTreeMap::new()).await?;
    let season = season::find(&mut *tx, &cursor.track).await?;
    let mut book = load::book(&mut tx, cursor, results, season.divisions.clone()).await?;
    let mut settled = Settled::default();
    for entry in results {
        let judgement = if comes_too_late(entry, &season) {
            let verdict = Verdict::DeadLetter(TOO_LATE.to_owned());
            Judgement { verdict, sides: &[] }
        } else {
            judge(&book, &configs[&entry.config_version], entry)
        };
        match &judgement.verdict {
            Verdict::Rated(_) => settled.rated += 1,
            Verdict::Unrated(_) => settled.unrated += 1,
            Verdict::DeadLetter(_) => settled.dead_letters += 1,
        }
        book.enter(entry, judgement);
    }
    let through = cursor.rated_through + i64::try_from(results.len()).expect("a batch is bounded");
    write::write(&mut tx, cursor, &book, through).await?;
    tx.commit().await?;
    settled.count(ladder);
    Ok(())
}

/// Makes a result a dead letter, unless another process has dealt with it meanwhile.
async fn set_aside(pool: &PgPool, ladder: &LadderId, suspect: Suspect) -> Result<Progress, Error> {
    let Suspect { result, error } = suspect;
    let mut tx = postgres::begin(pool).await?;
    let cursor = load::lock_cursor(&mut tx, ladder).await?;
    if cursor.rated_through + 1 != result.sequence {
        return Ok(Progress::Advanced(0));
    }
    let mut book = Book::open(cursor.kind, BTreeMap::new(), Meetings::new(), Divisions::default());
    let verdict = Verdict::DeadLetter("The ledger refuses what the result would change.".to_owned());
    book.enter(&result, Judgement { verdict, sides: &[] });
    write::write(&mut tx, &cursor, &book, result.sequence).await?;
    tx.commit().await?;
    Settled { dead_letters: 1, ..Settled::default() }.count(ladder);
    tracing::error!(%ladder, sequence = result.sequence, %error, "result set aside");
    Ok(Progress::Advanced(1))
}
