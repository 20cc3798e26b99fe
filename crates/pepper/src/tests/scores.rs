//! Scores and the end of the match: the examples of `rules/pepper.md` 10 that need no full deal, and options.

use cards::{Outcome, Side};

use super::fixture::{each, level, options};
use crate::score;

fn side(number: u8) -> Side {
    Side::new(number).unwrap()
}

/// What a deal scores that side 0 declares.
fn deltas(text: &str, contract: &str, won: &[u8]) -> Vec<i32> {
    score::deltas(&options(text), level(contract), side(0), &each(won)).to_vec()
}

/// Totals and winners after a deal that side 0 declared.
fn end(text: &str, before: &[i32], contract: &str, won: &[u8]) -> (Vec<i32>, Vec<u8>) {
    let deltas = deltas(text, contract, won);
    let totals: Vec<i32> = before.iter().zip(&deltas).map(|(total, delta)| total + delta).collect();
    let outcome = score::outcome(&options(text), side(0), &each(&totals));
    let winners = outcome.map(|outcome: Outcome| outcome.winners.iter().map(Side::number).collect());
    (totals, winners.unwrap_or_default())
}

#[test]
fn example_30_all_six_tricks() {
    assert_eq!(deltas("", "1", &[6, 0]), [6, 0]);
    assert_eq!(deltas("", "LP", &[6, 0]), [6, 0]);
    assert_eq!(deltas("", "BP", &[6, 0]), [12, 0]);
}

#[test]
fn example_34_all_eight_tricks() {
    assert_eq!(deltas("players=3", "LP", &[8, 0, 0]), [8, 0, 0]);
    assert_eq!(deltas("players=3", "BP", &[8, 0, 0]), [16, 0, 0]);
    assert_eq!(deltas("players=2", "BP", &[8, 0]), [16, 0]);
    assert_eq!(deltas("players=2", "BP", &[7, 1]), [-16, 1]);
}

#[test]
fn example_35_equal_totals_share() {
    assert_eq!(end("", &[27, 29], "4", &[4, 2]), (vec![31, 31], vec![0, 1]));
}

#[test]
fn example_36_the_greater_total_wins() {
    assert_eq!(end("", &[27, 29], "4", &[5, 1]), (vec![32, 30], vec![0]));
}

#[test]
fn example_37_defenders_win_on_their_tricks() {
    assert_eq!(end("", &[28, 29], "5", &[4, 2]), (vec![22, 31], vec![1]));
}

#[test]
fn example_39_a_big_pepper_takes_it() {
    assert_eq!(end("", &[29, 29], "BP", &[6, 0]), (vec![41, 29], vec![0]));
}

#[test]
fn match_goes_on_below_the_target() {
    assert_eq!(end("", &[25, 27], "4", &[4, 2]), (vec![29, 29], vec![]));
    assert_eq!(end("target=25", &[20, 24], "4", &[4, 2]), (vec![24, 26], vec![1]));
    assert_eq!(end("target=42", &[36, 30], "1", &[5, 1]), (vec![41, 31], vec![]));
}

#[test]
fn totals_fall_below_zero() {
    assert_eq!(end("", &[-5, 0], "BP", &[5, 1]), (vec![-17, 1], vec![]));
}

#[test]
fn declarer_first_wins_alone_once_at_the_target() {
    let text = "both_out=declarer_first";
    assert_eq!(end(text, &[27, 29], "4", &[4, 2]), (vec![31, 31], vec![0]));
    assert_eq!(end(text, &[26, 29], "3", &[4, 2]), (vec![30, 31], vec![0]));
    assert_eq!(end("", &[26, 29], "3", &[4, 2]), (vec![30, 31], vec![1]));
}

#[test]
fn declarer_first_leaves_the_others_by_total_if_the_declarer_is_short() {
    let text = "both_out=declarer_first players=3";
    assert_eq!(end(text, &[20, 28, 28], "2", &[2, 3, 3]), (vec![22, 31, 31], vec![1, 2]));
    assert_eq!(end(text, &[20, 28, 28], "2", &[2, 4, 2]), (vec![22, 32, 30], vec![1]));
}

#[test]
fn three_can_share_a_win() {
    assert_eq!(end("players=3", &[28, 27, 27], "2", &[2, 3, 3]), (vec![30, 30, 30], vec![0, 1, 2]));
}

#[test]
fn defenders_without_a_trick_lose_six_against_a_pepper_where_that_is_played() {
    let text = "defenders_zero_penalty=-6";
    assert_eq!(deltas(text, "LP", &[6, 0]), [6, -6]);
    assert_eq!(deltas(text, "BP", &[6, 0]), [12, -6]);
    assert_eq!(deltas(text, "5", &[6, 0]), [6, 0]);
    assert_eq!(deltas(text, "LP", &[5, 1]), [-6, 1]);
    let three = "defenders_zero_penalty=-6 players=3";
    assert_eq!(deltas(three, "LP", &[7, 1, 0]), [-8, 1, -6]);
    assert_eq!(deltas(three, "BP", &[8, 0, 0]), [16, -6, -6]);
}

#[test]
fn declarers_without_a_trick_lose_only_their_stake() {
    assert_eq!(deltas("defenders_zero_penalty=-6", "LP", &[0, 6]), [-6, 6]);
}
