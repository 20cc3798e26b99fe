//! What an endpoint gets.

use uuid::Uuid;

/// A kind of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A match was created.
    MatchStarted,
    /// A match has ended.
    MatchFinished,
    /// An absent player is to act.
    YourTurn,
    /// Ratings have changed.
    RatingChanged,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::MatchStarted, Self::MatchFinished, Self::YourTurn, Self::RatingChanged];

    /// Its name in bodies.
    pub fn name(self) -> &'static str {
        match self {
            Self::MatchStarted => "match.started",
            Self::MatchFinished => "match.finished",
            Self::YourTurn => "match.your_turn",
            Self::RatingChanged => "rating.changed",
        }
    }

    /// Is it about a match?
    pub fn is_of_matches(self) -> bool {
        self != Self::RatingChanged
    }

    pub(super) fn to_column(self) -> i16 {
        match self {
            Self::MatchStarted => 1,
            Self::MatchFinished => 2,
            Self::YourTurn => 3,
            Self::RatingChanged => 4,
        }
    }

    pub(super) fn from_column(column: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.to_column() == column)
    }
}

/// What an endpoint gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// These kinds.
    pub kinds: Vec<Kind>,
    /// Only of matches that its owner created, and of results that it reported.
    pub created_by_me: bool,
    /// Only what concerns one of these accounts; empty: all.
    pub accounts: Vec<Uuid>,
    /// Of ratings only on these ladders; empty: all.
    pub ladders: Vec<String>,
}
