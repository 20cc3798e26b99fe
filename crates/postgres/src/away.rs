//! Telling a store that is away from a statement that is wrong.

/// Classes of SQLSTATE that say nothing about the statement, which may well succeed later: connection trouble, conflicts between
/// transactions, resources, operator intervention, system errors.
const PASSING_CLASSES: [&str; 5] = ["08", "40", "53", "57", "58"];
/// Single ones of other classes: a server that is read-only for now, a session ended for its idleness, a lock not had in time.
const PASSING_CODES: [&str; 3] = ["25006", "25P03", "55P03"];

/// Does the error mean that the server cannot be reached or cannot serve at the moment, so that a retry may help?
pub fn is_away(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(error) => error.code().is_some_and(|code| is_passing(&code)),
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

fn is_passing(code: &str) -> bool {
    PASSING_CODES.contains(&code) || code.get(..2).is_some_and(|class| PASSING_CLASSES.contains(&class))
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

    #[test]
    fn a_shutdown_passes_and_a_broken_constraint_does_not() {
        assert!(is_passing("57P01") && is_passing("40P01") && is_passing("53300") && is_passing("25006"));
        assert!(!is_passing("23505") && !is_passing("42P01") && !is_passing("25001"));
    }
}
