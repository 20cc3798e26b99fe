//! Everything that a call or the rater can fail with, and the one place where that becomes a refusal for the caller.

use std::time::Duration;

use thiserror::Error;
use wire::Fault;
use wire::errors::v1::ErrorReason;

use crate::ids::{LadderId, SourceName};

/// When a caller may try again while the store is away.
const STORE_RETRY: Duration = Duration::from_secs(1);
/// When a caller may ask again for a result that is not rated yet.
const RATING_RETRY: Duration = Duration::from_millis(200);

/// A field at fault, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldFault {
    /// The path of the field, for example `sides[0].place`.
    pub field: String,
    /// What is wrong, in words.
    pub description: String,
}

impl FieldFault {
    /// A fault of one field.
    pub fn new(field: impl Into<String>, description: impl Into<String>) -> Self {
        Self { field: field.into(), description: description.into() }
    }
}

/// Why something could not be done.
#[derive(Debug, Error)]
pub enum Error {
    /// Fields of the request are malformed or out of range; never empty.
    #[error("{} field(s) at fault, first {}: {}", .0.len(), .0[0].field, .0[0].description)]
    Invalid(Vec<FieldFault>),
    /// The source reported another content under the same id before.
    #[error("this source reported a result with this id and another content before")]
    ResultIdReused,
    /// The source opened the import under another name before.
    #[error("this import was opened under another name before; a new import needs an id of its own")]
    ImportIdReused,
    /// The caller asked for something else under the same request id before.
    #[error("this request id was used for something else before")]
    RequestIdReused,
    /// A void would reach into a season that is closed.
    #[error("season {0} is closed: its standings change only if that is asked for")]
    SeasonSealed(i32),
    /// There is no such ladder.
    #[error("there is no ladder {0}")]
    LadderNotFound(String),
    /// The source may not report to the ladder.
    #[error(
        "source {reporter} may not report results to ladder {ladder}; the operator grants it by \
         `--source-ladders {reporter}={ladder}`"
    )]
    LadderNotAllowed {
        /// The source, by its key's name.
        reporter: SourceName,
        /// The ladder.
        ladder: LadderId,
    },
    /// Nobody of that name stands on the ladder.
    #[error("no such player or pair has played on this ladder")]
    StandingNotFound,
    /// The source, as far as that can be shown, has no such result.
    #[error("there is no such result of source {0:?}; each source has results of its own")]
    ResultNotFound(String),
    /// The source has no such import.
    #[error("this source has no such import")]
    ImportNotFound,
    /// There is no such review.
    #[error("there is no such review")]
    ReviewNotFound,
    /// The review was judged already, in another way.
    #[error("this review was resolved already; new evidence may open it again")]
    ReviewResolved,
    /// The result waits for the rater.
    #[error("the result is accepted and will be rated in a moment")]
    NotRatedYet,
    /// A feed was to go on after an entry that the ladder has not come to.
    #[error(
        "the ladder is worked off through entry {rated_through} only, so no feed can go on after {after}"
    )]
    BeyondTheLog {
        /// Where it was to go on.
        after: u64,
        /// The last entry that is worked off.
        rated_through: i64,
    },
    /// The connection broke while a result was being stored: it may be stored or not.
    #[error("it is not known whether the result was stored")]
    OutcomeUnknown(#[source] sqlx::Error),
    /// The database could not be asked, or complained.
    #[error(transparent)]
    Store(#[from] sqlx::Error),
    /// The store holds something that this build cannot make sense of.
    #[error("the store holds {0}")]
    Corrupt(String),
    /// The rater could not work off an event of the log; it tries again.
    #[error("event {sequence} of the log is not worked off: {error}")]
    Event {
        /// The number of the event.
        sequence: i64,
        /// What it failed with.
        error: Box<Self>,
    },
    /// Refused by what all services share: credentials, page tokens.
    #[error("{}", .0.message())]
    Refused(Fault),
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::Refused(fault)
    }
}

impl Error {
    /// One field at fault.
    pub fn invalid(field: impl Into<String>, description: impl Into<String>) -> Self {
        Self::Invalid(vec![FieldFault::new(field, description)])
    }

    /// True if the same call may succeed later without anybody doing anything: the store is away, busy or restarting.
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Store(error) => postgres::is_away(error),
            Self::OutcomeUnknown(_) => true,
            Self::Event { error, .. } => error.is_transient(),
            _ => false,
        }
    }
}

