//! Telling a store that is away from a statement that is wrong.

use sqlx::error::DatabaseError;

/// Classes of SQLSTATE that say nothing about the statement: it may succeed later. Connection trouble, resources,
/// locks and timeouts, operator intervention, system errors, and a server that is read-only for now.
const PASSING_CLASSES: [&str; 6] = ["08", "25", "53", "55", "57", "58"];

/// Does the error mean that the server cannot be reached or cannot serve at the moment, so that a retry may help?
pub fn is_away(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(error) => is_passing(&**error),
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed
        | sqlx::Error::BeginFailed => true,
        _ => false,
    }
}

fn is_passing(error: &dyn DatabaseError) -> bool {
    let code = error.code().unwrap_or_default();
    code.get(..2).is_some_and(|class| PASSING_CLASSES.contains(&class))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_connection_is_away_and_a_missing_row_is_not() {
        assert!(is_away(&sqlx::Error::PoolTimedOut));
        assert!(is_away(&sqlx::Error::Io(std::io::ErrorKind::ConnectionReset.into())));
        assert!(!is_away(&sqlx::Error::RowNotFound));
    }
}
