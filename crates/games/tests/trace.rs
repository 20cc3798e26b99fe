//! Trace lines against the examples of `rules/TRACE.md`, and random matches.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use cards::{Card, Deck, Pack, Seat, Stage};
use games::random::{self, Plan, ViewsNoted};
use games::trace::{Recorder, StepViews, Tally, canonical};
use games::{Action, GameKind, Options};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::Value;

const THROW_IN: &str = r#"{"game":"seep","players":4,"options":{"n_baazis":3},"first_dealer":0,"deals":[{"dealer":0,"deck":["8S","8H","2C","AD","4H","5H","QC","QS","3D","TH","JS","KS","8D","6S","TC","4C","KH","9S","4S","AS","4D","JC","QH","9D","JH","7C","9C","6H","AC","KD","3H","JD","8C","QD","7H","5S","7D","TD","5C","2D","6C","TS","KC","AH","2H","2S","3S","9H","7S","3C","6D","5D"],"steps":[],"thrown_in":true,"result":null}],"match":{"difference":0,"finished":false,"winners":[],"won":[0,0]}}"#;

const SMEAR_PASSED: &str = r#"{"game":"smear","players":4,"options":{"widow":2},"first_dealer":2,"deals":[{"dealer":2,"deck":["7C","QS","8D","9H","KH","KS","7S","7H","KC","QD","TS","TH","9S","QH","KD","QC","AC","JC","8H","JD","AS","8C","TD","AD","JS","7D","AH","TC","9C","JH","8S","9D"],"steps":[{"seat":3,"legal":["PASS","BID 2","BID 3","BID 4"],"action":"PASS"},{"seat":0,"legal":["PASS","BID 2","BID 3","BID 4"],"action":"PASS"},{"seat":1,"legal":["PASS","BID 2","BID 3","BID 4"],"action":"PASS"},{"seat":2,"legal":["PASS","BID 2","BID 3","BID 4"],"action":"PASS"}],"thrown_in":true,"result":null}],"match":{"finished":false,"scores":[0,0],"winners":[]}}"#;
const PEPPER_PASSED: &str = r#"{"game":"pepper","players":2,"options":{},"first_dealer":1,"deals":[{"dealer":1,"deck":["TH","9D","JS","QS","JH","JD","AC","AD","AS","KH","QD","AH","KD","9S","QC","9H","TC","KS","9C","TD","JC","QH","TS","KC"],"steps":[{"seat":0,"legal":["PASS","BID 1","BID 2","BID 3","BID 4","BID 5","BID 6","BID 7","BID LP","BID BP"],"action":"PASS"},{"seat":1,"legal":["PASS","BID 1","BID 2","BID 3","BID 4","BID 5","BID 6","BID 7","BID LP","BID BP"],"action":"PASS"}],"thrown_in":true,"result":null}],"match":{"finished":false,"scores":[0,0],"winners":[]}}"#;

const V1_DECK: &str = "3D 4H TC 9D 5C 7C KS AH TD QD 9C 9H JH 6D 2S 5H 7S 8C 8D 6H JS 6S 8S KC 3S 2D QC AC \
    AS 2C 8H 5D TH 3H TS 7H KD 2H 9S QH 3C 5S AD KH 4D 7D 4S JC JD QS 6C 4C";
const V1_ACTIONS: &str = "BID 10;BUILD 4H 10 [AH 5C];BUILD 6D 13 [7C KS];CAPTURE TH 10 [];THROW QH;\
    CAPTURE QD [QH];THROW 5S;BUILD 6H 11 [5S];CAPTURE KC 13 [];THROW 2D;CAPTURE 2S [2D];CAPTURE JC 11 [];\
    THROW 8S;THROW TC;THROW 5D;THROW 7S;BUILD 4C 12 [8S];CAPTURE TD [TC];BREAK AD 12 [];THROW TS;\
    BUILD 6C 11 [5D];BREAK AC 11 [];CAPTURE KH 13 [];CAPTURE 7H [7S];ADD 2H 12 [TS];CAPTURE QC 12 [];THROW AS;\
    THROW 3H;BUILD 6S 9 [3H];ADD 9C 9 [];THROW 3C;CAPTURE 4D [AS 3C];CAPTURE 9S 9 [];THROW 3S;\
    BUILD 8H 11 [3S];THROW 4S;ADD JD 11 [];THROW 9D;ADD 2C 11 [9D];THROW 8C;ADD JS 11 [];THROW 9H;\
    CAPTURE JH 11 [];CAPTURE 8D [8C];CAPTURE KD [4S 9H];THROW 3D;THROW 5H;THROW 7D;CAPTURE QS [5H 7D]";
