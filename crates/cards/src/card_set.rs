//! A set of cards as one machine word.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Card, Rank};

/// A set of cards, bit `i` standing for the card of index `i`. Iteration, printing and serialising go in index
/// order. The four cards of a rank are one nibble, which the rules of Seep count on.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// All 52 cards.
    pub const FULL: Self = Self((1 << 52) - 1);

    /// The set of one card.
    pub const fn of(card: Card) -> Self {
        Self(1 << card.index())
    }

    /// The four cards of a rank.
    pub const fn of_rank(rank: Rank) -> Self {
        Self(0xF << ((rank.value() - 1) * 4))
    }

    /// The set with these bits, `None` if a bit from 52 up is set.
    pub const fn from_bits(bits: u64) -> Option<Self> {
        if bits & !Self::FULL.0 == 0 { Some(Self(bits)) } else { None }
    }

    /// Bit `i` is set if the card of index `i` is in the set.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many cards there are, 0..=52.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is no card.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is in the set.
    pub const fn contains(self, card: Card) -> bool {
        self.0 & (1 << card.index()) != 0
    }

    /// The set and this card.
    pub const fn with(self, card: Card) -> Self {
        Self(self.0 | (1 << card.index()))
    }

    /// The set without this card.
    pub const fn without(self, card: Card) -> Self {
        Self(self.0 & !(1 << card.index()))
    }

    /// The cards of either set.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cards of both sets.
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The cards of this set that are not in the other.
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether every card is also in the other set.
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether no card is in both.
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Puts a card in; true if it was not there.
    pub fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        *self = self.with(card);
        new
    }

    /// Takes a card out; true if it was there.
    pub fn remove(&mut self, card: Card) -> bool {
        let there = self.contains(card);
        *self = self.without(card);
        there
    }

    /// The card of the lowest index.
    pub const fn first(self) -> Option<Card> {
        Card::from_index(self.0.trailing_zeros() as u8)
    }

    /// The cards in index order.
    pub const fn iter(self) -> CardSetIter {
        CardSetIter(self)
    }
}

/// The cards of a [`CardSet`] in index order.
#[derive(Clone, Debug)]
pub struct CardSetIter(CardSet);

impl Iterator for CardSetIter {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        let card = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::from(self.0.len());
        (left, Some(left))
    }
}

impl ExactSizeIterator for CardSetIter {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardSetIter;

    fn into_iter(self) -> CardSetIter {
        self.iter()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl Extend<Card> for CardSet {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        *self = cards.into_iter().fold(*self, Self::with);
    }
}

impl BitOr for CardSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl BitAnd for CardSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.intersection(other)
    }
}

impl Sub for CardSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.difference(other)
    }
}

/// The cards in index order, one space between: `2D 9H JC`.
impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, card) in self.iter().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{card}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl Serialize for CardSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for CardSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cards = Vec::<Card>::deserialize(deserializer)?;
        let set: Self = cards.iter().copied().collect();
        if usize::from(set.len()) == cards.len() {
            Ok(set)
        } else {
            Err(D::Error::custom("a card is named twice"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> CardSet {
        text.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect()
    }

    #[test]
    fn prints_in_index_order() {
        assert_eq!(set("JC 9H 2D").to_string(), "2D 9H JC");
        assert_eq!(CardSet::EMPTY.to_string(), "");
    }

    #[test]
    fn algebra_is_that_of_sets() {
        let (left, right) = (set("AC 2C 3C"), set("3C KS"));
        assert_eq!(left | right, set("AC 2C 3C KS"));
        assert_eq!(left & right, set("3C"));
        assert_eq!(left - right, set("AC 2C"));
        assert!(set("AC").is_subset(left) && !right.is_subset(left));
        assert!(set("AC").is_disjoint(right) && !left.is_disjoint(right));
    }

    #[test]
    fn a_rank_is_four_cards_of_one_value() {
        let tens = CardSet::of_rank(Rank::Ten);
        assert_eq!(tens.to_string(), "TC TD TH TS");
    }

    #[test]
    fn bits_beyond_the_pack_are_refused() {
        assert_eq!(CardSet::from_bits(1 << 52), None);
        assert_eq!(CardSet::from_bits((1 << 52) - 1), Some(CardSet::FULL));
        assert_eq!(CardSet::FULL.len(), 52);
    }
}
