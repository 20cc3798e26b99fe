//! Auctions: the worked examples of `rules/pepper.md` 10 by number, and the options on them.

use cards::{Game, Stage};

use super::fixture::{act, dealt, legal_texts, refused, seat};
use crate::{AuctionEnd, Called, Event, Pepper, Phase};

/// Makes calls written shortly, `P P 2`, and returns the last one.
#[track_caller]
fn call(game: &mut Pepper, calls: &str) -> Called {
    let mut last = None;
    for text in calls.split_whitespace() {
        let text = if text == "P" { "PASS".into() } else { format!("BID {text}") };
        let Event::Called(called) = act(game, &text) else { panic!("a call is a call") };
        last = Some(called);
    }
    last.unwrap()
}

/// Asserts that the auction goes on with this seat.
#[track_caller]
fn assert_turn(called: Called, turn: u8) {
    assert_eq!((called.turn, called.end), (Some(seat(turn)), None));
}

#[track_caller]
fn assert_won(game: &Pepper, called: Called, declarer: u8, contract: &str) {
    let Some(AuctionEnd::Won { declarer: who, contract: what }) = called.end else { panic!("{called:?}") };
    assert_eq!((who, what.name()), (seat(declarer), contract));
    assert_eq!((game.phase, game.stage()), (Phase::Name, Stage::Act(seat(declarer))));
    assert_eq!(game.table.trick.leader(), seat(declarer), "the declarer leads");
}

#[track_caller]
fn assert_thrown_in(game: &Pepper, called: Called, next_dealer: u8) {
    let next_dealer = seat(next_dealer);
    assert_eq!((called.turn, called.end), (None, Some(AuctionEnd::ThrownIn { next_dealer })));
    assert_eq!(game.stage(), Stage::Deal { dealer: next_dealer });
    assert!(game.totals().iter().all(|total| *total == 0));
}

#[test]
fn example_12_four_passes_throw_the_cards_in() {
    let mut game = dealt("");
    let last = call(&mut game, "P P P P");
    assert_thrown_in(&game, last, 0);
}

#[test]
fn example_13_a_bid_that_all_others_pass_is_the_contract() {
    let mut game = dealt("");
    let last = call(&mut game, "2 P P P");
    assert_won(&game, last, 0, "2");
}

#[test]
fn example_14_a_passer_may_bid_again() {
    let mut game = dealt("");
    assert_turn(call(&mut game, "P P 2 P"), 0);
    assert_eq!(legal_texts(&game)[..2], ["PASS", "BID 3"]);
    assert_turn(call(&mut game, "P"), 1);
    let last = call(&mut game, "P");
    assert_won(&game, last, 2, "2");
}

#[test]
fn example_14_a_final_pass_ends_it_earlier() {
    let mut game = dealt("pass_final=true");
    let last = call(&mut game, "P P 2 P");
    assert_won(&game, last, 2, "2");
}

#[test]
fn example_16_a_partners_bid_may_be_raised() {
    let mut game = dealt("");
    let last = call(&mut game, "1 P 3 P 4 P P P");
    assert_won(&game, last, 0, "4");
}

#[test]
fn example_17_a_big_pepper_ends_the_auction_at_once() {
    let mut game = dealt("");
    let last = call(&mut game, "5 LP P P BP");
    assert_won(&game, last, 0, "BP");
}

#[test]
fn example_18_a_bid_must_exceed_the_last() {
    let mut game = dealt("");
    call(&mut game, "3");
    assert_eq!(refused(&game, "BID 3"), "bid_too_low");
    assert_eq!(refused(&game, "BID 1"), "bid_too_low");
    assert_eq!(legal_texts(&game), ["PASS", "BID 4", "BID 5", "BID LP", "BID BP"]);
}

#[test]
fn example_19_there_is_no_number_of_all_tricks() {
    let mut game = dealt("");
    call(&mut game, "5");
    assert_eq!(refused(&game, "BID 6"), "no_such_level");
    assert_eq!(legal_texts(&game), ["PASS", "BID LP", "BID BP"]);
    let mut game = dealt("players=3");
    call(&mut game, "7");
    assert!("BID 8".parse::<crate::Action>().is_err());
    assert_eq!(legal_texts(&game), ["PASS", "BID LP", "BID BP"]);
}

