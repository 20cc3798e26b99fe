//! Breaking: raising an ordinary house (`rules/seep.md` 7.4).

use cards::Card;

use crate::position::{Ownership, Position};
use crate::take_rule::{Empty, TakeRule};
use crate::{BreakMerge, House, HouseValue, Illegal};

impl Position<'_> {
    /// The rule for a break of the house of that value with a card.
    #[inline]
    pub(super) fn break_rule(&self, card: Card, from: HouseValue) -> Result<TakeRule, Illegal> {
        self.after_opening()?;
        let house = self.house(from.get()).ok_or(Illegal::NoHouse { value: from })?;
        if house.owners.contains(self.seat) {
            return Err(Illegal::OwnHouse { value: from });
        }
        if house.cemented {
            return Err(Illegal::Cemented { value: from });
        }
        let value =
            HouseValue::new(from.get() + card.value()).ok_or(Illegal::RaisedTooHigh { card, from })?;
        let target = self.house(value.get());
        let owned = target.is_some_and(|target| target.owners.contains(self.seat));
        let free = target.is_some_and(|target| self.merges_freely(target));
        let out_of_reach = target.is_some() && !owned && self.options.break_merge == BreakMerge::OwnTarget;
        if !free && out_of_reach {
            return Err(Illegal::TargetNotOwned { value });
        }
        if !free && !self.keeps(card.value(), value) {
            return Err(Illegal::NoKey { value });
        }
        self.release(card.value())?;
        let ownership = if free && !owned { Ownership::Others } else { Ownership::Own };
        Ok(self.housing(value, 0, self.joining(ownership), Empty::Allowed))
    }

    /// Whether a break may reach this house without a card of its value, and leaves its owners as they are.
    pub(crate) fn merges_freely(&self, target: &House) -> bool {
        self.options.break_merge_into_partner_free && self.partner_owns(target)
    }
}
