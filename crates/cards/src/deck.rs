//! A whole pack in dealing order.

use thiserror::Error;

use crate::{Card, CardSet, Rank};

/// Which cards a game is played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pack {
    /// All 52 cards.
    Full52,
    /// Seven to ace, 32 cards.
    Short32,
    /// Nine to ace, 24 cards.
    Short24,
}

impl Pack {
    /// The cards of the pack.
    pub fn cards(self) -> CardSet {
        let lowest = match self {
            Self::Full52 => return CardSet::FULL,
            Self::Short32 => Rank::Seven,
            Self::Short24 => Rank::Nine,
        };
        let plays = |rank: &Rank| *rank == Rank::Ace || *rank >= lowest;
        let ranks = Rank::ALL.into_iter().filter(plays);
        ranks.fold(CardSet::EMPTY, |cards, rank| cards | CardSet::of_rank(rank))
    }

    /// How many cards the pack has: 52, 32 or 24.
    pub fn size(self) -> usize {
        usize::from(self.cards().len())
    }
}

/// A permutation of a pack: every card of it once, in dealing order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    pack: Pack,
    cards: Box<[Card]>,
}

/// Why a list of cards is no deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DeckFault {
    /// The list is too long or too short.
    #[error("a deck of this pack has {expected} cards, not {given}")]
    WrongSize {
        /// Cards in the pack.
        expected: usize,
        /// Cards in the list.
        given: usize,
    },
    /// A card occurs twice.
    #[error("{0} occurs twice")]
    Repeated(Card),
    /// A card is not of this pack.
    #[error("{0} does not belong to this pack")]
    Foreign(Card),
    /// The deck is one of another pack than the game is played with.
    #[error("the game is played with another pack")]
    WrongPack,
}

impl Deck {
    /// A deck of these cards in this order.
    ///
    /// # Errors
    /// [`DeckFault`] unless every card of the pack occurs exactly once.
    pub fn new(pack: Pack, cards: impl Into<Box<[Card]>>) -> Result<Self, DeckFault> {
        let cards = cards.into();
        if cards.len() != pack.size() {
            return Err(DeckFault::WrongSize { expected: pack.size(), given: cards.len() });
        }
        let mut seen = CardSet::EMPTY;
        for &card in &cards {
            if !pack.cards().contains(card) {
                return Err(DeckFault::Foreign(card));
            }
            if !seen.insert(card) {
                return Err(DeckFault::Repeated(card));
            }
        }
        Ok(Self { pack, cards })
    }

    /// The deck that deals the pack in index order. Shuffled decks are made of it.
    pub fn sorted(pack: Pack) -> Self {
        Self { pack, cards: pack.cards().iter().collect() }
    }

    /// The pack that this is a permutation of.
    pub fn pack(&self) -> Pack {
        self.pack
    }

    /// The cards in dealing order.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_have_their_sizes() {
        assert_eq!([Pack::Full52, Pack::Short32, Pack::Short24].map(Pack::size), [52, 32, 24]);
    }

    #[test]
    fn a_deck_is_every_card_once() {
        let sorted = Deck::sorted(Pack::Short24);
        let mut cards = sorted.cards().to_vec();
        assert_eq!(Deck::new(Pack::Short24, cards.clone()), Ok(sorted));
        let (first, second) = (cards[0], cards[1]);
        cards[1] = first;
        assert_eq!(Deck::new(Pack::Short24, cards.clone()), Err(DeckFault::Repeated(first)));
        cards[1] = "2C".parse().unwrap();
        assert_eq!(Deck::new(Pack::Short24, cards.clone()), Err(DeckFault::Foreign(cards[1])));
        cards[1] = second;
        cards.pop();
        assert_eq!(Deck::new(Pack::Short24, cards), Err(DeckFault::WrongSize { expected: 24, given: 23 }));
    }
}
