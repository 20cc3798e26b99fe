//! Positions that every good player answers alike (`positions/README.md`), and what the levels answer.
//!
//! Nothing here is known to the players: it measures them from outside.

mod answers;
mod page;
mod position;

pub use answers::{Answer, Verdict, answer};
pub use page::page;
pub use position::{Position, PositionFault, read};

use games::GameKind;

/// The file of positions of a game.
pub const fn file(game: GameKind) -> &'static str {
    match game {
        GameKind::Seep => include_str!("../../positions/seep.json"),
        GameKind::Smear => include_str!("../../positions/smear.json"),
        GameKind::Pepper => include_str!("../../positions/pepper.json"),
    }
}
