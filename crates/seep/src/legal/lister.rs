//! The list of all legal plays of one card.
//!
//! The rules of the other files decide what is legal. This one only leaves out, a whole row of values at once, what
//! they would refuse anyway; most combinations of card, type and value are of that kind.

use cards::{Card, CardSet, Listing};

use super::{LIST_LIMIT, TAKES_LIMIT};
use crate::floor::FloorSets;
use crate::position::Position;
use crate::take_rule::TakeRule;
use crate::{Action, HouseValue};

/// Some house values, bit `v` standing for the value `v`.
#[derive(Clone, Copy)]
struct Values(u16);

impl Values {
    fn those(holds: impl Fn(HouseValue) -> bool) -> Self {
        let bits = HouseValue::ALL.into_iter().map(|value| u16::from(holds(value)) << value.get());
        Self(bits.fold(0, |all, bit| all | bit))
    }

    /// Bit `v` is set only for a card or house value `v`.
    fn has(self, value: u8) -> bool {
        self.0 >> value & 1 == 1
    }

    fn and_not(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The values, ascending.
    fn iter(mut self) -> impl Iterator<Item = HouseValue> {
        std::iter::from_fn(move || {
            let value = HouseValue::new(self.0.trailing_zeros() as u8)?;
            self.0 &= self.0 - 1;
            Some(value)
        })
    }
}

/// What does not depend on the card that is played.
pub(super) struct Lister<'a> {
    position: &'a Position<'a>,
    sets: &'a FloorSets,
    /// The houses that stand.
    standing: Values,
    /// Those that the player owns.
    owned: Values,
    /// Those that may be raised.
    raisable: Values,
    /// Those of which the hand holds a card.
    held: Values,
    /// Those of which it holds two.
    held_twice: Values,
}

impl<'a> Lister<'a> {
    pub(super) fn new(position: &'a Position<'a>, sets: &'a FloorSets) -> Self {
        let house = |value: HouseValue| position.house(value.get());
        let in_hand = |value: HouseValue| position.hand & CardSet::of_rank(value.rank());
        let owned = Values::those(|value| position.owns(value.get()));
        Self {
            position,
            sets,
            standing: Values::those(|value| house(value).is_some()),
            owned,
            raisable: Values::those(|value| house(value).is_some_and(|house| !house.cemented)).and_not(owned),
            held: Values::those(|value| !in_hand(value).is_empty()),
            held_twice: Values::those(|value| in_hand(value).len() > 1),
        }
    }

    /// Adds every legal play of a card, in canonical order.
    pub(super) fn plays_of(&self, card: Card, out: &mut Vec<Action>) -> Listing {
        let value = card.value();
        let mut complete = self.captures(card, out);
        if !self.owned.has(value) || self.held_twice.has(value) {
            complete &= self.housings(card, out);
            if self.position.check_throw(card).is_ok() {
                out.push(Action::Throw { card });
            }
        }
        if complete { Listing::Complete } else { Listing::Cut }
    }

    /// The plays that make or change a house.
    fn housings(&self, card: Card, out: &mut Vec<Action>) -> bool {
        let mut complete = true;
        // Bit `v` is set if the floor has what the card lacks to total `v`.
        let completed = self.position.floor.sums << card.value();
        for value in Values(completed & self.standing.0).iter() {
            if let Ok(rule) = self.position.add_rule(card, value) {
                complete &= self.list(&rule, out, |take| Action::Add { card, value, take });
            }
        }
        let kept = self.kept(card.value());
        for value in Values(completed & kept.0).and_not(self.standing).iter() {
            if let Ok(rule) = self.position.build_rule(card, value) {
                complete &= self.list(&rule, out, |take| Action::Build { card, value, take });
            }
        }
        let low_enough = 0x3FFF >> card.value();
        for from in Values(self.raisable.0 & low_enough).iter() {
            if let Ok(rule) = self.position.break_rule(card, from) {
                complete &= self.list(&rule, out, |take| Action::Break { card, from, take });
            }
        }
        complete
    }

    /// The values of which the hand still holds a card after one of that value left it.
    fn kept(&self, played: u8) -> Values {
        let others = self.held.0 & !(1 << played);
        Values(others | self.held_twice.0 & 1 << played)
    }

    fn captures(&self, card: Card, out: &mut Vec<Action>) -> bool {
        if !self.position.can_capture(card) {
            return true;
        }
        let mut complete = true;
        let houses = [None, HouseValue::new(card.value())];
        let houses = if houses[1].is_some() { &houses[..] } else { &houses[..1] };
        for &house in houses {
            if let Ok(rule) = self.position.capture_rule(card, house) {
                complete &= self.list(&rule, out, |take| Action::Capture { card, house, take });
            }
        }
        complete
    }

    /// Adds the actions of one card, type and value, sorted; false if they were cut. At least one is listed of
    /// any that are legal.
    fn list(&self, rule: &TakeRule, out: &mut Vec<Action>, action: impl Fn(CardSet) -> Action) -> bool {
        let start = out.len();
        let limit = TAKES_LIMIT.min(LIST_LIMIT.saturating_sub(start));
        let complete = rule.each(&self.position.floor, self.sets, limit, &mut |take| out.push(action(take)));
        if out.len() > start + 1 {
            out[start..].sort_unstable_by_key(Action::take_key);
        }
        if !complete {
            out.dedup();
        }
        complete
    }
}
