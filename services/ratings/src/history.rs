//! The history of one entity: what it was shown to gain and lose, newest first.

use env::UnixMillis;
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, PgPool};

use crate::error::Error;
use crate::ids::{Entity, LadderId};
use crate::ladder;

/// One line of a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryEntry {
    /// By which entry of the log it came.
    pub sequence: i64,
    /// The season whose standings it is about.
    pub season: i32,
    /// Why.
    pub cause: Cause,
    /// The displayed rating before, in whole points.
    pub displayed_before: i32,
    /// The displayed rating after.
    pub displayed_after: i32,
    /// The exact change: of a player's rating in centi-points, of a pair's strength in half centi-points.
    pub exact_delta: i64,
    /// When the game ended or the event happened.
    pub at: UnixMillis,
}

/// What a line of a history is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineKind {
    /// Somebody who was hidden is back on the board, by the game that follows.
    Returned,
    /// By games that members of the pair played with others, booked at the pair's next game.
    Rebase,
    /// By a result.
    Result,
    /// By a void: the difference to what would have been without the results that were taken back.
    Correction,
    /// By the soft reset at the opening of a season.
    Reset,
    /// Hidden for a long absence; the rating stays.
    Hidden,
}

impl LineKind {
    const ALL: [Self; 6] =
        [Self::Returned, Self::Rebase, Self::Result, Self::Correction, Self::Reset, Self::Hidden];

    /// The number for it in the store, which is its order within an entry of the log.
    pub const fn column(self) -> i16 {
        self as i16
    }

    /// Reads that number back.
    pub fn from_column(column: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.column() == column)
    }
}

/// Why a rating changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// By a result.
    Result {
        /// Who reported it.
        source: String,
        /// The source's id of it.
        result_id: String,
        /// The place of the entity's side.
        place: u32,
        /// True if the result was taken back later.
        voided: bool,
    },
    /// By a game that stands on the line above: the drift of a pair's members, or the return of somebody hidden.
    WithGame(LineKind),
    /// By an event of the ladder.
    Event(LineKind),
}

/// Where a line lies in a history; descending positions go back in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HistoryPosition {
    /// The number in the ladder's log.
    pub sequence: i64,
    /// The season.
    pub season: i32,
    /// The line within it.
    pub line: i16,
}

/// A page of a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryPage {
    /// Newest first.
    pub entries: Vec<HistoryEntry>,
    /// Before which line the next page begins; `None` if this was the last.
    pub next: Option<HistoryPosition>,
}

/// The history of `entity` before `before`, or from the latest line on; `size` lines, at least 1.
///
/// # Errors
/// [`Error::LadderNotFound`], [`Error::StandingNotFound`], or the store's.
pub async fn page(
    pool: &PgPool,
    ladder: &LadderId,
    entity: Entity,
    before: Option<HistoryPosition>,
    size: u32,
) -> Result<HistoryPage, Error> {
    let mut connection = pool.acquire().await?;
    let ladder = ladder::find(&mut *connection, ladder).await?.spec.id;
    let latest = HistoryPosition { sequence: i64::MAX, season: i32::MAX, line: i16::MAX };
    let position = before.unwrap_or(latest);
    let mut lines = lines(&mut connection, &ladder, entity, position, i64::from(size) + 1).await?;
    // Whoever stands on a ladder has at least one line of history there.
    if lines.is_empty() && before.is_none() {
        return Err(Error::StandingNotFound);
    }
    let more = lines.len() > size as usize;
    lines.truncate(size as usize);
    let next = lines.last().filter(|_| more).map(|(position, _)| *position);
    Ok(HistoryPage { entries: lines.into_iter().map(|(_, entry)| entry).collect(), next })
}

async fn lines(
    connection: &mut PgConnection,
    ladder: &LadderId,
    entity: Entity,
    before: HistoryPosition,
    limit: i64,
) -> Result<Vec<(HistoryPosition, HistoryEntry)>, Error> {
    let key = entity.key();
    let rows = sqlx::query_as!(
        Row,
        r#"select h.sequence, h.season, h.line, h.displayed_before, h.displayed_after, h.exact_delta, h.place,
                r.source as "source?", r.result_id as "result_id?",
                coalesce(r.played_at, e.happened_at) as "at!", v.sequence is not null as "voided!"
         from ratings.history h
         left join ratings.result r on r.ladder = h.ladder and r.sequence = h.sequence
         left join ratings.event e on e.ladder = h.ladder and e.sequence = h.sequence
         left join ratings.void v on v.ladder = h.ladder and v.sequence = h.sequence
         where h.ladder = $1 and h.a = $2 and h.b = $3 and (h.sequence, h.season, h.line) < ($4, $5, $6)
         order by h.sequence desc, h.season desc, h.line desc limit $7"#,
        ladder.as_str(),
        key.a,
        key.b,
        before.sequence,
        before.season,
        before.line,
        limit
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter().map(|row| row.read(ladder)).collect()
}

/// A line as the store has it.
struct Row {
    sequence: i64,
    season: i32,
    line: i16,
    displayed_before: i32,
    displayed_after: i32,
    exact_delta: i64,
    place: Option<i32>,
    source: Option<String>,
    result_id: Option<String>,
    at: time::OffsetDateTime,
    voided: bool,
}

impl Row {
    fn read(self, ladder: &LadderId) -> Result<(HistoryPosition, HistoryEntry), Error> {
        let (sequence, season, line) = (self.sequence, self.season, self.line);
        let impossible =
            || Error::Corrupt(format!("line {line} of entry {sequence} in a history of {ladder}"));
        let kind = LineKind::from_column(line).ok_or_else(impossible)?;
        let cause = match (kind, self.source, self.result_id, self.place) {
            (LineKind::Result, Some(source), Some(result_id), Some(place)) => {
                Cause::Result { source, result_id, place: place.unsigned_abs(), voided: self.voided }
            }
            (LineKind::Rebase | LineKind::Returned, ..) => Cause::WithGame(kind),
            (LineKind::Correction | LineKind::Reset | LineKind::Hidden, ..) => Cause::Event(kind),
            (LineKind::Result, ..) => return Err(impossible()),
        };
        let (displayed_before, displayed_after) = (self.displayed_before, self.displayed_after);
        let (exact_delta, at) = (self.exact_delta, self.at.into());
        let entry =
            HistoryEntry { sequence, season, cause, displayed_before, displayed_after, exact_delta, at };
        Ok((HistoryPosition { sequence, season, line }, entry))
    }
}
