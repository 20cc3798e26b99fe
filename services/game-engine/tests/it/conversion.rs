//! Messages and domain types: nothing is lost on the way there and back, and names agree.

use std::collections::BTreeSet;

use cards::Stage;
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

fn options(kind: GameKind, name: &str, value: &Value) -> Options {
    let json = Map::from_iter([(name.to_owned(), value.clone())]);
    Options::from_json(kind, &json).unwrap()
}

/// Every option with each of its values; of a range its ends and one between.
fn every_value() -> Vec<(GameKind, &'static str, Value)> {
    let mut values = Vec::new();
    for entry in games::catalogue() {
        for info in entry.options {
            let numbers = |min, max| [min, max, (min + max) / 2].map(OptionValue::Number);
            let allowed = match info.allowed {
                Allowed::OneOf(values) => values,
                Allowed::Range { min, max } => numbers(min, max).into(),
                Allowed::OffOrRange { min, max } => {
                    [OptionValue::Switch(false)].into_iter().chain(numbers(min, max)).collect()
                }
            };
            values.extend(allowed.iter().map(|value| (entry.kind, info.name, value.to_json())));
        }
    }
    values
}

/// The name that the wire has for the value of an option that is an enum there, in the rules' spelling.
fn name_on_the_wire(option: &str, wire: &pb::GameOptions) -> Option<String> {
    use pb::game_options::Game;
    macro_rules! name {
        ($prefix:literal, $value:expr, $type:ty) => {
            (<$type>::try_from($value).unwrap().as_str_name(), $prefix)
        };
    }
    let (name, prefix) = match (wire.game.as_ref().unwrap(), option) {
        (Game::Seep(w), "absorb_sets") => name!("SEEP_ABSORB_SETS_", w.absorb_sets, pb::SeepAbsorbSets),
        (Game::Seep(w), "absorb_scope") => name!("SEEP_ABSORB_SCOPE_", w.absorb_scope, pb::SeepAbsorbScope),
        (Game::Seep(w), "capture") => name!("SEEP_CAPTURE_", w.capture, pb::SeepCapture),
        (Game::Seep(w), "throw") => name!("SEEP_THROW_", w.throw, pb::SeepThrow),
        (Game::Seep(w), "opening_throw") => {
            name!("SEEP_OPENING_THROW_", w.opening_throw, pb::SeepOpeningThrow)
        }
        (Game::Seep(w), "opp_add_owns") => {
            name!("SEEP_OPPONENT_ADD_OWNS_", w.opponent_add_owns, pb::SeepOpponentAddOwns)
        }
        (Game::Seep(w), "break_merge") => name!("SEEP_BREAK_MERGE_", w.break_merge, pb::SeepBreakMerge),
        (Game::Seep(w), "bid_floor") => name!("SEEP_BID_FLOOR_", w.bid_floor, pb::SeepBidFloor),
        (Game::Seep(w), "dealer_basis") => name!("SEEP_DEALER_BASIS_", w.dealer_basis, pb::SeepDealerBasis),
        (Game::Seep(w), "match_mode") => name!("SEEP_MATCH_MODE_", w.match_mode, pb::SeepMatchMode),
        (Game::Seep(w), "history") => name!("SEEP_HISTORY_", w.history, pb::SeepHistory),
        (Game::Smear(w), "both_out") => name!("SMEAR_BOTH_OUT_", w.both_out, pb::SmearBothOut),
        (Game::Smear(w), "high_low") => name!("SMEAR_HIGH_LOW_", w.high_low, pb::SmearHighLow),
        (Game::Smear(w), "low_to") => name!("SMEAR_LOW_TO_", w.low_to, pb::SmearLowTo),
        (Game::Smear(w), "game_tie") => name!("SMEAR_GAME_TIE_", w.game_tie, pb::SmearGameTie),
        (Game::Smear(w), "all_pass") => name!("SMEAR_ALL_PASS_", w.all_pass, pb::SmearAllPass),
        (Game::Smear(w), "discard_scoring_trump") => {
            let value = w.discard_scoring_trump;
            name!("SMEAR_DISCARD_SCORING_TRUMP_", value, pb::SmearDiscardScoringTrump)
        }
        (Game::Smear(w), "history") => name!("SMEAR_HISTORY_", w.history, pb::SmearHistory),
        (Game::Pepper(w), "all_pass") => name!("PEPPER_ALL_PASS_", w.all_pass, pb::PepperAllPass),
        (Game::Pepper(w), "both_out") => name!("PEPPER_BOTH_OUT_", w.both_out, pb::PepperBothOut),
        (Game::Pepper(w), "history") => name!("PEPPER_HISTORY_", w.history, pb::PepperHistory),
        _ => return None,
    };
    // The rules write one of them with a hyphen.
    Some(name.strip_prefix(prefix).unwrap().to_lowercase().replace("higher_shared", "higher-shared"))
}

