//! Exact answers about splitting cards into sets of one total, bounded on every floor.
//!
//! Both questions are settled from the highest value down. Above half the target a set holds one card of the
//! values in question, so what remains to be remembered is mostly how many low cards are left; that keeps the
//! number of different remainders in the ten thousands even for a floor of all 52 cards.

use std::collections::{BTreeMap, BTreeSet};

use crate::counts::{Counts, groups};

/// So many cards split in few ways.
const FEW: u8 = 12;

/// The sets of that total whose highest value is that of `cards`, and which `cards` holds.
fn top_groups(cards: Counts, target: u8) -> impl Iterator<Item = Counts> {
    let highest = cards.highest();
    groups(target).iter().copied().filter(move |group| group.highest() == highest && cards.holds(*group))
}

/// Whether the cards split into sets that each total `target`, 1..=13. No cards do.
pub(crate) fn splits(cards: Counts, target: u8) -> bool {
    fn rest_splits(cards: Counts, target: u8, failed: &mut BTreeSet<Counts>) -> bool {
        if cards.is_none() {
            return true;
        }
        if failed.contains(&cards) {
            return false;
        }
        let split = top_groups(cards, target).any(|group| rest_splits(cards.minus(group), target, failed));
        // What few cards cannot do is found again sooner than it is looked up.
        if !split && cards.len() > FEW {
            failed.insert(cards);
        }
        split
    }
    cards.highest() <= target
        && cards.total().is_multiple_of(u16::from(target))
        && rest_splits(cards, target, &mut BTreeSet::new())
}

/// How many cards at most can be taken in sets that each total one target. It remembers what it found.
pub(crate) struct MostCards {
    target: u8,
    known: BTreeMap<Counts, u8>,
}

impl MostCards {
    pub(crate) fn new(target: u8) -> Self {
        Self { target, known: BTreeMap::new() }
    }

    /// The most cards that can be taken out of these.
    pub(crate) fn of(&mut self, cards: Counts) -> u8 {
        let cards = cards.up_to(self.target);
        if cards.is_none() {
            return 0;
        }
        if let Some(&most) = self.known.get(&cards) {
            return most;
        }
        let mut most = self.of(cards.minus(Counts::one(cards.highest())));
        for group in top_groups(cards, self.target) {
            most = most.max(group.len() + self.of(cards.minus(group)));
        }
        self.known.insert(cards, most);
        most
    }

    /// One choice that takes the most cards out of these.
    pub(crate) fn choice(&mut self, cards: Counts) -> Counts {
        let mut left = cards.up_to(self.target);
        let mut taken = Counts::NONE;
        while self.of(left) > 0 {
            let most = self.of(left);
            let groups = top_groups(left, self.target);
            let mut best = groups.filter(|group| group.len() + self.of(left.minus(*group)) == most);
            if let Some(group) = best.next() {
                taken = taken.plus(group);
                left = left.minus(group);
            } else {
                left = left.minus(Counts::one(left.highest()));
            }
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use cards::{Card, CardSet};

    use super::*;

    fn counts(text: &str) -> Counts {
        Counts::of(text.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect())
    }

    #[test]
    fn a_multiple_of_the_target_is_not_enough() {
        assert!(!splits(counts("JC QH KC"), 9));
        assert!(!splits(counts("TC 8D"), 9));
        assert!(!splits(counts("7C 7D 4H"), 9));
        assert!(splits(counts("4D 5C 6H 3S"), 9));
        assert!(splits(Counts::NONE, 9));
    }

    #[test]
    fn the_whole_pack_is_settled_for_every_target() {
        for target in 1..=13 {
            let all = Counts::of(CardSet::FULL);
            let mut most = MostCards::new(target);
            let choice = most.choice(all);
            assert_eq!(choice.len(), most.of(all));
            assert!(splits(choice, target), "{target}");
        }
    }

    #[test]
    fn the_most_cards_beat_the_first_found() {
        // 5+6 takes two cards, 2+3+6 three.
        assert_eq!(MostCards::new(11).of(counts("2C 3D 5H 6S")), 3);
        assert_eq!(MostCards::new(11).choice(counts("2C 3D 5H 6S")), counts("2C 3D 6S"));
    }

    /// Every way to split a few cards, tried one by one.
    fn splits_naively(cards: &[u8], target: u8) -> bool {
        let Some((&first, rest)) = cards.split_first() else { return true };
        (0..1_u32 << rest.len()).any(|mask| {
            let with = |bit: u32| rest.iter().enumerate().filter(move |(at, _)| mask >> at & 1 == bit);
            let total = first + with(1).map(|(_, value)| value).sum::<u8>();
            let left: Vec<u8> = with(0).map(|(_, value)| *value).collect();
            total == target && splits_naively(&left, target)
        })
    }

    #[test]
    fn splitting_agrees_with_trying_everything() {
        // Small pseudo-random sets; the multiplier is that of a common 64-bit generator.
        let mut state = 1_u64;
        for _ in 0..3000 {
            let mut set = CardSet::EMPTY;
            for _ in 0..9 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                set.insert(Card::from_index((state >> 33) as u8 % 52).unwrap());
            }
            let values: Vec<u8> = set.iter().map(Card::value).collect();
            for target in 9..=13 {
                assert_eq!(
                    splits(Counts::of(set), target),
                    splits_naively(&values, target),
                    "{set} {target}"
                );
            }
        }
    }
}
