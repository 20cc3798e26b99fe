//! The loose cards, and which of them total what.

use cards::{CardSet, Rank};

use crate::counts::{Counts, GROUPS, MAX_VALUE, first_group};

/// Loose cards with what the rules keep asking of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Floor {
    pub(crate) loose: CardSet,
    pub(crate) counts: Counts,
    /// Bit `t` is set if some loose cards total `t`; nothing totals 0.
    pub(crate) sums: u16,
}

impl Floor {
    pub(crate) fn new(loose: CardSet) -> Self {
        let counts = Counts::of(loose);
        Self { loose, counts, sums: counts.sums() }
    }

    /// Whether some loose cards total that, 0..=13.
    pub(crate) fn totals(&self, target: u8) -> bool {
        self.sums >> target & 1 == 1
    }

    /// The loose cards of that value.
    pub(crate) fn equal_to(&self, rank: Rank) -> CardSet {
        self.loose & CardSet::of_rank(rank)
    }
}

/// Every set of values that a floor holds, by its total. Found once for a whole list of actions: that costs far
/// less than looking through all sets of a total for each of the many rules that a list asks about it.
pub(crate) struct FloorSets {
    /// The sets of a total stand from `first_group(total)` on, so that a floor of any cards has room.
    sets: [Counts; GROUPS],
    found: [u8; MAX_VALUE as usize + 1],
}

impl FloorSets {
    /// None of any floor, to be filled in place: it is large.
    pub(crate) const NONE: Self = Self { sets: [Counts::NONE; GROUPS], found: [0; MAX_VALUE as usize + 1] };

    /// Puts in what a floor holds; `self` must be [`Self::NONE`].
    pub(crate) fn fill(&mut self, floor: &Floor) {
        self.found[0] = 1;
        let (mut left, mut sums) = (floor.counts, 1_u16);
        while !left.is_none() {
            let value = left.lowest();
            let number = left.at(value);
            self.join(value, number, sums);
            for _ in 0..number {
                sums |= sums << value;
            }
            left = left.above(value);
        }
    }

    /// Joins up to `number` cards of a value, which is higher than all before, to the sets found so far. Bit `t` of
    /// `sums` is set if there are sets that total `t`.
    ///
    /// From the highest total down, so that no set gets the value twice over; the sets of a total then ascend.
    fn join(&mut self, value: u8, number: u8, sums: u16) {
        let mut open = sums & (0x3FFF >> value);
        while open != 0 {
            let total = 15 - open.leading_zeros() as u8;
            open &= !(1 << total);
            let start = first_group(total);
            let old = start..start + usize::from(self.found[usize::from(total)]);
            let (mut joined, mut more) = (total + value, Counts::one(value));
            for _ in 0..number {
                if joined > MAX_VALUE {
                    break;
                }
                let end = first_group(joined) + usize::from(self.found[usize::from(joined)]);
                for (place, at) in old.clone().enumerate() {
                    self.sets[end + place] = self.sets[at].plus(more);
                }
                self.found[usize::from(joined)] += old.len() as u8;
                joined += value;
                more = more.plus(Counts::one(value));
            }
        }
    }

    /// The sets that total that, 0..=13, ascending. Only the empty one totals 0.
    pub(crate) fn of(&self, total: u8) -> &[Counts] {
        let start = first_group(total);
        &self.sets[start..start + usize::from(self.found[usize::from(total)])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::groups;

    #[test]
    fn a_floor_holds_exactly_the_groups_that_fit() {
        let every_third = || CardSet::FULL.iter().filter(|card| card.index() % 3 == 0).collect();
        let floors: [CardSet; 5] = [
            CardSet::EMPTY,
            CardSet::FULL,
            CardSet::of_rank(Rank::Two) | CardSet::of_rank(Rank::Nine),
            every_third(),
            CardSet::from_bits(0x3_1248_F731_0242).unwrap(),
        ];
        for loose in floors {
            let floor = Floor::new(loose);
            let mut sets = FloorSets::NONE;
            sets.fill(&floor);
            for total in 0..=MAX_VALUE {
                let fit: Vec<Counts> =
                    groups(total).iter().rev().copied().filter(|group| floor.counts.holds(*group)).collect();
                assert_eq!(sets.of(total), fit, "{loose} {total}");
                assert!(fit.is_sorted());
                assert_eq!(floor.totals(total), !fit.is_empty());
            }
        }
    }
}
