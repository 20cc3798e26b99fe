//! Which actions are legal: one file per type of action, and here the list and the check of a single action.

mod add;
mod bid;
mod build;
mod capture;
mod lister;
mod raise;
mod throw;

use lister::Lister;

pub(crate) use bid::{bids, can_bid, check_bid};

use cards::{Card, CardSet, Listing};

use crate::floor::FloorSets;
use crate::position::Position;
use crate::take_rule::{TakeFault, TakeRule};
use crate::{Action, Capture, HouseValue, Illegal};

/// How long a list grows before it is cut. Under `throw=free` players may pile up so many loose cards that the
/// takes run into the millions, which no list could hold; under the other settings a floor has sixteen loose
/// cards at most (one of each value and three more from the start), and its list stays below this.
pub(crate) const LIST_LIMIT: usize = 1 << 17;
/// How many takes one card, type and value may list before it is cut. Sixteen loose cards have fewer.
pub(crate) const TAKES_LIMIT: usize = 1 << 13;

impl Position<'_> {
    /// Adds every legal play in canonical order.
    pub(crate) fn plays(&self, out: &mut Vec<Action>) -> Listing {
        let mut sets = FloorSets::NONE;
        sets.fill(&self.floor);
        let lister = Lister::new(self, &sets);
        let mut listing = Listing::Complete;
        let mut left = self.hand;
        while let Some(card) = left.first() {
            let equal = left & CardSet::of_rank(card.rank());
            left = left - equal;
            let start = out.len();
            if lister.plays_of(card, out) == Listing::Cut {
                listing = Listing::Cut;
            }
            let end = out.len();
            // Suits make no difference to what is legal: the plays of an equal card are the same.
            for other in equal.without(card) {
                out.extend_from_within(start..end);
                let copied = out.len() - (end - start);
                out[copied..].iter_mut().for_each(|action| action.replace_card(other));
            }
        }
        listing
    }

    /// Checks one play.
    pub(crate) fn check(&self, action: &Action) -> Result<(), Illegal> {
        let card = action.card().ok_or(Illegal::BidMade)?;
        if !self.hand.contains(card) {
            return Err(Illegal::CardNotHeld { card });
        }
        match *action {
            Action::Bid { .. } => Err(Illegal::BidMade),
            Action::Capture { house, take, .. } => {
                let rule = self.capture_rule(card, house)?;
                rule.check(&self.floor, take).map_err(|fault| self.bad_capture(card, fault))
            }
            Action::Add { value, take, .. } => self.check_house(self.add_rule(card, value)?, value, take),
            Action::Build { value, take, .. } => self.check_house(self.build_rule(card, value)?, value, take),
            Action::Break { from, take, .. } => {
                let rule = self.break_rule(card, from)?;
                let value = HouseValue::new(rule.target).expect("a house is raised to a house value");
                self.check_house(rule, value, take)
            }
            Action::Throw { .. } => self.check_throw(card),
        }
    }

    fn check_house(&self, rule: TakeRule, value: HouseValue, take: CardSet) -> Result<(), Illegal> {
        rule.check(&self.floor, take).map_err(|fault| match fault {
            TakeFault::NotLoose(card) => Illegal::NotLoose { card },
            TakeFault::ForcedLeft(card) => Illegal::EqualLeftLoose { card, value },
            TakeFault::Empty => Illegal::NothingFromFloor,
            TakeFault::NotSets | TakeFault::Fewer(_) => Illegal::NotSets { target: value.get() },
            TakeFault::ExtraSets => Illegal::ExtraSets { value },
            TakeFault::SetLeft => Illegal::SetLeftLoose { value },
        })
    }

    fn bad_capture(&self, card: Card, fault: TakeFault) -> Illegal {
        let target = card.value();
        match fault {
            TakeFault::NotLoose(card) => Illegal::NotLoose { card },
            TakeFault::Empty if self.options.capture == Capture::Free || !self.floor.totals(target) => {
                Illegal::CapturesNothing { card }
            }
            TakeFault::Empty | TakeFault::SetLeft | TakeFault::ForcedLeft(_) => {
                Illegal::CapturableLeft { target }
            }
            TakeFault::NotSets | TakeFault::ExtraSets => Illegal::NotSets { target },
            TakeFault::Fewer(more) => Illegal::NotMostCards { more },
        }
    }
}
