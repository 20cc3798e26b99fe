//! Actions of Pepper: in messages, and in the log.

use pepper::{Action, ActionKind, Level, Strain};
use wire::game::v1 as pb;

use crate::convert::cards::{card, card_to_wire};
use crate::convert::read::FieldFault;

/// The action of a message.
///
/// # Errors
/// The field that is at fault, and why: a value that is none, or one that the type of action has no use for.
pub(in crate::convert) fn action_from_wire(wire: &pb::PepperAction) -> Result<Action, FieldFault> {
    let kind = kind(wire.r#type).ok_or_else(|| ("type", "is no type of action".to_owned()))?;
    let unused = |field, given: bool| {
        if given { Err((field, format!("is not given with {}", kind.word()))) } else { Ok(()) }
    };
    unused("bid", kind != ActionKind::Bid && wire.bid != 0)?;
    unused("strain", kind != ActionKind::Name && wire.strain != 0)?;
    unused("card", kind != ActionKind::Play && wire.card != 0)?;
    match kind {
        ActionKind::Pass => Ok(Action::Pass),
        ActionKind::Bid => {
            let level = level(wire.bid).ok_or_else(|| ("bid", "is no level of bidding".to_owned()))?;
            Ok(Action::Bid { level })
        }
        ActionKind::Name => {
            let strain = strain(wire.strain);
            let strain = strain.ok_or_else(|| ("strain", "is neither a suit nor no trump".to_owned()))?;
            Ok(Action::Name { strain })
        }
        ActionKind::Play => {
            card(wire.card).map(|card| Action::Play { card }).ok_or_else(|| ("card", "is no card".to_owned()))
        }
    }
}

/// The level of a number on the wire and in the log; `None` if there is none, as for a pass.
pub(super) fn level(number: i32) -> Option<Level> {
    Level::ALL.into_iter().find(|level| level_to_wire(*level) == number)
}

/// The number of a level: the rules crate counts as the messages do.
pub(super) fn level_to_wire(level: Level) -> i32 {
    level as i32
}

/// The strain of a number on the wire and in the log; `None` if there is none.
pub(super) fn strain(number: i32) -> Option<Strain> {
    Strain::ALL.into_iter().find(|strain| strain_to_wire(*strain) == number)
}

/// The number of a strain: its place in canonical order, from 1.
pub(super) fn strain_to_wire(strain: Strain) -> i32 {
    strain as i32 + 1
}

fn kind(number: i32) -> Option<ActionKind> {
    Some(match pb::PepperActionType::try_from(number).ok()? {
        pb::PepperActionType::Unspecified => return None,
        pb::PepperActionType::Pass => ActionKind::Pass,
        pb::PepperActionType::Bid => ActionKind::Bid,
        pb::PepperActionType::Name => ActionKind::Name,
        pb::PepperActionType::Play => ActionKind::Play,
    })
}

/// The message of an action.
pub(in crate::convert) fn action_to_wire(action: &Action) -> pb::PepperAction {
    let message = |kind| pb::PepperAction { r#type: kind as i32, ..Default::default() };
    match *action {
        Action::Pass => message(pb::PepperActionType::Pass),
        Action::Bid { level } => {
            pb::PepperAction { bid: level_to_wire(level), ..message(pb::PepperActionType::Bid) }
        }
        Action::Name { strain } => {
            pb::PepperAction { strain: strain_to_wire(strain), ..message(pb::PepperActionType::Name) }
        }
        Action::Play { card } => {
            pb::PepperAction { card: card_to_wire(card), ..message(pb::PepperActionType::Play) }
        }
    }
}

/// The log's form of an action: the same numbers.
pub(in crate::convert) fn action_to_log(action: &Action) -> wire::log::v1::PepperAction {
    let wire = action_to_wire(action);
    let number = |n: i32| u32::try_from(n).expect("the numbers of an action are not negative");
    wire::log::v1::PepperAction {
        r#type: number(wire.r#type),
        bid: number(wire.bid),
        strain: number(wire.strain),
        card: number(wire.card),
    }
}

/// The action of its log form.
pub(in crate::convert) fn action_from_log(log: &wire::log::v1::PepperAction) -> Option<Action> {
    let number = |n: u32| i32::try_from(n).ok();
    let wire = pb::PepperAction {
        r#type: number(log.r#type)?,
        bid: number(log.bid)?,
        strain: number(log.strain)?,
        card: number(log.card)?,
    };
    action_from_wire(&wire).ok()
}
