//! How a match has ended for each side: who won, and in which places the others came.

use cards::{Side, SideSet};

use super::core::{Core, EndKind};
use super::setup::Setup;

impl Core {
    /// The sides that have won; none while the match runs, if it was aborted, and for a draw.
    ///
    /// A side that has resigned never wins, also where others played on without it and a bot led it to the front: the best of the rest
    /// wins then.
    pub fn winners(&self, setup: &Setup) -> SideSet {
        let by_rules = match self.end {
            Some(EndKind::PlayedOut) => self.game.as_ref().and_then(|game| game.outcome()),
            Some(EndKind::Resigned) => None,
            Some(EndKind::Aborted) | None => return SideSet::EMPTY,
        };
        match by_rules {
            Some(outcome) if outcome.is_draw() => SideSet::EMPTY,
            Some(outcome) if outcome.winners.iter().any(|side| !self.has_resigned(setup, side)) => {
                let stay = outcome.winners.iter().filter(|side| !self.has_resigned(setup, *side));
                stay.fold(SideSet::EMPTY, SideSet::with)
            }
            _ => self.best_of_the_rest(setup),
        }
    }

    /// Of the sides that have not resigned those with the most points.
    fn best_of_the_rest(&self, setup: &Setup) -> SideSet {
        let rest = || setup.sides().filter(|side| !self.has_resigned(setup, *side));
        let most = rest().map(|side| self.score(side)).max();
        rest().filter(|side| Some(self.score(*side)) == most).fold(SideSet::EMPTY, SideSet::with)
    }

    /// The place of each side in order, from 1; equal ones share a place, and the places after it are left out. Winners come first
    /// whatever their points, sides that have resigned last, and otherwise points decide. In a draw all come first.
    pub fn places(&self, setup: &Setup) -> Vec<u32> {
        let winners = self.winners(setup);
        if winners.is_empty() {
            return setup.sides().map(|_| 1).collect();
        }
        // Smaller is better.
        let standing = |side: Side| {
            if winners.contains(side) {
                (0, 0)
            } else {
                (1 + u8::from(self.has_resigned(setup, side)), -i64::from(self.score(side)))
            }
        };
        let better = |side: Side| setup.sides().filter(move |other| standing(*other) < standing(side));
        setup.sides().map(|side| 1 + u32::try_from(better(side).count()).unwrap_or(0)).collect()
    }

    fn score(&self, side: Side) -> i32 {
        let scores = self.game.as_ref().map(games::Match::scores).unwrap_or_default();
        scores.get(side.index()).copied().unwrap_or(0)
    }
}
