//! Strains: which suit is trump, and what that makes of the cards (`rules/pepper.md` 1).

use std::fmt;

use cards::{Card, CardSet, Rank, Suit};
use serde::{Serialize, Serializer};

/// What the declarer names: the trump suit, or no trump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Strain {
    /// Clubs are trump.
    Clubs,
    /// Diamonds are trump.
    Diamonds,
    /// Hearts are trump.
    Hearts,
    /// Spades are trump.
    Spades,
    /// No suit is trump.
    NoTrump,
}

/// Strengths of trumps begin here; those of the suit led stay below.
const TRUMP: u8 = 32;
/// The left bower is above the ace, which is 14.
const LEFT_BOWER: u8 = TRUMP + 15;
const RIGHT_BOWER: u8 = TRUMP + 16;

/// By strain and suit, all cards that belong to it.
const SUITS: [[CardSet; 4]; 5] = Strain::suits();

impl Strain {
    /// Every strain in canonical order.
    pub const ALL: [Self; 5] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades, Self::NoTrump];

    /// `C`, `D`, `H`, `S` or `NT`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clubs => "C",
            Self::Diamonds => "D",
            Self::Hearts => "H",
            Self::Spades => "S",
            Self::NoTrump => "NT",
        }
    }

    /// The trump suit, `None` at no trump.
    pub const fn trump(self) -> Option<Suit> {
        match self {
            Self::Clubs => Some(Suit::Clubs),
            Self::Diamonds => Some(Suit::Diamonds),
            Self::Hearts => Some(Suit::Hearts),
            Self::Spades => Some(Suit::Spades),
            Self::NoTrump => None,
        }
    }

    /// The jack of the other suit of the trump's colour, which is a trump; none at no trump.
    pub const fn left_bower(self) -> Option<Card> {
        match self.trump() {
            Some(trump) => Some(Card::new(Rank::Jack, same_colour(trump))),
            None => None,
        }
    }

    /// The suit that a card belongs to: the printed one, but the trump suit for the left bower.
    pub fn suit_of(self, card: Card) -> Suit {
        match self.trump() {
            Some(trump) if self.left_bower() == Some(card) => trump,
            _ => card.suit(),
        }
    }

    /// All cards that belong to a suit.
    pub const fn cards_of(self, suit: Suit) -> CardSet {
        SUITS[self as usize][suit as usize]
    }

    /// How strong a card is in a trick to which `led` was led: trumps above the suit led, and 0 for a card that
    /// cannot win. Two cards of one trick are equal only at 0.
    pub fn strength(self, card: Card, led: Suit) -> u8 {
        let suit = self.suit_of(card);
        if self.trump() == Some(suit) {
            return match card.rank() {
                Rank::Jack if card.suit() == suit => RIGHT_BOWER,
                Rank::Jack => LEFT_BOWER,
                rank => TRUMP + rank.ace_high(),
            };
        }
        if suit == led { card.rank().ace_high() } else { 0 }
    }

    const fn suits() -> [[CardSet; 4]; 5] {
        let mut suits = [[CardSet::EMPTY; 4]; 5];
        let mut strain = 0;
        while strain < 5 {
            let mut suit = 0;
            while suit < 4 {
                suits[strain][suit] = CardSet::of_suit(Suit::ALL[suit]);
                suit += 1;
            }
            if let (Some(trump), Some(left)) = (Self::ALL[strain].trump(), Self::ALL[strain].left_bower()) {
                let row = &mut suits[strain];
                row[left.suit() as usize] = row[left.suit() as usize].without(left);
                row[trump as usize] = row[trump as usize].with(left);
            }
            strain += 1;
        }
        suits
    }
}

/// The other suit of the same colour.
const fn same_colour(suit: Suit) -> Suit {
    match suit {
        Suit::Clubs => Suit::Spades,
        Suit::Spades => Suit::Clubs,
        Suit::Diamonds => Suit::Hearts,
        Suit::Hearts => Suit::Diamonds,
    }
}

impl fmt::Display for Strain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Strain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
