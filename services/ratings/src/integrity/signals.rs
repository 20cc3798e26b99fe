//! The signals: what is unusual about the games of one side, by which statistic and from where on. Pure, and in floats, since no
//! rating follows from them.
//!
//! Each states a threshold that honest play hardly ever meets; hardly ever is not never, so each finding comes with its numbers and its
//! results for a person to judge.

mod concentration;
mod lift;
mod losing_run;
mod new_accounts;
mod quick_games;

use serde::{Deserialize, Serialize};

pub use concentration::{CONCENTRATED_GAMES_MIN, CONCENTRATED_SHARE_MIN, RANKED_MIN, concentration};
pub use lift::{LIFT_GAMES_MIN, LIFT_MIN, LIFT_Z_MIN, OTHER_GAMES_MIN, lift};
pub use losing_run::{LOSING_CHANCE_MAX, LOSING_RUN_MIN, losing_run};
pub use new_accounts::{
    FED_WINS_MIN, FEEDER_GAMES_MIN, FEEDER_SHARE_MIN, FEEDERS_MIN, candidates, new_accounts,
};
pub use quick_games::{QUICK_GAMES_MIN, QUICK_GAP, QUICK_SHARE_MIN, quick_games};

use crate::ids::EntityKey;

/// What can be unusual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Signal {
    /// Two win far more together than either does with others.
    PartnerLift,
    /// Most games are against one and the same opponent.
    OpponentConcentration,
    /// One loses to one and the same opponent again and again, against all expectation.
    LosingRun,
    /// Games follow each other faster than they can be played.
    QuickGames,
    /// Accounts that have only just appeared play almost nobody else, and lose.
    NewAccounts,
}

impl Signal {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::PartnerLift,
        Self::OpponentConcentration,
        Self::LosingRun,
        Self::QuickGames,
        Self::NewAccounts,
    ];

    /// The word for it in the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PartnerLift => "partner_lift",
            Self::OpponentConcentration => "opponent_concentration",
            Self::LosingRun => "losing_run",
            Self::QuickGames => "quick_games",
            Self::NewAccounts => "new_accounts",
        }
    }

    /// Reads that word back.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|signal| signal.as_str() == text)
    }
}

/// Something unusual.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What.
    pub signal: Signal,
    /// The numbers of the results that show it, in order.
    pub results: Vec<i64>,
    /// How it shows.
    pub evidence: Evidence,
}

/// Evidence that a person can read. The JSON form is read for as long as reviews are kept: fields may be added with a default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// In words.
    pub sentence: String,
    /// In figures.
    pub figures: Vec<Figure>,
    /// Who else is in it: the opponents.
    pub others: Vec<EntityKey>,
}

/// A figure and what it is called.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// For example `games_together`.
    pub name: String,
    /// How much.
    pub value: f64,
}

impl Figure {
    fn new(name: &str, value: f64) -> Self {
        Self { name: name.to_owned(), value }
    }
}

/// How many, as a figure.
fn count(number: usize) -> f64 {
    f64::from(u32::try_from(number).expect("games are looked at by the hundred"))
}

#[cfg(test)]
mod testing {
    //! Short words for games in the tests of signals.

    use env::UnixMillis;
    use uuid::Uuid;

    use crate::ids::{AccountId, Entity};
    use crate::integrity::games::{Meeting, Seen};

    pub fn pair(n: u128) -> Entity {
        let account = |n| AccountId::new(Uuid::from_u128(n)).unwrap();
        Entity::pair(account(10 * n), account(10 * n + 1)).unwrap()
    }

    /// Game number `sequence` of pair 1 against `opponent`, an hour after the one before.
    pub fn game(sequence: i64, opponent: u128, score: f64, expected: f64) -> Seen {
        let meetings = vec![Meeting { opponent: pair(opponent), score, expected }];
        let played_at = UnixMillis::new(sequence * 3_600_000);
        Seen { sequence, played_at, side: pair(1), score, expected_by_ratings: expected, meetings }
    }
}
