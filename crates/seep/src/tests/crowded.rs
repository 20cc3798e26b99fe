//! Floors as crowded as the rules allow, where nothing may run away.

use cards::{Card, CardSet, Game, Listing};

use super::fixture::{Chance, cards, legal, options, position, seat};
use crate::counts::Counts;
use crate::packing::splits;
use crate::take_rule::TAKES_LIMIT;
use crate::{Action, Seep};

/// Under `throw=free` players may pile up whatever they like.
fn crowded(text: &str, seed: u64, loose: usize) -> Seep {
    let mut chance = Chance::new(seed);
    let deck: Vec<Card> = chance.deck().cards().to_vec();
    let mut game = position(options(&format!("throw=free {text}")), "", "", "");
    game.table.loose = deck[..loose].iter().copied().collect();
    game.table.hands[1] = deck[loose..].iter().copied().take(12).collect();
    game
}

const KINDS: [&str; 6] = [
    "",
    "absorb_sets=mandatory",
    "absorb_sets=none",
    "capture=maximum",
    "capture=free",
    "capture=maximum absorb_sets=mandatory",
];

#[test]
fn a_cut_list_is_still_legal_sorted_and_bounded() {
    let mut cut = 0;
    for (seed, text) in (0..).zip(KINDS) {
        let game = crowded(text, seed, 36);
        let mut list = Vec::new();
        let listing = game.legal(&mut list);
        cut += u32::from(listing == Listing::Cut);
        assert!(list.is_sorted_by(|left, right| left < right));
        let blocks = 12 * 13;
        assert!(list.len() <= blocks * (TAKES_LIMIT + 1), "{}", list.len());
        for action in list.iter().step_by(997) {
            assert!(game.clone().act(seat(1), action).is_ok(), "{action} with {text}");
        }
        let playable: CardSet = list.iter().filter_map(Action::card).collect();
        assert_eq!(playable, game.table.hands[1], "every card has an action in the list");
    }
    assert!(cut > 0);
}

#[test]
fn every_type_that_is_possible_is_in_a_cut_list() {
    for (seed, text) in (10..).zip(KINDS) {
        let game = crowded(text, seed, 34);
        let mut list = Vec::new();
        game.legal(&mut list);
        for card in game.table.hands[1] {
            let captures = list
                .iter()
                .any(|action| matches!(action, Action::Capture { card: with, .. } if *with == card));
            let values = |loose: CardSet| loose.iter().map(Card::value).collect::<Vec<_>>();
            assert_eq!(captures, totals(&values(game.table.loose), card.value()), "{card} with {text}");
        }
    }
}

/// Whether some of the values total that, in the simplest way.
fn totals(values: &[u8], total: u8) -> bool {
    let mut sums = vec![0_u16];
    for value in values {
        let more: Vec<u16> = sums.iter().map(|sum| sum + u16::from(*value)).collect();
        sums.extend(more);
        sums.sort_unstable();
        sums.dedup();
    }
    sums.contains(&u16::from(total))
}

#[test]
fn the_most_crowded_floor_under_the_default_throw_is_listed_whole() {
    // Each card thrown could capture nothing: the values fall, and four of the floor were there from the start.
    let game = position(
        options(""),
        "9D TH JD QD KD 2D AS AD 3D 4S 5H 8D",
        "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC KH QH JH",
        "",
    );
    let mut list = Vec::new();
    assert_eq!(game.legal(&mut list), Listing::Complete);
    assert!(list.len() > 100);
}

#[test]
fn a_huge_take_is_judged_at_once() {
    let all = CardSet::FULL - cards("KS KD");
    let game = position(options("throw=free"), "KS KD", &all.to_string(), "");
    let take: CardSet = all.iter().take(49).collect();
    // Neither answer matters, only that it comes.
    let verdict = game
        .clone()
        .act(seat(1), &Action::Build { card: "KS".parse().unwrap(), value: super::fixture::value(13), take });
    assert!(verdict.is_err());
    for target in 9..=13 {
        for size in 30..=50 {
            let some: CardSet = all.iter().take(size).collect();
            let total = Counts::of(some).total();
            let split = splits(Counts::of(some), target);
            assert!(!split || total % u16::from(target) == 0);
        }
    }
}

#[test]
fn without_loose_cards_there_is_only_the_throw() {
    let game = position(options(""), "9S 9D", "", "");
    assert_eq!(legal(&game).len(), 2);
}
