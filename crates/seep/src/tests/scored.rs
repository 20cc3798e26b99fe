//! Scored deals, baazis and matches: S1 to S10 of `rules/seep.md` 15, and every way a match can end.

use cards::{Game, Outcome, Seat, Side, SideSet};

use super::fixture::{cards, options, seat};
use crate::score::{Standing, pile_points};
use crate::{DealResult, Options};

fn at(difference: i32) -> Standing {
    Standing { difference, ..Standing::default() }
}

fn team(number: u8) -> Option<Side> {
    Side::new(number)
}

/// Enters a deal without sweeps.
fn enter(standing: &mut Standing, options: &Options, dealer: u8, scores: [u16; 2]) -> DealResult {
    standing.enter(options, seat(dealer), scores, [0, 0])
}

#[track_caller]
fn assert_result(result: &DealResult, difference: i32, baazi_winner: Option<Side>, next_dealer: u8) {
    let found = (result.difference, result.baazi_winner, result.next_dealer);
    assert_eq!(found, (difference, baazi_winner, seat(next_dealer)));
}

#[test]
fn s1_the_leading_dealer_passes_the_deal_to_the_right() {
    assert_result(&enter(&mut at(0), &options(""), 0, [72, 28]), 44, None, 1);
}

#[test]
fn s2_the_lead_changes_to_the_dealing_team() {
    assert_result(&enter(&mut at(44), &options(""), 1, [20, 80]), -16, None, 2);
}

#[test]
fn s3_a_level_baazi_keeps_the_dealer() {
    assert_result(&enter(&mut at(-16), &options(""), 2, [58, 42]), 0, None, 2);
}

#[test]
fn s4_a_baazi_passes_the_deal_to_the_partner_of_the_next() {
    let mut standing = at(30);
    assert_result(&enter(&mut standing, &options(""), 0, [90, 10]), 110, team(0), 3);
    assert_eq!((standing.difference, standing.won), (0, [1, 0]));
}

#[test]
fn s6_nine_points_are_enough() {
    let result = enter(&mut at(0), &options(""), 0, [9, 91]);
    assert_eq!(result.forfeited_by, None);
    assert_result(&result, -82, None, 0);
}

#[test]
fn s7_bonuses_count_for_the_minimum() {
    let result = at(0).enter(&options(""), seat(0), [5, 95], [50, 0]);
    assert_eq!((result.score, result.forfeited_by), ([55, 95], None));
    assert_result(&result, -40, None, 0);
    let without = at(0).enter(&options("min9_includes_sweeps=false"), seat(0), [5, 95], [50, 0]);
    assert_eq!(without.forfeited_by, team(0));
    assert_result(&without, 0, team(1), 2);
}

#[test]
fn s9_points_of_a_pile() {
    let piles = [cards("KS QS JS TD AC 5H"), cards("")];
    assert_eq!(pile_points(&piles, &options("")), [43, 0]);
    assert_eq!(pile_points(&piles, &options("ten_diamonds=2")), [43, 0], "two and four for most cards");
}

#[test]
fn s10_a_forfeit_leaves_the_difference_out_of_it() {
    let mut standing = at(95);
    let result = enter(&mut standing, &options(""), 0, [5, 95]);
    assert_eq!(result.forfeited_by, team(0));
    assert_result(&result, 95, team(1), 2);
    assert_eq!((standing.difference, standing.won), (0, [0, 1]));
}

#[test]
fn level_piles_give_the_majority_bonus_to_nobody() {
    let half: cards::CardSet = cards::CardSet::FULL.iter().take(26).collect();
    let piles = [half, cards::CardSet::FULL - half];
    assert_eq!(pile_points(&piles, &options("ten_diamonds=2")).iter().sum::<u16>(), 96);
    assert_eq!(pile_points(&piles, &options("")).iter().sum::<u16>(), 100);
}