const V1_RESULT: &str = r#"{"baazi_winner":null,"card_points":[69,31],"difference":38,"next_dealer":1,"score":[169,131],"sweeps":[100,100]}"#;
const V1_VIEW: &str = r#"{"bid":10,"dealer":0,"difference":0,"hand":["2H","4C","6C","6S","8S","9S","JD","JS","QH","QS","KC","KD"],"hand_sizes":[12,11,11,11],"houses":[{"cards":["6D","7C","KS"],"cemented":true,"owners":[2],"value":13}],"latest":{"card":"TH","seat":3,"taken":["AH","4H","5C"]},"loose":[],"phase":"play","piles":[0,4],"play":4,"seat":0,"stock":0,"sweeps":[0,0],"turn":0,"won":[0,0]}"#;

fn chance(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    move |bound| (rng.next_u64() % u64::from(bound)) as u32
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn deck(cards: impl Iterator<Item = Card>) -> Deck {
    Deck::new(Pack::Full52, cards.collect::<Vec<_>>()).unwrap()
}

fn v1(views: StepViews) -> Recorder {
    let mut recorder = Recorder::new(Options::defaults(GameKind::Seep), Seat::ALL[0]);
    recorder.deal(&deck(V1_DECK.split_whitespace().map(|card| card.parse().unwrap()))).unwrap();
    for text in V1_ACTIONS.split(';') {
        let Stage::Act(seat) = recorder.game().stage() else { panic!("no action is due") };
        let action = Action::parse(GameKind::Seep, text.trim()).unwrap();
        recorder.act(seat, &action, views.clone()).unwrap();
    }
    recorder
}

#[test]
fn a_throw_in_prints_as_in_the_example() {
    let example = json(THROW_IN);
    let options = Options::from_json(GameKind::Seep, example["options"].as_object().unwrap()).unwrap();
    let mut recorder = Recorder::new(options, Seat::ALL[0]);
    let cards = example["deals"][0]["deck"].as_array().unwrap();
    recorder.deal(&deck(cards.iter().map(|card| card.as_str().unwrap().parse().unwrap()))).unwrap();
    assert_eq!(recorder.line().to_string(), canonical(&example));
}

#[test]
fn the_vector_prints_the_result_of_the_example() {
    let line = v1(StepViews::None).line();
    assert_eq!(line.deals.len(), 1);
    assert_eq!(canonical(line.deals[0].result.as_ref().unwrap()), V1_RESULT);
    assert!(line.deals[0].steps.iter().all(|step| step.views.is_none() && step.legal.contains(&step.action)));
}

#[test]
fn the_vector_prints_the_view_of_the_example() {
    let line = v1(StepViews::Computed).line();
    // The bid is step 0, so play 4 is step 4.
    let views = line.deals[0].steps[4].views.as_ref().unwrap();
    assert_eq!(views.len(), 4);
    assert_eq!(canonical(views[0].as_ref().unwrap()), V1_VIEW);
}

#[test]
fn shown_views_print_null_for_a_seat_not_recorded() {
    let line = v1(StepViews::Shown(vec![None, None, None, None])).line();
    let printed = json(&line.to_string());
    assert_eq!(printed["deals"][0]["steps"][0]["views"], json("[null,null,null,null]"));
}

#[test]
fn a_deal_in_progress_is_left_out() {
    let mut recorder = v1(StepViews::None);
    let whole = recorder.clone().line();
    recorder.deal(&deck(V1_DECK.split_whitespace().map(|card| card.parse().unwrap()))).unwrap();
    assert_eq!(recorder.line(), whole);
}

/// Random matches of a game, which must show all of its types of action, and every value of its options.
fn assert_random_matches_show(kind: GameKind, types: &[&str]) {
    let mut below = chance(7);
    let mut tally = Tally::default();
    let plan = Plan { max_deals: 6, views: ViewsNoted::No };
    for _ in 0..150 {
        let options = random::options(kind, &mut below);
        let line = random::match_line(options, plan, &mut below);
        assert!(line.deals.len() <= 6);
        tally.add(&line, &options);
    }
    let words: Vec<&str> = tally.actions.keys().map(String::as_str).collect();
    assert_eq!(words, types);
    assert!(tally.thrown_in > 0 && tally.matches == 150);
    for option in games::catalogue_entry(kind).options {
        if let games::Allowed::OneOf(values) = option.allowed {
            assert_eq!(tally.options[option.name].len(), values.len(), "{kind} {}", option.name);
        }
    }
}

#[test]
fn random_matches_of_seep_end_and_show_every_type_of_action_and_every_value() {
    assert_random_matches_show(GameKind::Seep, &["ADD", "BID", "BREAK", "BUILD", "CAPTURE", "THROW"]);
}

#[test]
fn random_matches_of_smear_end_and_show_every_type_of_action_and_every_value() {
    assert_random_matches_show(GameKind::Smear, &["BID", "DISCARD", "PASS", "PLAY"]);
}

#[test]
fn random_matches_of_pepper_end_and_show_every_type_of_action_and_every_value() {
    assert_random_matches_show(GameKind::Pepper, &["BID", "NAME", "PASS", "PLAY"]);
}

/// The example of a game in `rules/TRACE.md` 9, in which everybody passes.
fn assert_passed_out_prints_as(example: &str) {
    let example = json(example);
    let kind: GameKind = example["game"].as_str().unwrap().parse().unwrap();
    let players = u8::try_from(example["players"].as_u64().unwrap()).unwrap();
    let options = Options::for_players(kind, players).unwrap();
    let options = options.with_json(example["options"].as_object().unwrap()).unwrap();
    let dealer = u8::try_from(example["first_dealer"].as_u64().unwrap()).unwrap();
    let mut recorder = Recorder::new(options, Seat::new(dealer).unwrap());
    let cards = example["deals"][0]["deck"].as_array().unwrap();
    let cards = cards.iter().map(|card| card.as_str().unwrap().parse().unwrap());
    recorder.deal(&Deck::new(kind.pack(), cards.collect::<Vec<_>>()).unwrap()).unwrap();
    while let Stage::Act(seat) = recorder.game().stage() {
        recorder.act(seat, &Action::parse(kind, "PASS").unwrap(), StepViews::None).unwrap();
    }
    assert_eq!(recorder.line().to_string(), canonical(&example));
}

#[test]
fn smear_that_nobody_bids_prints_as_in_the_example() {
    assert_passed_out_prints_as(SMEAR_PASSED);
}

#[test]
fn pepper_that_nobody_bids_prints_as_in_the_example() {
    assert_passed_out_prints_as(PEPPER_PASSED);
}

#[test]
fn the_same_chance_gives_the_same_line() {
    let line = |seed| {
        let mut below = chance(seed);
        let options = random::options(GameKind::Seep, &mut below);
        random::match_line(options, Plan { max_deals: 3, views: ViewsNoted::All }, &mut below).to_string()
    };
    assert_eq!(line(3), line(3));
    assert_ne!(line(3), line(4));
}

/// The keys of `rules/TRACE.md` 7 for a phase, and those that may be there.
fn keys(phase: &str) -> (Vec<&'static str>, Vec<&'static str>) {
    let mut must = vec![
        "difference",
        "dealer",
        "hand",
        "hand_sizes",
        "phase",
        "piles",
        "seat",
        "stock",
        "sweeps",
        "turn",
        "won",
    ];
    let mut may = vec!["captured"];
    if phase == "bid" {
        must.push("backs");
        may.push("floor");
    } else {
        must.extend(["loose", "houses", "bid", "play"]);
        may.push("latest");
    }
    (must, may)
}

#[test]
fn views_have_exactly_the_keys_of_their_phase() {
    let mut below = chance(11);
    let mut phases = std::collections::BTreeMap::new();
    for _ in 0..12 {
        let options = random::options(GameKind::Seep, &mut below);
        let open = options.to_json().contains_key("history");
        let looks = options.to_json().contains_key("bid_floor");
        let line = random::match_line(options, Plan { max_deals: 3, views: ViewsNoted::All }, &mut below);
        for step in line.deals.iter().flat_map(|deal| &deal.steps) {
            for view in step.views.as_ref().unwrap().iter().flatten() {
                let phase = view["phase"].as_str().unwrap();
                *phases.entry(phase.to_owned()).or_insert(0) += 1;
                let found = view.as_object().unwrap();
                let (must, may) = keys(phase);
                assert!(must.iter().all(|key| found.contains_key(*key)), "{view}");
                assert!(
                    found.keys().all(|key| must.contains(&key.as_str()) || may.contains(&key.as_str())),
                    "{view}"
                );
                assert_eq!(found.contains_key("captured"), open);
                assert_eq!(
                    found.contains_key("floor"),
                    looks && phase == "bid" && view["seat"] == view["turn"]
                );
            }
        }
    }
    assert_eq!(phases.len(), 3, "{phases:?}");
}
