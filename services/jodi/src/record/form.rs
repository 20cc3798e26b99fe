//! The JSON form.

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use cards::Card;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

/// The version of the form. Keys may be added within one; readers pass over those that they do not know.
pub const FORMAT: u32 = 1;

/// The record of a finished match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// [`FORMAT`].
    pub format: u32,
    /// The match.
    pub match_id: Uuid,
    /// The game.
    pub game: String,
    /// Number of seats.
    pub players: u8,
    /// The version of the rules' code that refereed the match.
    pub rules_version: u32,
    /// Every table option.
    pub options: Map<String, Value>,
    /// Who sat where.
    pub seats: Vec<Occupant>,
    /// The clocks.
    pub clocks: Clocks,
    /// The ladder that rated it.
    pub ladder: Option<String>,
    /// RFC 3339.
    pub created_at: String,
    /// RFC 3339.
    pub ended_at: String,
    /// The shuffle secret, hexadecimal.
    pub secret: String,
    /// Its SHA-256, published at the beginning, hexadecimal.
    pub commitment: String,
    /// What each seat added to the shuffles, hexadecimal.
    pub entropies: Vec<String>,
    /// Who dealt first.
    pub first_dealer: u8,
    /// Did the creator of the match name that seat?
    pub first_dealer_given: bool,
    /// Every pack in the order of dealing.
    pub decks: Vec<Vec<Card>>,
    /// Every accepted step.
    pub steps: Vec<Step>,
    /// How it ended.
    pub result: RecordedResult,
}

impl Record {
    /// Reads a record's file.
    ///
    /// # Errors
    /// If the file cannot be read or is no record.
    pub fn load(path: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
        serde_json::from_str(&text).context("this is no record of a match")
    }

    /// The text of a record's file: one key a line, and one deck, seat or step a line.
    pub fn to_json(&self) -> String {
        let Ok(Value::Object(keys)) = serde_json::to_value(self) else {
            unreachable!("a record is plain data with text keys")
        };
        let keys: Vec<String> =
            keys.iter().map(|(key, value)| format!("  {key:?}: {}", lines(value))).collect();
        format!("{{\n{}\n}}\n", keys.join(",\n"))
    }
}

/// A value as JSON; a list of lists or objects with one of them a line.
fn lines(value: &Value) -> String {
    match value {
        Value::Array(items) if items.iter().any(|item| item.is_array() || item.is_object()) => {
            let items: Vec<String> = items.iter().map(|item| format!("    {item}")).collect();
            format!("[\n{}\n  ]", items.join(",\n"))
        }
        other => other.to_string(),
    }
}

/// Who sat on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Occupant {
    /// The name that was shown.
    pub name: String,
    /// The account of a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account_id: Option<Uuid>,
    /// The level of a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
}

/// The clocks of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    /// For each decision; 0: none.
    pub turn_limit_ms: u64,
    /// For each seat.
    pub bank_ms: u64,
}

/// One accepted step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Its place, from 1.
    pub seq: u64,
    /// When it was accepted, RFC 3339.
    pub at: String,
    /// What it was.
    #[serde(flatten)]
    pub kind: StepKind,
}

/// What a step was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum StepKind {
    /// A seat cut, or declined to.
    Cut {
        /// The seat.
        seat: u8,
        /// SHA-256 of its entropy, hexadecimal; empty if it declined.
        entropy_hash: String,
    },
    /// A pack was dealt.
    Deal {
        /// From 1: which of the record's decks.
        deal: u32,
        /// Who dealt.
        dealer: u8,
    },
    /// A decision.
    Action {
        /// Whose.
        seat: u8,
        /// The text form.
        action: String,
        /// Who chose it.
        actor: RecordedBy,
        /// Milliseconds taken from the seat's bank.
        bank_charged_ms: u32,
    },
    /// A player went away; a bot stood in.
    Away {
        /// The seat.
        seat: u8,
    },
    /// A player came back.
    Back {
        /// The seat.
        seat: u8,
    },
    /// A seat resigned.
    Resign {
        /// The seat.
        seat: u8,
    },
    /// The match was aborted.
    Abort {
        /// Why.
        why: String,
    },
}

/// Who chose an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordedBy {
    /// The player of the seat.
    Player,
    /// The autopilot, when time had run out.
    Autopilot,
    /// A bot.
    Bot,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedResult {
    /// What ended it.
    pub end: Ending,
    /// The sides that won, ascending; none for a draw or an aborted match.
    pub winning_sides: Vec<u32>,
    /// Points by side in the game's own measure.
    pub scores: Vec<i32>,
}

/// What ended a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The rules.
    PlayedOut,
    /// A side resigned.
    Resigned,
    /// An operator.
    Aborted,
}
