//! Which actions are legal: one file per part of a deal.

mod auction;
mod discard;
mod play;

pub(crate) use auction::{calls, check_call};
pub(crate) use discard::{check_discard, discards};
pub(crate) use play::{check_play, plays};

use cards::{Card, CardSet};

/// The most cards a hand can hold: six and a widow of three.
const MOST_HELD: usize = 9;

/// The cards of a hand in card order, suit by suit, without a heap.
struct Sorted {
    cards: [Card; MOST_HELD],
    len: usize,
}

impl Sorted {
    fn of(hand: CardSet) -> Self {
        let mut sorted = Self { cards: [FIRST; MOST_HELD], len: 0 };
        for_each_suitwise(hand, |card| {
            sorted.cards[sorted.len] = card;
            sorted.len += 1;
        });
        sorted
    }

    fn as_slice(&self) -> &[Card] {
        &self.cards[..self.len]
    }
}

const FIRST: Card = Card::new(cards::Rank::Seven, cards::Suit::Clubs);
/// The index of the lowest card that is not an ace.
const LOWEST: u32 = FIRST.index() as u32;
/// Sevens to kings as indices, which the aces follow.
const BELOW_ACES: u32 = 28;

/// Calls `emit` with the cards of a Smear pack in card order. The aces, which have the lowest indices, are moved
/// up behind the kings; then every fourth bit is a suit in order. It is several times as fast as the general
/// order of `cards`, and it is what the legal list spends its time on.
fn for_each_suitwise(cards: CardSet, mut emit: impl FnMut(Card)) {
    let ranks = (cards.bits() >> LOWEST) as u32 | (cards.bits() as u32 & 0xF) << BELOW_ACES;
    for suit in 0..4 {
        let mut left = ranks & (0x1111_1111 << suit);
        while left != 0 {
            let place = left.trailing_zeros();
            left &= left - 1;
            let index = if place < BELOW_ACES { place + LOWEST } else { place - BELOW_ACES };
            emit(Card::from_index(index as u8).expect("a place of a pack of 32 is a card"));
        }
    }
}

#[cfg(test)]
mod tests {
    use cards::Pack;

    use super::*;

    #[test]
    fn short_way_through_a_pack_is_the_general_one() {
        let pack = Pack::Short32.cards();
        let mut cards = Vec::new();
        for_each_suitwise(pack, |card| cards.push(card));
        assert_eq!(cards, pack.suitwise().collect::<Vec<_>>());
    }
}
