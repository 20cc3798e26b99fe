//! The players of Pepper.
//!
//! `greedy` and `casual` look at the trick that lies. `value` tells what a hand is worth in every strain, `bidding` what
//! to bid on it, `cardplay` which card to play, on a deal as `play` thinks it through with the cards in the `order` of
//! the strain; `club` feeds them with all that is in its `memory`. `expert` samples whole deals (`sample`) and plays
//! them out with the same rules of thumb for every seat (`playout`).

mod bidding;
mod cardplay;
mod casual;
mod club;
mod expert;
mod greedy;
mod memory;
mod order;
mod play;
mod playout;
mod sample;
mod value;

use games::{Action, Options, Seen, View};
use pepper::Pepper;

use crate::dice::Dice;
use crate::game_sight::GameSight;
use crate::{Level, Sight};

/// A sight of Pepper.
pub(crate) type PepperSight<'a> = GameSight<'a, Pepper>;

/// The choice of a level.
pub(crate) fn choose(level: Level, sight: &Sight, dice: &mut Dice) -> Action {
    let sight = &read(sight);
    Action::Pepper(match level {
        Level::Greedy => greedy::choose(sight),
        Level::Casual => casual::choose(sight, dice),
        Level::Club => club::choose(sight),
        Level::Expert => expert::choose(sight, dice),
    })
}

fn read(sight: &Sight) -> PepperSight<'_> {
    let (Options::Pepper(options), View::Pepper(view)) = (sight.options(), sight.view()) else {
        unreachable!("a match is of one game")
    };
    let action = |action: &Action| if let Action::Pepper(action) = action { Some(*action) } else { None };
    GameSight::new(sight, (options, view), action, |seen| match seen {
        Seen::Pepper(seen) => Some(seen),
        _ => None,
    })
}

#[cfg(test)]
mod tests;
