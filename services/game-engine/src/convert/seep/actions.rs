//! Actions of Seep: in messages, and in the log.

use cards::{Card, CardSet};
use seep::{Action, ActionKind, HouseValue};
use wire::game::v1 as pb;

use crate::convert::cards::{card, card_set, card_to_wire, cards_to_wire};

/// An action of a message; `None` if its parts do not make one.
pub(in crate::convert) fn action_from_wire(wire: &pb::SeepAction) -> Option<Action> {
    let value = match wire.value {
        0 => None,
        value => Some(HouseValue::new(u8::try_from(value).ok()?)?),
    };
    let card = match wire.card {
        0 => None,
        number => Some(card(number)?),
    };
    action(action_kind(wire.r#type)?, card, value, card_set(&wire.take)?)
}

/// The action of these parts; `None` if a part is missing or too much.
pub(in crate::convert) fn action(
    kind: ActionKind,
    card: Option<Card>,
    value: Option<HouseValue>,
    take: CardSet,
) -> Option<Action> {
    Some(match (kind, card, value) {
        (ActionKind::Bid, None, Some(value)) if take.is_empty() => Action::Bid { value },
        (ActionKind::Throw, Some(card), None) if take.is_empty() => Action::Throw { card },
        (ActionKind::Capture, Some(card), house) => Action::Capture { card, house, take },
        (ActionKind::Build, Some(card), Some(value)) => Action::Build { card, value, take },
        (ActionKind::Add, Some(card), Some(value)) => Action::Add { card, value, take },
        (ActionKind::Break, Some(card), Some(from)) => Action::Break { card, from, take },
        _ => return None,
    })
}

fn action_kind(number: i32) -> Option<ActionKind> {
    Some(match pb::SeepActionType::try_from(number).ok()? {
        pb::SeepActionType::Unspecified => return None,
        pb::SeepActionType::Bid => ActionKind::Bid,
        pb::SeepActionType::Capture => ActionKind::Capture,
        pb::SeepActionType::Build => ActionKind::Build,
        pb::SeepActionType::Add => ActionKind::Add,
        pb::SeepActionType::Break => ActionKind::Break,
        pb::SeepActionType::Throw => ActionKind::Throw,
    })
}

fn kind_to_wire(kind: ActionKind) -> pb::SeepActionType {
    match kind {
        ActionKind::Bid => pb::SeepActionType::Bid,
        ActionKind::Capture => pb::SeepActionType::Capture,
        ActionKind::Build => pb::SeepActionType::Build,
        ActionKind::Add => pb::SeepActionType::Add,
        ActionKind::Break => pb::SeepActionType::Break,
        ActionKind::Throw => pb::SeepActionType::Throw,
    }
}

/// The message of an action.
pub(in crate::convert) fn action_to_wire(action: &Action) -> pb::SeepAction {
    pb::SeepAction {
        r#type: kind_to_wire(action.kind()) as i32,
        card: action.card().map_or(0, card_to_wire),
        value: action.value().map_or(0, |value| value.get().into()),
        take: cards_to_wire(action.take()),
    }
}

/// The log's form of an action; its type numbers are those of the public message.
pub(in crate::convert) fn action_to_log(action: &Action) -> wire::log::v1::SeepAction {
    wire::log::v1::SeepAction {
        r#type: kind_to_wire(action.kind()) as u32,
        card: action.card().map_or(0, |card| u32::from(card.index()) + 1),
        value: action.value().map_or(0, |value| value.get().into()),
        take: action.take().bits(),
    }
}

/// The action of its log form.
pub(in crate::convert) fn action_from_log(log: &wire::log::v1::SeepAction) -> Option<Action> {
    let number = |n: u32| i32::try_from(n).ok();
    let card = if log.card == 0 { None } else { Some(card(number(log.card)?)?) };
    let value = if log.value == 0 { None } else { Some(HouseValue::new(u8::try_from(log.value).ok()?)?) };
    action(action_kind(number(log.r#type)?)?, card, value, CardSet::from_bits(log.take)?)
}
