//! The players of Seep.

mod casual;
mod club;
mod greedy;
mod points;

use seep::{Action, Seep};

use crate::Level;
use crate::dice::Dice;
use crate::game_sight::GameSight;

/// A sight of Seep.
pub(crate) type SeepSight<'a> = GameSight<'a, Seep>;

/// The choice of a level.
pub(crate) fn choose(level: Level, sight: &SeepSight<'_>, dice: &mut Dice) -> Action {
    match level {
        Level::Greedy => greedy::choose(sight),
        Level::Casual => casual::choose(sight, dice),
        Level::Club | Level::Expert => club::choose(sight),
    }
}
