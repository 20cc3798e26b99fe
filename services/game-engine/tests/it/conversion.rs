//! Messages and domain types: nothing is lost on the way there and back, and names agree.

use std::collections::BTreeSet;

use cards::{Stage, Viewer};
use game_engine::convert::{
    action_from_wire, action_to_wire, decode_entry, decode_setup, encode_entry, encode_setup,
    options_from_wire, options_to_wire, seen_from_wire, seen_to_wire, view_from_wire, view_to_wire,
};
use game_engine::state::{Actor, Clocks, Entry, Occupant, Setup};
use games::{Action, Allowed, GameKind, OptionValue, Options, random};
use prost::Message as _;
use serde_json::{Map, Value};
use wire::game::v1 as pb;

use crate::chance::Chance;

fn options(name: &str, value: &Value) -> Options {
    let json = Map::from_iter([(name.to_owned(), value.clone())]);
    Options::from_json(GameKind::Seep, &json).unwrap()
}

fn seep_options(wire: pb::GameOptions) -> pb::SeepOptions {
    let Some(pb::game_options::Game::Seep(options)) = wire.game else { panic!("Seep was asked for") };
    options
}

/// Every option with each of its values; of a range its ends and one between.
fn every_value() -> Vec<(&'static str, Value)> {
    let mut values = Vec::new();
    for info in games::catalogue().into_iter().flat_map(|entry| entry.options) {
        let allowed = match info.allowed {
            Allowed::OneOf(values) => values,
            Allowed::Range { min, max } => [min, max, (min + max) / 2].map(OptionValue::Number).into(),
        };
        values.extend(allowed.iter().map(|value| (info.name, value.to_json())));
    }
    values
}

/// The name that the wire has for the value of an option that is an enum there, in the rules' spelling.
fn name_on_the_wire(option: &str, wire: &pb::SeepOptions) -> Option<String> {
    macro_rules! name {
        ($prefix:literal, $value:expr, $type:ty) => {
            (<$type>::try_from($value).unwrap().as_str_name(), $prefix)
        };
    }
    let (name, prefix) = match option {
        "absorb_sets" => name!("SEEP_ABSORB_SETS_", wire.absorb_sets, pb::SeepAbsorbSets),
        "absorb_scope" => name!("SEEP_ABSORB_SCOPE_", wire.absorb_scope, pb::SeepAbsorbScope),
        "capture" => name!("SEEP_CAPTURE_", wire.capture, pb::SeepCapture),
        "throw" => name!("SEEP_THROW_", wire.throw, pb::SeepThrow),
        "opening_throw" => name!("SEEP_OPENING_THROW_", wire.opening_throw, pb::SeepOpeningThrow),
        "opp_add_owns" => name!("SEEP_OPPONENT_ADD_OWNS_", wire.opponent_add_owns, pb::SeepOpponentAddOwns),
        "break_merge" => name!("SEEP_BREAK_MERGE_", wire.break_merge, pb::SeepBreakMerge),
        "bid_floor" => name!("SEEP_BID_FLOOR_", wire.bid_floor, pb::SeepBidFloor),
        "dealer_basis" => name!("SEEP_DEALER_BASIS_", wire.dealer_basis, pb::SeepDealerBasis),
        "match_mode" => name!("SEEP_MATCH_MODE_", wire.match_mode, pb::SeepMatchMode),
        "history" => name!("SEEP_HISTORY_", wire.history, pb::SeepHistory),
        _ => return None,
    };
    Some(name.strip_prefix(prefix).unwrap().to_lowercase())
}

#[test]
fn every_option_value_comes_back_from_the_wire_and_from_the_store() {
    for (name, value) in every_value() {
        let options = options(name, &value);
        assert_eq!(options_from_wire(Some(&options_to_wire(&options))), Ok(options), "{name}: {value}");
        let setup = Setup { options, ..setup() };
        assert_eq!(decode_setup(&encode_setup(&setup)), Some(setup), "{name}: {value}");
    }
}

