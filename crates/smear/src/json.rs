//! How parts of views and events are written that have no serialised form of their own (`rules/TRACE.md` 3, 7).

use cards::{CardSet, Suit};
use serde::{Serialize, Serializer};

use crate::Action;

/// An action as its text.
pub(crate) fn text<S: Serializer>(action: &Action, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(action)
}

/// A suit as its letter.
pub(crate) fn letter<S: Serializer>(suit: &Suit, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(suit.letter())
}

/// A suit, if there is one, as its letter.
pub(crate) fn letter_if<S: Serializer>(suit: &Option<Suit>, serializer: S) -> Result<S::Ok, S::Error> {
    suit.map(Suit::letter).serialize(serializer)
}

/// A set of cards, if there is one, in card order.
pub(crate) fn suitwise_if<S: Serializer>(cards: &Option<CardSet>, serializer: S) -> Result<S::Ok, S::Error> {
    match cards {
        Some(cards) => cards::suitwise(cards, serializer),
        None => serializer.serialize_none(),
    }
}
