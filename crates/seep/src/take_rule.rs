//! Which sets of loose cards may go with a played card.
//!
//! Every action of Seep that takes loose cards is one [`TakeRule`]: the legal list enumerates it, and a single
//! action is checked against it, so the two cannot drift apart.

use cards::{Card, CardSet, Rank};
use smallvec::SmallVec;

use crate::counts::{Counts, groups};
use crate::packing::{MostCards, splits};

/// How many complete sets may or must be taken beside the played card's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sets {
    /// None.
    None,
    /// Any, or none.
    Any,
    /// So many that none is left.
    Maximal,
    /// So that no other choice takes more cards.
    Maximum,
}

/// Whether nothing may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Empty {
    Allowed,
    Refused,
}

/// The takes that are allowed: the forced cards, a set that totals `rest`, and further sets that each total
/// `target`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TakeRule {
    /// What a complete set totals, 1..=13.
    pub(crate) target: u8,
    /// What the set of the played card lacks; 0 if it is complete by itself or goes elsewhere.
    pub(crate) rest: u8,
    /// Loose cards that must be taken. They are worth `target` each.
    pub(crate) forced: CardSet,
    pub(crate) sets: Sets,
    pub(crate) empty: Empty,
}

/// Why a take breaks its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TakeFault {
    /// This card does not lie on the floor.
    NotLoose(Card),
    /// This card had to be taken.
    ForcedLeft(Card),
    /// Nothing was taken.
    Empty,
    /// The cards do not split as they should.
    NotSets,
    /// They do, but there are more sets than allowed.
    ExtraSets,
    /// A complete set was left.
    SetLeft,
    /// Another choice takes this many cards more.
    Fewer(u8),
}

/// Loose cards with what the rules keep asking of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Floor {
    pub(crate) loose: CardSet,
    /// Bit `t` is set if some loose cards total `t`.
    sums: u16,
}

/// How far an enumeration goes before it is cut. Floors that reach it arise only under `throw=free` when
/// players pile up loose cards; then the takes run into the millions and no list could hold them.
pub(crate) const TAKES_LIMIT: usize = 1 << 14;

type Choices = SmallVec<[Counts; 24]>;

impl Floor {
    pub(crate) fn new(loose: CardSet) -> Self {
        Self { loose, sums: Counts::of(loose).sums() }
    }

    /// Whether some loose cards total that.
    pub(crate) fn totals(&self, target: u8) -> bool {
        self.sums >> target & 1 == 1
    }

    /// The loose cards of that value.
    pub(crate) fn equal_to(&self, rank: Rank) -> CardSet {
        self.loose & CardSet::of_rank(rank)
    }
}

impl TakeRule {
    /// Whether any take is allowed.
    pub(crate) fn is_possible(&self, floor: &Floor) -> bool {
        if self.rest > 0 {
            // Cards worth the target cannot be part of the rest, so the forced ones do not interfere.
            return floor.totals(self.rest);
        }
        let sets = self.sets != Sets::None && floor.totals(self.target);
        self.empty == Empty::Allowed || !self.forced.is_empty() || sets
    }

    /// Checks one take.
    pub(crate) fn check(&self, floor: &Floor, take: CardSet) -> Result<(), TakeFault> {
        if let Some(card) = (take - floor.loose).first() {
            return Err(TakeFault::NotLoose(card));
        }
        if let Some(card) = (self.forced - take).first() {
            return Err(TakeFault::ForcedLeft(card));
        }
        if take.is_empty() && self.empty == Empty::Refused {
            return Err(TakeFault::Empty);
        }
        let free = Counts::of(take - self.forced);
        self.check_sets(free)?;
        let all = Counts::of(floor.loose - self.forced);
        let left = all.minus(free);
        match self.sets {
            Sets::Maximal if groups(self.target).iter().any(|group| left.holds(*group)) => {
                Err(TakeFault::SetLeft)
            }
            Sets::Maximum => match MostCards::new(self.target).of(all) - free.len() {
                0 => Ok(()),
                more => Err(TakeFault::Fewer(more)),
            },
            _ => Ok(()),
        }
    }

