//! Settlement and the end of the match: the table of `rules/smear.md` 11 by its numbers, and the options of 8.

use cards::{Game, Seat, Side, SideSet, Stage, Suit};

use super::fixture::{options, seat};
use super::scored::{DEAL_14, DEAL_16, DEAL_17, played};
use crate::score::{entered, outcome};
use crate::{Bid, Contract, DealResult, Options, Point, Points};

/// That many points; which ones does not matter to the settlement.
fn points(number: usize) -> Points {
    Point::ALL[..number].iter().fold(Points::NONE, |points, point| points.with(*point))
}

/// Scores after a deal in which seat 0 bid, and the winning team.
fn settle(options: &Options, before: [i32; 2], bid: u8, taken: [usize; 2]) -> ([i32; 2], Option<u8>) {
    let contract = Contract { bidder: seat(0), bid: Bid::new(bid).unwrap() };
    let points = taken.map(points);
    let scores = entered(options, contract, points, before);
    let result = DealResult {
        bid: contract.bid,
        bidder: contract.bidder,
        trump: Suit::Clubs,
        discards: cards::CardSet::EMPTY,
        counts: [0, 0],
        points,
        deltas: [scores[0] - before[0], scores[1] - before[1]],
        scores,
        next_dealer: Seat::ALL[0],
    };
    let winner = outcome(options, &result).map(|outcome| outcome.winners.iter().next().unwrap().number());
    (scores, winner)
}

#[track_caller]
fn assert_settled(
    text: &str,
    before: [i32; 2],
    bid: u8,
    taken: [usize; 2],
    after: [i32; 2],
    winner: Option<u8>,
) {
    assert_eq!(settle(&options(text), before, bid, taken), (after, winner));
}

#[test]
fn example_20_a_made_bid_scores_its_points() {
    assert_settled("", [0, 0], 2, [2, 0], [2, 0], None);
}

#[test]
fn example_21_a_set_costs_the_bid_and_the_others_keep_their_points() {
    assert_settled("", [0, 0], 3, [2, 1], [-3, 1], None);
}

#[test]
fn example_22_four_of_four() {
    assert_settled("", [10, 9], 4, [4, 0], [14, 9], None);
}

#[test]
fn example_23_both_out_level() {
    assert_settled("", [13, 13], 2, [2, 2], [15, 15], Some(0));
    assert_settled("both_out=higher", [13, 13], 2, [2, 2], [15, 15], Some(0));
}

#[test]
fn example_24_both_out_behind() {
    assert_settled("", [13, 14], 2, [2, 2], [15, 16], Some(0));
    assert_settled("both_out=higher", [13, 14], 2, [2, 2], [15, 16], Some(1));
}

#[test]
fn example_25_the_others_win_unless_a_bid_is_needed() {
    assert_settled("", [5, 14], 3, [1, 2], [2, 16], Some(1));
    assert_settled("win_needs_bid=true", [5, 14], 3, [1, 2], [2, 16], None);
    assert_settled("nonbid_cap=15", [5, 14], 3, [1, 2], [2, 15], Some(1));
    assert_settled("nonbid_cap=15 win_needs_bid=true", [5, 14], 3, [1, 2], [2, 15], None);
}

#[test]
fn example_27_a_set_from_fourteen() {
    assert_settled("", [14, 0], 2, [1, 3], [12, 3], None);
}

#[test]
fn every_point_counts_beyond_the_bid() {
    assert_settled("", [0, 0], 2, [4, 0], [4, 0], None);
}

#[test]
fn a_failed_bid_goes_below_nought() {
    assert_settled("", [-3, -1], 4, [3, 1], [-7, 0], None);
}

#[test]
fn team_above_the_target_wins_only_by_making_a_bid_where_that_is_needed() {
    let text = "win_needs_bid=true";
    assert_settled(text, [20, 16], 2, [1, 2], [18, 18], None);
    assert_settled(text, [20, 16], 2, [2, 2], [22, 18], Some(0));
    assert_settled(text, [12, 30], 2, [2, 2], [14, 32], None);
}

#[test]
fn cap_lowers_nobody_and_does_not_follow_the_target() {
    assert_settled("nonbid_cap=15 win_needs_bid=true", [0, 17], 2, [2, 2], [2, 17], None);
    assert_settled("nonbid_cap=15 target=21", [0, 14], 2, [2, 2], [2, 15], None);
    assert_settled("nonbid_cap=15", [14, 14], 2, [4, 0], [18, 14], Some(0));
}

#[test]
fn target_can_be_twenty_one() {
    assert_settled("target=21", [14, 0], 2, [2, 0], [16, 0], None);
    assert_settled("target=21", [19, 0], 2, [2, 0], [21, 0], Some(0));
}

#[test]
fn deal_is_entered_in_the_scores_of_the_match() {
    let end = played(&DEAL_14, "", 4, [10, 9]);
    assert_eq!((end.result.scores, end.result.deltas, end.outcome), ([14, 9], [4, 0], None));
    let set = played(&DEAL_17, "", 3, [0, 0]);
    assert_eq!((set.result.scores, set.result.deltas), ([-3, 1], [-3, 1]));
    assert!(set.result.points[0].contains(Point::High), "points are told also of a team that was set");
}

#[test]
fn deal_moves_on_to_the_left_and_the_match_ends_at_the_target() {
    let end = played(&DEAL_16, "", 2, [12, 3]);
    assert_eq!(end.result.next_dealer, seat(0));
    assert_eq!(end.outcome.unwrap().winners, SideSet::of(Side::PARTNERSHIPS[0]));
}

#[test]
fn match_begins_where_it_stands() {
    let game = crate::Smear::standing_at(Options::default(), seat(2), [-4, 14]);
    assert_eq!(game.stage(), Stage::Deal { dealer: seat(2) });
    assert_eq!((game.scores(), game.deal_number()), ([-4, 14], 0));
}
