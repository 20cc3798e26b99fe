//! Ranks: how many stand before somebody. Counted by the histogram of displayed ratings, so that a rank costs the same on a
//! ladder of a hundred as on one of ten million; here, and within its own statement in `board::near`, and nowhere else.
//!
//! A rank is a competition rank (1, 2, 2, 4) on the displayed whole points; inside a tie the board is in the order of the
//! entities' keys.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

use crate::error::Error;
use crate::ids::{EntityKey, Track};

/// Where a row lies on the board; ascending keys go down the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BoardKey {
    /// 0 for ranked rows, 1 for provisional ones after them.
    pub listing: i16,
    /// The displayed rating in whole points, negated.
    pub order: i32,
    /// Whose row.
    pub entity: EntityKey,
}

/// How the ranked entities of a season stand: their number, and the ranks of certain displayed ratings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranks {
    /// How many entities are ranked.
    pub ranked: u64,
    by_points: BTreeMap<i32, u64>,
}

impl Ranks {
    /// Ranks that were counted elsewhere.
    pub const fn new(ranked: u64, by_points: BTreeMap<i32, u64>) -> Self {
        Self { ranked, by_points }
    }

    /// The competition rank of whoever shows `points`, from 1; `None` if it was not asked for.
    pub fn of(&self, points: i32) -> Option<u64> {
        self.by_points.get(&points).copied()
    }
}

/// Counts the ranked entities, and those above each of `points`, in one statement and so at one moment: blocks of a hundred
/// points, single points inside the block, and what batches have appended since both were last brought up to date.
///
/// # Errors
/// The store's.
pub async fn ranks(
    connection: &mut PgConnection,
    track: &Track,
    points: impl IntoIterator<Item = i32>,
) -> Result<Ranks, Error> {
    let points: Vec<i32> = points.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
    let row = sqlx::query!(
        r#"with delta as materialized (
             select displayed, change from ratings.histogram_delta
             where ladder = $1 and season = $2
                 and id > (select folded_through from ratings.cursor where ladder = $1)
         ), block as materialized (
             select bucket, entities from ratings.histogram where ladder = $1 and season = $2 and scale = 100
         )
         select ((select coalesce(sum(entities), 0) from block)
                 + (select coalesce(sum(change), 0) from delta))::bigint as "ranked!",
             array(
                 select ((select coalesce(sum(entities), 0) from block where bucket > own.block)
                         + (select coalesce(sum(entities), 0) from ratings.histogram
                            where ladder = $1 and season = $2 and scale = 1
                                and bucket > own.points and bucket < (own.block + 1) * 100)
                         + (select coalesce(sum(change), 0) from delta where displayed > own.points))::bigint
                 from (select points, floor(points::numeric / 100)::integer as block, place
                       from unnest($3::integer[]) with ordinality as asked (points, place)) as own
                 order by own.place
             ) as "ahead!: Vec<i64>""#,
        track.ladder.as_str(),
        track.season,
        &points
    )
    .fetch_one(connection)
    .await?;
    let by_points =
        points.into_iter().zip(row.ahead.into_iter().map(|ahead| ahead.unsigned_abs() + 1)).collect();
    Ok(Ranks::new(row.ranked.unsigned_abs(), by_points))
}

/// All ranked entities, counted by their points.
///
/// # Errors
/// The store's.
pub async fn histogram(connection: &mut PgConnection, track: &Track) -> Result<BTreeMap<i32, u64>, Error> {
    let rows = sqlx::query!(
        r#"select points as "points!", sum(entities)::bigint as "entities!" from (
             select bucket as points, entities from ratings.histogram
             where ladder = $1 and season = $2 and scale = 1
             union all
             select displayed, change from ratings.histogram_delta where ladder = $1 and season = $2
         ) as counted group by points having sum(entities) <> 0"#,
        track.ladder.as_str(),
        track.season
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.points, row.entities.unsigned_abs())).collect())
}