    fn check_sets(&self, free: Counts) -> Result<(), TakeFault> {
        let own_sets = || groups(self.rest).iter().filter(|own| free.holds(**own));
        if self.sets == Sets::None && own_sets().any(|own| *own == free) {
            return Ok(());
        }
        let splits = own_sets().any(|own| splits(free.minus(*own), self.target));
        match (splits, self.sets) {
            (false, _) => Err(TakeFault::NotSets),
            (true, Sets::None) => Err(TakeFault::ExtraSets),
            (true, _) => Ok(()),
        }
    }

    /// Calls `emit` with every allowed take once, in no particular order. At the limit it stops with some of
    /// them, one at least, and returns false.
    pub(crate) fn each(&self, floor: &Floor, emit: &mut impl FnMut(CardSet)) -> bool {
        if !self.is_possible(floor) {
            return true;
        }
        let free = floor.loose - self.forced;
        let (choices, complete) = self.choices(Counts::of(free).up_to(self.target), floor);
        let mut left = TAKES_LIMIT;
        for choice in choices {
            if choice.is_none() && self.forced.is_empty() && self.empty == Empty::Refused {
                continue;
            }
            pick(free, choice, self.forced, &mut left, emit);
            if left == 0 {
                return false;
            }
        }
        complete
    }

    /// The allowed takes as counts, without the forced cards; false if they were cut at the limit.
    ///
    /// They grow a set at a time from the played card's own. All takes of one round have one total, so a take
    /// that arises in two ways does so within a round, where sorting finds it.
    fn choices(&self, free: Counts, floor: &Floor) -> (Choices, bool) {
        let holds = |group: &Counts| free.holds(*group);
        let mut round: Choices = groups(self.rest).iter().copied().filter(holds).collect();
        if self.sets == Sets::None || !floor.totals(self.target) {
            return (round, true);
        }
        let groups: Choices = groups(self.target).iter().copied().filter(holds).collect();
        let mut found = Choices::new();
        while !round.is_empty() {
            let mut next = Choices::new();
            for &taken in &round {
                let left = free.minus(taken);
                let more = groups.iter().filter(|group| left.holds(**group)).map(|group| taken.plus(*group));
                let before = next.len();
                next.extend(more);
                if self.sets == Sets::Any || next.len() == before {
                    found.push(taken);
                }
            }
            next.sort_unstable();
            next.dedup();
            round = next;
            if found.len() + round.len() > TAKES_LIMIT {
                found.push(self.some_full_choice(free, &groups));
                return (self.keep_allowed(found), false);
            }
        }
        (self.keep_allowed(found), true)
    }

    /// One choice that leaves no set, or takes the most cards where that is asked.
    fn some_full_choice(&self, free: Counts, target_groups: &[Counts]) -> Counts {
        if self.sets == Sets::Maximum {
            return MostCards::new(self.target).choice(free);
        }
        let own = groups(self.rest).iter().find(|own| free.holds(**own));
        let mut taken = *own.expect("a cut enumeration began with a set of the played card");
        while let Some(group) = target_groups.iter().find(|group| free.minus(taken).holds(**group)) {
            taken = taken.plus(*group);
        }
        taken
    }

    fn keep_allowed(&self, mut found: Choices) -> Choices {
        if self.sets == Sets::Maximum {
            let most = found.iter().map(|taken| taken.len()).max().unwrap_or(0);
            found.retain(|taken| taken.len() == most);
        }
        found
    }
}

/// Calls `emit` with every set of cards out of `free` that has these counts, joined with `taken`.
fn pick(free: CardSet, counts: Counts, taken: CardSet, left: &mut usize, emit: &mut impl FnMut(CardSet)) {
    if *left == 0 {
        return;
    }
    if counts.is_none() {
        *left -= 1;
        emit(taken);
        return;
    }
    let value = counts.lowest();
    let number = counts.at(value);
    let rank = Rank::from_value(value).expect("counts are of values 1 to 13");
    let equal = free & CardSet::of_rank(rank);
    let rest = counts.above(value);
    if number == equal.len() {
        return pick(free, rest, taken | equal, left, emit);
    }
    // The non-empty subsets of the equal cards, by the usual trick on their bits.
    let mut subset = equal.bits();
    while subset != 0 {
        let chosen = CardSet::from_bits(subset).expect("a subset of cards is a set of cards");
        if chosen.len() == number {
            pick(free, rest, taken | chosen, left, emit);
        }
        subset = (subset - 1) & equal.bits();
    }
}
