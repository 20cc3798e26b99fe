//! The worked examples of `rules/pepper.md` 10 on cards and tricks, by their numbers there.

use super::fixture::{act, action, card, legal_texts, position, refused, seat, strain};
use crate::Event;
use crate::table::trick_winner;
use cards::{Suit, Trick};

/// Asserts which cards of a hand may be played by the seat after the leader.
#[track_caller]
fn assert_legal(trump: &str, led: &str, hand: &str, expected: &str) {
    let game = position(trump, led, hand);
    let expected: Vec<String> = expected.split_whitespace().map(|card| format!("PLAY {card}")).collect();
    assert_eq!(legal_texts(&game), expected);
    for card in hand.split_whitespace().map(|card| format!("PLAY {card}")) {
        if !expected.contains(&card) {
            assert_eq!(refused(&game, &card), "must_follow");
        }
    }
}

#[track_caller]
fn winner(trump: &str, cards: &str) -> u8 {
    let mut trick = Trick::led_by(seat(0), 4);
    cards.split_whitespace().for_each(|text| trick.play(card(text)));
    trick_winner(strain(trump), &trick).number()
}

#[test]
fn example_01_left_bower_follows_a_lead_of_trumps() {
    assert_legal("H", "AH", "JD AD 9C", "JD");
}

#[test]
fn example_02_left_bower_does_not_follow_its_printed_suit() {
    assert_legal("H", "KD", "JD AD 9C", "AD");
}

#[test]
fn example_03_left_bower_does_not_count_as_holding_its_printed_suit() {
    assert_legal("H", "KD", "JD 9C", "9C JD");
}

#[test]
fn example_04_without_trump_jacks_follow_their_printed_suit() {
    assert_legal("NT", "KD", "JD AD 9C", "JD AD");
}

#[test]
fn example_05_lead_of_the_left_bower_asks_for_trumps() {
    assert_legal("H", "JD", "AD 9H AH", "9H AH");
    assert_legal("H", "JD", "AD KD 9C", "9C KD AD");
}

#[test]
fn example_06_right_bower_is_of_its_own_suit() {
    assert_legal("S", "QC", "JS AS KC", "KC");
    assert_legal("S", "QC", "JC AS KC", "KC");
}

#[test]
fn example_08_right_bower_beats_left_bower() {
    assert_eq!(winner("H", "AH JD JH 9H"), 2);
}

#[test]
fn example_09_left_bower_trumps_its_printed_suit() {
    assert_eq!(winner("H", "AD JD KD 9D"), 1);
}

#[test]
fn example_10_without_trump_an_ace_beats_a_jack() {
    assert_eq!(winner("NT", "JD AD KD 9D"), 1);
}

#[test]
fn example_11_left_bower_led_beats_the_ace_of_trumps() {
    assert_eq!(winner("H", "JD AH KH AD"), 0);
}

#[test]
fn winner_of_a_trick_leads_to_the_next() {
    let mut game = position("H", "AD JD KD", "9D 9S");
    let Event::Played(played) = act(&mut game, "PLAY 9D") else { panic!("a play is a play") };
    assert_eq!((played.winner, played.turn), (Some(seat(1)), Some(seat(1))));
    assert_eq!((game.table.trick.leader(), &game.table.won[..]), (seat(1), &[0, 1][..]));
}

#[test]
fn trump_suit_ranks_bowers_above_ace_in_every_suit() {
    for (trump, left) in [("C", "JS"), ("S", "JC"), ("D", "JH"), ("H", "JD")] {
        let ranked: Vec<String> = ["9", "T", "Q", "K", "A", left, "J"]
            .map(|rank| if rank.len() == 2 { rank.into() } else { format!("{rank}{trump}") })
            .into();
        let led = strain(trump).trump().unwrap();
        let strengths: Vec<u8> = ranked.iter().map(|text| strain(trump).strength(card(text), led)).collect();
        assert!(strengths.is_sorted_by(|low, high| low < high), "{ranked:?} {strengths:?}");
        let lowest = strengths[0];
        let other = Suit::ALL.into_iter().filter(|suit| *suit != led);
        for suit in other {
            let ace = cards::Card::new(cards::Rank::Ace, suit);
            assert!(strain(trump).strength(ace, suit) < lowest);
        }
    }
}

#[test]
fn plain_suit_of_the_trumps_colour_has_five_cards() {
    let pack = cards::Pack::Short24.cards();
    let sizes = |name: &str| Suit::ALL.map(|suit| (strain(name).cards_of(suit) & pack).len());
    assert_eq!(sizes("C"), [7, 6, 6, 5]);
    assert_eq!(sizes("D"), [6, 7, 5, 6]);
    assert_eq!(sizes("H"), [6, 5, 7, 6]);
    assert_eq!(sizes("S"), [5, 6, 6, 7]);
    assert_eq!(sizes("NT"), [6, 6, 6, 6]);
}

#[test]
fn any_card_may_be_led() {
    let game = position("H", "", "JD AD 9C");
    assert_eq!(legal_texts(&game), ["PLAY 9C", "PLAY JD", "PLAY AD"]);
}

#[test]
fn card_not_held_is_refused() {
    let game = position("H", "AH", "JD AD 9C");
    assert_eq!(refused(&game, "PLAY 9H"), "card_not_held");
    assert_eq!(refused(&game, "PLAY 2H"), "card_not_held");
    assert!(game.table.hands.iter().all(|hand| !hand.contains(action("PLAY 9H").card().unwrap())));
}
