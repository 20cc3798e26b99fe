//! Ranks: how many stand before somebody. The only module that counts standings, so that a quicker way of counting has
//! one place to go; today it is the board's index.
//!
//! A rank is a competition rank (1, 2, 2, 4) on the displayed whole points; inside a tie the board is in the order of the
//! entities' keys.

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

/// How many entities are ranked.
///
/// # Errors
/// The store's.
pub async fn ranked(connection: &mut PgConnection, track: &Track) -> Result<u64, Error> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from ratings.standing
         where ladder = $1 and season = $2 and epoch = $3 and listing = 0"#,
        track.ladder.as_str(),
        track.season,
        track.epoch
    )
    .fetch_one(connection)
    .await?;
    Ok(count.unsigned_abs())
}

/// Where a ranked row stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    /// The competition rank, from 1.
    pub rank: u64,
    /// The place on the board, from 1; above the rank inside a tie.
    pub position: u64,
}

/// Where the ranked row with this key stands.
///
/// # Errors
/// The store's.
pub async fn rank(connection: &mut PgConnection, track: &Track, key: BoardKey) -> Result<Rank, Error> {
    let count = sqlx::query!(
        r#"select
             (select count(*) from ratings.standing
              where ladder = $1 and season = $2 and epoch = $3 and listing = 0 and board_order < $4) as "ahead!",
             (select count(*) from ratings.standing
              where ladder = $1 and season = $2 and epoch = $3 and listing = 0 and board_order = $4
                and (a, b) < ($5, $6)) as "level!""#,
        track.ladder.as_str(),
        track.season,
        track.epoch,
        key.order,
        key.entity.a,
        key.entity.b
    )
    .fetch_one(connection)
    .await?;
    let (ahead, level) = (count.ahead.unsigned_abs(), count.level.unsigned_abs());
    Ok(Rank { rank: ahead + 1, position: ahead + level + 1 })
}

/// The ranks of rows that follow each other on the board without a gap, given where the first one stands.
pub fn ranks_from(first: Rank, keys: impl IntoIterator<Item = BoardKey>) -> Vec<u64> {
    let mut previous = None;
    let mut rank = first.rank;
    let mut ranks = Vec::new();
    for (position, key) in (first.position..).zip(keys) {
        if previous.is_some_and(|order| order != key.order) {
            rank = position;
        }
        previous = Some(key.order);
        ranks.push(rank);
    }
    ranks
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn keys(points: &[i32]) -> Vec<BoardKey> {
        let entity = EntityKey { a: Uuid::from_u128(1), b: Uuid::nil() };
        points.iter().map(|points| BoardKey { listing: 0, order: -points, entity }).collect()
    }

    #[test]
    fn ties_share_a_rank_and_leave_a_gap() {
        let first = Rank { rank: 1, position: 1 };
        assert_eq!(ranks_from(first, keys(&[1600, 1550, 1550, 1500])), [1, 2, 2, 4]);
    }

    #[test]
    fn page_that_begins_inside_a_tie_goes_on_with_its_rank() {
        let first = Rank { rank: 2, position: 3 };
        assert_eq!(ranks_from(first, keys(&[1550, 1550, 1500])), [2, 2, 5]);
    }
}
