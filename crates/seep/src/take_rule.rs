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

    /// Calls `emit` with every allowed take once, in no particular order. If there are more than `limit`, it
    /// stops with one at least and one more than that at most, and returns false; a take may then come twice.
    pub(crate) fn each(&self, floor: &Floor, limit: usize, emit: &mut impl FnMut(CardSet)) -> bool {
        if !self.is_possible(floor) {
            return true;
        }
        let free = floor.loose - self.forced;
        let counts = Counts::of(free);
        let own_sets = || groups(self.rest).iter().copied().filter(|own| counts.holds(*own));
        // The one beyond the limit tells that there are more.
        let mut left = limit + 1;
        let mut complete = true;
        if self.sets == Sets::None || !floor.totals(self.target) {
            own_sets().for_each(|own| self.emit(free, own, &mut left, emit));
        } else {
            let mut choices = own_sets().collect();
            complete = self.join_sets(counts.up_to(self.target), limit, &mut choices);
            choices.into_iter().for_each(|choice| self.emit(free, choice, &mut left, emit));
        }
        complete && left > 0
    }

    /// Calls `emit` with every set of cards that has these counts, unless it is empty and must not be.
    fn emit(&self, free: CardSet, choice: Counts, left: &mut usize, emit: &mut impl FnMut(CardSet)) {
        if !choice.is_none() || !self.forced.is_empty() || self.empty == Empty::Allowed {
            pick(free, choice, self.forced, left, emit);
        }
    }

    /// Turns the played card's own sets, as counts, into all allowed takes; false if they were cut at the limit.
    ///
    /// They grow a set at a time. All takes of one round have one total, so a take that arises in two ways does
    /// so within a round, where sorting finds it.
    fn join_sets(&self, free: Counts, limit: usize, choices: &mut Choices) -> bool {
        let groups: Choices =
            groups(self.target).iter().copied().filter(|group| free.holds(*group)).collect();
        let mut round = std::mem::take(choices);
        let mut complete = true;
        while !round.is_empty() && complete {
            let mut next = Choices::new();
            for &taken in &round {
                let left = free.minus(taken);
                let before = next.len();
                next.extend(
                    groups.iter().filter(|group| left.holds(**group)).map(|group| taken.plus(*group)),
                );
                if self.sets == Sets::Any || next.len() == before {
                    choices.push(taken);
                }
            }
            next.sort_unstable();
            next.dedup();
            round = next;
            complete = choices.len() + round.len() <= limit;
        }
        if !complete {
            choices.push(self.some_full_choice(free, &groups));
        }
        if self.sets == Sets::Maximum {
            let most = choices.iter().map(|taken| taken.len()).max().unwrap_or(0);
            choices.retain(|taken| taken.len() == most);
        }
        complete
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
