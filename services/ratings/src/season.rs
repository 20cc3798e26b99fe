//! The seasons of a ladder: when each began and ended, its divisions, and what the soft resets before it have booked.

use env::UnixMillis;
use rating::{CentiPoints, ResetBooking};
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};

use crate::divisions::Divisions;
use crate::error::Error;
use crate::ids::{LadderId, Track};

/// A season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Season {
    /// Its number, from 1.
    pub number: i32,
    /// When it began.
    pub started_at: UnixMillis,
    /// When it was closed; `None` for the running one.
    pub closed_at: Option<UnixMillis>,
    /// The first number of the log that belongs to it.
    pub first_sequence: i64,
    /// How often its standings were computed: once, and again for every void that reached it.
    pub epoch: i32,
    /// What the soft resets before it have booked to the reset accounts.
    pub reset: ResetBooking,
    /// The borders of its divisions.
    pub divisions: Divisions,
}

/// At most `limit` seasons of a ladder before the season `before`, or from the latest on, the latest first.
///
/// # Errors
/// The store's.
pub async fn before(
    executor: impl PgExecutor<'_>,
    ladder: &LadderId,
    before: Option<i32>,
    limit: i64,
) -> Result<Vec<Season>, Error> {
    let rows = sqlx::query_as!(
        SeasonRow,
        r#"select season, started_at, closed_at, first_sequence, epoch, reset_ratings, reset_synergies,
                divisions as "divisions: Json<Divisions>"
         from ratings.season where ladder = $1 and season < $2 order by season desc limit $3"#,
        ladder.as_str(),
        before.unwrap_or(i32::MAX),
        limit
    )
    .fetch_all(executor)
    .await?;
    Ok(rows.into_iter().map(Season::from).collect())
}

/// A season that the ladder has come to.
///
/// # Errors
/// [`Error::Corrupt`] if it has not, or the store's.
pub async fn find(executor: impl PgExecutor<'_>, track: &Track) -> Result<Season, Error> {
    let found = before(executor, &track.ladder, Some(track.season + 1), 1).await?;
    let found = found.into_iter().find(|season| season.number == track.season);
    found.ok_or_else(|| Error::Corrupt(format!("no season {} of {}", track.season, track.ladder)))
}

struct SeasonRow {
    season: i32,
    started_at: time::OffsetDateTime,
    closed_at: Option<time::OffsetDateTime>,
    first_sequence: i64,
    epoch: i32,
    reset_ratings: i64,
    reset_synergies: i64,
    divisions: Json<Divisions>,
}

impl From<SeasonRow> for Season {
    fn from(row: SeasonRow) -> Self {
        Self {
            number: row.season,
            started_at: row.started_at.into(),
            closed_at: row.closed_at.map(UnixMillis::from),
            first_sequence: row.first_sequence,
            epoch: row.epoch,
            reset: ResetBooking {
                ratings: CentiPoints(row.reset_ratings),
                synergies: CentiPoints(row.reset_synergies),
            },
            divisions: row.divisions.0,
        }
    }
}

/// The borders of the divisions of a season.
///
/// # Errors
/// The store's.
pub async fn divisions(executor: impl PgExecutor<'_>, track: &Track) -> Result<Divisions, Error> {
    let divisions = sqlx::query_scalar!(
        r#"select divisions as "divisions: Json<Divisions>" from ratings.season where ladder = $1 and season = $2"#,
        track.ladder.as_str(),
        track.season
    )
    .fetch_optional(executor)
    .await?;
    Ok(divisions.map(|divisions| divisions.0).unwrap_or_default())
}

/// Puts new borders in force.
///
/// # Errors
/// The store's.
pub async fn divide(
    connection: &mut PgConnection,
    track: &Track,
    divisions: &Divisions,
) -> Result<(), Error> {
    sqlx::query!(
        "update ratings.season set divisions = $3 where ladder = $1 and season = $2 and divisions <> $3",
        track.ladder.as_str(),
        track.season,
        Json(divisions) as _
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Notes what the soft resets before a season have booked.
///
/// # Errors
/// The store's.
pub async fn book_reset(
    connection: &mut PgConnection,
    track: &Track,
    reset: ResetBooking,
) -> Result<(), Error> {
    sqlx::query!(
        "update ratings.season set reset_ratings = $3, reset_synergies = $4 where ladder = $1 and season = $2",
        track.ladder.as_str(),
        track.season,
        reset.ratings.0,
        reset.synergies.0
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Counts that the standings of a season were computed once more.
///
/// # Errors
/// The store's.
pub async fn count_epoch(connection: &mut PgConnection, track: &Track) -> Result<(), Error> {
    sqlx::query!(
        "update ratings.season set epoch = epoch + 1 where ladder = $1 and season = $2",
        track.ladder.as_str(),
        track.season
    )
    .execute(connection)
    .await?;
    Ok(())
}
