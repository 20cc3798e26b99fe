//! Plain counters of the group commit, for metrics.

use std::sync::atomic::{AtomicU64, Ordering};

use super::fate::Fate;

/// What has happened since the start. Every field only grows; read them with [`Ordering::Relaxed`].
#[derive(Debug, Default)]
pub struct Counters {
    /// Statements sent, those for single rows after an error included.
    pub batches: AtomicU64,
    /// Rows whose fate was reported: the sum of the five below.
    pub rows: AtomicU64,
    /// Rows reported as [`Fate::Committed`].
    pub committed: AtomicU64,
    /// Rows reported as [`Fate::Refused`].
    pub refused: AtomicU64,
    /// Rows reported as [`Fate::Failed`].
    pub failed: AtomicU64,
    /// Rows reported as [`Fate::Unavailable`].
    pub unavailable: AtomicU64,
    /// Rows reported as [`Fate::Unknown`].
    pub unknown: AtomicU64,
    /// Connections opened.
    pub connects: AtomicU64,
}

impl Counters {
    pub(super) fn count(&self, fate: &Fate) {
        increment(&self.rows);
        increment(match fate {
            Fate::Committed => &self.committed,
            Fate::Refused => &self.refused,
            Fate::Failed(_) => &self.failed,
            Fate::Unavailable => &self.unavailable,
            Fate::Unknown => &self.unknown,
        });
    }
}

pub(super) fn increment(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}
