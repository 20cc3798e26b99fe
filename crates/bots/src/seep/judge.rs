//! How good a play looks: what it takes, and what it leaves.

use cards::{CardSet, Seat};
use seep::{Action, Options};

use super::floor::Floor;
use super::odds::Odds;
use super::outlook::{PER_CARD, held, outlook};
use super::points::{points, sweep_bonus};

/// A seat that weighs its plays, with all that it goes by.
pub(crate) struct Judge<'a> {
    pub(crate) seat: Seat,
    pub(crate) hand: CardSet,
    pub(crate) floor: &'a Floor,
    pub(crate) odds: &'a Odds,
    pub(crate) options: &'a Options,
}

impl Judge<'_> {
    /// How good the play looks, in points.
    pub(crate) fn worth(&self, action: &Action) -> f32 {
        let step = self.floor.after(self.seat, action);
        let mut worth =
            points(step.captured, self.options) as f32 + PER_CARD * f32::from(step.captured.len());
        if !step.captured.is_empty() && step.floor.is_bare() {
            worth += sweep_bonus(self.floor.play, self.options) as f32;
        }
        let left = action.card().map_or(self.hand, |card| self.hand.without(card));
        worth + held(left, self.options) + outlook(&step.floor, self.odds, left, self.options)
    }
}

/// How good a bid looks: the value held most often, the highest of those.
pub(crate) fn bid_worth(hand: CardSet, action: &Action) -> f32 {
    action.value().map_or(0.0, |value| {
        100.0 * f32::from((hand & CardSet::of_rank(value.rank())).len()) + f32::from(value.get())
    })
}
