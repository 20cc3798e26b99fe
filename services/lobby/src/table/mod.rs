//! A table and what may be done with it: pure decisions, without store, clock or network.
//!
//! Knows seats, sides and readiness, and no rule of any game: what the options mean, the engine says.

mod code;
mod readiness;
mod refusal;
mod seat;
mod settings;
mod start;
#[cfg(test)]
mod tests;
mod whole;

pub use code::TableCode;
pub use readiness::Readiness;
pub use refusal::TableRefusal;
pub use seat::{BotLevel, Occupant, Player, Seat};
pub use settings::{Clocks, GameChoice, TableSettings, Visibility};
pub use start::StartStep;
pub use whole::{Stage, Table};
