//! Comparing levels: duplicate deals, whole matches on duplicate decks, and what they cost in time.
//!
//! Every deal and match is played once for each side of the table, with level A on that side and level B on all
//! others, so that the luck of the cards cancels out. What is played follows from the seed alone; only thinking
//! times depend on the machine, and are read from a clock that the caller passes in.

mod contest;
mod interval;
mod score;
mod thinking;

pub use contest::{Contest, DealSheet, MatchSheet, Ticker};
pub use interval::Interval;
pub use thinking::{Thinking, ThinkingTimes};
