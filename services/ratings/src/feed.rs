//! The feed of a ladder: the entries of its log in order, each once it is worked off, with what it changed.
//!
//! A read of what is only ever appended to, so that it needs no snapshot and says the same to everybody at any time. (A result
//! that was taken back says so from then on.) Who reads how far is the reader's business: nothing is kept about readers. That
//! many of them read the same is what [`Tails`] are for.

mod tails;

use sqlx::{PgConnection, PgPool};

use crate::error::Error;
use crate::event::{self, Direction, EventLine, LoggedEvent};
use crate::ids::LadderId;
use crate::ladder;
use crate::read::{self, StoredResult};

pub use tails::Tails;

/// Entries of one portion.
pub const PORTION_MAX: i64 = 32;
/// Lines of one part of an event.
pub const PART_LINES_MAX: usize = 500;

/// An entry of the log that is worked off.
#[derive(Clone, Debug, PartialEq)]
pub enum FeedEntry {
    /// A result with what became of it.
    Result(Box<StoredResult>),
    /// An event; [`parts`](part) tell what it changed.
    Event(LoggedEvent),
}

impl FeedEntry {
    /// Its number.
    pub const fn sequence(&self) -> i64 {
        match self {
            Self::Result(result) => result.sequence,
            Self::Event(event) => event.sequence,
        }
    }
}

/// Some entries that follow each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Portion {
    /// In order and without a gap; at most [`PORTION_MAX`].
    pub entries: Vec<FeedEntry>,
    /// The last number that is worked off.
    pub rated_through: i64,
}

/// The entries after number `after`, as far as they are worked off.
///
/// # Errors
/// [`Error::LadderNotFound`]; [`Error::BeyondTheLog`] if `after` is not worked off yet; [`Error::Corrupt`] if an entry is
/// missing; the store's.
pub async fn portion(pool: &PgPool, ladder: &LadderId, after: u64) -> Result<Portion, Error> {
    let mut connection = pool.acquire().await?;
    let rated_through = ladder::find(&mut *connection, ladder).await?.rated_through;
    let after = i64::try_from(after)
        .ok()
        .filter(|after| *after <= rated_through)
        .ok_or(Error::BeyondTheLog { after, rated_through })?;
    let results = read::between(&mut *connection, ladder, after, rated_through, PORTION_MAX).await?;
    let numbers = after + 1..=rated_through;
    let events = event::within(&mut *connection, ladder, numbers, Direction::Forward, PORTION_MAX).await?;
    let results = results.into_iter().map(|result| FeedEntry::Result(Box::new(result)));
    let mut entries: Vec<FeedEntry> = results.chain(events.into_iter().map(FeedEntry::Event)).collect();
    entries.sort_by_key(FeedEntry::sequence);
    entries.truncate(usize::try_from(PORTION_MAX).expect("a small number"));
    for (expected, entry) in (after + 1..).zip(&entries) {
        let waits = matches!(entry, FeedEntry::Result(result) if result.outcome.is_none());
        if entry.sequence() != expected || waits {
            return Err(Error::Corrupt(format!("no entry {expected} that is worked off in ladder {ladder}")));
        }
    }
    Ok(Portion { entries, rated_through })
}

/// A part of what an event changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Results that a void took back; in the first part only.
    pub voided: Vec<i64>,
    /// What changed for whom; at most [`PART_LINES_MAX`] lines.
    pub lines: Vec<EventLine>,
    /// True on the last part.
    pub complete: bool,
}

/// The first part of what `event` changed, or the one that follows the line `after`.
///
/// # Errors
/// The store's.
pub async fn part(
    connection: &mut PgConnection,
    ladder: &LadderId,
    event: &LoggedEvent,
    after: Option<EventLine>,
) -> Result<Part, Error> {
    let voided = match after {
        None => event::voided(&mut *connection, ladder, event.sequence).await?,
        Some(_) => Vec::new(),
    };
    let limit = i64::try_from(PART_LINES_MAX + 1).expect("a small number");
    let mut lines = event::lines(connection, ladder, event.sequence, after, limit).await?;
    let complete = lines.len() <= PART_LINES_MAX;
    lines.truncate(PART_LINES_MAX);
    Ok(Part { voided, lines, complete })
}
