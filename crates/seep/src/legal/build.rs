//! Founding a house (`rules/seep.md` 7.2).

use cards::Card;

use crate::position::{Ownership, Position, lacking};
use crate::take_rule::{Empty, TakeRule};
use crate::{HouseValue, Illegal};

impl Position<'_> {
    /// The rule for a house of that value founded with a card.
    #[inline]
    pub(super) fn build_rule(&self, card: Card, value: HouseValue) -> Result<TakeRule, Illegal> {
        self.honour(value.get())?;
        if self.house(value.get()).is_some() {
            return Err(Illegal::HouseStands { value });
        }
        let rest = lacking(card, value)?;
        if !self.keeps(card.value(), value) {
            return Err(Illegal::NoKey { value });
        }
        self.release(card.value())?;
        Ok(self.housing(value, rest, self.joining(Ownership::Own), Empty::Refused))
    }
}
