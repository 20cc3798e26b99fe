//! What a message is given to speak about.

use cards::{Card, CardSet, Rank, Suit};
use fluent_bundle::FluentArgs;

use crate::Locale;
use crate::card::list;

/// The arguments of a message. `card`, `rank` and `suit` are given as the English names, by which a catalogue chooses its own words.
#[derive(Default)]
pub(crate) struct Args(FluentArgs<'static>);

impl Args {
    /// No arguments.
    pub(crate) fn none() -> Self {
        Self::default()
    }

    /// `$rank` and `$suit` of a card.
    pub(crate) fn card(self, card: Card) -> Self {
        self.rank(card.rank()).suit(card.suit())
    }

    /// `$rank`.
    pub(crate) fn rank(self, rank: Rank) -> Self {
        self.text("rank", rank.name())
    }

    /// `$suit`.
    pub(crate) fn suit(self, suit: Suit) -> Self {
        self.text("suit", suit.name())
    }

    /// `$cards`, a list in that order.
    pub(crate) fn cards(self, locale: Locale, cards: impl IntoIterator<Item = Card>) -> Self {
        let text = list(locale, cards);
        self.text("cards", text)
    }

    /// `$cards`, a list in order of value, as Seep has it.
    pub(crate) fn take(self, locale: Locale, take: CardSet) -> Self {
        self.cards(locale, take.iter())
    }

    /// A number under a name.
    pub(crate) fn number(mut self, name: &'static str, number: impl Into<i64>) -> Self {
        self.0.set(name, number.into());
        self
    }

    /// A text under a name: something already said, or a name that the catalogue chooses by.
    pub(crate) fn text(mut self, name: &'static str, text: impl Into<String>) -> Self {
        self.0.set(name, text.into());
        self
    }

    pub(crate) fn fluent(&self) -> &FluentArgs<'static> {
        &self.0
    }
}
