//! Everything that can go wrong in the engine, and the one place where it becomes a fault for the caller.

use std::time::Duration;

use messages::{Locale, Refused};
use wire::Fault;
use wire::errors::v1::ErrorReason as R;

use crate::state::Refusal;

/// When a caller should try again while the store is away.
const RETRY_STORE: Duration = Duration::from_millis(500);
/// When a caller should ask again for an outcome that is not known yet.
const RETRY_UNKNOWN: Duration = Duration::from_millis(250);

/// Why a call was not done.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// Something in the request cannot be taken.
    #[error("{}", .0.message())]
    Request(Fault),
    /// There is no such match.
    #[error("There is no such match.")]
    NotFound,
    /// The caller has no seat in it.
    #[error("You have no seat in this match.")]
    NotYourMatch,
    /// The state of the match forbids it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The match has moved on.
    #[error("The match stands at seq {latest}.")]
    Stale {
        /// The latest seq.
        latest: u64,
    },
    /// The request id was used for something else.
    #[error("This request id was used before for another request.")]
    RequestReused,
    /// `after_seq` is beyond the end.
    #[error("The match has only {latest} events so far.")]
    BeyondEnd {
        /// The latest seq.
        latest: u64,
    },
    /// The cursor of a feed lies outside of what is kept.
    #[error("The feed can be read after {oldest} to {latest}.")]
    OutsideFeed {
        /// The lowest number after which it can be read.
        oldest: i64,
        /// The latest number.
        latest: i64,
    },
    /// A record of a running match was asked for.
    #[error("The match still runs; its record exists once it has ended.")]
    Running,
    /// The match's log does not replay.
    #[error("This match is set aside: its log does not replay.")]
    Quarantined,
    /// The store cannot be reached, and nothing was changed.
    #[error("The store is away for a moment; nothing was changed.")]
    StoreAway,
    /// The instance that drives the match cannot be called, and nothing was changed.
    #[error("The instance that drives this match cannot be reached at the moment; nothing was changed.")]
    PeerAway,
    /// Another instance forwarded the call here, but the match is not driven here.
    #[error("The match is not driven by this instance.")]
    NotHere,
    /// This process has given its matches up.
    #[error("The server is draining. Connect again; another instance answers.")]
    Draining,
    /// It was not known in time whether the change was made.
    #[error("It is not known yet whether this was done; ask again with the same request id.")]
    Unknown,
    /// The match has as many watchers as it may have.
    #[error("This match has as many watchers as it may have.")]
    Crowded,
    /// The match is driven elsewhere by now, or its driver has ended; the caller must look it up again.
    #[error("The match has changed hands.")]
    Moved,
    /// A fault of ours; what it was stands in the log.
    #[error("Something went wrong on our side.")]
    Internal,
}

impl EngineError {
    /// The reason that a caller is given.
    pub fn reason(&self) -> R {
        match self {
            Self::Request(fault) => fault.reason(),
            Self::NotFound => R::MatchNotFound,
            Self::NotYourMatch => R::NotYourMatch,
            Self::Refused(refusal) => refusal_reason(refusal),
            Self::Stale { .. } => R::StaleSeq,
            Self::RequestReused => R::RequestIdReused,
            Self::BeyondEnd { .. } | Self::OutsideFeed { .. } => R::SeqOutOfRange,
            Self::Running => R::MatchRunning,
            Self::Quarantined => R::MatchQuarantined,
            Self::StoreAway | Self::PeerAway => R::StoreUnavailable,
            Self::NotHere | Self::Draining => R::Draining,
            Self::Unknown | Self::Moved => R::OutcomeUnknown,
            Self::Crowded => R::Overloaded,
            Self::Internal => R::Internal,
        }
    }

    /// The error in words that may stand in a log: a sentence for a player may name the player's cards.
    pub fn without_cards(&self) -> String {
        match self {
            Self::Refused(refusal) => refusal.without_cards(),
            other => other.to_string(),
        }
    }