#[test]
fn example_20_two_players_take_turns_to_deal() {
    let mut game = dealt("players=2");
    let last = call(&mut game, "P P");
    assert_thrown_in(&game, last, 0);
    game.deal(&super::fixture::Chance::new(1).deck()).unwrap();
    assert_eq!(game.stage(), Stage::Act(seat(1)));
    let last = call(&mut game, "1 P");
    assert_won(&game, last, 1, "1");
}

#[test]
fn the_longest_auctions_fit() {
    let mut game = dealt("");
    let last = call(&mut game, "P P P 1 P P 2 P P 3 P P 4 P P 5 P P LP P P BP");
    assert_won(&game, last, 1, "BP");
    let mut game = dealt("players=3");
    let last = call(&mut game, "P P 1 P 2 P 3 P 4 P 5 P 6 P 7 P LP P BP");
    assert_won(&game, last, 0, "BP");
}

#[test]
fn a_final_pass_is_skipped() {
    let mut game = dealt("pass_final=true");
    assert_turn(call(&mut game, "P 1 P 2"), 1);
    assert_turn(call(&mut game, "3"), 3);
    let last = call(&mut game, "P");
    assert_won(&game, last, 1, "3");
}

#[test]
fn the_last_seat_has_its_turn_though_the_others_passed_for_good() {
    let mut game = dealt("pass_final=true");
    assert_turn(call(&mut game, "P P P"), 3);
    let mut passed = game;
    let last = call(&mut passed, "P");
    assert_thrown_in(&passed, last, 0);
    let last = call(&mut game, "1");
    assert_won(&game, last, 3, "1");
}

#[test]
fn one_round_gives_everybody_one_turn() {
    for text in ["one_round=true", "one_round=true pass_final=true"] {
        let mut game = dealt(text);
        assert_turn(call(&mut game, "P 1 P"), 3);
        let last = call(&mut game, "2");
        assert_won(&game, last, 3, "2");
        let mut game = dealt(text);
        let last = call(&mut game, "P P P P");
        assert_thrown_in(&game, last, 0);
        let mut game = dealt(text);
        let last = call(&mut game, "BP");
        assert_won(&game, last, 0, "BP");
    }
}

#[test]
fn same_dealer_deals_again_after_a_throw_in() {
    let mut game = dealt("all_pass=same_dealer");
    let last = call(&mut game, "P P P P");
    assert_thrown_in(&game, last, 3);
}

#[test]
fn dealer_must_bid_if_nobody_has() {
    for text in ["", " pass_final=true", " one_round=true"] {
        let mut game = dealt(&format!("all_pass=dealer_must_bid_1{text}"));
        assert_turn(call(&mut game, "P P P"), 3);
        assert_eq!(refused(&game, "PASS"), "dealer_must_bid");
        assert_eq!(legal_texts(&game), ["BID 1", "BID 2", "BID 3", "BID 4", "BID 5", "BID LP", "BID BP"]);
        call(&mut game, "2");
        assert_eq!(game.highest_bid().unwrap().0, seat(3));
    }
}

#[test]
fn dealer_may_pass_once_somebody_has_bid() {
    let mut game = dealt("all_pass=dealer_must_bid_1");
    let last = call(&mut game, "1 P P P");
    assert_won(&game, last, 0, "1");
}

#[test]
fn all_strains_may_be_named_after_the_auction() {
    let mut game = dealt("");
    assert_eq!(refused(&game, "NAME H"), "auction_on");
    assert_eq!(refused(&game, "PLAY 9C"), "auction_on");
    call(&mut game, "2 P P P");
    assert_eq!(legal_texts(&game), ["NAME C", "NAME D", "NAME H", "NAME S", "NAME NT"]);
    assert_eq!(refused(&game, "PASS"), "auction_over");
    assert_eq!(refused(&game, "BID 3"), "auction_over");
    assert_eq!(refused(&game, "PLAY 9C"), "name_first");
    act(&mut game, "NAME NT");
    assert_eq!((game.phase, game.stage()), (Phase::Play, Stage::Act(seat(0))));
    assert_eq!(refused(&game, "NAME NT"), "already_named");
    assert_eq!(refused(&game, "PASS"), "auction_over");
}

#[test]
fn no_trump_can_be_off() {
    let mut game = dealt("no_trump=false");
    call(&mut game, "2 P P P");
    assert_eq!(legal_texts(&game), ["NAME C", "NAME D", "NAME H", "NAME S"]);
    assert_eq!(refused(&game, "NAME NT"), "no_trump_off");
}
