//! The yardstick, which never changes, so that strength can be compared over the years.
//!
//! It passes if it may, and else bids the least. It discards what comes first in canonical order. To a trick that it
//! can take as it lies, it plays the card that takes it with most count, the lowest of those; else, and to a lead,
//! the lowest card.

use cards::{Card, Rank};
use smear::{Action, card_count};

use super::SmearSight;
use crate::game_sight::first_best;

pub(crate) fn choose(sight: &SmearSight<'_>) -> Action {
    first_best(&sight.legal, |action| action.card().map_or(0.0, |card| worth(sight, card)))
}

fn worth(sight: &SmearSight<'_>, card: Card) -> f32 {
    let low = -f32::from(card.rank().ace_high()) / 100.0;
    if takes(sight, card) { 1.0 + f32::from(card_count(card)) + low } else { low }
}

/// Whether the card beats all that have been played to the trick; nothing is beaten by a lead.
fn takes(sight: &SmearSight<'_>, card: Card) -> bool {
    let Some(led) = sight.view.trick.led() else { return false };
    let strength = |card: Card| {
        let rank = card.rank().ace_high();
        match card.suit() {
            suit if Some(suit) == sight.view.trump => Rank::ALL.len() as u8 + 1 + rank,
            suit if suit == led.suit() => rank,
            _ => 0,
        }
    };
    sight.view.trick.cards().iter().all(|other| strength(card) > strength(other))
}