/// True if the error leaves open whether the statement was carried out.
pub fn leaves_outcome_open(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) | sqlx::Error::WorkerCrashed => {
            true
        }
        // The server goes down: it may have committed before it said so.
        sqlx::Error::Database(error) => {
            error.code().is_some_and(|code| code.starts_with("08") || code.starts_with("57P"))
        }
        _ => false,
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        let message = sentence(&error.to_string());
        match error {
            Error::Invalid(faults) => {
                faults.into_iter().fold(Fault::new(ErrorReason::InvalidField, message), |fault, f| {
                    fault.field(f.field, f.description)
                })
            }
            Error::ResultIdReused | Error::ImportIdReused | Error::RequestIdReused => {
                Fault::new(ErrorReason::RequestIdReused, message)
            }
            Error::LadderNotFound(_) => Fault::new(ErrorReason::LadderNotFound, message),
            Error::LadderNotAllowed { reporter, ladder } => {
                Fault::new(ErrorReason::LadderNotAllowed, message)
                    .with("source", reporter)
                    .with("ladder", ladder)
            }
            Error::SeasonSealed(_) => Fault::new(ErrorReason::SeasonSealed, message),
            Error::StandingNotFound => Fault::new(ErrorReason::StandingNotFound, message),
            Error::ResultNotFound(reporter) => {
                Fault::new(ErrorReason::ResultNotFound, message).with("source", reporter)
            }
            Error::ImportNotFound => Fault::new(ErrorReason::ImportNotFound, message),
            Error::ReviewNotFound => Fault::new(ErrorReason::ReviewNotFound, message),
            Error::ReviewResolved => Fault::new(ErrorReason::ReviewResolved, message),
            Error::NotRatedYet => Fault::new(ErrorReason::NotRatedYet, message).retry_after(RATING_RETRY),
            Error::BeyondTheLog { rated_through, .. } => Fault::new(ErrorReason::SeqOutOfRange, message)
                .with("oldest", 0)
                .with("latest", rated_through),
            Error::OutcomeUnknown(error) => {
                tracing::warn!(%error, "connection lost while storing a result");
                Fault::new(ErrorReason::OutcomeUnknown, message).retry_after(STORE_RETRY)
            }
            Error::Store(error) if postgres::is_away(&error) => {
                tracing::warn!(%error, "store away");
                let text = "The ratings cannot reach their store for a moment.";
                Fault::new(ErrorReason::StoreUnavailable, text).retry_after(STORE_RETRY)
            }
            Error::Store(error) => {
                tracing::error!(%error, "statement failed");
                internal()
            }
            Error::Corrupt(what) => {
                tracing::error!(what, "store corrupt");
                internal()
            }
            Error::Event { error, .. } => Self::from(*error),
            Error::Refused(fault) => fault,
        }
    }
}

fn internal() -> Fault {
    Fault::new(ErrorReason::Internal, "The ratings could not do that; the fault is ours.")
}

/// The error's words as a sentence for a person.
fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    let first = chars.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(chars).chain(['.']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_at_fault_reaches_the_caller() {
        let error = Error::Invalid(vec![FieldFault::new("a", "is bad"), FieldFault::new("b", "is worse")]);
        let expected = Fault::new(ErrorReason::InvalidField, "2 field(s) at fault, first a: is bad.")
            .field("a", "is bad")
            .field("b", "is worse");
        assert_eq!(Fault::from(error), expected);
    }

    #[test]
    fn absent_store_is_unavailable_and_not_internal() {
        let fault = Fault::from(Error::Store(sqlx::Error::PoolTimedOut));
        assert_eq!(fault.reason(), ErrorReason::StoreUnavailable);
    }

    #[test]
    fn broken_statement_is_internal_and_says_nothing_of_the_store() {
        let fault = Fault::from(Error::Store(sqlx::Error::ColumnNotFound("secret".into())));
        assert_eq!(fault.reason(), ErrorReason::Internal);
        assert!(!fault.message().contains("secret"));
    }

    #[test]
    fn connection_lost_after_sending_leaves_the_outcome_open() {
        let lost = || sqlx::Error::Io(std::io::ErrorKind::ConnectionReset.into());
        assert!(leaves_outcome_open(&lost()));
        assert!(!leaves_outcome_open(&sqlx::Error::PoolTimedOut));
        assert_eq!(Fault::from(Error::OutcomeUnknown(lost())).reason(), ErrorReason::OutcomeUnknown);
    }
}
