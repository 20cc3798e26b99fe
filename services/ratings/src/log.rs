//! The log of a ladder: everything that ever happened to it, in the order of its numbers.
//!
//! A number belongs to a result or to an event. Appending is the business of [`accept`](crate::accept) and
//! [`append`](crate::append); this module reads.

use std::collections::HashSet;

use env::UnixMillis;
use sqlx::PgConnection;

use crate::error::Error;
use crate::ids::LadderId;
use crate::result::ReportedSide;

/// One entry of the log.
#[derive(Clone, Debug)]
pub enum LogEntry {
    /// A result that was accepted.
    Result(ResultEntry),
    /// Anything else.
    Event(EventEntry),
}

impl LogEntry {
    /// Its number.
    pub const fn sequence(&self) -> i64 {
        match self {
            Self::Result(result) => result.sequence,
            Self::Event(event) => event.sequence,
        }
    }

    /// The result, if it is one.
    pub const fn result(&self) -> Option<&ResultEntry> {
        match self {
            Self::Result(result) => Some(result),
            Self::Event(_) => None,
        }
    }

    /// The result, if it is one.
    pub fn into_result(self) -> Option<ResultEntry> {
        match self {
            Self::Result(result) => Some(result),
            Self::Event(_) => None,
        }
    }
}

/// An accepted result.
#[derive(Clone, Debug)]
pub struct ResultEntry {
    /// Its number in the ladder's log.
    pub sequence: i64,
    /// The configuration that was pinned on it.
    pub config_version: i32,
    /// When the game ended.
    pub played_at: UnixMillis,
    /// True if it was abandoned before its first play.
    pub abandoned: bool,
    /// Who met.
    pub roster: Vec<u8>,
    /// The sides as stored, or why they cannot be read.
    pub sides: Result<Vec<ReportedSide>, String>,
}

/// An event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventEntry {
    /// Its number in the ladder's log.
    pub sequence: i64,
    /// What happened.
    pub kind: EventKind,
    /// When.
    pub happened_at: UnixMillis,
}

/// What can happen to a ladder besides results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Results are taken back.
    Void,
    /// The season ends.
    Close,
    /// Those who are long absent are hidden, and the divisions are drawn anew.
    Upkeep,
}

impl EventKind {
    /// The word for it in the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Void => "void",
            Self::Close => "close",
            Self::Upkeep => "upkeep",
        }
    }

    /// Reads that word back.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Void, Self::Close, Self::Upkeep].into_iter().find(|kind| kind.as_str() == text)
    }
}

/// The entries after number `after`, in order and without a gap, at most `limit`.
///
/// # Errors
/// [`Error::Corrupt`] if a number is missing or an entry makes no sense; the store's.
pub async fn entries(
    connection: &mut PgConnection,
    ladder: &LadderId,
    after: i64,
    limit: i64,
) -> Result<Vec<LogEntry>, Error> {
    let rows = sqlx::query_as!(
        Row,
        r#"select * from (
             (select sequence as "sequence!", played_at as "at!", config_version, abandoned, roster, sides::text as sides,
                     null as kind
              from ratings.result where ladder = $1 and sequence > $2 order by sequence limit $3)
             union all
             (select sequence, happened_at, null, null, null, null, kind
              from ratings.event where ladder = $1 and sequence > $2 order by sequence limit $3)
         ) as log order by 1 limit $3"#,
        ladder.as_str(),
        after,
        limit
    )
    .fetch_all(connection)
    .await?;
    let mut entries = Vec::with_capacity(rows.len());
    for (expected, row) in (after + 1..).zip(rows) {
        let read = (row.sequence == expected).then(|| row.read()).flatten();
        entries
            .push(read.ok_or_else(|| Error::Corrupt(format!("no entry {expected} in the log of {ladder}")))?);
    }
    Ok(entries)
}

/// The numbers of all results that do not count: those that were voided by number `through`, and dead letters.
///
/// # Errors
/// The store's.
pub async fn uncounted(
    connection: &mut PgConnection,
    ladder: &LadderId,
    through: i64,
) -> Result<HashSet<i64>, Error> {
    let numbers = sqlx::query_scalar!(
        r#"select sequence as "sequence!" from ratings.void where ladder = $1 and void_sequence <= $2
         union all
         select sequence from ratings.outcome where ladder = $1 and state = 'dead_letter'"#,
        ladder.as_str(),
        through
    )
    .fetch_all(connection)
    .await?;
    Ok(numbers.into_iter().collect())
}

/// An entry as the store has it: a result without a kind, or an event with one.
struct Row {
    sequence: i64,
    at: time::OffsetDateTime,
    config_version: Option<i32>,
    abandoned: Option<bool>,
    roster: Option<Vec<u8>>,
    sides: Option<String>,
    kind: Option<String>,
}

impl Row {
    fn read(self) -> Option<LogEntry> {
        let (sequence, at) = (self.sequence, self.at.into());
        if let Some(kind) = self.kind {
            let kind = EventKind::parse(&kind)?;
            return Some(LogEntry::Event(EventEntry { sequence, kind, happened_at: at }));
        }
        Some(LogEntry::Result(ResultEntry {
            sequence,
            config_version: self.config_version?,
            played_at: at,
            abandoned: self.abandoned?,
            roster: self.roster?,
            sides: serde_json::from_str(&self.sides?).map_err(|error| error.to_string()),
        }))
    }
}
