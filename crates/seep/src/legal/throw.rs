//! Throwing a card (`rules/seep.md` 7.5 and 8).

use cards::Card;

use crate::position::Position;
use crate::{HouseValue, Illegal, OpeningThrow, Throw};

impl Position<'_> {
    /// Checks a throw.
    pub(super) fn check_throw(&self, card: Card) -> Result<(), Illegal> {
        self.honour(card.value())?;
        if self.opening.is_some() && self.options.opening_throw == OpeningThrow::Free {
            return Ok(());
        }
        self.release(card.value())?;
        match self.options.throw {
            Throw::Free if self.house(card.value()).is_some() => {
                Err(Illegal::ThrowHouseStands { rank: card.rank() })
            }
            Throw::Free => Ok(()),
            _ if self.can_capture(card) => Err(Illegal::ThrowCanCapture { card }),
            Throw::NoCapture => Ok(()),
            Throw::NoCaptureNoBuild if self.can_join_a_house(card) => Err(Illegal::ThrowCanBuild { card }),
            Throw::NoCaptureNoBuild => Ok(()),
        }
    }

    /// Whether the card can be used to build, add or break.
    fn can_join_a_house(&self, card: Card) -> bool {
        HouseValue::ALL.into_iter().any(|value| {
            let rules =
                [self.build_rule(card, value), self.add_rule(card, value), self.break_rule(card, value)];
            rules.into_iter().flatten().any(|rule| rule.is_possible(&self.floor))
        })
    }
}
