//! What the fuzz targets share: choices out of bytes, arbitrary actions, and a match that is watched at every step.
//!
//! The targets are in `targets/`, one file for each kind of input. No target knows where its bytes come from.
#![deny(missing_docs)]

mod actions;
mod choices;
mod records;
mod shown;
mod table;

pub use actions::arbitrary_action;
pub use choices::{Choices, damage};
pub use records::{any_setup, every_table, recorded_match};
pub use shown::shown_cards;
pub use table::{Limits, Table};
