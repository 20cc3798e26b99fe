//! Adding to a house (`rules/seep.md` 7.3).

use cards::Card;

use crate::position::{Ownership, Position, lacking};
use crate::take_rule::{Empty, TakeRule};
use crate::{House, HouseValue, Illegal, OppAddOwns};

impl Position<'_> {
    /// The rule for an addition to the house of that value with a card.
    #[inline]
    pub(super) fn add_rule(&self, card: Card, value: HouseValue) -> Result<TakeRule, Illegal> {
        self.after_opening()?;
        let house = self.house(value.get()).ok_or(Illegal::NoHouse { value })?;
        let rest = lacking(card, value)?;
        self.release(card.value())?;
        if self.addition_needs_key(house) && !self.keeps(card.value(), value) {
            return Err(Illegal::NoKey { value });
        }
        let owns_after = house.owners.contains(self.seat) || self.addition_makes_owner(house);
        let ownership = if owns_after { Ownership::Own } else { Ownership::Others };
        Ok(self.housing(value, rest, self.joining(ownership), Empty::Allowed))
    }

    /// Only a partner's house may be fed without a card of its value, and only if that makes no owner.
    fn addition_needs_key(&self, house: &House) -> bool {
        let own = house.owners.contains(self.seat);
        own || !self.partner_owns(house) || self.options.partner_add_owns
    }

    /// Whether an addition makes a player who does not own the house an owner of it.
    pub(crate) fn addition_makes_owner(&self, house: &House) -> bool {
        if self.partner_owns(house) {
            return self.options.partner_add_owns;
        }
        match self.options.opp_add_owns {
            OppAddOwns::OnlyWhenCementing => !house.cemented,
            OppAddOwns::Always => true,
            OppAddOwns::Never => false,
        }
    }
}
