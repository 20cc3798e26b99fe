//! What became of one row.

use thiserror::Error;

/// What became of one row. Exactly one is reported for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Stored, and flushed to disk.
    Committed,
    /// Not stored: the statement ran, and the row's own condition did not hold.
    Refused,
    /// Not stored: the database refuses this row with an error, and would again.
    Failed(RowError),
    /// Not stored: no connection could be had, or the server could not serve the statement now. Safe to retry.
    Unavailable,
    /// Stored or not: the connection was lost after the row was sent. Read before you answer anybody.
    ///
    /// Where the server could be reached again in time, the lost connection's backend was ended before this was
    /// reported, so that what is read now is final.
    Unknown,
}

/// The database's complaint about one row.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message} (SQLSTATE {sqlstate})")]
pub struct RowError {
    /// The five-character code, e.g. `23514`; empty if the row could not even be encoded.
    pub sqlstate: String,
    /// The server's message. It may quote values of the row: keep it out of logs and of what players see.
    pub message: String,
}
