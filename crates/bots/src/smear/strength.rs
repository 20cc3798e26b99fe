//! Which cards beat which.

use cards::{Card, CardSet, Rank, Suit};
use smear::SuitSet;

/// All 32 cards of the game.
pub(crate) const PACK: CardSet = pack();

const fn pack() -> CardSet {
    let mut cards = CardSet::of_rank(Rank::Ace);
    let mut value = Rank::Seven.value();
    while value <= Rank::King.value() {
        cards = cards.union(CardSet::of_rank(Rank::ALL[value as usize - 1]));
        value += 1;
    }
    cards
}

/// By card index, the higher cards of its suit.
const ABOVE: [CardSet; Card::COUNT] = higher_cards();

const fn higher_cards() -> [CardSet; Card::COUNT] {
    let mut above = [CardSet::EMPTY; Card::COUNT];
    let mut low = 0;
    while low < Card::COUNT {
        let mut high = 0;
        while high < Card::COUNT {
            if let (Some(a), Some(b)) = (Card::from_index(low as u8), Card::from_index(high as u8))
                && a.suit() as u8 == b.suit() as u8
                && a.rank().ace_high() < b.rank().ace_high()
            {
                above[low] = above[low].with(b);
            }
            high += 1;
        }
        low += 1;
    }
    above
}

/// The higher cards of the same suit.
pub(crate) fn above(card: Card) -> CardSet {
    ABOVE[usize::from(card.index())]
}

/// The cards of a suit.
pub(crate) fn of_suit(suit: Suit) -> CardSet {
    SuitSet::of(suit).cards()
}

/// The cards that beat the best card of a trick.
pub(crate) fn beaters(best: Card, trump: Suit) -> CardSet {
    if best.suit() == trump { above(best) } else { above(best) | of_suit(trump) }
}

/// The highest of some cards of one suit.
pub(crate) fn highest(cards: CardSet) -> Option<Card> {
    cards.iter().max_by_key(|card| card.rank().ace_high())
}

#[cfg(test)]
mod tests {
    use cards::Pack;

    use super::*;

    #[test]
    fn the_pack_is_that_of_the_game() {
        assert_eq!(PACK, Pack::Short32.cards());
    }

    #[test]
    fn a_side_card_is_beaten_by_higher_ones_and_by_trumps() {
        let king: Card = "KH".parse().unwrap();
        let beaters = beaters(king, Suit::Spades) & PACK;
        assert_eq!(beaters, (of_suit(Suit::Spades) & PACK).with("AH".parse().unwrap()));
        assert_eq!(super::beaters("KS".parse().unwrap(), Suit::Spades).to_string(), "AS");
    }
}
