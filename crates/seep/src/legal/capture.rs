//! Captures (`rules/seep.md` 7.1).

use cards::{Card, CardSet};

use crate::position::Position;
use crate::take_rule::{Empty, Sets, TakeRule};
use crate::{Capture, HouseValue, Illegal};

impl Position<'_> {
    /// The rule for a capture with a card, of a house or of loose cards only.
    #[inline]
    pub(super) fn capture_rule(&self, card: Card, house: Option<HouseValue>) -> Result<TakeRule, Illegal> {
        let target = card.value();
        self.honour(target)?;
        let stands = self.house(target).is_some();
        match house {
            Some(value) if value.get() != target => return Err(Illegal::HouseOfOtherValue { card, value }),
            Some(value) if !stands => return Err(Illegal::NoHouse { value }),
            Some(_) => {}
            None => {
                self.release(target)?;
                if let Some(value) = HouseValue::new(target)
                    && stands
                    && self.options.capture != Capture::Free
                {
                    return Err(Illegal::HouseLeftStanding { value });
                }
            }
        }
        let sets = match self.options.capture {
            Capture::Maximal => Sets::Maximal,
            Capture::Maximum => Sets::Maximum,
            Capture::Free => Sets::Any,
        };
        let empty = if house.is_some() { Empty::Allowed } else { Empty::Refused };
        Ok(TakeRule { target, rest: 0, forced: CardSet::EMPTY, sets, empty })
    }

    /// Whether a card can capture anything at all.
    pub(super) fn can_capture(&self, card: Card) -> bool {
        self.house(card.value()).is_some() || self.floor.totals(card.value())
    }
}