#[test]
fn every_named_option_value_has_the_same_name_on_the_wire_and_in_json() {
    let mut named = BTreeSet::new();
    for (name, value) in every_value() {
        let wire = seep_options(options_to_wire(&options(name, &value)));
        match (name_on_the_wire(name, &wire), value) {
            (Some(on_wire), Value::String(in_json)) => {
                assert_eq!(on_wire, in_json, "{name}");
                named.insert(name);
            }
            // The rule text writes these two values as true and false.
            (Some(on_wire), Value::Bool(owns)) if name == "opp_add_owns" => {
                assert_eq!(on_wire, if owns { "always" } else { "never" });
            }
            (None, Value::Bool(_) | Value::Number(_)) => {}
            (on_wire, in_json) => panic!("{name} is {on_wire:?} on the wire and {in_json} in JSON"),
        }
    }
    assert_eq!(named.len(), 11);
}

#[test]
fn options_that_are_not_given_have_their_defaults() {
    let empty = pb::GameOptions { game: Some(pb::game_options::Game::Seep(pb::SeepOptions::default())) };
    assert_eq!(options_from_wire(Some(&empty)), Ok(Options::defaults(GameKind::Seep)));
}

#[test]
fn options_out_of_range_are_refused_with_their_paths() {
    let wire = pb::SeepOptions {
        capture: 99,
        throw: -1,
        first_sweep: Some(26),
        lead_to_win: Some(0),
        n_baazis: Some(1000),
        n_deals: Some(u32::MAX),
        ..Default::default()
    };
    let wire = pb::GameOptions { game: Some(pb::game_options::Game::Seep(wire)) };
    let game_engine::convert::OptionsFault::Fields(faults) = options_from_wire(Some(&wire)).unwrap_err()
    else {
        panic!("the fields are at fault")
    };
    let paths: BTreeSet<_> = faults.iter().map(|(path, _)| path.as_str()).collect();
    let wanted = ["capture", "throw", "first_sweep", "lead_to_win", "n_baazis", "n_deals"];
    assert_eq!(
        paths,
        wanted.map(|field| format!("options.seep.{field}")).iter().map(String::as_str).collect()
    );
}

/// Calls `look` before the first step and after every step of some random matches. It is given the event of the step, if there was one.
fn in_random_play(
    matches: u64,
    mut look: impl FnMut(&games::Match, Option<(&games::Event, Option<Action>)>),
) {
    for seed in 0..matches {
        let mut chance = Chance::new(seed);
        let mut below = |n| chance.below(n);
        let options = random::options(GameKind::Seep, &mut below);
        let mut game = games::Match::new(options, cards::Seat::ALL[below(4) as usize]);
        look(&game, None);
        let mut legal = Vec::new();
        // Two deals are enough to see what lies between them.
        for _ in 0..120 {
            let (event, action) = match game.stage() {
                Stage::Over => break,
                Stage::Deal { .. } => (game.deal(&random::deck(GameKind::Seep, &mut below)).unwrap(), None),
                Stage::Act(seat) => {
                    game.legal(&mut legal);
                    let action = random::action(&legal, &mut below);
                    (game.act(seat, &action).unwrap(), Some(action))
                }
            };
            look(&game, Some((&event, action)));
        }
    }
}

#[test]
fn every_view_comes_back_from_its_bytes() {
    in_random_play(25, |game, _| {
        for viewer in Viewer::TABLE_OF_FOUR {
            let view = game.view(viewer);
            let bytes = view_to_wire(&view).encode_to_vec();
            let back = view_from_wire(&pb::GameView::decode(bytes.as_slice()).unwrap());
            assert_eq!(back, Some(view));
        }
    });
}

#[test]
fn every_live_event_comes_back_from_its_bytes() {
    in_random_play(25, |game, step| {
        let Some((event, _)) = step else { return };
        for viewer in Viewer::TABLE_OF_FOUR {
            let seen = game.seen(event, viewer);
            let bytes = seen_to_wire(&seen).encode_to_vec();
            let back = seen_from_wire(&pb::GameEvent::decode(bytes.as_slice()).unwrap());
            assert_eq!(back, Some(seen));
        }
    });
}

