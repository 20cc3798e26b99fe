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
    /// By which result it came.
    pub sequence: i64,
    /// Why.
    pub cause: Cause,
    /// The displayed rating before, in whole points.
    pub displayed_before: i32,
    /// The displayed rating after.
    pub displayed_after: i32,
    /// The exact change: of a player's rating in centi-points, of a pair's strength in half centi-points.
    pub exact_delta: i64,
    /// When the game ended.
    pub played_at: UnixMillis,
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
    },
    /// By games that members of the pair played with others, booked at the pair's next game.
    Rebase,
}

/// Where a line lies in a history; descending positions go back in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HistoryPosition {
    /// The ladder's number of the result.
    pub sequence: i64,
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
    let latest = HistoryPosition { sequence: i64::MAX, line: i16::MAX };
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
    let rows = sqlx::query!(
        "select h.sequence, h.line, h.displayed_before, h.displayed_after, h.exact_delta, h.place,
                r.source, r.result_id, r.played_at
         from ratings.history h
         join ratings.season s on s.ladder = h.ladder and s.season = h.season and s.epoch = h.epoch
         join ratings.result r on r.ladder = h.ladder and r.sequence = h.sequence
         where h.ladder = $1 and h.a = $2 and h.b = $3 and (h.sequence, h.line) < ($4, $5)
         order by h.sequence desc, h.line desc limit $6",
        ladder.as_str(),
        key.a,
        key.b,
        before.sequence,
        before.line,
        limit
    )
    .fetch_all(connection)
    .await?;
    let lines = rows.into_iter().map(|row| {
        let cause = match row.place {
            Some(place) => Cause::Result {
                source: row.source,
                result_id: row.result_id,
                place: u32::try_from(place).expect("the schema keeps places positive"),
            },
            None => Cause::Rebase,
        };
        let entry = HistoryEntry {
            sequence: row.sequence,
            cause,
            displayed_before: row.displayed_before,
            displayed_after: row.displayed_after,
            exact_delta: row.exact_delta,
            played_at: row.played_at.into(),
        };
        (HistoryPosition { sequence: row.sequence, line: row.line }, entry)
    });
    Ok(lines.collect())
}
