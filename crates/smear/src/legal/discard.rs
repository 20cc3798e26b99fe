//! What the bidder may discard, and which suits the discard leaves to be trump (`rules/smear.md` 5).

use cards::{Card, CardSet};

use super::Sorted;
use crate::score::scoring_cards;
use crate::suits::SuitSet;
use crate::table::Table;
use crate::{Action, DiscardScoringTrump, Illegal, Options};

/// The suits for which the discard is clean: those kept of which nothing was discarded, and the only suit kept
/// whatever was discarded of it.
pub(super) fn clean_suits(options: &Options, kept: CardSet, discarded: CardSet) -> SuitSet {
    let suits = SuitSet::among(kept);
    let untouched = suits.difference(SuitSet::among(discarded));
    if suits.is_single() && may_be_excess(options, suits, discarded) { suits } else { untouched }
}

/// Whether trumps in the discard may be there as the excess over six, nothing else being kept.
fn may_be_excess(options: &Options, trump: SuitSet, discarded: CardSet) -> bool {
    match options.discard_scoring_trump {
        DiscardScoringTrump::Allowed => true,
        DiscardScoringTrump::Forbidden => discarded.is_disjoint(scoring_cards(trump)),
    }
}

/// Adds the legal discards of the bidder, lexicographic by card order.
pub(crate) fn discards(options: &Options, table: &Table, out: &mut Vec<Action>) {
    let held = table.hand(table.turn);
    let sorted = Sorted::of(held);
    choose(sorted.as_slice(), options.widow_size(), CardSet::EMPTY, &mut |cards| {
        if !clean_suits(options, held - cards, cards).is_empty() {
            out.push(Action::Discard { cards });
        }
    });
}

/// Calls `emit` with `chosen` and every choice of `number` further cards, lexicographic.
fn choose(from: &[Card], number: u8, chosen: CardSet, emit: &mut impl FnMut(CardSet)) {
    if number == 0 {
        return emit(chosen);
    }
    for (place, card) in from.iter().enumerate() {
        choose(&from[place + 1..], number - 1, chosen.with(*card), emit);
    }
}

/// Checks a discard of the bidder.
///
/// # Errors
/// Why it is not legal.
pub(crate) fn check_discard(options: &Options, table: &Table, cards: CardSet) -> Result<(), Illegal> {
    let held = table.hand(table.turn);
    if let Some(card) = (cards - held).first() {
        return Err(Illegal::CardNotHeld { card });
    }
    let (widow, given) = (options.widow_size(), cards.len());
    if given != widow {
        return Err(Illegal::DiscardNumber { widow, given });
    }
    let kept = held - cards;
    if !clean_suits(options, kept, cards).is_empty() {
        return Ok(());
    }
    let suits = SuitSet::among(kept);
    Err(match suits.iter().next() {
        Some(trump) if suits.is_single() => Illegal::DiscardsScoringTrump { trump },
        _ => Illegal::DiscardsTrump,
    })
}
