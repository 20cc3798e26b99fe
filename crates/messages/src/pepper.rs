//! Pepper: which messages its actions and reasons need, and with what.

use pepper::{Action, Illegal, Level};

use crate::Locale;
use crate::args::Args;
use crate::catalogue::say;

/// Phases by their names in views, in order.
pub(crate) const PHASES: [&str; 5] = ["auction", "name", "play", "between", "over"];
/// Words that a player must know.
pub(crate) const TERMS: [&str; 10] = [
    "trump",
    "trick",
    "declarer",
    "contract",
    "right_bower",
    "left_bower",
    "little_pepper",
    "big_pepper",
    "no_trump",
    "dead_hand",
];

/// What an action does.
pub(crate) fn action(locale: Locale, action: &Action) -> String {
    let (id, args) = match *action {
        Action::Pass => ("pass", Args::none()),
        Action::Bid { level } => match level.number() {
            Some(tricks) => ("bid", Args::none().number("tricks", tricks)),
            None if level == Level::LittlePepper => ("bid-little_pepper", Args::none()),
            None => ("bid-big_pepper", Args::none()),
        },
        Action::Name { strain } => match strain.trump() {
            Some(suit) => ("name", Args::none().suit(suit)),
            None => ("name-no_trump", Args::none()),
        },
        Action::Play { card } => ("play", Args::none().card(card)),
    };
    say(locale, &format!("pepper-action-{id}"), &args)
}

/// What a reason speaks about.
pub(crate) fn illegal(illegal: &Illegal) -> Args {
    let level = |level: Level| Args::none().text("level", level.name());
    match *illegal {
        Illegal::NotYourTurn { .. }
        | Illegal::NotDealt
        | Illegal::MatchOver
        | Illegal::AuctionOn
        | Illegal::AuctionOver
        | Illegal::DealerMustBid
        | Illegal::NameFirst
        | Illegal::AlreadyNamed
        | Illegal::NoTrumpOff => Args::none(),
        Illegal::NoSuchLevel { level: named, highest } => level(named).text("highest", highest.name()),
        Illegal::BidTooLow { highest } => level(highest),
        Illegal::CardNotHeld { card } => Args::none().card(card),
        Illegal::MustFollow { suit } => Args::none().suit(suit),
    }
}
