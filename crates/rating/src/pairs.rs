//! The update of two pairs after a game (`ratings.md` 2, leaver rules of 4).

use crate::config::Config;
use crate::expected::{DIFFERENCE_MAX, Millionths, expected_score};
use crate::explanation::{PairExplanation, SideExplanation, Split, SynergyRule, WeightRule};
use crate::leavers::{Leavers, SideLeavers};
use crate::points::{CentiPoints, Strength, rha};
use crate::state::{Pair, Player, RatingError, check_pair, check_player};
use crate::weight::Weight;

/// Two players who play together, before the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Side {
    /// The members. Their order decides nothing but the order of the deltas.
    pub players: [Player; 2],
    /// What they are together.
    pub pair: Pair,
}

impl Side {
    /// The strength of the side: `ra + rb + 2s` in half centi-points.
    pub const fn strength(&self) -> Strength {
        Strength::of_pair([self.players[0].rating, self.players[1].rating], self.pair.synergy)
    }
}

/// How the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side named first won.
    FirstWins,
    /// Nobody won.
    Draw,
    /// The side named second won.
    SecondWins,
}

impl Outcome {
    /// `S`: the score of the first side.
    pub const fn score(self) -> Millionths {
        match self {
            Self::FirstWins => Millionths::WIN,
            Self::Draw => Millionths::DRAW,
            Self::SecondWins => Millionths::LOSS,
        }
    }

    /// The index of the winning side; `None` for a draw.
    pub const fn winner(self) -> Option<usize> {
        match self {
            Self::FirstWins => Some(0),
            Self::Draw => None,
            Self::SecondWins => Some(1),
        }
    }
}

/// What one game between two pairs changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PairUpdate {
    /// The change of each player's rating, by side and member. All four sum to zero.
    pub players: [[CentiPoints; 2]; 2],
    /// The change of each pair's synergy, by side. Both sum to zero.
    pub synergies: [CentiPoints; 2],
    /// How it came about.
    pub explanation: PairExplanation,
}

/// Rates one game between two pairs.
///
/// The caller adds the deltas and counts the game. With another `outcome` the same call quotes what a win, a
/// draw and a loss would bring before the game. A leaver counts by the outcome: on the losing side the leaver
/// carries 75 percent of the loss; on the winning side the weight is halved and the partner gains all; neither
/// synergy moves in either case. When both members of a side left, the side shares by K as usual: for the losers
/// it is an ordinary loss, for the winners the weight is still halved and synergies still rest. A draw has no
/// losing and no winning side, so leavers change nothing about it.
///
/// # Errors
/// [`RatingError`] when a rating or a synergy is out of range.
///
/// # Panics
/// Only if the invariants of the ladder (sums of zero) do not hold, which is a bug of this crate.
pub fn rate_pairs(
    config: &Config,
    sides: &[Side; 2],
    outcome: Outcome,
    weight: Weight,
    leavers: Leavers,
) -> Result<PairUpdate, RatingError> {
    for side in sides {
        side.players.iter().try_for_each(check_player)?;
        check_pair(&side.pair)?;
    }
    let mut explanation = explain(config, sides, outcome, weight, leavers);
    explanation.pool = pool(&explanation);
    let pools = [explanation.pool, -explanation.pool];
    let players = [0, 1].map(|i| split(pools[i], &explanation.sides[i]));
    let gain = synergy_gain(config, &explanation);
    let update = PairUpdate { players, synergies: [gain, -gain], explanation };
    assert_sums(&update);
    Ok(update)
}

/// Everything that is known before the pool is.
fn explain(
    config: &Config,
    sides: &[Side; 2],
    outcome: Outcome,
    weight: Weight,
    leavers: Leavers,
) -> PairExplanation {
    let sides_explained = [0, 1].map(|i| SideExplanation {
        strength: sides[i].strength(),
        player_k: sides[i].players.map(|player| config.k(player.games)),
        pair_k: config.k(sides[i].pair.games),
        split: split_rule(outcome, i, leavers.0[i]),
    });
    let [first, second] = sides.map(|side| side.strength().half_centi_points());
    let difference_points = rha(first - second, 200).clamp(-DIFFERENCE_MAX, DIFFERENCE_MAX);
    PairExplanation {
        config_version: config.version(),
        sides: sides_explained,
        difference_points,
        expected: expected_score(difference_points),
        score: outcome.score(),
        k_sum: sides_explained.iter().flat_map(|side| side.player_k).sum(),
        weight,
        weight_rule: weight_rule(outcome, leavers),
        pool: CentiPoints::ZERO,
        synergy_rule: synergy_rule(outcome, leavers),
    }
}

