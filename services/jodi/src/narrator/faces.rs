//! Cards for a reader: `10` for the ten, and symbols for the suits where the terminal can show them.

use cards::{Card, CardSet, Rank, Suit};

/// How suits are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faces {
    /// As symbols.
    Symbols,
    /// As letters.
    Ascii,
}

impl Faces {
    /// What the locale allows: symbols if it is one of UTF-8.
    pub fn of_locale() -> Self {
        // The first that is set and not empty decides, as POSIX has it.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .filter_map(|name| std::env::var(name).ok())
            .find(|value| !value.is_empty());
        Self::of(&locale.unwrap_or_default())
    }

    fn of(locale: &str) -> Self {
        let locale = locale.to_ascii_lowercase();
        if locale.contains("utf-8") || locale.contains("utf8") { Self::Symbols } else { Self::Ascii }
    }

    /// One card.
    pub fn card(self, card: Card) -> String {
        let suit = self.suit(card.suit());
        match card.rank() {
            Rank::Ten => format!("10{suit}"),
            rank => format!("{}{suit}", rank.letter()),
        }
    }

    /// A suit.
    pub fn suit(self, suit: Suit) -> char {
        match (self, suit) {
            (Self::Ascii, suit) => suit.letter(),
            (Self::Symbols, Suit::Clubs) => '\u{2663}',
            (Self::Symbols, Suit::Diamonds) => '\u{2666}',
            (Self::Symbols, Suit::Hearts) => '\u{2665}',
            (Self::Symbols, Suit::Spades) => '\u{2660}',
        }
    }

    /// Several cards, ascending.
    pub fn set(self, cards: CardSet) -> String {
        self.list(cards.iter())
    }

    /// Several cards in that order.
    pub fn list(self, cards: impl IntoIterator<Item = Card>) -> String {
        cards.into_iter().map(|card| self.card(card)).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_need_a_locale_of_utf8() {
        for locale in ["C.UTF-8", "en_GB.utf8"] {
            assert_eq!(Faces::of(locale), Faces::Symbols, "{locale}");
        }
        for locale in ["", "C", "POSIX", "de_DE.ISO-8859-1"] {
            assert_eq!(Faces::of(locale), Faces::Ascii, "{locale}");
        }
    }

    #[test]
    fn ten_is_written_in_digits() {
        let ten = Card::new(Rank::Ten, Suit::Diamonds);
        assert_eq!((Faces::Ascii.card(ten), Faces::Symbols.card(ten)), ("10D".into(), "10\u{2666}".into()));
    }
}
