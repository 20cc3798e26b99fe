//! The parts of a trace line (`rules/TRACE.md` 2 and 3).

use std::fmt;

use cards::{Card, Seat};
use serde::Serialize;
use serde_json::{Map, Value};

use super::canonical;
use crate::GameKind;

/// One match. `Display` prints the line, keys sorted and without spaces.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchLine {
    /// The game.
    pub game: GameKind,
    /// How many play.
    pub players: u8,
    /// The options that differ from the default.
    pub options: Map<String, Value>,
    /// Who deals first.
    pub first_dealer: Seat,
    /// The whole deals, in order.
    pub deals: Vec<DealEntry>,
    /// The state of the match after the last of them.
    #[serde(rename = "match")]
    pub state: Value,
}

/// One whole deal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DealEntry {
    /// Who dealt.
    pub dealer: Seat,
    /// The pack in dealing order.
    pub deck: Vec<Card>,
    /// Every decision, in order.
    pub steps: Vec<Step>,
    /// Whether the cards were thrown in.
    pub thrown_in: bool,
    /// The result, `None` if thrown in.
    pub result: Option<Value>,
}

/// One decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// Who acted.
    pub seat: Seat,
    /// Every legal action, in canonical order.
    pub legal: Vec<String>,
    /// The one chosen.
    pub action: String,
    /// By seat, what it saw before the action; `None` within for a seat that was not recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub views: Option<Vec<Option<Value>>>,
}

impl fmt::Display for MatchLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = serde_json::to_value(self).map_err(|_| fmt::Error)?;
        f.write_str(&canonical(&json))
    }
}