const fn split_rule(outcome: Outcome, side: usize, leavers: SideLeavers) -> Split {
    match (outcome.winner(), leavers) {
        (None, _) | (_, SideLeavers::Nobody | SideLeavers::Both) => Split::ByK,
        (Some(winner), SideLeavers::One(leaver)) if winner == side => Split::StayerGainsAll { leaver },
        (Some(_), SideLeavers::One(leaver)) => Split::LeaverCarriesThreeQuarters { leaver },
    }
}

fn weight_rule(outcome: Outcome, leavers: Leavers) -> WeightRule {
    match outcome.winner().map(|winner| leavers.0[winner]) {
        None | Some(SideLeavers::Nobody) => WeightRule::AsGiven,
        Some(SideLeavers::One(_) | SideLeavers::Both) => WeightRule::HalvedForLeaver,
    }
}

fn synergy_rule(outcome: Outcome, leavers: Leavers) -> SynergyRule {
    let Some(winner) = outcome.winner() else { return SynergyRule::Moves };
    match (leavers.0[winner], leavers.0[1 - winner]) {
        // Both losers left: an ordinary loss.
        (SideLeavers::Nobody, SideLeavers::Nobody | SideLeavers::Both) => SynergyRule::Moves,
        _ => SynergyRule::KeptForLeaver,
    }
}

/// `w * (S - e)` with the effective weight in half percents: 2 * 10^8 for all of a full win, either sign.
fn weighted_surplus(explanation: &PairExplanation) -> i64 {
    let surplus = explanation.score.0 - explanation.expected.0;
    i64::from(explanation.effective_weight_half_percent()) * surplus
}

/// `2 * rha(sum(K) * w * (S - e), 4 * 10^6)`, with 8 for 4 as the weight is in half percents. Even, so that
/// equal K split it without a rest.
fn pool(explanation: &PairExplanation) -> CentiPoints {
    let amount = i64::from(explanation.k_sum) * weighted_surplus(explanation);
    CentiPoints(2 * rha(amount, 8_000_000))
}

/// `rha((K(m1) + K(m2)) * w * (S - e) * rate, 2 * 10^6 * 100)`, which for the rate of 25 percent is the
/// specification's division by 8 * 10^6; doubled again as the weight is in half percents.
fn synergy_gain(config: &Config, explanation: &PairExplanation) -> CentiPoints {
    match explanation.synergy_rule {
        SynergyRule::KeptForLeaver => CentiPoints::ZERO,
        SynergyRule::Moves => {
            let k_sum: u32 = explanation.sides.iter().map(|side| side.pair_k).sum();
            let amount = i64::from(k_sum * config.synergy_rate_percent()) * weighted_surplus(explanation);
            CentiPoints(rha(amount, 400_000_000))
        }
    }
}

/// Splits what a side gains (negative: loses) between its members.
fn split(pool: CentiPoints, side: &SideExplanation) -> [CentiPoints; 2] {
    let (member, share) = match side.split {
        Split::ByK => {
            let larger = usize::from(side.player_k[1] > side.player_k[0]);
            let [larger_k, sum] = [side.player_k[larger], side.player_k.iter().sum()].map(i64::from);
            (larger, rha(pool.0 * larger_k, sum))
        }
        Split::LeaverCarriesThreeQuarters { leaver } => (leaver.index(), rha(3 * pool.0, 4)),
        Split::StayerGainsAll { leaver } => (leaver.partner().index(), pool.0),
    };
    let mut deltas = [pool - CentiPoints(share); 2];
    deltas[member] = CentiPoints(share);
    deltas
}

fn assert_sums(update: &PairUpdate) {
    let pool = update.explanation.pool;
    let sums = update.players.map(|side| side.into_iter().sum::<CentiPoints>());
    assert_eq!(sums, [pool, -pool], "the members of a side share its pool");
    assert_eq!(update.synergies[0] + update.synergies[1], CentiPoints::ZERO, "synergies sum to zero");
}