#[test]
fn every_action_comes_back_from_the_wire_and_from_the_log() {
    let setup = setup();
    let mut types = BTreeSet::new();
    in_random_play(25, |_, step| {
        let Some((_, Some(action))) = step else { return };
        types.insert(action.type_word());
        assert_eq!(action_from_wire(GameKind::Seep, &action_to_wire(&action)), Ok(action));
        assert_eq!(Action::parse(GameKind::Seep, &action.to_string()), Ok(action));
        let entry = Entry::Play {
            seat: cards::Seat::ALL[3],
            action,
            actor: Actor::Autopilot,
            bank_charged_ms: 86_400_000,
        };
        assert_eq!(decode_entry(&encode_entry(&entry), &setup), Some(entry));
    });
    assert_eq!(types.len(), 6, "{types:?}");
}

#[test]
fn parts_that_make_no_action_are_refused() {
    use pb::game_action::Game;
    let bid = pb::SeepAction { r#type: 1, value: 9, ..Default::default() };
    let broken = [
        pb::SeepAction::default(),
        pb::SeepAction { r#type: 7, ..bid.clone() },
        pb::SeepAction { r#type: -1, ..bid.clone() },
        pb::SeepAction { value: 0, ..bid.clone() },
        pb::SeepAction { value: 8, ..bid.clone() },
        pb::SeepAction { value: 14, ..bid.clone() },
        pb::SeepAction { value: 256 + 9, ..bid.clone() },
        pb::SeepAction { card: 1, ..bid.clone() },
        pb::SeepAction { take: vec![1], ..bid.clone() },
        pb::SeepAction { r#type: 6, card: 53, ..Default::default() },
        pb::SeepAction { r#type: 6, card: -1, ..Default::default() },
        pb::SeepAction { r#type: 2, card: 1, take: vec![2, 2], ..Default::default() },
        pb::SeepAction { r#type: 2, card: 1, take: vec![0], ..Default::default() },
        pb::SeepAction { r#type: 2, card: 1, take: vec![i32::MIN], ..Default::default() },
    ];
    for action in broken {
        let wire = pb::GameAction { game: Some(Game::Seep(action.clone())) };
        assert!(action_from_wire(GameKind::Seep, &wire).is_err(), "{action:?}");
    }
    assert!(action_from_wire(GameKind::Seep, &pb::GameAction { game: Some(Game::Seep(bid)) }).is_ok());
    assert!(action_from_wire(GameKind::Seep, &pb::GameAction { game: None }).is_err());
}

#[test]
fn setup_comes_back_from_the_store_as_it_was() {
    let every_part = Setup {
        seats: vec![
            // A name that would not be taken today.
            Occupant::Player { account_id: uuid::Uuid::from_u128(1), display_name: "\u{202e}".repeat(50) },
            Occupant::Bot { level: bots::Level::Greedy },
            Occupant::Bot { level: bots::Level::Greedy },
            Occupant::Player { account_id: uuid::Uuid::from_u128(2), display_name: String::new() },
        ],
        ladder: None,
        spectators: true,
        first_dealer: Some(cards::Seat::ALL[0]),
        ..setup()
    };
    for setup in [setup(), every_part] {
        assert_eq!(decode_setup(&encode_setup(&setup)), Some(setup));
    }
}

/// A setup of four people.
pub fn setup() -> Setup {
    let player = |n: u128| Occupant::Player {
        account_id: uuid::Uuid::from_u128(n),
        display_name: format!("Player {n}"),
    };
    Setup {
        options: Options::defaults(GameKind::Seep),
        seats: (1..=4).map(player).collect(),
        clocks: Clocks {
            turn_limit: std::time::Duration::from_secs(30),
            bank: std::time::Duration::from_secs(60),
        },
        cut_window: std::time::Duration::from_secs(5),
        ladder: Some("seep".to_owned()),
        spectators: false,
        first_dealer: None,
    }
}