#[test]
fn the_last_deal_can_decide_who_deals() {
    let options = options("dealer_basis=last_deal");
    // Team 0 stays ahead in the baazi but lost the deal.
    assert_result(&enter(&mut at(60), &options, 1, [40, 60]), 40, None, 2);
    assert_result(&enter(&mut at(60), &options, 1, [50, 50]), 60, None, 1);
    assert_result(&enter(&mut at(60), &options, 1, [5, 95]), 60, team(1), 0);
}

#[test]
fn the_lead_that_wins_is_an_option() {
    let options = options("lead_to_win=101");
    assert_result(&at(60).enter(&options, seat(1), [70, 30], [0, 0]), 100, None, 1);
    assert_result(&at(61).enter(&options, seat(1), [70, 30], [0, 0]), 101, team(0), 3);
}

fn won_by(number: u8) -> Option<Outcome> {
    Some(Outcome { winners: SideSet::of(Side::new(number).unwrap()) })
}

const DRAWN: Option<Outcome> = Some(Outcome { winners: SideSet::EMPTY });

fn standing(won: [u8; 2], difference: i32, scored: u16) -> Standing {
    Standing { won, difference, scored }
}

#[test]
fn a_fixed_match_plays_all_its_baazis() {
    let options = options("n_baazis=4");
    assert_eq!(standing([3, 0], 0, 9).outcome(&options), None);
    assert_eq!(standing([3, 1], 0, 9).outcome(&options), won_by(0));
    assert_eq!(standing([2, 2], 0, 9).outcome(&options), DRAWN);
}

#[test]
fn a_race_ends_with_the_baazi_that_wins_it() {
    let options = options("match_mode=first_to n_baazis=2");
    assert_eq!(standing([1, 1], 0, 9).outcome(&options), None);
    assert_eq!(standing([1, 2], 0, 9).outcome(&options), won_by(1));
}

#[test]
fn deals_can_end_a_match_inside_a_baazi() {
    let options = options("match_mode=deals n_deals=3 n_baazis=1");
    assert_eq!(standing([2, 0], 10, 2).outcome(&options), None);
    assert_eq!(standing([1, 0], -40, 3).outcome(&options), won_by(0));
    assert_eq!(standing([1, 1], -40, 3).outcome(&options), won_by(1));
    assert_eq!(standing([0, 0], 0, 3).outcome(&options), DRAWN);
}

#[test]
fn left_overs_nobody_captured_before_score_for_nobody() {
    let mut game = super::fixture::position(options(""), "2C", "KS", "");
    game.table.plays = 47;
    let event = game.act(seat(1), &"THROW 2C".parse().unwrap()).unwrap();
    let crate::Event::Played(played) = event else { panic!("a throw is a play") };
    let end = played.end.unwrap();
    assert_eq!((end.left_over, end.left_over_to), (cards("2C KS"), None));
    assert_eq!((end.piles, end.result.score), ([cards(""), cards("")], [0, 0]));
}

#[test]
fn no_sweep_is_scored_by_the_last_play_or_without_the_option() {
    let swept = |text: &str, plays| {
        let mut game = super::fixture::position(options(text), "JH", "AS TD", "");
        game.table.plays = plays;
        let crate::Event::Played(played) = game.act(seat(1), &"CAPTURE JH [AS TD]".parse().unwrap()).unwrap()
        else {
            panic!("a capture is a play")
        };
        played.sweep
    };
    assert_eq!([swept("", 47), swept("", 46), swept("sweeps=false", 46)], [0, 50, 0]);
}

#[test]
fn the_first_sweep_is_an_option() {
    let game = |text: &str| super::fixture::opening(options(text), 9, "9H TC 2C 3C", "4D 5C 6H 3S");
    let sweep = |text: &str| {
        let played = game(text).act(seat(1), &"CAPTURE 9H [3S 4D 5C 6H]".parse().unwrap()).unwrap();
        let crate::Event::Played(played) = played else { panic!("a capture is a play") };
        played.sweep
    };
    assert_eq!([sweep("first_sweep=50"), sweep("first_sweep=50 sweeps=false")], [50, 0]);
}

#[test]
fn the_bidder_sits_to_the_right_of_the_dealer() {
    assert_eq!(crate::Seep::bidder(Seat::ALL[3]), Seat::ALL[0]);
}
