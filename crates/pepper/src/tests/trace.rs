//! The examples of `rules/TRACE.md` on Pepper, byte by byte.

use cards::{Card, Deck, Game, Pack, Viewer};
use serde_json::{Value, json};

use super::deals::DEAL_21;
use super::fixture::{legal_texts, options, seat};
use crate::{AuctionEnd, Event, Pepper, Played, View};

/// The views of one seat before every action of deal 21.
fn views(text: &str, of: u8) -> Vec<(Event, View)> {
    let mut views = Vec::new();
    let game = Pepper::new(options(text), seat(3));
    DEAL_21.play(game, "4", |game, event| views.push((*event, game.view(Viewer::Seat(seat(of))))));
    views
}

fn view_after_play(text: &str, of: u8, number: u8) -> Value {
    let is_play = |event: &Event| matches!(event, Event::Played(Played { number: n, .. }) if *n == number);
    let (_, view) = views(text, of).into_iter().find(|(event, _)| is_play(event)).unwrap();
    serde_json::to_value(view).unwrap()
}

#[test]
fn view_of_seat_1_after_the_first_card_of_trick_2() {
    // `serde_json` sorts keys, as the canonical print does.
    let expected = r#"{"calls":[[0,"BID 4"],[1,"PASS"],[2,"PASS"],[3,"PASS"]],"dealer":3,"hand":["TC","TD","JD","9H","JS"],"hand_sizes":[4,5,5,5],"last_trick":{"plays":[[0,"JH"],[1,"AH"],[2,"9C"],[3,"KH"]],"winner":0},"phase":"play","scores":[0,0],"seat":1,"strain":"H","trick":[[0,"QH"]],"tricks":[1,0],"turn":1}"#;
    assert_eq!(view_after_play("", 1, 5).to_string(), expected);
}

#[test]
fn open_history_adds_the_completed_tricks() {
    let view = view_after_play("history=open", 1, 5);
    assert_eq!(view["history"], json!([view["last_trick"]]));
}

#[test]
fn view_before_the_first_call_has_no_key_of_what_is_not_there_yet() {
    let view = serde_json::to_value(&views("", 2)[0].1).unwrap();
    let expected = json!({
        "calls": [], "dealer": 3, "hand": ["9C", "AC", "QD", "KD", "9S", "AS"], "hand_sizes": [6, 6, 6, 6],
        "phase": "auction", "scores": [0, 0], "seat": 2, "trick": [], "tricks": [0, 0], "turn": 0,
    });
    assert_eq!(view, expected);
}

#[test]
fn phases_are_named_as_in_the_trace() {
    let phases: Vec<Value> =
        views("", 0).iter().map(|(_, view)| serde_json::to_value(view.phase).unwrap()).collect();
    assert_eq!(phases[..6], ["auction", "auction", "auction", "auction", "name", "play"]);
}

#[test]
fn result_of_deal_21() {
    let expected = r#"{"contract":"4","declarer":0,"deltas":[4,2],"next_dealer":0,"strain":"H","totals":[4,2],"tricks":[4,2]}"#;
    let result = serde_json::to_value(DEAL_21.end("", "4").result).unwrap();
    assert_eq!(result.to_string(), expected);
}

#[test]
fn match_of_two_that_is_thrown_in() {
    let deck = "TH 9D JS QS JH JD AC AD AS KH QD AH KD 9S QC 9H TC KS 9C TD JC QH TS KC";
    let deck: Vec<Card> = deck.split(' ').map(|card| card.parse().unwrap()).collect();
    let mut game = Pepper::new(options("players=2"), seat(1));
    game.deal(&Deck::new(Pack::Short24, deck).unwrap()).unwrap();
    let mut last = None;
    for turn in [0, 1] {
        let calls =
            ["PASS", "BID 1", "BID 2", "BID 3", "BID 4", "BID 5", "BID 6", "BID 7", "BID LP", "BID BP"];
        assert_eq!(legal_texts(&game), calls);
        last = Some(game.act(seat(turn), &"PASS".parse().unwrap()).unwrap());
    }
    let Some(Event::Called(called)) = last else { panic!("a call is a call") };
    assert_eq!(called.end, Some(AuctionEnd::ThrownIn { next_dealer: seat(0) }));
    assert_eq!((&game.totals()[..], game.outcome()), (&[0, 0][..], None));
}
