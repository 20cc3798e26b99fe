//! Which sets of loose cards may go with a played card.
//!
//! Every action of Seep that takes loose cards is one [`TakeRule`]: the legal list enumerates it, and a single
//! action is checked against it, so the two cannot drift apart.

use cards::{Card, CardSet};
use smallvec::SmallVec;

use crate::counts::{Counts, groups};
use crate::floor::{Floor, FloorSets};
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

/// Takes as counts, while they are found. Only the floors of `throw=free` hold more than there is room for here.
type Choices = SmallVec<[Counts; 128]>;

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
            Sets::Maximal if left.sums() >> self.target & 1 == 1 => Err(TakeFault::SetLeft),
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
    /// `sets` are those of the floor.
    pub(crate) fn each(
        &self,
        floor: &Floor,
        sets: &FloorSets,
        limit: usize,
        emit: &mut impl FnMut(CardSet),
    ) -> bool {
        if !self.is_possible(floor) {
            return true;
        }
        let own_sets = sets.of(self.rest).iter().rev().copied();
        let all = sets.of(self.target);
        let groups = match self.sets {
            Sets::None => &[][..],
            _ if self.forced.is_empty() => all,
            // The forced cards are not free. They are the last set, that of a single card.
            _ => &all[..all.len() - 1],
        };
        let free = floor.counts.minus(Counts::of(self.forced));
        // The one beyond the limit tells that there are more.
        let mut takes = Takes { rule: self, free: floor.loose - self.forced, left: limit + 1, emit };
        let mut complete = true;
        match groups {
            [] => own_sets.for_each(|own| takes.put(own)),
            [group] => own_sets.for_each(|own| self.repeat(own, *group, free, &mut takes)),
            _ => {
                let mut choices = Choices::new();
                choices.extend(own_sets);
                complete = self.join_sets(free, groups, limit, &mut choices);
                choices.iter().for_each(|choice| takes.put(*choice));
            }
        }
        complete && takes.left > 0
    }

    /// All takes of an own set and the only set of the target that is free. This is the most frequent case by far,
    /// and needs neither sorting nor memory.
    fn repeat(&self, own: Counts, group: Counts, free: Counts, takes: &mut Takes<'_, impl FnMut(CardSet)>) {
        let (mut taken, mut free) = (own, free.minus(own));
        while free.holds(group) {
            if self.sets == Sets::Any {
                takes.put(taken);
            }
            (taken, free) = (taken.plus(group), free.minus(group));
        }
        takes.put(taken);
    }

    /// Turns the played card's own sets, as counts, into all allowed takes; false if they were cut at the limit.
    /// `groups` are the sets of the target that are free.
    ///
    /// They grow a set at a time. All takes of one round have one total, so a take that arises in two ways does
    /// so within a round, where sorting finds it.
    fn join_sets(&self, free: Counts, groups: &[Counts], limit: usize, choices: &mut Choices) -> bool {
        let joined = |taken: Counts| {
            let left = free.minus(taken);
            groups.iter().filter(move |group| left.holds(**group)).map(move |group| taken.plus(*group))
        };
        let mut complete = true;
        let (mut round, mut full) = (0, 0);
        while round < choices.len() && complete {
            let next = choices.len();
            for at in round..next {
                let before = choices.len();
                let taken = choices[at];
                choices.extend(joined(taken));
                full += usize::from(choices.len() == before);
            }
            if groups.len() > 1 {
                choices[next..].sort_unstable();
                dedup_from(choices, next);
            }
            round = next;
            let so_far = if self.sets == Sets::Any { next } else { full };
            complete = so_far + (choices.len() - next) <= limit;
            if !complete {
                choices.truncate(next);
            }
        }
        if self.sets != Sets::Any {
            choices.retain(|taken| joined(*taken).next().is_none());
        }
        if !complete {
            choices.push(self.some_full_choice(free));
        }
        if self.sets == Sets::Maximum {
            let most = choices.iter().map(|taken| taken.len()).max().unwrap_or(0);
            choices.retain(|taken| taken.len() == most);
        }
        complete
    }

    /// One choice that leaves no set, or takes the most cards where that is asked.
    fn some_full_choice(&self, free: Counts) -> Counts {
        if self.sets == Sets::Maximum {
            return MostCards::new(self.target).choice(free);
        }
        let own = groups(self.rest).iter().find(|own| free.holds(**own));
        let mut taken = *own.expect("a cut enumeration began with a set of the played card");
        while let Some(group) = groups(self.target).iter().find(|group| free.minus(taken).holds(**group)) {
            taken = taken.plus(*group);
        }
        taken
    }
}

/// Removes what repeats its neighbour from that place on.
fn dedup_from(choices: &mut Choices, start: usize) {
    let mut kept = start;
    for at in start..choices.len() {
        if at == start || choices[at] != choices[kept - 1] {
            choices[kept] = choices[at];
            kept += 1;
        }
    }
    choices.truncate(kept);
}

/// Turns takes as counts into sets of cards.
struct Takes<'a, F> {
    rule: &'a TakeRule,
    /// The loose cards that are not forced.
    free: CardSet,
    /// How many more takes are wanted.
    left: usize,
    emit: &'a mut F,
}

impl<F: FnMut(CardSet)> Takes<'_, F> {
    /// Emits every set of cards that has these counts, unless it is empty and must not be.
    fn put(&mut self, choice: Counts) {
        let forced = self.rule.forced;
        if choice.is_none() && forced.is_empty() && self.rule.empty == Empty::Refused {
            return;
        }
        let equal = self.free & choice.all_equal();
        if Counts::of(equal) == choice {
            self.put_cards(forced | equal);
        } else {
            self.pick(choice, forced);
        }
    }

    fn put_cards(&mut self, cards: CardSet) {
        if self.left > 0 {
            self.left -= 1;
            (self.emit)(cards);
        }
    }

    /// Emits every set of cards that has these counts, joined with `taken`.
    fn pick(&mut self, counts: Counts, taken: CardSet) {
        if self.left == 0 || counts.is_none() {
            return self.put_cards(taken);
        }
        let value = counts.lowest();
        let number = counts.at(value);
        let equal = self.free & Counts::one(value).all_equal();
        let rest = counts.above(value);
        if number == equal.len() {
            return self.pick(rest, taken | equal);
        }
        // The non-empty subsets of the equal cards, by the usual trick on their bits.
        let mut subset = equal.bits();
        while subset != 0 {
            let chosen = CardSet::from_bits(subset).expect("a subset of cards is a set of cards");
            if chosen.len() == number {
                self.pick(rest, taken | chosen);
            }
            subset = (subset - 1) & equal.bits();
        }
    }
}
