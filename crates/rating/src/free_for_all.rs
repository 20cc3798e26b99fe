//! The update of single players after a game of each against all (`ratings.md` 2).

use crate::config::{Config, ConfigVersion};
use crate::expected::{DIFFERENCE_MAX, Millionths, expected_score};
use crate::points::{CentiPoints, rha};
use crate::state::{Player, RatingError, check_player};
use crate::weight::Weight;

/// Fewest players of a free-for-all.
pub const ENTRANTS_MIN: usize = 2;
/// Most players of a free-for-all.
pub const ENTRANTS_MAX: usize = 8;

/// One player of a free-for-all: before the game, and where the game put them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entrant {
    /// The player before the game.
    pub player: Player,
    /// The place; a lower number is better, equal numbers are a draw between those players.
    pub place: u8,
}

/// What one free-for-all changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FreeForAllUpdate {
    /// The change of each player's rating, in the order of the call. They sum to zero.
    pub players: Vec<CentiPoints>,
    /// How it came about.
    pub explanation: FreeForAllExplanation,
}

/// The whole calculation of one free-for-all.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FreeForAllExplanation {
    /// The configuration that was used.
    pub config_version: ConfigVersion,
    /// K of each player, in points.
    pub player_k: Vec<u32>,
    /// The sum of all K, in points.
    pub k_sum: u32,
    /// The weight of the result.
    pub weight: Weight,
    /// Each pair of players, the earlier named in the call first.
    pub duels: Vec<Duel>,
}

/// What passed between two players of a free-for-all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Duel {
    /// `i`: the index in the call of the one player.
    pub one: usize,
    /// `j`: the index in the call of the other, above `one`.
    pub other: usize,
    /// `d`: by how many whole points the one was the stronger, -800 to 800.
    pub difference_points: i64,
    /// The expected score of the one.
    pub expected: Millionths,
    /// `S`: the score of the one.
    pub score: Millionths,
    /// `x`: what the one gained from the other.
    pub gain: CentiPoints,
}

/// Rates one game of 2 to 8 single players, as the sum of what passes between each two of them.
///
/// The caller adds the deltas and counts the game. The order of the call decides nothing but the order of the
/// deltas.
///
/// # Errors
/// [`RatingError`] when there are fewer than 2 or more than 8 players or a rating is out of range.
///
/// # Panics
/// Only if the deltas do not sum to zero, which is a bug of this crate.
pub fn rate_free_for_all(
    config: &Config,
    entrants: &[Entrant],
    weight: Weight,
) -> Result<FreeForAllUpdate, RatingError> {
    if !(ENTRANTS_MIN..=ENTRANTS_MAX).contains(&entrants.len()) {
        return Err(RatingError::EntrantCount { entrants: entrants.len() });
    }
    entrants.iter().try_for_each(|entrant| check_player(&entrant.player))?;
    let player_k: Vec<u32> = entrants.iter().map(|entrant| config.k(entrant.player.games)).collect();
    let k_sum = player_k.iter().sum();
    let duels: Vec<Duel> = (0..entrants.len())
        .flat_map(|one| (one + 1..entrants.len()).map(move |other| (one, other)))
        .map(|(one, other)| duel(entrants, one, other, i64::from(k_sum) * i64::from(weight.percent())))
        .collect();
    let mut players = vec![CentiPoints::ZERO; entrants.len()];
    for duel in &duels {
        players[duel.one] += duel.gain;
        players[duel.other] += -duel.gain;
    }
    assert_eq!(players.iter().copied().sum::<CentiPoints>(), CentiPoints::ZERO, "deltas sum to zero");
    let config_version = config.version();
    let explanation = FreeForAllExplanation { config_version, player_k, k_sum, weight, duels };
    Ok(FreeForAllUpdate { players, explanation })
}

/// `rha(sum(K) * w * (S - E(d)), p * (p - 1) * 10^6)` between two players.
fn duel(entrants: &[Entrant], one: usize, other: usize, weighted_k: i64) -> Duel {
    let ratings = [one, other].map(|index| entrants[index].player.rating.0);
    let difference_points = rha(ratings[0] - ratings[1], 100).clamp(-DIFFERENCE_MAX, DIFFERENCE_MAX);
    let expected = expected_score(difference_points);
    let score = match entrants[one].place.cmp(&entrants[other].place) {
        std::cmp::Ordering::Less => Millionths::WIN,
        std::cmp::Ordering::Equal => Millionths::DRAW,
        std::cmp::Ordering::Greater => Millionths::LOSS,
    };
    let count = i64::try_from(entrants.len()).expect("at most eight");
    let gain = CentiPoints(rha(weighted_k * (score.0 - expected.0), count * (count - 1) * 1_000_000));
    Duel { one, other, difference_points, expected, score, gain }
}
