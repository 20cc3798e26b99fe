//! Sorting what came back from the database into what it means for the rows that were sent.

use sqlx::error::DatabaseError;
use sqlx::postgres::{PgDatabaseError, PgSeverity};

use super::fate::RowError;

/// What one statement did.
pub(super) enum Outcome {
    /// It ran; these rows, by index, are committed.
    Ran(Vec<usize>),
    /// It was rolled back, and a row is to blame or may be.
    RolledBack(RowError),
    /// It was rolled back for a reason that lies outside its rows.
    NotServed(RowError),
    /// The connection cannot be used any more, and nobody can say whether the statement took effect.
    Lost(String),
}

/// Classes of SQLSTATE that say nothing about the rows: the same statement may succeed later. Resources, locks
/// and timeouts, operator intervention, system errors, and a server that is read-only for now.
const PASSING_CLASSES: [&str; 5] = ["53", "55", "57", "58", "25"];
/// Rolled back for the sake of a concurrent transaction (deadlock, serialization): alone, each row may go through.
const CONFLICT_CLASS: &str = "40";

impl Outcome {
    pub(super) fn of_error(error: sqlx::Error, rows: usize) -> Self {
        match error {
            sqlx::Error::Database(error) => Self::of_database(&*error, rows),
            // Found while the arguments were built, before anything was sent.
            sqlx::Error::Encode(error) => {
                Self::RolledBack(RowError { sqlstate: String::new(), message: error.to_string() })
            }
            other => Self::Lost(other.to_string()),
        }
    }

    fn of_database(error: &dyn DatabaseError, rows: usize) -> Self {
        let severity = error.try_downcast_ref::<PgDatabaseError>().map(PgDatabaseError::severity);
        // FATAL and PANIC end the connection at any time, also between the commit and its acknowledgement.
        if severity != Some(PgSeverity::Error) {
            return Self::Lost(error.to_string());
        }
        let sqlstate = error.code().unwrap_or_default().into_owned();
        let class = sqlstate.get(..2).unwrap_or_default().to_owned();
        let told = RowError { sqlstate, message: error.message().to_owned() };
        let passing = PASSING_CLASSES.contains(&class.as_str()) || (class == CONFLICT_CLASS && rows == 1);
        if passing { Self::NotServed(told) } else { Self::RolledBack(told) }
    }
}
