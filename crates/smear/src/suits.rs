//! Sets of suits, and the cards of them.

use cards::{CardSet, Suit};

/// Every suit in the nibble of every rank.
const EVERY_RANK: u64 = 0x1_1111_1111_1111;

/// A set of suits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SuitSet(u8);

impl SuitSet {
    /// No suit.
    pub const EMPTY: Self = Self(0);

    /// The set of one suit.
    pub const fn of(suit: Suit) -> Self {
        Self(1 << suit as u8)
    }

    /// The suits of which there is a card: all nibbles of the set laid over each other.
    pub const fn among(cards: CardSet) -> Self {
        let mut bits = cards.bits();
        bits |= bits >> 32;
        bits |= bits >> 16;
        bits |= bits >> 8;
        bits |= bits >> 4;
        Self(bits as u8 & 0xF)
    }

    /// The suits of either set.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The suits of this set that are not in the other.
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether there is no suit.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the suit is in the set.
    pub const fn contains(self, suit: Suit) -> bool {
        self.0 & (1 << suit as u8) != 0
    }

    /// Whether there is exactly one suit.
    pub const fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }

    /// All cards of these suits.
    pub const fn cards(self) -> CardSet {
        match CardSet::from_bits(EVERY_RANK * self.0 as u64) {
            Some(cards) => cards,
            None => unreachable!(),
        }
    }

    /// The suits in canonical order.
    pub fn iter(self) -> impl Iterator<Item = Suit> {
        Suit::ALL.into_iter().filter(move |suit| self.contains(*suit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suits_of_cards_and_cards_of_suits_agree_with_cards_own() {
        for suit in Suit::ALL {
            assert_eq!(SuitSet::of(suit).cards(), CardSet::of_suit(suit));
            for card in CardSet::of_suit(suit) {
                assert_eq!(SuitSet::among(CardSet::of(card)), SuitSet::of(suit));
            }
        }
        assert_eq!(SuitSet::among(CardSet::FULL).iter().collect::<Vec<_>>(), Suit::ALL);
        assert!(SuitSet::among(CardSet::EMPTY).is_empty());
    }
}
