//! Cards in the order of a strain: one byte a suit, the left bower among the trumps.
//!
//! This is a player's arithmetic, so that thousands of deals can be thought through in a moment. What is legal and who
//! wins is for the rules; a test holds the two against each other.

use std::ops::{BitAnd, BitOr, Sub};

use cards::{Card, CardSet, Rank, Suit};
use pepper::Strain;

/// A set of cards under one strain: a byte a suit with its nine, ten, jack, queen, king and ace in the lowest six bits.
/// Trumps are the highest byte, their jack and the left bower the highest bits of it; at no trump the bytes are the
/// suits C, D, H, S.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cards(u32);

impl Cards {
    /// No card.
    pub(crate) const NONE: Self = Self(0);
    /// The byte of the trumps.
    pub(crate) const TRUMPS: Self = Self(0xFF00_0000);
    /// The four suits.
    pub(crate) const SUITS: [Self; 4] = [Self(0xFF), Self(0xFF00), Self(0xFF_0000), Self(0xFF00_0000)];
    /// The aces of all suits.
    pub(crate) const ACES: Self = Self(0x2020_2020);
    /// The kings of all suits.
    pub(crate) const KINGS: Self = Self(0x1010_1010);
    /// The queens of all suits.
    pub(crate) const QUEENS: Self = Self(0x0808_0808);
    /// The jack of trumps.
    pub(crate) const RIGHT_BOWER: Self = Self(0x8000_0000);
    /// The other jack of the trumps' colour.
    pub(crate) const LEFT_BOWER: Self = Self(0x4000_0000);

    /// The whole pack in the order of a strain.
    pub(crate) const fn pack(strain: Strain) -> Self {
        PACKS[strain as usize]
    }

    /// These cards in the order of a strain.
    pub(crate) fn of(cards: CardSet, strain: Strain) -> Self {
        cards.iter().fold(Self::NONE, |set, card| set | Self::one(card, strain))
    }

    /// One card in the order of a strain.
    pub(crate) fn one(card: Card, strain: Strain) -> Self {
        Self(1 << PLACES[strain as usize][usize::from(card.index())])
    }

    /// The same cards as the rules know them.
    pub(crate) fn set(self, strain: Strain) -> CardSet {
        self.singles().map(|single| single.card(strain)).collect()
    }

    /// The card of a set of one.
    pub(crate) fn card(self, strain: Strain) -> Card {
        debug_assert_eq!(self.len(), 1, "a single card");
        let index = CARDS[strain as usize][self.0.trailing_zeros() as usize];
        Card::from_index(index).expect("a place in the order holds a card")
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether both have a card in common.
    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Those above every card of the other set. Meant for cards of one suit.
    pub(crate) const fn over(self, other: Self) -> Self {
        if other.0 == 0 { self } else { Self(self.0 & !(u32::MAX >> other.0.leading_zeros())) }
    }

    /// The lowest card.
    pub(crate) const fn lowest(self) -> Self {
        Self(self.0 & self.0.wrapping_neg())
    }

    /// The whole suit of a single card.
    pub(crate) const fn suit(self) -> Self {
        Self(0xFF << (self.0.trailing_zeros() & 24))
    }

    /// How high a single card is in its suit: 0 for the nine up to 7 for the right bower.
    pub(crate) const fn height(self) -> u32 {
        self.0.trailing_zeros() & 7
    }

    /// Those above a single card of the same suit.
    pub(crate) const fn above(self, single: Self) -> Self {
        Self(self.0 & single.suit().0 & !(single.0 | (single.0 - 1)))
    }

    /// Whether the highest card is above all of the other set. Meant for cards of one suit, or trumps against others.
    pub(crate) const fn tops(self, other: Self) -> bool {
        self.0 > other.0
    }

    /// The cards one by one, each as a set, the lowest first.
    pub(crate) fn singles(self) -> impl Iterator<Item = Self> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let single = rest.lowest();
            rest = rest - single;
            (!single.is_empty()).then_some(single)
        })
    }
}

