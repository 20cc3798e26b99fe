//! Names of cards, and lists of them.

use cards::{Card, Rank, Suit};

use crate::Locale;
use crate::args::Args;
use crate::catalogue::say;

/// The name of a card, such as "queen of diamonds".
pub fn card_name(locale: Locale, card: Card) -> String {
    say(locale, "card", &Args::none().card(card))
}

/// The name of a rank, such as "queen".
pub fn rank_name(locale: Locale, rank: Rank) -> String {
    say(locale, "rank", &Args::none().rank(rank))
}

/// The name of a suit, such as "diamonds".
pub fn suit_name(locale: Locale, suit: Suit) -> String {
    say(locale, "suit", &Args::none().suit(suit))
}

/// A list of cards in that order, such as "ace of hearts, five of clubs and two of spades".
pub(crate) fn list(locale: Locale, cards: impl IntoIterator<Item = Card>) -> String {
    let mut names: Vec<String> = cards.into_iter().map(|card| card_name(locale, card)).collect();
    let Some(mut text) = names.pop() else { return say(locale, "list-none", &Args::none()) };
    for (place, name) in names.into_iter().rev().enumerate() {
        let (id, tail) = if place == 0 { ("list-two", "second") } else { ("list-more", "rest") };
        text = say(locale, id, &Args::none().text("first", name).text(tail, text));
    }
    text
}
