//! The record of a finished match as a JSON file: its form, how it comes from the wire, and its check. The form is
//! described in `FORMATS.md`.

mod check;
mod form;
mod from_wire;
mod replay;

pub use check::{Finding, OwnKnowledge, check};
pub use form::{Clocks, Ending, FORMAT, Occupant, Record, RecordedBy, RecordedResult, Step, StepKind};
pub use from_wire::WireFault;
pub use replay::{Played, PlayedStep, RecordFault};
