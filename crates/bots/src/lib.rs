//! Players that decide from what their seat may see, and from nothing else: a view and the legal actions.
//!
//! They are deterministic and quick: one pass over the legal actions. Their task is to keep a match going for
//! a missing player, legally and not foolishly.
#![deny(missing_docs)]

mod greedy;
mod level;
mod seep_greedy;

pub use greedy::greedy;
pub use level::{Level, UnknownLevel};
