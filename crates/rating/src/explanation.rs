//! Every value that a pair update went through, so that a service can tell a player why a rating changed.

use crate::config::ConfigVersion;
use crate::expected::Millionths;
use crate::leavers::Member;
use crate::points::{CentiPoints, Strength};
use crate::weight::Weight;

/// The whole calculation of one pair update. "First" is the side named first in the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PairExplanation {
    /// The configuration that was used.
    pub config_version: ConfigVersion,
    /// What concerns one side alone.
    pub sides: [SideExplanation; 2],
    /// `d`: by how many whole points the first side was the stronger, -800 to 800.
    pub difference_points: i64,
    /// `e`: the expected score of the first side.
    pub expected: Millionths,
    /// `S`: the score of the first side.
    pub score: Millionths,
    /// The sum of the K of the four players, in points.
    pub k_sum: u32,
    /// `w`: the weight that the result was given.
    pub weight: Weight,
    /// What the leaver rule did to the weight.
    pub weight_rule: WeightRule,
    /// What the first side gained in all, and the second lost.
    pub pool: CentiPoints,
    /// Whether the synergies moved.
    pub synergy_rule: SynergyRule,
}

impl PairExplanation {
    /// The weight that counted in the end, in half percents (0 to 200), as half of an odd percentage is none.
    pub const fn effective_weight_half_percent(&self) -> u16 {
        let percent = self.weight.percent() as u16;
        match self.weight_rule {
            WeightRule::AsGiven => 2 * percent,
            WeightRule::HalvedForLeaver => percent,
        }
    }
}

/// The part of one side in a pair update.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SideExplanation {
    /// `T`, doubled: the strength of the side before the game.
    pub strength: Strength,
    /// K of each member, in points.
    pub player_k: [u32; 2],
    /// K of the pair, in points.
    pub pair_k: u32,
    /// How the pool was split between the members.
    pub split: Split,
}

/// How the members of a side shared what the side gained or lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Split {
    /// In proportion to their K.
    ByK,
    /// One left and the side lost: the leaver carries 75 percent, the partner the rest.
    LeaverCarriesThreeQuarters {
        /// Who left.
        leaver: Member,
    },
    /// One left and the side won all the same: the partner gains everything.
    StayerGainsAll {
        /// Who left.
        leaver: Member,
    },
}

/// What the leaver rule did to the weight of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WeightRule {
    /// The result weighed what it was given.
    AsGiven,
    /// Somebody of the winning side left: half of it.
    HalvedForLeaver,
}

/// Whether the synergies moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SynergyRule {
    /// They moved as usual.
    Moves,
    /// A leaver rule kept both as they were.
    KeptForLeaver,
}
