//! The log of a ladder as the refit takes it, wherever it comes from.

use rating::Config;
use refit::{Event, SideKind};

/// A ladder and its log.
#[derive(Clone, Debug, PartialEq)]
pub struct LadderLog {
    /// The id of the ladder.
    pub ladder: String,
    /// What it rates.
    pub kind: SideKind,
    /// The settings in force.
    pub in_force: Config,
    /// The entries with their numbers in the log, in order.
    pub entries: Vec<(u64, Event)>,
}
