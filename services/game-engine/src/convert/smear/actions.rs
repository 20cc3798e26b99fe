//! Actions of Smear: in messages, and in the log.

use cards::CardSet;
use smear::{Action, ActionKind, Bid};
use wire::game::v1 as pb;

use crate::convert::cards::{card, card_set, card_to_wire, cards_to_wire};
use crate::convert::read::FieldFault;

/// The action of a message.
///
/// # Errors
/// The field that is at fault, and why: a value that is none, or one that the type of action has no use for.
pub(in crate::convert) fn action_from_wire(wire: &pb::SmearAction) -> Result<Action, FieldFault> {
    let kind = kind(wire.r#type).ok_or_else(|| ("type", "is no type of action".to_owned()))?;
    let unused = |field, given: bool| {
        if given { Err((field, format!("is not given with {}", kind.word()))) } else { Ok(()) }
    };
    unused("bid", kind != ActionKind::Bid && wire.bid != 0)?;
    unused("discards", kind != ActionKind::Discard && !wire.discards.is_empty())?;
    unused("card", kind != ActionKind::Play && wire.card != 0)?;
    match kind {
        ActionKind::Pass => Ok(Action::Pass),
        ActionKind::Bid => {
            let bid = bid(wire.bid).ok_or_else(|| ("bid", format!("must be 2 to 4, not {}", wire.bid)))?;
            Ok(Action::Bid { bid })
        }
        ActionKind::Discard => {
            let cards = card_set(&wire.discards).filter(|cards| !cards.is_empty());
            cards
                .map(|cards| Action::Discard { cards })
                .ok_or_else(|| ("discards", "must be different cards, at least one".to_owned()))
        }
        ActionKind::Play => {
            card(wire.card).map(|card| Action::Play { card }).ok_or_else(|| ("card", "is no card".to_owned()))
        }
    }
}

pub(super) fn bid(points: u32) -> Option<Bid> {
    Bid::new(u8::try_from(points).ok()?)
}

fn kind(number: i32) -> Option<ActionKind> {
    Some(match pb::SmearActionType::try_from(number).ok()? {
        pb::SmearActionType::Unspecified => return None,
        pb::SmearActionType::Pass => ActionKind::Pass,
        pb::SmearActionType::Bid => ActionKind::Bid,
        pb::SmearActionType::Discard => ActionKind::Discard,
        pb::SmearActionType::Play => ActionKind::Play,
    })
}

fn kind_to_wire(kind: ActionKind) -> pb::SmearActionType {
    match kind {
        ActionKind::Pass => pb::SmearActionType::Pass,
        ActionKind::Bid => pb::SmearActionType::Bid,
        ActionKind::Discard => pb::SmearActionType::Discard,
        ActionKind::Play => pb::SmearActionType::Play,
    }
}

fn bid_of(action: &Action) -> u32 {
    if let Action::Bid { bid } = action { bid.get().into() } else { 0 }
}

/// The message of an action.
pub(in crate::convert) fn action_to_wire(action: &Action) -> pb::SmearAction {
    let discards = if let Action::Discard { cards } = action { *cards } else { CardSet::EMPTY };
    pb::SmearAction {
        r#type: kind_to_wire(action.kind()) as i32,
        bid: bid_of(action),
        discards: cards_to_wire(discards),
        card: action.card().map_or(0, card_to_wire),
    }
}

/// The log's form of an action; its type numbers are those of the public message.
pub(in crate::convert) fn action_to_log(action: &Action) -> wire::log::v1::SmearAction {
    wire::log::v1::SmearAction {
        r#type: kind_to_wire(action.kind()) as u32,
        bid: bid_of(action),
        cards: action.cards().bits(),
    }
}

/// The action of its log form.
pub(in crate::convert) fn action_from_log(log: &wire::log::v1::SmearAction) -> Option<Action> {
    let cards = CardSet::from_bits(log.cards)?;
    let (bid, cards) = (Some(log.bid).filter(|bid| *bid != 0), Some(cards).filter(|set| !set.is_empty()));
    match (kind(i32::try_from(log.r#type).ok()?)?, bid, cards) {
        (ActionKind::Pass, None, None) => Some(Action::Pass),
        (ActionKind::Bid, Some(points), None) => Some(Action::Bid { bid: self::bid(points)? }),
        (ActionKind::Discard, None, Some(cards)) => Some(Action::Discard { cards }),
        (ActionKind::Play, None, Some(cards)) if cards.len() == 1 => {
            Some(Action::Play { card: cards.iter().next()? })
        }
        _ => None,
    }
}
