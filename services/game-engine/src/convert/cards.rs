//! Cards and seats. A card's number on the wire is its index plus one.

use cards::{Card, CardSet, Seat};

/// The number of a card on the wire and in the log.
pub fn card_to_wire(card: Card) -> i32 {
    i32::from(card.index()) + 1
}

/// The card of a number; `None` if there is none.
pub fn card(number: i32) -> Option<Card> {
    let index = u8::try_from(number.checked_sub(1)?).ok()?;
    Card::from_index(index)
}

/// The numbers of a set of cards, ascending.
pub fn cards_to_wire(cards: CardSet) -> Vec<i32> {
    cards.iter().map(card_to_wire).collect()
}

/// The set of cards of these numbers; `None` if one is no card or comes twice.
pub fn card_set(numbers: &[i32]) -> Option<CardSet> {
    let mut set = CardSet::EMPTY;
    numbers.iter().all(|number| card(*number).is_some_and(|card| set.insert(card))).then_some(set)
}

/// The set of cards of these numbers, `Some(None)` if there is none of them: for cards that a viewer may not see and that are never shown
/// to be none.
pub(super) fn some_cards(numbers: &[i32]) -> Option<Option<CardSet>> {
    Some(Some(card_set(numbers)?).filter(|set| !set.is_empty()))
}

/// A seat on the wire.
pub fn seat_to_wire(seat: Seat) -> u32 {
    u32::from(seat.number())
}

/// The seat of a number at a table of so many; `None` if there is none.
pub fn seat_in(players: usize, number: u32) -> Option<Seat> {
    let number = u8::try_from(number).ok()?;
    Seat::new(number).filter(|seat| seat.index() < players)
}