    /// The fault for a caller who reads this language: a refusal of the match says in it what to tell the player. Reason, metadata
    /// and message are the same in every language.
    pub fn into_fault(self, locale: Locale) -> Fault {
        let said = if let Self::Refused(refusal) = &self { said(refusal, locale) } else { None };
        let fault = Fault::from(self);
        match said {
            Some(text) => fault.localized(locale.tag(), text),
            None => fault,
        }
    }

    /// The same for a call that only reads: whatever is not known about it, nothing was changed.
    pub fn of_read(self) -> Self {
        match self {
            Self::Unknown | Self::Moved => Self::StoreAway,
            other => other,
        }
    }

    /// What became of a change whose transaction failed. If it may have been committed, that is not known.
    pub fn of_transaction(error: sqlx::Error) -> Self {
        let begun = !matches!(error, sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed);
        match Self::store(error) {
            Self::StoreAway if begun => Self::Unknown,
            other => other,
        }
    }

    /// A database error: away or a fault of ours.
    pub fn store(error: sqlx::Error) -> Self {
        if postgres::is_away(&error) {
            return Self::StoreAway;
        }
        tracing::error!(%error, "the store refused a statement");
        Self::Internal
    }
}

impl From<sqlx::Error> for EngineError {
    fn from(error: sqlx::Error) -> Self {
        Self::store(error)
    }
}

impl From<Fault> for EngineError {
    fn from(fault: Fault) -> Self {
        Self::Request(fault)
    }
}

impl From<EngineError> for Fault {
    fn from(error: EngineError) -> Self {
        let plain = Fault::new(error.reason(), error.to_string());
        match error {
            EngineError::Request(fault) => fault,
            EngineError::Refused(refusal) => refusal_fault(&refusal),
            EngineError::Stale { latest } => plain.with("seq", latest),
            EngineError::BeyondEnd { latest } => plain.with("seq", latest),
            EngineError::OutsideFeed { oldest, latest } => {
                plain.with("oldest", oldest).with("latest", latest)
            }
            EngineError::StoreAway | EngineError::PeerAway => plain.retry_after(RETRY_STORE),
            EngineError::NotHere | EngineError::Draining | EngineError::Unknown | EngineError::Moved => {
                plain.retry_after(RETRY_UNKNOWN)
            }
            _ => plain,
        }
    }
}

/// What to tell the player; `None` for what is a program's business.
fn said(refusal: &Refusal, locale: Locale) -> Option<String> {
    let refused = match refusal {
        Refusal::Illegal(illegal) => return Some(messages::illegal_text(locale, illegal)),
        Refusal::Over => Refused::MatchOver,
        Refusal::NotStarted => Refused::NotDealt,
        Refusal::NotYourTurn { .. } => Refused::NotYourTurn,
        Refusal::CutClosed => Refused::CutClosed,
        Refusal::OutOfMatch | Refusal::ResignedBefore => Refused::Resigned,
        Refusal::Impossible(_) => return None,
    };
    Some(messages::refused_text(locale, refused))
}

fn refusal_reason(refusal: &Refusal) -> R {
    match refusal {
        Refusal::Over | Refusal::OutOfMatch => R::MatchOver,
        Refusal::NotStarted => R::NotStarted,
        Refusal::CutClosed => R::CutClosed,
        Refusal::NotYourTurn { .. } => R::NotYourTurn,
        Refusal::Illegal(_) => R::IllegalMove,
        Refusal::ResignedBefore => R::RequestIdReused,
        Refusal::Impossible(_) => R::Internal,
    }
}

fn refusal_fault(refusal: &Refusal) -> Fault {
    let fault = Fault::new(refusal_reason(refusal), refusal.to_string());
    match refusal {
        Refusal::NotYourTurn { turn } => fault.with("turn", turn.number()),
        Refusal::Illegal(illegal) => fault.with("rule", illegal.code()),
        Refusal::Impossible(_) => Fault::new(R::Internal, "Something went wrong on our side."),
        _ => fault,
    }
}