#[test]
fn every_option_value_comes_back_from_the_wire_and_from_the_store() {
    for (kind, name, value) in every_value() {
        let options = options(kind, name, &value);
        assert_eq!(options_from_wire(Some(&options_to_wire(&options))), Ok(options), "{name}: {value}");
        let setup = Setup { options, ..setup() };
        assert_eq!(decode_setup(&encode_setup(&setup)), Some(setup), "{name}: {value}");
    }
}

#[test]
fn every_named_option_value_has_the_same_name_on_the_wire_and_in_json() {
    let mut named = BTreeSet::new();
    for (kind, name, value) in every_value() {
        let wire = options_to_wire(&options(kind, name, &value));
        match (name_on_the_wire(name, &wire), value) {
            (Some(on_wire), Value::String(in_json)) => {
                assert_eq!(on_wire, in_json, "{name}");
                named.insert((kind, name));
            }
            // The rule text writes these two values as true and false.
            (Some(on_wire), Value::Bool(owns)) if name == "opp_add_owns" => {
                assert_eq!(on_wire, if owns { "always" } else { "never" });
            }
            (None, Value::Bool(_) | Value::Number(_)) => {}
            (on_wire, in_json) => panic!("{name} is {on_wire:?} on the wire and {in_json} in JSON"),
        }
    }
    assert_eq!(named.len(), 11 + 7 + 3);
}

#[test]
fn options_that_are_not_given_have_their_defaults() {
    use pb::game_options::Game;
    let empty =
        [Game::Seep(Default::default()), Game::Smear(Default::default()), Game::Pepper(Default::default())];
    for (kind, game) in GameKind::ALL.into_iter().zip(empty) {
        let wire = pb::GameOptions { game: Some(game) };
        assert_eq!(options_from_wire(Some(&wire)), Ok(Options::defaults(kind)));
    }
}

#[test]
fn number_of_players_comes_back_from_the_wire_and_from_the_store() {
    for players in 2..=4 {
        let options = Options::for_players(GameKind::Pepper, players).unwrap();
        assert_eq!(options_from_wire(Some(&options_to_wire(&options))), Ok(options));
        let mut setup = Setup { options, ..setup() };
        setup.seats.truncate(usize::from(players));
        assert_eq!(decode_setup(&encode_setup(&setup)), Some(setup));
    }
}

fn paths_at_fault(game: pb::game_options::Game) -> Vec<String> {
    let wire = pb::GameOptions { game: Some(game) };
    let game_engine::convert::OptionsFault::Fields(faults) = options_from_wire(Some(&wire)).unwrap_err()
    else {
        panic!("the fields are at fault")
    };
    faults.into_iter().map(|(path, _)| path).collect()
}

#[test]
fn options_of_smear_out_of_range_are_refused_with_their_paths() {
    let wire = pb::SmearOptions {
        widow: Some(4),
        both_out: 3,
        nonbid_cap: Some(1000),
        target: Some(0),
        history: -1,
        ..Default::default()
    };
    let wanted = ["widow", "both_out", "nonbid_cap", "target", "history"];
    let paths = paths_at_fault(pb::game_options::Game::Smear(wire));
    assert_eq!(paths, wanted.map(|field| format!("options.smear.{field}")));
}

