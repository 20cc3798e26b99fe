//! Seep: which messages its actions and reasons need, and with what.

use cards::Card;
use seep::{Action, HouseValue, Illegal};

use crate::Locale;
use crate::args::Args;
use crate::catalogue::say;

/// Phases by their names in views, in order.
pub(crate) const PHASES: [&str; 5] = ["bid", "opening", "play", "between", "over"];
/// Words that a player must know.
pub(crate) const TERMS: [&str; 8] =
    ["floor", "house", "owner", "cement", "sweep", "card_points", "difference", "baazi"];

/// What an action does.
pub(crate) fn action(locale: Locale, action: &Action) -> String {
    let of = |card: Card| Args::none().card(card).take(locale, action.take());
    let some = !action.take().is_empty();
    let (id, args) = match *action {
        Action::Bid { value } => ("bid", house(value)),
        Action::Capture { card, house: None, .. } => ("capture", of(card)),
        Action::Capture { card, house: Some(value), .. } => (
            if some { "capture-house-cards" } else { "capture-house" },
            of(card).number("value", value.get()),
        ),
        Action::Build { card, value, .. } => ("build", of(card).number("value", value.get())),
        Action::Add { card, value, .. } => {
            (if some { "add-cards" } else { "add" }, of(card).number("value", value.get()))
        }
        Action::Break { card, from, .. } => {
            let args = of(card).number("from", from.get()).number("to", from.get() + card.value());
            (if some { "break-cards" } else { "break" }, args)
        }
        Action::Throw { card } => ("throw", of(card)),
    };
    say(locale, &format!("seep-action-{id}"), &args)
}

/// What a reason speaks about.
pub(crate) fn illegal(illegal: &Illegal) -> Args {
    let card = |card: Card| Args::none().card(card);
    match *illegal {
        Illegal::NotYourTurn { .. }
        | Illegal::NotDealt
        | Illegal::MatchOver
        | Illegal::BidFirst
        | Illegal::BidMade
        | Illegal::NothingFromFloor => Args::none(),
        Illegal::BidNotHeld { value }
        | Illegal::LastKey { value }
        | Illegal::NoHouse { value }
        | Illegal::HouseStands { value }
        | Illegal::HouseLeftStanding { value }
        | Illegal::ExtraSets { value }
        | Illegal::SetLeftLoose { value }
        | Illegal::NoKey { value }
        | Illegal::Cemented { value }
        | Illegal::OwnHouse { value }
        | Illegal::TargetNotOwned { value } => house(value),
        Illegal::BidNotHonoured { bid } => Args::none().number("bid", bid.get()).rank(bid.rank()),
        Illegal::CardNotHeld { card: named }
        | Illegal::NotLoose { card: named }
        | Illegal::CapturesNothing { card: named }
        | Illegal::ThrowCanCapture { card: named }
        | Illegal::ThrowCanBuild { card: named } => card(named),
        Illegal::HouseOfOtherValue { card: named, value }
        | Illegal::EqualLeftLoose { card: named, value } => card(named).number("value", value.get()),
        Illegal::RaisedTooHigh { card: named, from } => card(named).number("from", from.get()),
        Illegal::NotSets { target } | Illegal::CapturableLeft { target } => {
            Args::none().number("target", target)
        }
        Illegal::NotMostCards { more } => Args::none().number("more", more),
        Illegal::ThrowHouseStands { rank } => Args::none().rank(rank).number("value", rank.value()),
    }
}

/// `$value` of a house or bid, and `$rank` of the cards that are worth it.
fn house(value: HouseValue) -> Args {
    Args::none().number("value", value.get()).rank(value.rank())
}
