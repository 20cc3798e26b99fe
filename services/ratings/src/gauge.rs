//! The inflation gauge of a ladder: what its ratings come to, so that an operator sees whether a point is still worth a point.
//!
//! The mean of all players is 1500.00 by construction, but for what the soft resets have booked; what can drift is the mean of those
//! who are ranked.

use std::collections::BTreeMap;

use rating::{CentiPoints, rha};
use sqlx::{PgConnection, PgPool};

use crate::error::Error;
use crate::ids::{LadderId, Track};
use crate::ladder::{self, Ladder, PublishedConfig};
use crate::rank::histogram;
use crate::season::{self, Season};
use postgres::snapshot;

/// So many players are counted at most: counting is the one thing here that takes longer on a larger ladder.
pub const PLAYERS_COUNTED_MAX: i64 = 1_000_000;

/// A ladder with everything that describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// The ladder.
    pub ladder: Ladder,
    /// Its configurations, the one in force first.
    pub configs: Vec<PublishedConfig>,
    /// The season that the board shows.
    pub season: Season,
    /// What its ratings come to.
    pub gauge: Gauge,
}

/// What the ratings of a season come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gauge {
    /// How many players have a rating.
    pub players: Counted,
    /// How many entities are ranked.
    pub ranked: u64,
    /// The mean of what ranked entities show; `None` if there are none.
    pub mean_ranked: Option<CentiPoints>,
    /// The median of what ranked entities show; of two middle ones their mean.
    pub median_ranked: Option<CentiPoints>,
}

/// A number that was counted up to a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// All of them.
    All(u64),
    /// There are more than these.
    MoreThan(u64),
}

/// Describes one ladder.
///
/// # Errors
/// [`Error::LadderNotFound`], or the store's.
pub async fn describe(pool: &PgPool, ladder: &LadderId) -> Result<Described, Error> {
    let mut tx = snapshot(pool).await?;
    let ladder = ladder::find(&mut *tx, ladder).await?;
    let configs = ladder::configs(&mut *tx, &ladder.spec.id).await?;
    let season = season::find(&mut *tx, &ladder.track).await?;
    let players = players(&mut tx, &ladder.track).await?;
    let gauge = Gauge::of(players, &histogram(&mut tx, &ladder.track).await?);
    Ok(Described { ladder, configs, season, gauge })
}

impl Gauge {
    /// The gauge of ranked entities that are counted by their displayed points.
    fn of(players: Counted, histogram: &BTreeMap<i32, u64>) -> Self {
        let ranked: u64 = histogram.values().sum();
        let count = i64::try_from(ranked).expect("there are fewer standings than that");
        let sum: i64 =
            histogram.iter().map(|(points, entities)| i64::from(*points) * entities.cast_signed()).sum();
        let mean_ranked = (ranked > 0).then(|| CentiPoints(rha(100 * sum, count)));
        let middle = |place: u64| {
            let mut passed = 0;
            let reaches = |(points, entities): (&i32, &u64)| {
                passed += entities;
                (passed > place).then_some(i64::from(*points))
            };
            histogram.iter().find_map(reaches)
        };
        let middles = ranked.checked_sub(1).and_then(|last| middle(last / 2).zip(middle(ranked / 2)));
        let median_ranked = middles.map(|(lower, upper)| CentiPoints(50 * (lower + upper)));
        Self { players, ranked, mean_ranked, median_ranked }
    }
}

async fn players(connection: &mut PgConnection, track: &Track) -> Result<Counted, Error> {
    let counted = sqlx::query_scalar!(
        r#"select count(*) as "count!" from (
             select from ratings.standing
             where ladder = $1 and season = $2 and b = '00000000-0000-0000-0000-000000000000' limit $3
         ) as players"#,
        track.ladder.as_str(),
        track.season,
        PLAYERS_COUNTED_MAX + 1
    )
    .fetch_one(connection)
    .await?;
    let all = counted <= PLAYERS_COUNTED_MAX;
    Ok(if all {
        Counted::All(counted.unsigned_abs())
    } else {
        Counted::MoreThan(PLAYERS_COUNTED_MAX.unsigned_abs())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gauge(histogram: &[(i32, u64)]) -> (Option<i64>, Option<i64>) {
        let gauge = Gauge::of(Counted::All(0), &histogram.iter().copied().collect());
        (gauge.mean_ranked.map(|mean| mean.0), gauge.median_ranked.map(|median| median.0))
    }

    #[test]
    fn mean_and_median_are_those_of_the_entities_and_not_of_the_points() {
        assert_eq!(gauge(&[(1400, 1), (1500, 1), (1900, 1)]), (Some(160_000), Some(150_000)));
        assert_eq!(gauge(&[(1400, 3), (1600, 1)]), (Some(145_000), Some(140_000)));
        assert_eq!(gauge(&[(1400, 2), (1501, 2)]), (Some(145_050), Some(145_050)));
    }

    #[test]
    fn board_without_ranked_entities_has_neither() {
        assert_eq!(gauge(&[]), (None, None));
    }
}
