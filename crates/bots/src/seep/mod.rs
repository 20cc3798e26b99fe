//! The players of Seep.
//!
//! `greedy` and `casual` look at what a play takes at once. `judge` weighs a play by what it takes and by what the
//! `outlook` on the `floor` is that it leaves, given the `odds` of who holds what; `club` feeds it with everything in its
//! `memory`. `expert` takes the plays that the judge likes, samples whole deals (`sample`) and plays them out with
//! the judge for every seat (`playout`).

mod casual;
mod club;
mod expert;
mod floor;
mod greedy;
mod judge;
mod memory;
mod odds;
mod outlook;
mod playout;
mod points;
mod sample;

use games::{Action, Options, Seen, View};
use seep::Seep;

use crate::dice::Dice;
use crate::game_sight::GameSight;
use crate::{Level, Sight};

/// A sight of Seep.
pub(crate) type SeepSight<'a> = GameSight<'a, Seep>;

/// The choice of a level.
pub(crate) fn choose(level: Level, sight: &Sight, dice: &mut Dice) -> Action {
    let sight = &read(sight);
    Action::Seep(match level {
        Level::Greedy => greedy::choose(sight),
        Level::Casual => casual::choose(sight, dice),
        Level::Club => club::choose(sight),
        Level::Expert => expert::choose(sight, dice),
    })
}

fn read(sight: &Sight) -> SeepSight<'_> {
    let (Options::Seep(options), View::Seep(view)) = (sight.options(), sight.view()) else {
        unreachable!("a match is of one game")
    };
    let action = |action: &Action| if let Action::Seep(action) = action { Some(*action) } else { None };
    GameSight::new(sight, (options, view), action, |seen| match seen {
        Seen::Seep(seen) => Some(seen),
        _ => None,
    })
}

#[cfg(test)]
mod tests;
