//! The yardstick, which never changes, so that strength can be compared over the years.
//!
//! It passes if it may, else bids the least, and names the first strain. To a trick that it can take as it lies, it
//! plays the lowest card that takes it; else, and to a lead, the lowest card.

use cards::Card;
use pepper::Action;

use super::PepperSight;
use crate::game_sight::first_best;

/// More than any card is high.
const ABOVE_ALL: f32 = 100.0;

pub(crate) fn choose(sight: &PepperSight<'_>) -> Action {
    first_best(&sight.legal, |action| action.card().map_or(0.0, |card| worth(sight, card)))
}

fn worth(sight: &PepperSight<'_>, card: Card) -> f32 {
    let strain = sight.view.strain.expect("cards are played once the strain is named");
    // As high as it would be in its own suit, trumps above all.
    let height = f32::from(strain.strength(card, strain.suit_of(card)));
    let Some(led) = sight.view.trick.led() else { return -height };
    let strength = |card: Card| strain.strength(card, strain.suit_of(led));
    let takes = sight.view.trick.cards().iter().all(|other| strength(card) > strength(other));
    if takes { ABOVE_ALL - height } else { -height }
}