impl BitOr for Cards {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Cards {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for Cards {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// By strain and index of the card, its bit.
const PLACES: [[u8; Card::COUNT]; 5] = places();
/// By strain and bit, the index of the card.
const CARDS: [[u8; 32]; 5] = cards_of(&PLACES);
/// By strain, all cards.
const PACKS: [Cards; 5] = packs(&CARDS);
/// The ranks of the pack in ascending order.
const RANKS: [Rank; 6] = [Rank::Nine, Rank::Ten, Rank::Jack, Rank::Queen, Rank::King, Rank::Ace];

const fn places() -> [[u8; Card::COUNT]; 5] {
    let mut places = [[0; Card::COUNT]; 5];
    let mut strain = 0;
    while strain < 5 {
        let mut card = 0;
        while card < 24 {
            let suit = Suit::ALL[card / 6];
            let index = Card::new(RANKS[card % 6], suit).index() as usize;
            places[strain][index] = byte_of(Strain::ALL[strain], suit) * 8 + (card % 6) as u8;
            card += 1;
        }
        if let (Some(trump), Some(left)) = (Strain::ALL[strain].trump(), Strain::ALL[strain].left_bower()) {
            places[strain][Card::new(Rank::Jack, trump).index() as usize] = 31;
            places[strain][left.index() as usize] = 30;
        }
        strain += 1;
    }
    places
}

/// Trumps are byte 3, the others keep their order.
const fn byte_of(strain: Strain, suit: Suit) -> u8 {
    match strain.trump() {
        Some(trump) if trump as u8 == suit as u8 => 3,
        Some(trump) if suit as u8 > trump as u8 => suit as u8 - 1,
        _ => suit as u8,
    }
}

const fn cards_of(places: &[[u8; Card::COUNT]; 5]) -> [[u8; 32]; 5] {
    let mut cards = [[u8::MAX; 32]; 5];
    let mut strain = 0;
    while strain < 5 {
        let mut card = 0;
        while card < 24 {
            let index = Card::new(RANKS[card % 6], Suit::ALL[card / 6]).index();
            cards[strain][places[strain][index as usize] as usize] = index;
            card += 1;
        }
        strain += 1;
    }
    cards
}

const fn packs(cards: &[[u8; 32]; 5]) -> [Cards; 5] {
    let mut packs = [Cards::NONE; 5];
    let mut strain = 0;
    while strain < 5 {
        let mut bit = 0;
        while bit < 32 {
            if cards[strain][bit] != u8::MAX {
                packs[strain].0 |= 1 << bit;
            }
            bit += 1;
        }
        strain += 1;
    }
    packs
}

#[cfg(test)]
mod tests {
    use cards::Pack;

    use super::*;

    #[test]
    fn cards_read_back_from_every_order() {
        for strain in Strain::ALL {
            let all = Pack::Short24.cards();
            assert_eq!(Cards::of(all, strain), Cards::pack(strain), "{strain}");
            assert_eq!(Cards::of(all, strain).set(strain), all, "{strain}");
        }
    }

    #[test]
    fn suits_and_heights_are_those_of_the_rules() {
        for strain in Strain::ALL {
            for (left, right) in Pack::Short24.cards().iter().zip(Pack::Short24.cards().iter().skip(1)) {
                let (one, other) = (Cards::one(left, strain), Cards::one(right, strain));
                let same = strain.suit_of(left) == strain.suit_of(right);
                assert_eq!(one.suit() == other.suit(), same, "{strain}: {left} {right}");
                assert_eq!(Cards::TRUMPS.meets(one), one.suit() == Cards::SUITS[3], "{strain}: {left}");
            }
            for suit in Suit::ALL {
                let mut by_rules: Vec<Card> = strain.cards_of(suit).iter().collect();
                by_rules.retain(|card| Pack::Short24.cards().contains(*card));
                by_rules.sort_by_key(|card| strain.strength(*card, suit));
                let by_order: Vec<Card> = Cards::of(by_rules.iter().copied().collect(), strain)
                    .singles()
                    .map(|one| one.card(strain))
                    .collect();
                assert_eq!(by_order, by_rules, "{strain}");
            }
        }
    }
}
