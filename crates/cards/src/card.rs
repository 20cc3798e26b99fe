//! One card of the 52-card pack.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Rank, Suit};

/// One card. Its [index](Card::index) is `(value - 1) * 4 + suit`, so that cards sort by value with the ace
/// low and then by suit C<D<H<S; `Display` and `FromStr` use rank and suit, `TD` for the ten of diamonds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Card(u8);

/// A text that is not a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a card is written rank and suit, for example TD: A 2..9 T J Q K, then C D H S")]
pub struct ParseCardError;

impl Card {
    /// How many cards there are.
    pub const COUNT: usize = 52;

    /// The card of that rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self((rank.value() - 1) * 4 + suit as u8)
    }

    /// The card with that index, `None` from 52 up.
    pub const fn from_index(index: u8) -> Option<Self> {
        if (index as usize) < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// 0..=51, ascending in canonical order.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 / 4) as usize]
    }

    /// The suit.
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 % 4) as usize]
    }

    /// The value of the rank with the ace low, 1..=13.
    pub const fn value(self) -> u8 {
        self.0 / 4 + 1
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        f.write_char(self.rank().letter())?;
        f.write_char(self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, ParseCardError> {
        let mut letters = text.chars();
        let rank = letters.next().and_then(Rank::from_letter).ok_or(ParseCardError)?;
        let suit = letters.next().and_then(Suit::from_letter).ok_or(ParseCardError)?;
        if letters.next().is_some() { Err(ParseCardError) } else { Ok(Self::new(rank, suit)) }
    }
}

impl From<Card> for String {
    fn from(card: Card) -> Self {
        card.to_string()
    }
}

impl TryFrom<String> for Card {
    type Error = ParseCardError;

    fn try_from(text: String) -> Result<Self, ParseCardError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_order_is_value_then_suit() {
        let texts: Vec<String> = (0..6).filter_map(Card::from_index).map(|card| card.to_string()).collect();
        assert_eq!(texts, ["AC", "AD", "AH", "AS", "2C", "2D"]);
        assert_eq!(Card::from_index(51).map(|card| card.to_string()), Some("KS".into()));
        assert_eq!(Card::from_index(52), None);
    }

    #[test]
    fn every_card_reads_back_from_its_text() {
        for card in (0..52).filter_map(Card::from_index) {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(Card::new(card.rank(), card.suit()), card);
        }
    }

    #[test]
    fn texts_that_are_no_card_are_refused() {
        for text in ["", "T", "10D", "td", "DT", "TDx", "1C", " TD", "\u{2660}A"] {
            assert_eq!(text.parse::<Card>(), Err(ParseCardError), "{text:?}");
        }
    }
}
