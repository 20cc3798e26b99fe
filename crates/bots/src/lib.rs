//! Players that decide from what their seat may see, and from nothing else.
//!
//! A [`Sight`] is all that a player is given: the options, the seat's view, the legal actions, and what the seat
//! was shown of the deal in progress. It is made by whoever referees the match, most easily by a [`Watcher`] that
//! follows it. A [`Level`] chooses an action; the same sight and seed give the same choice, on every machine.
//!
//! One folder per game holds that game's players: `greedy` (the frozen yardstick), `casual`, `club`, and for
//! `expert` a `sample` of hidden hands and a `playout`, which `search` puts together without knowing the game. A new
//! game adds a folder, a file of positions, and an arm to the matches over games in `level`, `sight`, `arena` and `positions`. No clock
//! and no randomness but the seed lives here.
#![deny(missing_docs)]

pub mod arena;
mod dice;
mod game_sight;
mod level;
mod pepper;
pub mod positions;
mod search;
mod seep;
mod sight;
mod smear;
mod watcher;

pub use level::{Level, UnknownLevel};
pub use sight::Sight;
pub use watcher::Watcher;
