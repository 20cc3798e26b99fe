//! Everything that can go wrong in the lobby, and the one place where it becomes an answer.

use std::time::Duration;

use thiserror::Error;
use tonic::Status;
use wire::Fault;
use wire::errors::v1::ErrorReason as Reason;

use crate::sign_in::SignInRefusal;
use crate::table::TableRefusal;

/// When to call again while the store or the engine is away.
const RETRY_AWAY: Duration = Duration::from_millis(500);
/// When to ask again whether a table has started.
const RETRY_START: Duration = Duration::from_secs(1);

/// Why a call of the lobby failed.
#[derive(Debug, Error)]
pub enum LobbyError {
    /// The table does not allow it.
    #[error(transparent)]
    Table(#[from] TableRefusal),
    /// The refresh token is not exchanged.
    #[error(transparent)]
    SignIn(#[from] SignInRefusal),
    /// There is no such account.
    #[error("There is no such account.")]
    AccountNotFound,
    /// The caller's account was deleted; its token is a left-over.
    #[error("This account was deleted.")]
    AccountGone,
    /// The account sits at as many open tables as it may.
    #[error("You sit at {limit} open tables already; leave one first.")]
    TooManyTables {
        /// The bound.
        limit: i64,
    },
    /// The id was used for another request.
    #[error("This request id was used before for something else.")]
    RequestIdReused,
    /// Calls with the same key got into each other's way too often.
    #[error("Too many calls at once for the same thing; try again.")]
    Contention,
    /// The caller has no such endpoint.
    #[error("You have no such webhook endpoint.")]
    EndpointNotFound,
    /// The endpoint has no such delivery.
    #[error("The endpoint has no such delivery, or it is not kept any more.")]
    DeliveryNotFound,
    /// The service has as many endpoints as it may.
    #[error("You have {limit} webhook endpoints already; delete one first.")]
    TooManyEndpoints {
        /// The bound.
        limit: i64,
    },
    /// The endpoint has as many secrets in force as it may.
    #[error(
        "{limit} secrets of this endpoint are in force already; wait until one expires, or rotate without overlap."
    )]
    TooManySecrets {
        /// The bound.
        limit: i64,
    },
    /// The engine refused what the caller asked for; its fault is passed on.
    #[error("the engine refused: {}", .0.message())]
    EngineRefused(Fault),
    /// The engine could not be asked. Nothing was changed.
    #[error("The game engine cannot be reached at the moment.")]
    EngineAway,
    /// The table is starting, but the engine has not answered yet.
    #[error("The match is being created; the table starts as soon as the game engine answers.")]
    StartPending,
    /// The store failed before anything was committed.
    #[error("store: {0}")]
    Store(#[from] sqlx::Error),
    /// The store failed while committing: whether it did is not known.
    #[error("store, while committing: {0}")]
    Commit(#[source] sqlx::Error),
    /// What lies in the store is not what was written.
    #[error("corrupt store: {0}")]
    Corrupt(&'static str),
}

impl LobbyError {
    /// True if the same call may well succeed in a moment, because the store was away.
    pub(crate) fn is_store_away(&self) -> bool {
        match self {
            Self::Store(error) | Self::Commit(error) => postgres::is_away(error),
            _ => false,
        }
    }
}

impl From<LobbyError> for Fault {
    fn from(error: LobbyError) -> Self {
        let text = error.to_string();
        match error {
            LobbyError::Table(refusal) => table_fault(refusal, text),
            LobbyError::SignIn(refusal) => {
                let reason = match refusal {
                    SignInRefusal::Invalid => Reason::CredentialInvalid,
                    SignInRefusal::Expired => Reason::TokenExpired,
                    SignInRefusal::Reused => Reason::RefreshTokenReused,
                };
                Fault::new(reason, text)
            }
            LobbyError::AccountNotFound => Fault::new(Reason::AccountNotFound, text),
            LobbyError::AccountGone => Fault::new(Reason::CredentialInvalid, text),
            LobbyError::TooManyTables { limit } => {
                Fault::new(Reason::TooManyTables, text).with("limit", limit)
            }
            LobbyError::RequestIdReused => Fault::new(Reason::RequestIdReused, text),
            LobbyError::Contention => Fault::new(Reason::Overloaded, text).retry_after(RETRY_AWAY),
            LobbyError::EndpointNotFound => Fault::new(Reason::EndpointNotFound, text),
            LobbyError::DeliveryNotFound => Fault::new(Reason::DeliveryNotFound, text),
            LobbyError::TooManyEndpoints { limit } => {
                Fault::new(Reason::TooManyEndpoints, text).with("limit", limit)
            }
            LobbyError::TooManySecrets { .. } => Fault::new(Reason::Overloaded, text),
            LobbyError::EngineRefused(fault) => fault,
            LobbyError::EngineAway => Fault::new(Reason::StoreUnavailable, text).retry_after(RETRY_AWAY),
            LobbyError::StartPending => Fault::new(Reason::OutcomeUnknown, text).retry_after(RETRY_START),
            LobbyError::Store(error) if postgres::is_away(&error) => {
                Fault::new(Reason::StoreUnavailable, "The store cannot be reached at the moment.")
                    .retry_after(RETRY_AWAY)
            }
            LobbyError::Commit(error) if postgres::is_away(&error) => Fault::new(
                Reason::OutcomeUnknown,
                "The store was lost while it committed. Make the same call again: nothing is done twice.",
            )
            .retry_after(RETRY_AWAY),
            LobbyError::Store(_) | LobbyError::Commit(_) | LobbyError::Corrupt(_) => {
                // Postgres quotes values in some messages; only what is not a value goes into the log.
                tracing::error!(error = %without_values(&error), "a call failed inside the lobby");
                Fault::new(Reason::Internal, "A fault of ours; it was logged.")
            }
        }
    }
}

impl From<LobbyError> for Status {
    fn from(error: LobbyError) -> Self {
        Fault::from(error).into()
    }
}

fn table_fault(refusal: TableRefusal, text: String) -> Fault {
    match refusal {
        TableRefusal::NotFound => Fault::new(Reason::TableNotFound, text),
        TableRefusal::Full => Fault::new(Reason::TableFull, text),
        TableRefusal::SeatTaken { seat } => Fault::new(Reason::SeatTaken, text).with("seat", seat),
        TableRefusal::NoSuchSeat { .. } => Fault::invalid("seat", text),
        TableRefusal::TooManyPlayers { .. } => Fault::invalid("settings.options", text),
        TableRefusal::Closed => Fault::new(Reason::TableClosed, text),
        TableRefusal::NotSeated => Fault::new(Reason::NotSeated, text),
        TableRefusal::NotHost => Fault::new(Reason::PermissionDenied, text),
        TableRefusal::SeatEmpty { seat } => Fault::new(Reason::SeatsEmpty, text).with("seat", seat),
        TableRefusal::NotReady { seat } => Fault::new(Reason::NotReady, text).with("seat", seat),
    }
}

fn without_values(error: &LobbyError) -> String {
    match error {
        LobbyError::Store(sqlx::Error::Database(database))
        | LobbyError::Commit(sqlx::Error::Database(database)) => format!(
            "SQLSTATE {} {}",
            database.code().unwrap_or_default(),
            database.constraint().unwrap_or_default()
        ),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_store_is_unavailable_and_says_when_to_retry() {
        let fault = Fault::from(LobbyError::Store(sqlx::Error::PoolTimedOut));
        assert_eq!(fault.reason(), Reason::StoreUnavailable);
        assert!(fault.into_refused().retry_after.is_some());
    }

    #[test]
    fn lost_commit_does_not_claim_that_nothing_changed() {
        let fault = Fault::from(LobbyError::Commit(sqlx::Error::PoolClosed));
        assert_eq!(fault.reason(), Reason::OutcomeUnknown);
    }

    #[test]
    fn error_of_ours_is_internal_and_tells_nothing() {
        let fault = Fault::from(LobbyError::Corrupt("a secret place"));
        assert_eq!(fault.reason(), Reason::Internal);
        assert!(!fault.message().contains("secret"));
    }
}
