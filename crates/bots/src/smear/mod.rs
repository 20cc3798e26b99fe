//! The players of Smear.
//!
//! `auction` bids and `discard` lays away by what a `hand` promises; `judge` weighs the cards that could be played to
//! what lies `open`. `club` puts them together with everything in its `memory`. `expert` samples whole deals (`sample`,
//! which `split`s the hidden cards) and plays them out with the club's choices for every seat (`playout`).

mod auction;
mod casual;
mod club;
mod discard;
mod expert;
mod greedy;
mod hand;
mod judge;
mod memory;
mod open;
mod playout;
mod sample;
mod split;
mod strength;

use games::{Action, Options, Seen, View};
use smear::Smear;

use crate::dice::Dice;
use crate::game_sight::GameSight;
use crate::{Level, Sight};

/// A sight of Smear.
pub(crate) type SmearSight<'a> = GameSight<'a, Smear>;

/// The choice of a level.
pub(crate) fn choose(level: Level, sight: &Sight, dice: &mut Dice) -> Action {
    let sight = &read(sight);
    Action::Smear(match level {
        Level::Greedy => greedy::choose(sight),
        Level::Casual => casual::choose(sight, dice),
        Level::Club => club::choose(sight),
        Level::Expert => expert::choose(sight, dice),
    })
}

fn read(sight: &Sight) -> SmearSight<'_> {
    let (Options::Smear(options), View::Smear(view)) = (sight.options(), sight.view()) else {
        unreachable!("a match is of one game")
    };
    let action = |action: &Action| if let Action::Smear(action) = action { Some(*action) } else { None };
    GameSight::new(sight, (options, view), action, |seen| match seen {
        Seen::Smear(seen) => Some(seen),
        _ => None,
    })
}
