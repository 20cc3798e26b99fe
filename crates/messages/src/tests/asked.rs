//! What can be asked for is there, and what is there can be asked for.

use std::collections::BTreeSet;

use cards::{Rank, Suit};
use games::{Allowed, GameKind, OptionValue};

use super::catalogues::{ENGLISH, Entries};
use super::samples::{every_card, every_kind_of_action, every_reason};
use crate::catalogue::asked;
use crate::option::switch_value;
use crate::{
    Locale, Refused, Seating, action_text, action_type, bot_level, card_name, game_title, illegal_text,
    ladder_title, option_label, option_value, phases, players_label, rank_name, refused_text, rules,
    score_label, side_label, suit_name, terms,
};

/// Bot levels and ladders by their names in the API. That these are all is tested where they are at home, in the engine.
const LEVELS: [&str; 4] = ["casual", "club", "expert", "greedy"];
const LADDERS: [&str; 5] = ["seep", "smear", "pepper", "pepper-solo3", "pepper-solo2"];

/// Asks for everything, in one language.
fn ask_for_everything(locale: Locale) {
    every_card().for_each(|card| drop(card_name(locale, card)));
    Rank::ALL.into_iter().for_each(|rank| drop(rank_name(locale, rank)));
    Suit::ALL.into_iter().for_each(|suit| drop(suit_name(locale, suit)));
    for action in every_kind_of_action() {
        action_text(locale, &action);
        action_type(locale, &action);
    }
    every_reason().iter().for_each(|reason| drop(illegal_text(locale, reason)));
    for seating in [Seating::Pairs, Seating::Solo] {
        (2..=4).for_each(|players| drop(players_label(locale, players, seating)));
        side_label(locale, seating);
    }
    Refused::ALL.into_iter().for_each(|refused| drop(refused_text(locale, refused)));
    LEVELS.into_iter().for_each(|level| drop(bot_level(locale, level)));
    LADDERS.into_iter().for_each(|ladder| drop(ladder_title(locale, ladder)));
    [true, false].into_iter().for_each(|on| drop(switch_value(locale, on)));
    GameKind::ALL.into_iter().for_each(|game| ask_for_game(locale, game));
}

fn ask_for_game(locale: Locale, game: GameKind) {
    game_title(locale, game);
    rules(locale, game);
    phases(locale, game);
    terms(locale, game);
    score_label(locale, game);
    let entry = games::catalogue_entry(game);
    for option in entry.options {
        option_label(locale, game, option.name);
        for value in named_values(&option.allowed) {
            option_value(locale, game, option.name, &value);
        }
    }
}

/// The values of an option that have labels of its own.
fn named_values(allowed: &Allowed) -> Vec<OptionValue> {
    match allowed {
        Allowed::OneOf(values) if values.iter().all(|value| matches!(value, OptionValue::Switch(_))) => {
            Vec::new()
        }
        Allowed::OneOf(values) => values.clone(),
        Allowed::OffOrRange { .. } => vec![OptionValue::Switch(false)],
        Allowed::Range { .. } => Vec::new(),
    }
}

fn asked_for() -> BTreeSet<String> {
    asked::take();
    ask_for_everything(Locale::English);
    asked::take()
}

#[test]
fn everything_that_can_be_asked_for_is_there() {
    let missing: Vec<_> = asked_for().into_iter().filter(|name| !ENGLISH.has(name)).collect();
    assert!(missing.is_empty(), "no English message: {missing:#?}");
}

#[test]
fn everything_that_is_there_can_be_asked_for() {
    let asked = asked_for();
    let used = |name: &str| asked.contains(name) || ENGLISH.is_referred_to(name);
    let unused: Vec<_> = ENGLISH.names().filter(|name| !used(name)).collect();
    assert!(unused.is_empty(), "never said: {unused:#?}");
}

#[test]
fn everything_is_said_without_a_fault_in_every_language() {
    // Whatever a message lacks makes `said_in` assert.
    Locale::ALL.into_iter().for_each(ask_for_everything);
}

#[test]
fn check_notices_a_message_that_nobody_asks_for() {
    let strange = Entries::read("strange.ftl", "strange = This is never said.");
    assert!(strange.names().any(|name| !asked_for().contains(name)));
}