#[test]
fn options_of_pepper_out_of_range_are_refused_with_their_paths() {
    let wire = pb::PepperOptions {
        players: 5,
        all_pass: 4,
        target: Some(u32::MAX),
        defenders_zero_penalty: Some(6),
        ..Default::default()
    };
    let wanted = ["players", "all_pass", "target", "defenders_zero_penalty"];
    let paths = paths_at_fault(pb::game_options::Game::Pepper(wire));
    assert_eq!(paths, wanted.map(|field| format!("options.pepper.{field}")));
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
        let kind = GameKind::ALL[(seed % 3) as usize];
        let options = random::options(kind, &mut below);
        let dealer = below(options.players().into()) as usize;
        let mut game = games::Match::new(options, cards::Seat::ALL[dealer]);
        look(&game, None);
        let mut legal = Vec::new();
        // Two deals are enough to see what lies between them.
        for _ in 0..120 {
            let (event, action) = match game.stage() {
                Stage::Over => break,
                Stage::Deal { .. } => (game.deal(&random::deck(kind, &mut below)).unwrap(), None),
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
    in_random_play(60, |game, _| {
        for viewer in game.viewers() {
            let view = game.view(viewer);
            let bytes = view_to_wire(&view).encode_to_vec();
            let back = view_from_wire(&pb::GameView::decode(bytes.as_slice()).unwrap());
            assert_eq!(back, Some(view));
        }
    });
}

#[test]
fn every_live_event_comes_back_from_its_bytes() {
    in_random_play(60, |game, step| {
        let Some((event, _)) = step else { return };
        for viewer in game.viewers() {
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
    in_random_play(60, |_, step| {
        let Some((_, Some(action))) = step else { return };
        let kind = action.kind();
        types.insert((kind, action.type_word()));
        assert_eq!(action_from_wire(kind, &action_to_wire(&action)), Ok(action));
        assert_eq!(Action::parse(kind, &action.to_string()), Ok(action));
        let entry = Entry::Play {
            seat: cards::Seat::ALL[3],
            action,
            actor: Actor::Autopilot,
            bank_charged_ms: 86_400_000,
        };
        assert_eq!(decode_entry(&encode_entry(&entry), &setup), Some(entry));
    });
    assert_eq!(types.len(), 6 + 4 + 4, "{types:?}");
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

fn field_at_fault(kind: GameKind, game: pb::game_action::Game) -> String {
    action_from_wire(kind, &pb::GameAction { game: Some(game) }).unwrap_err().field
}

#[test]
fn field_of_smear_that_makes_no_action_is_named() {
    let action = |r#type| pb::SmearAction { r#type, ..Default::default() };
    let broken = [
        ("type", action(0)),
        ("type", action(5)),
        ("bid", action(2)),
        ("bid", pb::SmearAction { bid: 5, ..action(2) }),
        ("bid", pb::SmearAction { bid: 2, ..action(1) }),
        ("discards", action(3)),
        ("discards", pb::SmearAction { discards: vec![7, 7], ..action(3) }),
        ("discards", pb::SmearAction { discards: vec![7], card: 8, ..action(4) }),
        ("card", action(4)),
        ("card", pb::SmearAction { card: 53, ..action(4) }),
    ];
    for (field, action) in broken {
        let named = field_at_fault(GameKind::Smear, pb::game_action::Game::Smear(action.clone()));
        assert_eq!(named, format!("action.smear.{field}"), "{action:?}");
    }
}

#[test]
fn field_of_pepper_that_makes_no_action_is_named() {
    let action = |r#type| pb::PepperAction { r#type, ..Default::default() };
    let broken = [
        ("type", action(-1)),
        ("bid", action(2)),
        ("bid", pb::PepperAction { bid: 10, ..action(2) }),
        ("strain", action(3)),
        ("strain", pb::PepperAction { strain: 6, ..action(3) }),
        ("strain", pb::PepperAction { strain: 1, card: 1, ..action(4) }),
        ("card", action(4)),
        ("card", pb::PepperAction { card: 1, ..action(1) }),
    ];
    for (field, action) in broken {
        let named = field_at_fault(GameKind::Pepper, pb::game_action::Game::Pepper(action));
        assert_eq!(named, format!("action.pepper.{field}"), "{action:?}");
    }
}

#[test]
fn action_of_another_game_is_refused() {
    let pass = pb::PepperAction { r#type: 1, ..Default::default() };
    assert_eq!(field_at_fault(GameKind::Smear, pb::game_action::Game::Pepper(pass)), "action");
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

/// A setup of people for these options.
pub fn setup_of(options: Options) -> Setup {
    let all = setup();
    Setup { options, seats: all.seats[..usize::from(options.players())].to_vec(), ladder: None, ..all }
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
