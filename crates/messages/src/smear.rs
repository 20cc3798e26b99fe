//! Smear: which messages its actions and reasons need, and with what.

use cards::{Card, CardSet};
use smear::{Action, Illegal};

use crate::Locale;
use crate::args::Args;
use crate::catalogue::say;

/// Phases by their names in views, in order.
pub(crate) const PHASES: [&str; 5] = ["auction", "discard", "play", "between", "over"];
/// Words that a player must know.
pub(crate) const TERMS: [&str; 9] =
    ["trump", "trick", "widow", "high", "low", "jack", "game", "count", "set"];

/// What an action does.
pub(crate) fn action(locale: Locale, action: &Action) -> String {
    let (id, args) = match *action {
        Action::Pass => ("pass", Args::none()),
        Action::Bid { bid } => ("bid", Args::none().number("bid", bid.get())),
        Action::Discard { cards } => ("discard", Args::none().cards(locale, suitwise(cards))),
        Action::Play { card } => ("play", Args::none().card(card)),
    };
    say(locale, &format!("smear-action-{id}"), &args)
}

/// What a reason speaks about.
pub(crate) fn illegal(illegal: &Illegal) -> Args {
    match *illegal {
        Illegal::NotYourTurn { .. }
        | Illegal::NotDealt
        | Illegal::MatchOver
        | Illegal::CallFirst
        | Illegal::AuctionOver
        | Illegal::DealerMustBid
        | Illegal::NoDiscard
        | Illegal::DiscardsTrump => Args::none(),
        Illegal::BidTooLow { highest } => Args::none().number("highest", highest.get()),
        Illegal::DiscardFirst { widow } => Args::none().number("widow", widow),
        Illegal::DiscardNumber { widow, given } => Args::none().number("widow", widow).number("given", given),
        Illegal::CardNotHeld { card } => Args::none().card(card),
        Illegal::DiscardsScoringTrump { trump: suit }
        | Illegal::LeadDiscarded { suit }
        | Illegal::MustFollowTrump { trump: suit } => Args::none().suit(suit),
        Illegal::MustFollow { led, trump } => Args::none().suit(led).text("trump", trump.name()),
    }
}

/// The cards in the order of the game, suit by suit.
fn suitwise(cards: CardSet) -> impl Iterator<Item = Card> {
    cards.suitwise()
}
