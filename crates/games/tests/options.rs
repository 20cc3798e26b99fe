//! Table options as JSON.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use games::{Allowed, GameKind, OptionFault, OptionValue, Options, catalogue};
use serde_json::{Map, Value, json};

fn read(json: &Value) -> Result<Options, OptionFault> {
    Options::from_json(GameKind::Seep, json.as_object().unwrap())
}

#[test]
fn defaults_print_nothing() {
    assert_eq!(Options::defaults(GameKind::Seep).to_json(), Map::new());
}

#[test]
fn only_what_differs_is_printed() {
    let given = json!({"capture": "maximal", "sweeps": false, "opp_add_owns": true, "ten_diamonds": 2, "n_baazis": 7});
    let printed = json!({"sweeps": false, "opp_add_owns": true, "ten_diamonds": 2, "n_baazis": 7});
    assert_eq!(Value::Object(read(&given).unwrap().to_json()), printed);
}

#[test]
fn every_value_of_every_option_reads_back() {
    for entry in catalogue() {
        for option in &entry.options {
            let number = OptionValue::Number;
            let values = match &option.allowed {
                Allowed::OneOf(values) => values.clone(),
                Allowed::Range { min, max } => vec![number(*min), number(*max)],
                Allowed::OffOrRange { min, max } => {
                    vec![OptionValue::Switch(false), number(*min), number(*max)]
                }
            };
            for value in values {
                let given = json!({ option.name: value });
                let expected = if value == option.default { json!({}) } else { given.clone() };
                let options = Options::from_json(entry.kind, given.as_object().unwrap()).unwrap();
                assert_eq!(Value::Object(options.to_json()), expected, "{}", entry.kind);
            }
        }
    }
}

#[test]
fn an_unknown_option_is_named() {
    let fault = read(&json!({"jokers": 2})).unwrap_err();
    assert_eq!(fault.field(), "jokers");
    assert_eq!(fault.to_string(), "seep has no option \"jokers\"");
}

#[test]
fn a_value_that_the_option_does_not_take_is_named() {
    let fault = |given| read(&given).unwrap_err().to_string();
    assert_eq!(
        fault(json!({"throw": "never"})),
        r#"throw must be "no_capture" or "no_capture_no_build" or "free", not "never""#
    );
    assert_eq!(
        fault(json!({"opp_add_owns": "true"})),
        r#"opp_add_owns must be "only_when_cementing" or true or false, not "true""#
    );
    assert_eq!(fault(json!({"sweeps": 1})), "sweeps must be true or false, not 1");
    assert_eq!(fault(json!({"first_sweep": "25"})), r#"first_sweep must be 25 or 50, not "25""#);
    assert_eq!(fault(json!({"n_deals": 0})), "n_deals must be a whole number from 1 to 999, not 0");
    assert_eq!(fault(json!({"n_baazis": 1.5})), "n_baazis must be a whole number from 1 to 99, not 1.5");
    assert_eq!(fault(json!({"history": null})), r#"history must be "closed" or "open", not null"#);
}

#[test]
fn the_catalogue_agrees_with_the_defaults() {
    for entry in catalogue() {
        let defaults: Vec<_> =
            entry.options.iter().map(|option| (option.name, option.default.clone())).collect();
        assert_eq!(Options::defaults(entry.kind).values(), defaults);
    }
}

#[test]
fn default_rules_of_any_length_belong_to_the_rule_set() {
    let long = read(&json!({"n_baazis": 3, "match_mode": "first_to", "history": "open"})).unwrap();
    assert_eq!(long.rule_set(), Some("seep"));
}

#[test]
fn other_rules_belong_to_no_rule_set() {
    assert_eq!(read(&json!({"sweeps": false})).unwrap().rule_set(), None);
}

#[test]
fn players_of_pepper_fix_seats_and_sides() {
    let sides = |players| -> Vec<u8> {
        let options = Options::for_players(GameKind::Pepper, players).unwrap();
        options.seats().map(|seat| options.side_of(seat).number()).collect()
    };
    assert_eq!((sides(4), sides(3), sides(2)), (vec![0, 1, 0, 1], vec![0, 1, 2], vec![0, 1]));
}

#[test]
fn number_of_players_that_a_game_is_not_played_by_has_no_options() {
    for (kind, players) in
        [(GameKind::Seep, 3), (GameKind::Smear, 2), (GameKind::Pepper, 5), (GameKind::Pepper, 1)]
    {
        assert_eq!(Options::for_players(kind, players), None);
    }
}

#[test]
fn number_of_players_is_no_option_in_json() {
    let two = Options::for_players(GameKind::Pepper, 2).unwrap();
    assert_eq!(two.to_json(), Map::new());
}

#[test]
fn each_kind_of_table_has_a_rule_set_of_its_own() {
    let ladders = |kind: GameKind| -> Vec<_> {
        kind.players().filter_map(|players| Options::for_players(kind, players)?.rule_set()).collect()
    };
    assert_eq!(ladders(GameKind::Smear), ["smear"]);
    assert_eq!(ladders(GameKind::Pepper), ["pepper-solo2", "pepper-solo3", "pepper"]);
}

#[test]
fn target_belongs_to_the_rules_and_open_tricks_do_not() {
    let read = |kind, json: Value| Options::from_json(kind, json.as_object().unwrap()).unwrap().rule_set();
    assert_eq!(read(GameKind::Smear, json!({"target": 21})), None);
    assert_eq!(read(GameKind::Smear, json!({"history": "open", "open_counts": true})), Some("smear"));
    assert_eq!(read(GameKind::Pepper, json!({"target": 42})), None);
    assert_eq!(read(GameKind::Pepper, json!({"history": "open", "reveal_dead": true})), Some("pepper"));
}
