//! What a batch will append to the journals: outcomes, postings of the ledger, lines of histories.

use rating::{CentiPoints, Strength};

use super::judge::Verdict;
use crate::history::LineKind;
use crate::ids::Entity;

/// Everything to be appended, in order.
#[derive(Debug, Default)]
pub struct Journal {
    /// What became of the results.
    pub outcomes: Vec<OutcomeLine>,
    /// The ledger's new postings.
    pub postings: Vec<PostingLine>,
    /// New lines of histories.
    pub history: Vec<HistoryLine>,
}

impl Journal {
    /// Lets everything go.
    pub fn clear(&mut self) {
        self.outcomes.clear();
        self.postings.clear();
        self.history.clear();
    }
}

/// What became of one result.
#[derive(Debug)]
pub struct OutcomeLine {
    /// Which.
    pub sequence: i64,
    /// What became of it.
    pub verdict: Verdict,
}

/// An account of the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// Of a player, whose rating it is, or of a pair, whose synergy it is.
    Of(Entity),
    /// What the soft resets have made or lost of ratings.
    ResetRatings,
    /// What they have made or lost of synergies.
    ResetSynergies,
}

impl Account {
    /// The account's name in the ledger.
    pub fn name(self) -> String {
        match self {
            Self::Of(entity) => entity.ledger_account(),
            Self::ResetRatings => "reset:ratings".into(),
            Self::ResetSynergies => "reset:synergies".into(),
        }
    }
}

/// A posting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostingLine {
    /// By which entry of the log.
    pub sequence: i64,
    /// Its line within the entry, from 1.
    pub line: i32,
    /// To which account.
    pub account: Account,
    /// The amount.
    pub amount: CentiPoints,
    /// The balance after it.
    pub balance_after: CentiPoints,
}

/// A line of a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryLine {
    /// Whose.
    pub entity: Entity,
    /// By which entry of the log.
    pub sequence: i64,
    /// Why.
    pub kind: LineKind,
    /// The strength before.
    pub before: Strength,
    /// The strength after.
    pub after: Strength,
    /// The place of its side, on the line of a result.
    pub place: Option<u32>,
}

impl HistoryLine {
    /// The exact change: of a player's rating in centi-points, of a pair's strength in half centi-points.
    pub fn exact_delta(&self) -> i64 {
        let halves = self.after.half_centi_points() - self.before.half_centi_points();
        match self.entity {
            Entity::Player(_) => halves / 2,
            Entity::Pair(..) => halves,
        }
    }
}
