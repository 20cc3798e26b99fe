//! Numbers that must not change without a new rules version: counts of legal lines of play, and digests.

use cards::Game;

use super::fixture::{Chance, deck, legal, options, perform, seat};
use super::trace::DECK;
use crate::{Options, Smear};

/// How many ways there are to take that many actions, the perft of other games.
fn lines(game: &Smear, depth: u32) -> u64 {
    let actions = legal(game);
    if depth == 1 {
        return actions.len() as u64;
    }
    let after = |action| {
        let mut after = *game;
        after.act(after.table.turn, action).unwrap();
        after
    };
    actions.iter().map(|action| lines(&after(action), depth - 1)).sum()
}

fn dealt(text: &str) -> Smear {
    let mut game = Smear::new(options(text), seat(2));
    game.deal(&deck(DECK)).unwrap();
    game
}

#[test]
fn lines_of_the_auction() {
    let counts = |text: &str| [1, 2, 3, 4].map(|depth| lines(&dealt(text), depth));
    assert_eq!(counts(""), [4, 15, 45, 166]);
    assert_eq!(counts("overbid_dealer=true"), [4, 15, 45, 175]);
    assert_eq!(counts("all_pass=dealer_stuck_2"), [4, 15, 45, 165]);
}

#[test]
fn lines_of_play_after_a_bid_of_four() {
    let counts = |text: &str| {
        let mut game = dealt(text);
        perform(&mut game, "BID 4");
        [1, 2, 3, 4, 5].map(|depth| lines(&game, depth))
    };
    assert_eq!(counts(""), [6, 11, 45, 87, 435]);
    assert_eq!(counts("widow=1"), [7, 30, 54, 198, 450]);
    assert_eq!(counts("widow=2"), [28, 102, 162, 564, 1269]);
    assert_eq!(counts("widow=3 discard_scoring_trump=forbidden"), [84, 246, 366, 1198, 2706]);
}

#[test]
fn legal_actions_met_in_random_matches() {
    let met = |seed| {
        let mut chance = Chance::new(seed);
        let mut game = Smear::new(options("widow=2"), seat(0));
        let mut count = 0;
        for _ in 0..120 {
            count += legal(&game).len();
            if game.outcome().is_none() {
                chance.step(&mut game);
            }
        }
        count
    };
    assert_eq!([1, 2, 3, 4, 5, 6].map(met), [408, 388, 415, 399, 422, 379]);
}

#[test]
fn digests_are_pinned() {
    let fresh = Smear::new(Options::default(), seat(0));
    assert_eq!(
        hex::encode(fresh.digest()),
        "fb575806cdc9c51c184b3b6f1498c95ec9403910304da57eb686d43c08d8a895"
    );
    let mut playing = dealt("history=open widow=2 nonbid_cap=15");
    perform(&mut playing, "PASS, BID 3, PASS, PASS");
    perform(&mut playing, "DISCARD JC 7D");
    assert_eq!(
        hex::encode(playing.digest()),
        "3e8efbb1aeb98b0bf772730cf707fa3cb7ceef72d1d07ec0fd62995b8fa93e51"
    );
    let mut chance = Chance::new(9);
    let mut scored = Smear::new(options("widow=3"), seat(1));
    for _ in 0..60 {
        chance.step(&mut scored);
    }
    assert_eq!(
        hex::encode(scored.digest()),
        "3ec05c301c748797c56b47a05308dfce318c81f0003a9eea0db03c5272a9dbbb"
    );
}
