//! The scored deals of `rules/smear.md` 11, by their numbers there, and the options on points.

use cards::{CardSet, Pack};

use super::fixture::{cards, dealt, deck_of, legal, options, perform, play_tricks, seat};
use crate::{DealEnd, DealResult, Event, Played, Point, Smear, card_count, game_count};

pub(super) struct Deal {
    pub(super) hands: [&'static str; 4],
    pub(super) tricks: &'static str,
}

pub(super) const DEAL_13: Deal = Deal {
    hands: ["9C JC AS KC QD JD", "8D 8S 7D QH QC AD", "TH QS 8H KD KS KH", "9H JS TD 7S JH AH"],
    tricks: "KC QC 8H TD, JC QH KD JH, 9C 8D TH 7S, AS 8S QS JS, QD 7D KS 9H, JD AD KH AH",
};
pub(super) const DEAL_14: Deal = Deal {
    hands: ["7D QC 9H KD QH KS", "8C JD AS JC TC TD", "9D 7S KH AH 8S 7H", "AC JS 8D JH 7C 8H"],
    tricks: "QH JD KH 8H, AH JH 9H AS, 7H 7C KD TC, 9D 8D 7D TD, JC 7S AC QC, JS KS 8C 8S",
};
pub(super) const DEAL_15: Deal = Deal {
    hands: ["8H JC KD AD AS 7S", "7C 8S QD 7D QC 9C", "KH QS QH TC 7H 9S", "9H TS JH KS 8C KC"],
    tricks: "AS 8S 9S KS, 7S 9C QS TS, KH JH 8H QD, QH 9H KD QC, TC KC JC 7C, 8C AD 7D 7H",
};
pub(super) const DEAL_16: Deal = Deal {
    hands: ["JS JC QD KS QC AS", "JH 9H 8H 8D TS KH", "7C 9D TD QH QS 7S", "9S TC 7H AH 8S AC"],
    tricks: "AS TS 7S 8S, KS KH QS 9S, JS 8H 7C 7H, QC 8D 9D AC, AH JC JH QH, TC QD 9H TD",
};
pub(super) const DEAL_17: Deal = Deal {
    hands: ["QS 7C QH 8H AH TC", "AD 9D 8C 9C AC 7D", "TD 9H QD JD 7S AS", "7H KC TS 8D QC JC"],
    tricks: "AH AD 9H 7H, QH 7D 7S QC, 8H AC AS 8D, QS 9C JD TS, TC 8C QD JC, KC 7C 9D TD",
};

/// Plays the deal with a bid of seat 0 at those scores.
pub(super) fn played(deal: &Deal, text: &str, bid: u8, scores: [i32; 2]) -> DealEnd {
    let mut game = dealt(options(text), &deck_of(deal.hands, ""));
    game.scores = scores;
    let passes = if bid == 4 { "" } else { ", PASS, PASS, PASS" };
    perform(&mut game, &format!("BID {bid}{passes}"));
    play_tricks(&mut game, deal.tricks).expect("six tricks end a deal")
}

fn result(deal: &Deal, text: &str) -> DealResult {
    played(deal, text, 2, [0, 0]).result
}

fn names(result: &DealResult) -> [String; 2] {
    result.points.map(|points| points.iter().map(Point::name).collect::<Vec<_>>().join(" "))
}

fn assert_scored(deal: &Deal, text: &str, counts: [u8; 2], points: [&str; 2]) {
    let result = result(deal, text);
    assert_eq!(result.counts, counts);
    assert_eq!(names(&result), points);
}

#[test]
fn example_13_undealt_ace_and_seven_earn_nothing() {
    assert_scored(&DEAL_13, "", [44, 12], ["jack game", ""]);
}

#[test]
fn example_14_all_four_points() {
    assert_scored(&DEAL_14, "", [32, 17], ["high low jack game", ""]);
}

#[test]
fn example_15_an_undealt_jack_earns_nothing() {
    assert_scored(&DEAL_15, "", [32, 18], ["high low game", ""]);
}

#[test]
fn example_16_game_goes_to_the_larger_count() {
    assert_scored(&DEAL_16, "", [23, 36], ["high low jack", "game"]);
}

#[test]
fn example_17_low_is_the_player_s_whoever_wins_it() {
    assert_scored(&DEAL_17, "", [33, 26], ["high game", "low"]);
}

#[test]
fn low_can_be_the_winner_s() {
    assert_scored(&DEAL_17, "low_to=winner", [33, 26], ["high low game", ""]);
}

#[test]
fn high_and_low_in_play_are_the_highest_and_lowest_trump_played() {
    // Clubs: 9, J, K of team 0 and Q of team 1.
    assert_scored(&DEAL_13, "high_low=in_play", [44, 12], ["high low jack game", ""]);
    // Hearts: A, Q, 9, 8 of team 0 and 7 of team 1.
    assert_scored(&DEAL_17, "high_low=in_play", [33, 26], ["high game", "low"]);
    assert_scored(&DEAL_17, "high_low=in_play low_to=winner", [33, 26], ["high low game", ""]);
}

/// Plays the first legal action until the deal is over.
fn play_out(game: &mut Smear) -> DealEnd {
    loop {
        if let Event::Played(Played { end: Some(end), .. }) = perform(game, &legal(game)[0].to_string()) {
            return end;
        }
    }
}

/// Seat 0 leads the only trump that was dealt.
const TIED: Deal = Deal {
    hands: ["8C 7D 8D 9D KD AD", "7S 8S 9S TS QD JD", "7H 8H 9H QS KS AS", "JH JS QH KH AH TH"],
    tricks: "8C 7S 7H JH, AD JD 8H JS, KD QD 9H QH, 7D 8S QS KH, 8D 9S KS AH, 9D TS AS TH",
};

#[test]
fn single_trump_is_high_and_low() {
    let result = result(&TIED, "high_low=in_play");
    assert!(result.points[0].contains(Point::High) && result.points[0].contains(Point::Low));
}

#[test]
fn equal_counts_earn_nobody_a_point_or_the_non_bidders() {
    let mut game = dealt(options(""), &deck_of(TIED.hands, ""));
    perform(&mut game, "BID 2, PASS, PASS, PASS");
    play_tricks(&mut game, TIED.tricks).unwrap();
    let tie = |text: &str| {
        let mut table = game.table;
        table.piles = [cards("AD KD TC"), cards("AH KH TH")];
        let result = crate::score::result(&options(text), seat(3), &table, [0, 0]);
        assert_eq!(result.counts, [17, 17]);
        names(&result)
    };
    assert_eq!(tie(""), ["", ""]);
    assert_eq!(tie("game_tie=nonbidder"), ["", "game"]);
}

#[test]
fn counts_that_are_nought_are_compared_like_any_other() {
    let mut game = dealt(options(""), &deck_of(TIED.hands, ""));
    perform(&mut game, "BID 2, PASS, PASS, PASS");
    play_tricks(&mut game, TIED.tricks).unwrap();
    let game_point = |piles: [&str; 2]| {
        let mut table = game.table;
        table.piles = piles.map(cards);
        names(&crate::score::result(&options(""), seat(3), &table, [0, 0]))
    };
    assert_eq!(game_point(["7D", "JD"]), ["", "game"]);
    assert_eq!(game_point(["JD", "7D"]), ["game", ""]);
    assert_eq!(game_point(["8D", "7D"]), ["", ""]);
}

#[test]
fn discards_count_for_the_bidder_and_earn_no_other_point() {
    let mut game = dealt(options("widow=2"), &deck_of(DEAL_16.hands, "TH KD"));
    perform(&mut game, "BID 2, PASS, PASS, PASS");
    assert_eq!(game.table.hands[0], cards("JS JC QD KS QC AS TH KD"));
    // Hearts become trump, which makes the discarded spades count cards only.
    perform(&mut game, "DISCARD JS AS");
    perform(&mut game, "PLAY TH");
    assert_eq!(game.table.counts(), [0, 0]);
    let end = play_out(&mut game);
    let of_tricks = game.table.counts();
    assert_eq!(end.result.counts, [of_tricks[0] + 5, of_tricks[1]]);
    assert_eq!(end.result.discards, cards("AS JS"));
}

#[test]
fn discarded_ace_seven_and_jack_of_trump_earn_nothing() {
    let hands = ["AS JS 7S KS QS TS", "7C 8C 9C TC JC QC", "7D 8D 9D TD JD QD", "7H 8H 9H TH JH QH"];
    let points = |discard: &str| {
        let mut game = dealt(options("widow=3"), &deck_of(hands, "8S 9S AH"));
        perform(&mut game, "BID 4");
        perform(&mut game, discard);
        names(&play_out(&mut game).result)
    };
    assert_eq!(points("DISCARD AH 7S AS"), ["jack game", ""]);
    assert_eq!(points("DISCARD AH JS AS"), ["low game", ""]);
    assert_eq!(points("DISCARD AH 8S 9S"), ["high low jack game", ""]);
}

#[test]
fn count_of_the_pack_is_eighty() {
    assert_eq!(game_count(Pack::Short32.cards()), 80);
    let single: u8 = Pack::Short32.cards().iter().map(card_count).sum();
    assert_eq!(single, 80);
    for card in CardSet::FULL {
        assert_eq!(game_count(CardSet::of(card)), card_count(card), "{card}");
    }
}
