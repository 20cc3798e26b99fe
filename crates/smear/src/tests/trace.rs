//! The examples of `rules/TRACE.md` that concern Smear, to the byte, and the keys of a view.

use std::collections::BTreeSet;

use cards::{Game, Viewer};
use serde_json::Value;

use super::fixture::{Chance, dealt, deck, deck_of, legal_texts, options, perform, play_tricks, seat};
use super::scored::DEAL_16;
use crate::{LastDeal, Phase, Smear};

pub(super) const DECK: &str = "7C QS 8D 9H KH KS 7S 7H KC QD TS TH 9S QH KD QC AC JC 8H JD AS 8C TD AD JS 7D AH TC 9C \
    JH 8S 9D";

const RESULT: &str = r#"{"bid":2,"bidder":0,"counts":[32,40],"deltas":[3,1],"discards":["JC","QC"],"next_dealer":0,"points":[["high","low","jack"],["game"]],"scores":[3,1],"trump":"S"}"#;
const VIEW: &str = r#"{"calls":[[0,"BID 2"],[1,"PASS"],[2,"PASS"],[3,"PASS"]],"dealer":3,"discards":["JC","QC"],"hand":["QD","KD","TH","JS"],"hand_sizes":[4,5,5,5],"last_trick":{"plays":[[0,"AS"],[1,"TS"],[2,"7S"],[3,"8S"]],"winner":0},"phase":"play","scores":[0,0],"seat":0,"stock":6,"taken":["KD","TH"],"trick":[[0,"KS"]],"trump":"S","turn":1,"widow":2}"#;

/// With sorted keys and no spaces.
fn printed(value: impl serde::Serialize) -> String {
    let value: Value = serde_json::to_value(value).unwrap();
    value.to_string()
}

#[test]
fn deal_of_the_trace_format_is_seen_and_scored_as_told() {
    let mut game = dealt(options("widow=2"), &deck_of(DEAL_16.hands, "TH KD"));
    perform(&mut game, "BID 2, PASS, PASS, PASS, DISCARD JC QC");
    play_tricks(&mut game, "AS TS 7S 8S, KS");
    assert_eq!(printed(game.view(Viewer::Seat(seat(0)))), VIEW);
    let rest = "KH QS 9S, JS 8H 7C 7H, QD 8D 9D AC, TH JH QH AH, TC KD 9H TD";
    let end = play_tricks(&mut game, rest).unwrap();
    assert_eq!(printed(end.result), RESULT);
}

#[test]
fn deal_of_the_trace_format_is_thrown_in() {
    let mut game = Smear::new(options("widow=2"), seat(2));
    game.deal(&deck(DECK)).unwrap();
    for caller in [3, 0, 1, 2] {
        assert_eq!(game.table.turn, seat(caller));
        assert_eq!(legal_texts(&game), "PASS, BID 2, BID 3, BID 4");
        perform(&mut game, "PASS");
    }
    assert_eq!(game.last_deal(), Some(&LastDeal::ThrownIn { dealer: seat(2) }));
    assert_eq!((game.scores(), game.outcome()), ([0, 0], None));
}

/// The keys that the format asks for, from the state alone.
fn keys(game: &Smear, viewer: Viewer) -> BTreeSet<&'static str> {
    let table = &game.table;
    let mut keys = BTreeSet::from([
        "turn",
        "dealer",
        "phase",
        "hand_sizes",
        "calls",
        "scores",
        "widow",
        "stock",
        "trick",
    ]);
    let mut put = |key, present: bool| {
        if present {
            keys.insert(key);
        }
    };
    let seated = viewer.seat().is_some();
    put("seat", seated);
    put("hand", seated);
    let bidder = table.contract.is_some_and(|contract| viewer.is(contract.bidder));
    let widow = bidder && game.options.widow_size() > 0;
    put("taken", widow);
    put("discards", widow && game.phase == Phase::Play);
    put("trump", table.trump.is_some());
    put("last_trick", table.tricks_taken > 0);
    put("counts", game.options.open_counts);
    put("history", game.options.history == crate::History::Open);
    keys
}

#[test]
fn views_have_exactly_the_keys_of_the_format() {
    let mut looked = 0;
    for seed in 7000..7080 {
        let mut chance = Chance::new(seed);
        let mut game = chance.new_match();
        for _ in 0..100 {
            if game.outcome().is_some() {
                break;
            }
            chance.step(&mut game);
            if !game.in_deal() {
                continue;
            }
            for viewer in Viewer::TABLE_OF_FOUR {
                let view = serde_json::to_value(game.view(viewer)).unwrap();
                let found: BTreeSet<&str> = view.as_object().unwrap().keys().map(String::as_str).collect();
                assert_eq!(found, keys(&game, viewer));
                looked += 1;
            }
        }
    }
    assert!(looked > 10_000, "{looked}");
}
