//! A match as pure state: what it was created with, what the log's entries do to it, and what may be seen of it.
//!
//! No I/O, no clock, no randomness: times come in with the entries. The driver decides, appends and publishes.

mod archive;
mod core;
mod entry;
mod history;
mod match_state;
mod placing;
mod seat_state;
mod setup;

pub use archive::{Archived, Recorded, ReplayFault, replay};
pub use core::{Applied, Core, EndKind, Refusal};
pub use entry::{Actor, Entry};
pub use history::{Fingerprint, Logged};
pub use match_state::{MatchState, Prepared, SeenStep};
pub use seat_state::SeatState;
pub use setup::{Clocks, Occupant, Setup};
