//! How many cards of each value a set holds. Suits never matter to what totals what, so sets of cards are
//! compared and combined as such counts, a nibble a value in one word, and turned back into cards at the end.

use cards::CardSet;

/// Cards per value, 0..=4 each: bits `4 * (value - 1)` and the three above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Counts(u64);

/// The top bit of every nibble. Counts never reach it, so it catches the borrow of a nibble-wise comparison.
const GUARD: u64 = 0x8_8888_8888_8888;
/// The highest value of a card, and so the highest target.
pub(crate) const MAX_VALUE: u8 = 13;

impl Counts {
    pub(crate) const NONE: Self = Self(0);

    /// The counts of a set of cards: a population count in every nibble.
    pub(crate) const fn of(cards: CardSet) -> Self {
        let bits = cards.bits();
        let pairs = bits - ((bits >> 1) & 0x5_5555_5555_5555);
        Self((pairs & 0x3_3333_3333_3333) + ((pairs >> 2) & 0x3_3333_3333_3333))
    }

    /// One card of that value, 1..=13.
    pub(crate) const fn one(value: u8) -> Self {
        Self(1 << (4 * (value - 1)))
    }

    /// How many cards of that value there are.
    pub(crate) const fn at(self, value: u8) -> u8 {
        (self.0 >> (4 * (value - 1))) as u8 & 0xF
    }

    /// Whether no value is rarer here than in `other`.
    pub(crate) const fn holds(self, other: Self) -> bool {
        ((self.0 | GUARD) - other.0) & GUARD == GUARD
    }

    /// Both together; the caller sees to it that no value exceeds four.
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// What is left without `other`, which must be held.
    pub(crate) const fn minus(self, other: Self) -> Self {
        debug_assert!(self.holds(other));
        Self(self.0 - other.0)
    }

