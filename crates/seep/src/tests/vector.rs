//! The full-deal vector V1 of `rules/seep.md` 15.

use cards::{Card, Deck, Game, Pack, Stage};
use sha2::{Digest, Sha256};

use super::fixture::{legal, seat};
use crate::{Action, DealEnd, Event, Options, Seep};

pub(super) const DECK: &str = "3D 4H TC 9D 5C 7C KS AH TD QD 9C 9H JH 6D 2S 5H 7S 8C 8D 6H JS 6S 8S KC 3S 2D QC AC \
    AS 2C 8H 5D TH 3H TS 7H KD 2H 9S QH 3C 5S AD KH 4D 7D 4S JC JD QS 6C 4C";

pub(super) const PLAYS: &str = "1:1 BUILD 4H 10 [AH 5C]; 2:2 BUILD 6D 13 [7C KS]; 3:3 CAPTURE TH 10 []; 4:0 THROW QH; \
    5:1 CAPTURE QD [QH]; 6:2 THROW 5S; 7:3 BUILD 6H 11 [5S]; 8:0 CAPTURE KC 13 []; 9:1 THROW 2D; \
    10:2 CAPTURE 2S [2D]; 11:3 CAPTURE JC 11 [] sweep50; 12:0 THROW 8S; 13:1 THROW TC; 14:2 THROW 5D; \
    15:3 THROW 7S; 16:0 BUILD 4C 12 [8S]; 17:1 CAPTURE TD [TC]; 18:2 BREAK AD 12 []; 19:3 THROW TS; \
    20:0 BUILD 6C 11 [5D]; 21:1 BREAK AC 11 []; 22:2 CAPTURE KH 13 []; 23:3 CAPTURE 7H [7S]; \
    24:0 ADD 2H 12 [TS]; 25:1 CAPTURE QC 12 [] sweep50; 26:2 THROW AS; 27:3 THROW 3H; 28:0 BUILD 6S 9 [3H]; \
    29:1 ADD 9C 9 []; 30:2 THROW 3C; 31:3 CAPTURE 4D [AS 3C]; 32:0 CAPTURE 9S 9 [] sweep50; 33:1 THROW 3S; \
    34:2 BUILD 8H 11 [3S]; 35:3 THROW 4S; 36:0 ADD JD 11 []; 37:1 THROW 9D; 38:2 ADD 2C 11 [9D]; \
    39:3 THROW 8C; 40:0 ADD JS 11 []; 41:1 THROW 9H; 42:2 CAPTURE JH 11 []; 43:3 CAPTURE 8D [8C]; \
    44:0 CAPTURE KD [4S 9H] sweep50; 45:1 THROW 3D; 46:2 THROW 5H; 47:3 THROW 7D; 48:0 CAPTURE QS [5H 7D]";

const COUNTS: &str = "4 16 14 14 13 11 12 16 11 13 10 10 10 15 9 22 10 14 9 16 8 10 7 8 6 6 6 12 8 6 7 5 4 5 4 6 3 \
    4 3 4 2 2 2 2 1 1 1 1";
const LISTS_SHA256: &str = "b1c47b2b6a39094bfebd5187ef0c65917464f8aa3a6d4513551e995a00f95ad1";

pub(super) fn deck() -> Deck {
    let cards: Vec<Card> = DECK.split_whitespace().map(|card| card.parse().unwrap()).collect();
    Deck::new(Pack::Full52, cards).unwrap()
}

/// Seat, action and sweep bonus of each play.
pub(super) fn plays() -> Vec<(u8, Action, u8)> {
    let parse = |text: &str| {
        let (head, text) = text.trim().split_once(' ').unwrap();
        let seat = head.split_once(':').unwrap().1.parse().unwrap();
        let (text, sweep) =
            text.split_once(" sweep").map_or((text, 0), |(text, sweep)| (text, sweep.parse().unwrap()));
        (seat, text.parse().unwrap(), sweep)
    };
    PLAYS.split(';').map(parse).collect()
}

/// Plays the vector, handing every position and play to `before`; returns the end of the deal.
pub(super) fn play_vector(mut before: impl FnMut(&Seep, &Action)) -> (Seep, DealEnd) {
    let mut match_ = Seep::new(Options::default(), seat(0));
    match_.deal(&deck()).unwrap();
    match_.act(seat(1), &"BID 10".parse().unwrap()).unwrap();
    let mut end = None;
    for (number, action, sweep) in plays() {
        assert_eq!(match_.stage(), Stage::Act(seat(number)));
        before(&match_, &action);
        let Event::Played(played) = match_.act(seat(number), &action).unwrap() else { panic!("no play") };
        assert_eq!(played.sweep, sweep, "{action}");
        end = played.end;
    }
    (match_, *end.unwrap())
}

#[test]
fn the_vector_has_its_numbers_of_legal_actions() {
    let mut counts = Vec::new();
    play_vector(|match_, action| {
        let legal = legal(match_);
        assert!(legal.contains(action), "{action}");
        counts.push(legal.len().to_string());
    });
    assert_eq!(counts.join(" "), COUNTS);
}

#[test]
fn the_vector_has_its_legal_lists_to_the_byte() {
    let mut lists = String::new();
    play_vector(|match_, _| {
        legal(match_).iter().for_each(|action| lists.push_str(&format!("{action}\n")));
        lists.push('\n');
    });
    assert_eq!(hex::encode(Sha256::digest(lists)), LISTS_SHA256);
}

#[test]
fn the_vector_is_scored_as_told() {
    let (match_, end) = play_vector(|_, _| {});
    assert_eq!((end.left_over.to_string().as_str(), end.left_over_to.unwrap().number()), ("3D", 0));
    let result = end.result;
    assert_eq!((result.card_points, result.sweeps, result.score), ([69, 31], [100, 100], [169, 131]));
    assert_eq!((result.difference, result.next_dealer, result.baazi_winner), (38, seat(1), None));
    assert_eq!(match_.stage(), Stage::Deal { dealer: seat(1) });
}
