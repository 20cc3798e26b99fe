//! A player for a quiet evening: sees what can be taken, likes houses, and does not count cards.

use cards::CardSet;
use seep::{Action, ActionKind};

use super::SeepSight;
use super::points::{points, taken_at_once};
use crate::dice::Dice;
use crate::game_sight::first_best;

/// How far its judgement wavers, in points.
const WAVER: f32 = 6.0;

pub(crate) fn choose(sight: &SeepSight<'_>, dice: &mut Dice) -> Action {
    first_best(&sight.legal, |action| worth(sight, action) + WAVER * dice.unit())
}

fn worth(sight: &SeepSight<'_>, action: &Action) -> f32 {
    let Some(floor) = &sight.view.floor_up else { return 0.0 };
    let at_once = taken_at_once(floor, action, sight.options) as f32;
    let played = action.card().map_or(0, |card| points(CardSet::of(card), sight.options)) as f32;
    match action.kind() {
        ActionKind::Capture => at_once + 2.0,
        ActionKind::Build | ActionKind::Add => 3.0,
        ActionKind::Break => 1.0,
        ActionKind::Throw => -played,
        ActionKind::Bid => 0.0,
    }
}