    pub(crate) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// How many cards there are.
    pub(crate) const fn len(self) -> u8 {
        let bytes = (self.0 & 0x0F0F_0F0F_0F0F_0F0F) + ((self.0 >> 4) & 0x0F0F_0F0F_0F0F_0F0F);
        (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
    }

    /// The sum of the values of all cards, at most 364.
    pub(crate) fn total(self) -> u16 {
        (1..=MAX_VALUE).map(|value| u16::from(value) * u16::from(self.at(value))).sum()
    }

    /// The highest value of which there is a card, 0 if there is none.
    pub(crate) const fn highest(self) -> u8 {
        ((64 - self.0.leading_zeros()).div_ceil(4)) as u8
    }

    /// The lowest value of which there is a card; there must be one.
    pub(crate) const fn lowest(self) -> u8 {
        (self.0.trailing_zeros() / 4) as u8 + 1
    }

    /// Without the cards above that value.
    pub(crate) const fn up_to(self, value: u8) -> Self {
        Self(self.0 & ((1 << (4 * value)) - 1))
    }

    /// Without the cards of that value and below.
    pub(crate) const fn above(self, value: u8) -> Self {
        Self(self.0 & !((1 << (4 * value)) - 1))
    }

    /// All cards of every value of which there is one.
    pub(crate) fn all_equal(self) -> CardSet {
        let some = (self.0 | self.0 >> 1 | self.0 >> 2) & 0x1_1111_1111_1111;
        CardSet::from_bits(some * 0xF).expect("thirteen nibbles are 52 bits")
    }

    /// Bit `t` is set if some of the cards total `t`, 0..=13; nothing totals 0.
    pub(crate) fn sums(self) -> u16 {
        let mut sums = 1_u16;
        let mut left = self;
        while !left.is_none() {
            let value = left.lowest();
            for _ in 0..left.at(value) {
                sums |= sums << value;
            }
            left = left.above(value);
        }
        sums & 0x3FFF
    }
}

/// How many sets of values total some number from 0 to 13, with at most four cards of a value.
pub(crate) const GROUPS: usize = count_groups();

const fn count_groups() -> usize {
    let mut none = [Counts::NONE; 0];
    let (mut count, mut target) = (0, 0);
    while target <= MAX_VALUE {
        count = split(target, target, Counts::NONE, &mut none, count);
        target += 1;
    }
    count
}

/// Writes every set of values up to `highest` that totals `rest`, joined with `begun`, behind the first `count`
/// entries as far as there is room; returns how many entries there are then. Sets with high values come first.
const fn split(rest: u8, highest: u8, begun: Counts, out: &mut [Counts], count: usize) -> usize {
    if rest == 0 {
        if count < out.len() {
            out[count] = begun;
        }
        return count + 1;
    }
    let mut count = count;
    let mut value = if highest < rest { highest } else { rest };
    while value > 0 {
        if begun.at(value) < 4 {
            count = split(rest - value, value, begun.plus(Counts::one(value)), out, count);
        }
        value -= 1;
    }
    count
}

struct Groups {
    all: [Counts; GROUPS],
    ends: [usize; MAX_VALUE as usize + 1],
}

static TABLE: Groups = {
    let mut table = Groups { all: [Counts::NONE; GROUPS], ends: [0; MAX_VALUE as usize + 1] };
    let (mut count, mut target) = (0, 0);
    while target <= MAX_VALUE {
        count = split(target, target, Counts::NONE, &mut table.all, count);
        table.ends[target as usize] = count;
        target += 1;
    }
    table
};

/// How many sets of values total less than `target`, 0..=13.
pub(crate) fn first_group(target: u8) -> usize {
    if target == 0 { 0 } else { TABLE.ends[usize::from(target) - 1] }
}

/// Every set of values that totals `target`, 0..=13, those with high values first. Only the empty one totals 0.
pub(crate) fn groups(target: u8) -> &'static [Counts] {
    &TABLE.all[first_group(target)..TABLE.ends[usize::from(target)]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(text: &str) -> Counts {
        Counts::of(text.split_whitespace().map(|card| card.parse::<cards::Card>().unwrap()).collect())
    }

    #[test]
    fn counts_are_per_value() {
        let some = counts("AC AD 9H KS KC KD KH");
        assert_eq!([1, 2, 9, 13].map(|value| some.at(value)), [2, 0, 1, 4]);
        assert_eq!((some.len(), some.total(), some.highest(), some.lowest()), (7, 63, 13, 1));
        assert_eq!(Counts::of(CardSet::FULL).len(), 52);
        assert_eq!(Counts::NONE.highest(), 0);
    }

    #[test]
    fn holding_is_by_value() {
        assert!(counts("AC AD 9H").holds(counts("AS 9C")));
        assert!(!counts("AC KD").holds(counts("AS AH")));
        assert!(!counts("9C").holds(counts("8C")));
        assert_eq!(counts("AC AD 9H").minus(counts("AS")), counts("AH 9S"));
        assert_eq!(counts("AC 9H TD").up_to(9), counts("AC 9C"));
    }

    #[test]
    fn sums_are_those_of_some_of_the_cards() {
        assert_eq!(
            counts("2C 3D 6S").sums(),
            1 | 1 << 2 | 1 << 3 | 1 << 5 | 1 << 6 | 1 << 8 | 1 << 9 | 1 << 11
        );
        assert_eq!(Counts::NONE.sums(), 1);
    }

    #[test]
    fn groups_total_their_target_and_are_all_different() {
        for target in 0..=MAX_VALUE {
            let mut sets = groups(target).to_vec();
            assert!(sets.iter().all(|set| set.total() == u16::from(target)));
            sets.sort();
            sets.dedup();
            assert_eq!(sets.len(), groups(target).len());
        }
        // Of the 101 partitions of 13, these many have no part more than four times.
        let fours =
            |parts: &[u8]| parts.iter().all(|part| parts.iter().filter(|other| *other == part).count() <= 4);
        assert_eq!(groups(13).len(), partitions(13, 13).iter().filter(|parts| fours(parts)).count());
    }

    fn partitions(rest: u8, highest: u8) -> Vec<Vec<u8>> {
        if rest == 0 {
            return vec![Vec::new()];
        }
        let with =
            |part: u8| partitions(rest - part, part).into_iter().map(move |tail| [vec![part], tail].concat());
        (1..=rest.min(highest)).flat_map(with).collect()
    }
}
