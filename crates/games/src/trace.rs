//! Conformance traces: played matches in the format of `rules/TRACE.md`, for an independent checker.
//!
//! A [`Recorder`] plays a match over again, from its decks and actions, and notes what the format wants; it does
//! not care whether they come from random play or from a finished record.

mod canonical;
mod line;
mod recorder;
mod tally;

pub use canonical::canonical;
pub use line::{DealEntry, MatchLine, Step};
pub use recorder::{Recorder, StepViews, TraceFault};
pub use tally::Tally;
