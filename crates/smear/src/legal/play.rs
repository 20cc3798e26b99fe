//! Which cards may be led and played to a trick (`rules/smear.md` 5 and 6).

use cards::{Card, CardSet};

use super::discard::clean_suits;
use super::for_each_suitwise;
use crate::suits::SuitSet;
use crate::table::Table;
use crate::{Action, Illegal, Options};

/// Adds the legal plays of the seat to act, in card order.
pub(crate) fn plays(options: &Options, table: &Table, out: &mut Vec<Action>) {
    for_each_suitwise(playable(options, table), |card| out.push(Action::Play { card }));
}

/// The cards that the seat to act may play.
fn playable(options: &Options, table: &Table) -> CardSet {
    let hand = table.hand(table.turn);
    let Some(trump) = table.trump else {
        // The first lead names trump, so it must agree with the discard.
        return hand & clean_suits(options, hand, table.discards).cards();
    };
    let Some(led) = table.trick.led() else { return hand };
    let led = SuitSet::of(led.suit());
    if hand.is_disjoint(led.cards()) { hand } else { hand & led.union(SuitSet::of(trump)).cards() }
}

/// Checks a play of the seat to act.
///
/// # Errors
/// Why it is not legal.
pub(crate) fn check_play(options: &Options, table: &Table, card: Card) -> Result<(), Illegal> {
    if !table.hand(table.turn).contains(card) {
        return Err(Illegal::CardNotHeld { card });
    }
    if playable(options, table).contains(card) {
        return Ok(());
    }
    let led = table.trick.led().map(Card::suit);
    Err(match (table.trump, led) {
        (Some(trump), Some(led)) if led == trump => Illegal::MustFollowTrump { trump },
        (Some(trump), Some(led)) => Illegal::MustFollow { led, trump },
        _ => Illegal::LeadDiscarded { suit: card.suit() },
    })
}
