//! Faults seen in other engines (`rules/pepper.md` 12), each tried here.

use cards::{Game, Pack, Suit};

use super::deals::{DEAL_21, DEAL_23};
use super::fixture::{act, card, cards, dealt, each, legal_texts, options, position, refused, seat, strain};
use crate::{Level, Pepper, Strain, score};

#[test]
fn left_bower_is_not_followed_as_its_printed_suit() {
    let game = position("C", "9S", "JS 9D");
    assert_eq!(legal_texts(&game), ["PLAY 9D", "PLAY JS"], "void of spades");
    assert_eq!(refused(&position("C", "9S", "JS TS"), "PLAY JS"), "must_follow");
}

#[test]
fn left_bower_is_among_the_cards_that_can_follow_trumps() {
    // A hand of which every card but one must be left out, in every order of removal.
    let game = position("D", "AD", "JH QH KH AH 9S TS");
    assert_eq!(legal_texts(&game), ["PLAY JH"]);
    let game = position("D", "AD", "9C TC JH JD KD 9S");
    assert_eq!(legal_texts(&game), ["PLAY JD", "PLAY KD", "PLAY JH"]);
}

#[test]
fn lead_of_the_left_bower_is_a_lead_of_trumps() {
    let game = position("S", "JC", "9C 9S");
    assert_eq!(legal_texts(&game), ["PLAY 9S"]);
}

#[test]
fn there_is_no_left_bower_without_trump() {
    assert_eq!(Strain::NoTrump.left_bower(), None);
    for suit in Suit::ALL {
        let jack = cards::Card::new(cards::Rank::Jack, suit);
        assert_eq!(strain("NT").suit_of(jack), suit);
    }
    for card in Pack::Short24.cards() {
        assert_eq!(Strain::NoTrump.strength(card, card.suit()), card.rank().ace_high());
    }
}

#[test]
fn left_bower_stays_below_right_bower_and_above_the_ace() {
    let strength = |text: &str| strain("H").strength(card(text), Suit::Hearts);
    assert!(strength("JH") > strength("JD"));
    assert!(strength("JD") > strength("AH"));
    assert_eq!(strength("AD"), 0, "a discard wins nothing");
}

#[test]
fn overtricks_count() {
    assert_eq!(DEAL_21.end("", "1").result.deltas[..], [4, 2]);
}

#[test]
fn penalty_does_not_depend_on_the_number_bid() {
    assert_eq!(DEAL_21.end("", "5").result.deltas[0], -6);
    assert_eq!(DEAL_23.end("players=3", "7").result.deltas[0], -8);
    assert_eq!(DEAL_23.end("players=3", "2").result.deltas[0], -8);
}

#[test]
fn tricks_of_a_set_side_score_nothing() {
    assert_eq!(DEAL_21.end("", "LP").result.deltas[0], -6);
}

#[test]
fn big_pepper_loses_twice_as_much() {
    assert_eq!(DEAL_21.end("", "BP").result.deltas[0], -12);
}

#[test]
fn opponents_of_three_are_not_one_side() {
    assert_eq!(DEAL_23.end("players=3", "2").result.deltas[1..], [2, 5]);
}

#[test]
fn little_pepper_scores_no_more_than_six() {
    let declarers = cards::Side::PARTNERSHIPS[1];
    let deltas = score::deltas(&options(""), Level::LittlePepper, declarers, &each(&[0, 6]));
    assert_eq!(deltas[..], [0, 6]);
}

#[test]
fn side_that_is_asked_first_does_not_win_for_that() {
    let totals = each(&[30, 33]);
    let outcome = score::outcome(&options(""), cards::Side::PARTNERSHIPS[0], &totals).unwrap();
    assert!(outcome.winners.iter().eq([cards::Side::PARTNERSHIPS[1]]));
}

#[test]
fn nobody_calls_after_a_big_pepper() {
    let mut game = dealt("");
    act(&mut game, "BID BP");
    assert_eq!(refused(&game, "PASS"), "auction_over");
}

#[test]
fn fourth_player_is_not_forced_to_bid() {
    let mut game = dealt("");
    for _ in 0..3 {
        act(&mut game, "PASS");
    }
    assert_eq!(legal_texts(&game)[0], "PASS");
}

#[test]
fn turn_passes_over_those_who_are_out() {
    let mut game = dealt("pass_final=true players=3");
    act(&mut game, "BID 1");
    act(&mut game, "PASS");
    act(&mut game, "BID 2");
    assert_eq!(game.table.turn, seat(0));
    act(&mut game, "BID 3");
    assert_eq!(game.table.turn, seat(2), "seat 1 has passed");
}

#[test]
fn ace_of_the_left_bowers_suit_is_no_trump_card() {
    let game = position("H", "9H", "AD KS");
    assert_eq!(legal_texts(&game).len(), 2, "void of hearts");
    let mut game: Pepper = position("H", "AD JD 9D", "TD");
    act(&mut game, "PLAY TD");
    assert_eq!(game.table.turn, seat(1));
    assert_eq!(game.table.taken.cards(), cards("AD JD 9D TD"));
}

#[test]
fn a_dealer_who_does_not_sit_at_the_table_is_a_bug() {
    let result = std::panic::catch_unwind(|| Pepper::new(options("players=3"), seat(3)));
    assert!(result.is_err());
}
