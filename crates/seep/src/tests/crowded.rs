//! Floors as crowded as the rules allow, where nothing may run away.

use cards::{Card, CardSet, Game, Listing};

use super::fixture::{Chance, cards, legal, options, position, seat};
use crate::counts::Counts;
use crate::legal::{LIST_LIMIT, TAKES_LIMIT};
use crate::packing::splits;
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
        // The last card may be copied for its equals, and every block lists one action at least.
        assert!(list.len() < LIST_LIMIT + 4 * 12 * TAKES_LIMIT, "{}", list.len());
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
fn the_most_crowded_floors_under_the_default_throw_are_listed_whole() {
    // Each card thrown could capture nothing, so the values fell; three more were on the floor from the start.
    let floor = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC";
    let hand = "AS 2S 3S 4S 9D 9S TD TS JD QD KD KS";
    for more in ["AD 2D 3D", "AD AH 2D", "2D 3D 4D", "4D 5D 6D", "KH QH JH", "AD 6D 7D"] {
        for kind in KINDS {
            let game = position(options(kind), hand, &format!("{floor} {more}"), "");
            let mut list = Vec::new();
            assert_eq!(game.legal(&mut list), Listing::Complete, "{more} {kind}");
        }
    }
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
            assert!(!split || total.is_multiple_of(u16::from(target)));
        }
    }
}

#[test]
fn without_loose_cards_there_is_only_the_throw() {
    let game = position(options(""), "9S 9D", "", "");
    assert_eq!(legal(&game).len(), 2);
}
