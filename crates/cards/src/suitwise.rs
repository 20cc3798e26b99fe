//! The card order of trick-taking games: suit by suit (C, D, H, S), within a suit upwards with the ace on top
//! (`rules/TRACE.md` 3). `Card`'s own order is rank by rank with the ace lowest.

use serde::Serializer;

use crate::{Card, CardSet, Rank, Suit};

impl CardSet {
    /// All 13 cards of a suit.
    pub const fn of_suit(suit: Suit) -> Self {
        let mut cards = Self::EMPTY;
        let mut rank = 0;
        while rank < Rank::ALL.len() {
            cards = cards.with(Card::new(Rank::ALL[rank], suit));
            rank += 1;
        }
        cards
    }

    /// The cards suit by suit, upwards with the ace on top.
    pub fn suitwise(self) -> impl Iterator<Item = Card> {
        Suit::ALL.into_iter().flat_map(move |suit| {
            let cards = self.intersection(const { Self::suits() }[suit as usize]);
            let ace = Card::new(Rank::Ace, suit);
            cards.without(ace).iter().chain(cards.contains(ace).then_some(ace))
        })
    }

    const fn suits() -> [Self; 4] {
        [
            Self::of_suit(Suit::Clubs),
            Self::of_suit(Suit::Diamonds),
            Self::of_suit(Suit::Hearts),
            Self::of_suit(Suit::Spades),
        ]
    }
}

impl Card {
    /// A key that sorts as [`CardSet::suitwise`] does.
    pub const fn suitwise_key(self) -> u8 {
        self.suit() as u8 * 16 + self.rank().ace_high()
    }
}

impl Rank {
    /// 2..=14: the rank's place where the ace is highest.
    pub const fn ace_high(self) -> u8 {
        if matches!(self, Self::Ace) { 14 } else { self.value() }
    }
}

/// Serialises a set in this order, for `#[serde(serialize_with = "cards::suitwise")]`.
///
/// # Errors
/// Those of the serializer.
pub fn suitwise<S: Serializer>(cards: &CardSet, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cards.suitwise())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pack;

    #[test]
    fn pack_of_24_comes_suit_by_suit_with_aces_on_top() {
        let texts: Vec<String> = Pack::Short24.cards().suitwise().map(|card| card.to_string()).collect();
        let suits = ["C", "D", "H", "S"]
            .map(|suit| ["9", "T", "J", "Q", "K", "A"].map(|rank| format!("{rank}{suit}")));
        assert_eq!(texts, suits.concat());
    }

    #[test]
    fn key_sorts_alike() {
        let mut cards: Vec<Card> = CardSet::FULL.iter().collect();
        cards.sort_by_key(|card| card.suitwise_key());
        assert_eq!(cards, CardSet::FULL.suitwise().collect::<Vec<_>>());
    }
}
