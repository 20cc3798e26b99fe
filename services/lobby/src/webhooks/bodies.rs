//! The JSON bodies. `proto/jodi/lobby/v1/webhooks.proto` promises their names: fields are only ever added.

use env::UnixMillis;
use prost_types::Timestamp;
use serde::Serialize;
use time::format_description::well_known::Rfc3339;

/// Every body.
#[derive(Serialize)]
pub(super) struct Body<'a, D> {
    pub id: &'a str,
    pub r#type: &'a str,
    pub timestamp: String,
    pub data: D,
}

/// Of `match.started`.
#[derive(Serialize)]
pub(super) struct MatchStarted {
    pub match_id: String,
    pub created_by: String,
    pub game: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub ladder: String,
    pub turn_limit_ms: i64,
    pub bank_ms: i64,
    pub seats: Vec<Seat>,
}

/// Of `match.finished`.
#[derive(Serialize)]
pub(super) struct MatchFinished {
    pub match_id: String,
    pub created_by: String,
    pub game: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub ladder: String,
    pub reason: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub abort_reason: String,
    pub rated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unrated_because: Option<&'static str>,
    pub created_at: Option<String>,
    pub winning_sides: Vec<u32>,
    pub sides: Vec<Side>,
}

/// A side of a match that has ended.
#[derive(Serialize)]
pub(super) struct Side {
    pub side: usize,
    pub place: u32,
    pub score: i32,
    pub seats: Vec<FinishedSeat>,
}

/// A seat of a match that has ended.
#[derive(Serialize)]
pub(super) struct FinishedSeat {
    #[serde(flatten)]
    pub seat: Seat,
    pub left: bool,
    pub resigned: bool,
    pub bot_spans: Vec<Span>,
}

/// A span in which a bot stood in.
#[derive(Serialize)]
pub(super) struct Span {
    pub from: Option<String>,
    pub to: Option<String>,
}

/// Who sits on a seat.
#[derive(Default, Serialize)]
pub(super) struct Seat {
    pub seat: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot_level: Option<String>,
}

/// Of `match.your_turn`.
#[derive(Serialize)]
pub(super) struct YourTurn {
    pub match_id: String,
    pub created_by: String,
    pub game: String,
    pub seat: u32,
    pub account_id: String,
    pub display_name: String,
    pub turn_seq: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<String>,
}

/// Of `rating.changed`.
#[derive(Serialize)]
pub(super) struct RatingChanged {
    pub ladder: String,
    pub number: u64,
    pub part: u32,
    pub cause: &'static str,
    pub season: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    pub changes: Vec<Change>,
}

/// What has changed for a player or a pair.
#[derive(Serialize)]
pub(super) struct Change {
    pub account_ids: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub display_names: Vec<String>,
    pub before: i32,
    pub after: i32,
}

/// Of `test`.
#[derive(Serialize)]
pub(super) struct Test {
    pub endpoint_id: String,
}

/// A moment, in UTC.
pub(super) fn rfc3339(at: UnixMillis) -> String {
    at.to_datetime().format(&Rfc3339).unwrap_or_default()
}

/// A moment of a message.
pub(super) fn moment(at: Option<&Timestamp>) -> Option<String> {
    at.map(|at| rfc3339(millis(at)))
}

pub(super) fn millis(at: &Timestamp) -> UnixMillis {
    UnixMillis::new(at.seconds.saturating_mul(1000).saturating_add(i64::from(at.nanos / 1_000_000)))
}
