//! Plain counters of the group commit, for metrics.

use std::sync::atomic::AtomicU64;

/// What has happened since the start. Every field only grows.
#[derive(Debug, Default)]
pub struct Counters {
    /// Statements sent, those for single rows after an error included.
    pub batches: AtomicU64,
    /// Rows whose fate was reported.
    pub rows: AtomicU64,
    /// Rows reported as committed.
    pub committed: AtomicU64,
    /// Rows reported as refused or failed.
    pub refused: AtomicU64,
    /// Rows reported as unavailable.
    pub unavailable: AtomicU64,
    /// Rows reported as unknown.
    pub unknown: AtomicU64,
    /// Connections opened.
    pub connects: AtomicU64,
}
