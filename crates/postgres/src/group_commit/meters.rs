//! What the group commit tells the metrics. Handles are made once, so that a row costs a few atomic additions.

use std::time::Duration;

use metrics::{Counter, Histogram, counter, histogram};

use super::fate::Fate;
use crate::meters::{BATCH_ROWS, COMMIT_SECONDS, CONNECTS, ROWS};

pub(super) struct Meters {
    commit_seconds: Histogram,
    batch_rows: Histogram,
    committed: Counter,
    refused: Counter,
    failed: Counter,
    unavailable: Counter,
    unknown: Counter,
    connects: Counter,
}

impl Meters {
    pub(super) fn register() -> Self {
        let rows = |fate: &'static str| counter!(ROWS, "fate" => fate);
        Self {
            commit_seconds: histogram!(COMMIT_SECONDS),
            batch_rows: histogram!(BATCH_ROWS),
            committed: rows("committed"),
            refused: rows("refused"),
            failed: rows("failed"),
            unavailable: rows("unavailable"),
            unknown: rows("unknown"),
            connects: counter!(CONNECTS),
        }
    }

    pub(super) fn report(&self, fate: &Fate, waited: Duration) {
        match fate {
            Fate::Committed => &self.committed,
            Fate::Refused => &self.refused,
            Fate::Failed(_) => &self.failed,
            Fate::Unavailable => &self.unavailable,
            Fate::Unknown => &self.unknown,
        }
        .increment(1);
        self.commit_seconds.record(waited);
    }

    pub(super) fn sent(&self, rows: usize) {
        self.batch_rows.record(u32::try_from(rows).unwrap_or(u32::MAX));
    }

    pub(super) fn connected(&self) {
        self.connects.increment(1);
    }
}
