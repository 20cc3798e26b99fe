//! The events of a ladder as they were ordered, and what each of them changed.

use std::ops::RangeInclusive;

use env::UnixMillis;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use crate::error::Error;
use crate::history::LineKind;
use crate::ids::{Entity, EntityKey, LadderId};
use crate::log::EventKind;

/// An event with all that is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedEvent {
    /// Its number in the ladder's log.
    pub sequence: i64,
    /// What happened.
    pub kind: EventKind,
    /// The season that was running.
    pub season: i32,
    /// When.
    pub happened_at: UnixMillis,
    /// Who asked for it.
    pub requested_by: String,
    /// Why, in words.
    pub reason: String,
    /// How many results a void took back.
    pub voided_results: u32,
}

/// Which end of a range comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The earliest.
    Forward,
    /// The latest.
    Backward,
}

/// The events of a ladder with these numbers, from one end of them; at most `limit`.
///
/// # Errors
/// The store's.
pub async fn within(
    executor: impl PgExecutor<'_>,
    ladder: &LadderId,
    numbers: RangeInclusive<i64>,
    direction: Direction,
    limit: i64,
) -> Result<Vec<LoggedEvent>, Error> {
    // No index gives an order that turns with a parameter. A ladder has about one event a day, so they are soon sorted.
    let rows = sqlx::query_as!(
        Row,
        r#"select e.sequence, e.kind, e.season, e.happened_at, e.requested_by, e.reason,
                (select count(*) from ratings.void v
                 where v.ladder = e.ladder and v.void_sequence = e.sequence) as "voided_results!"
         from ratings.event e
         where e.ladder = $1 and e.sequence between $2 and $3
         order by case when $4 then -e.sequence else e.sequence end limit $5"#,
        ladder.as_str(),
        *numbers.start(),
        *numbers.end(),
        direction == Direction::Backward,
        limit
    )
    .fetch_all(executor)
    .await?;
    rows.into_iter().map(|row| row.read(ladder)).collect()
}

/// An event as the store has it.
struct Row {
    sequence: i64,
    kind: String,
    season: i32,
    happened_at: time::OffsetDateTime,
    requested_by: String,
    reason: String,
    voided_results: i64,
}

impl Row {
    fn read(self, ladder: &LadderId) -> Result<LoggedEvent, Error> {
        let Self { sequence, season, requested_by, reason, .. } = self;
        let kind = EventKind::parse(&self.kind)
            .ok_or_else(|| Error::Corrupt(format!("event {sequence} of ladder {ladder}: {:?}", self.kind)))?;
        let voided_results = u32::try_from(self.voided_results).expect("a void takes a bounded number back");
        let happened_at = self.happened_at.into();
        Ok(LoggedEvent { sequence, kind, season, happened_at, requested_by, reason, voided_results })
    }
}

/// The numbers of the results that the void `sequence` took back, in order.
///
/// # Errors
/// The store's.
pub async fn voided(
    executor: impl PgExecutor<'_>,
    ladder: &LadderId,
    sequence: i64,
) -> Result<Vec<i64>, Error> {
    let numbers = sqlx::query_scalar!(
        "select sequence from ratings.void where ladder = $1 and void_sequence = $2 order by sequence",
        ladder.as_str(),
        sequence
    )
    .fetch_all(executor)
    .await?;
    Ok(numbers)
}

/// What an event changed for one entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventLine {
    /// The season whose standings it is about.
    pub season: i32,
    /// Whose.
    pub entity: Entity,
    /// Why.
    pub kind: LineKind,
    /// The displayed rating before, in whole points.
    pub displayed_before: i32,
    /// The displayed rating after.
    pub displayed_after: i32,
}

/// What the event `sequence` changed, in the order of season and entity, after the line `after`; at most `limit` lines.
///
/// # Errors
/// The store's.
pub async fn lines(
    connection: &mut PgConnection,
    ladder: &LadderId,
    sequence: i64,
    after: Option<EventLine>,
    limit: i64,
) -> Result<Vec<EventLine>, Error> {
    // No account has the nil id, so this comes before every line.
    let first = (0, EntityKey { a: Uuid::nil(), b: Uuid::nil() }, 0);
    let (season, key, kind) =
        after.map_or(first, |line| (line.season, line.entity.key(), line.kind.column()));
    let rows = sqlx::query_as!(
        Line,
        "select season, a, b, line, displayed_before, displayed_after from ratings.history
         where ladder = $1 and sequence = $2 and line >= 3 and (season, a, b, line) > ($3, $4, $5, $6)
         order by season, a, b, line limit $7",
        ladder.as_str(),
        sequence,
        season,
        key.a,
        key.b,
        kind,
        limit
    )
    .fetch_all(connection)
    .await?;
    let read = |row: _| {
        let Line { season, a, b, line, displayed_before, displayed_after } = row;
        let kind = LineKind::from_column(line)
            .ok_or_else(|| Error::Corrupt(format!("line {line} of event {sequence} of ladder {ladder}")))?;
        let entity = EntityKey { a, b }.entity();
        Ok(EventLine { season, entity, kind, displayed_before, displayed_after })
    };
    rows.into_iter().map(read).collect()
}

/// A line as the store has it.
struct Line {
    season: i32,
    a: Uuid,
    b: Uuid,
    line: i16,
    displayed_before: i32,
    displayed_after: i32,
}
