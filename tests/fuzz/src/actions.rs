//! Actions that somebody might send: of any game, of any cards, close to a legal one or far from it.

use cards::CardSet;
use games::{Action, GameKind};

use crate::Choices;

/// Any action, legal or not. Half of the time it is a legal one of this list with something changed.
pub fn arbitrary_action(kind: GameKind, legal: &[Action], choices: &mut Choices<'_>) -> Action {
    if !legal.is_empty() && choices.once_in(2) {
        let like = choices.pick(legal);
        return changed(like, choices);
    }
    // Now and then one of another game.
    let kind = if choices.once_in(16) { choices.pick(&GameKind::ALL) } else { kind };
    match kind {
        GameKind::Seep => Action::Seep(seep_action(choices)),
        GameKind::Smear => Action::Smear(smear_action(choices)),
        GameKind::Pepper => Action::Pepper(pepper_action(choices)),
    }
}

fn seep_action(choices: &mut Choices<'_>) -> seep::Action {
    let value = choices.pick(&seep::HouseValue::ALL);
    let card = choices.card();
    match choices.pick(&seep::ActionKind::ALL) {
        seep::ActionKind::Bid => seep::Action::Bid { value },
        seep::ActionKind::Capture => {
            let house = choices.once_in(2).then_some(value);
            seep::Action::Capture { card, house, take: choices.cards() }
        }
        seep::ActionKind::Build => seep::Action::Build { card, value, take: choices.cards() },
        seep::ActionKind::Add => seep::Action::Add { card, value, take: choices.cards() },
        seep::ActionKind::Break => seep::Action::Break { card, from: value, take: choices.cards() },
        seep::ActionKind::Throw => seep::Action::Throw { card },
    }
}

fn smear_action(choices: &mut Choices<'_>) -> smear::Action {
    match choices.pick(&smear::ActionKind::ALL) {
        smear::ActionKind::Pass => smear::Action::Pass,
        smear::ActionKind::Bid => smear::Action::Bid { bid: choices.pick(&smear::Bid::ALL) },
        smear::ActionKind::Discard => smear::Action::Discard { cards: choices.cards() },
        smear::ActionKind::Play => smear::Action::Play { card: choices.card() },
    }
}

fn pepper_action(choices: &mut Choices<'_>) -> pepper::Action {
    match choices.pick(&pepper::ActionKind::ALL) {
        pepper::ActionKind::Pass => pepper::Action::Pass,
        pepper::ActionKind::Bid => pepper::Action::Bid { level: choices.pick(&pepper::Level::ALL) },
        pepper::ActionKind::Name => pepper::Action::Name { strain: choices.pick(&pepper::Strain::ALL) },
        pepper::ActionKind::Play => pepper::Action::Play { card: choices.card() },
    }
}

/// The action with another card, another value, or a card more or less among those that it takes.
fn changed(action: Action, choices: &mut Choices<'_>) -> Action {
    match action {
        Action::Seep(action) => Action::Seep(changed_seep(action, choices)),
        Action::Smear(smear::Action::Discard { cards }) => {
            Action::Smear(smear::Action::Discard { cards: changed_cards(cards, choices) })
        }
        Action::Smear(smear::Action::Play { .. }) => {
            Action::Smear(smear::Action::Play { card: choices.card() })
        }
        Action::Smear(_) => Action::Smear(smear_action(choices)),
        Action::Pepper(pepper::Action::Play { .. }) => {
            Action::Pepper(pepper::Action::Play { card: choices.card() })
        }
        Action::Pepper(_) => Action::Pepper(pepper_action(choices)),
    }
}

fn changed_cards(cards: CardSet, choices: &mut Choices<'_>) -> CardSet {
    let listed: Vec<_> = cards.iter().collect();
    let fewer = |choices: &mut Choices<'_>| match listed.is_empty() {
        true => cards,
        false => cards.without(choices.pick(&listed)),
    };
    match choices.below(3) {
        0 => cards.with(choices.card()),
        1 => fewer(choices),
        _ => fewer(choices).with(choices.card()),
    }
}

fn changed_seep(action: seep::Action, choices: &mut Choices<'_>) -> seep::Action {
    let Some(mut card) = action.card() else { return seep_action(choices) };
    let mut value = action.value();
    let mut take = action.take();
    match choices.below(4) {
        0 => card = choices.card(),
        1 => value = Some(choices.pick(&seep::HouseValue::ALL)),
        2 => value = None,
        _ => take = changed_cards(take, choices),
    }
    let named = value.unwrap_or(seep::HouseValue::Nine);
    match action.kind() {
        seep::ActionKind::Bid => seep::Action::Bid { value: named },
        seep::ActionKind::Capture => seep::Action::Capture { card, house: value, take },
        seep::ActionKind::Build => seep::Action::Build { card, value: named, take },
        seep::ActionKind::Add => seep::Action::Add { card, value: named, take },
        seep::ActionKind::Break => seep::Action::Break { card, from: named, take },
        seep::ActionKind::Throw => seep::Action::Throw { card },
    }
}
