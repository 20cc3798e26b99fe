//! Reading results as they are stored, with what became of them.

use env::UnixMillis;
use sqlx::{PgExecutor, PgPool};

use crate::error::Error;
use crate::explanation::Explanation;
use crate::ids::{LadderId, ResultId, SourceName, Track};
use crate::result::ReportedSide;

/// A result as stored.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredResult {
    /// Who reported it.
    pub source: String,
    /// The source's own id of it.
    pub result_id: String,
    /// What the report hashed to.
    pub payload_hash: Vec<u8>,
    /// The ladder, and the season that it counts for.
    pub track: Track,
    /// Its place in the ladder's order, from 1.
    pub sequence: i64,
    /// The configuration that it is rated with.
    pub config_version: i32,
    /// When the game ended.
    pub played_at: UnixMillis,
    /// When it was accepted.
    pub accepted_at: UnixMillis,
    /// The sides as reported; empty if they cannot be read, which makes it a dead letter.
    pub sides: Vec<ReportedSide>,
    /// What became of it; `None` while it waits for the rater.
    pub outcome: Option<Outcome>,
    /// The number of the event that took it back, if it was taken back.
    pub voided_by: Option<i64>,
}

/// What became of a result.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It was rated.
    Rated(Explanation),
    /// It is kept and was not rated.
    Unrated(UnratedReason),
    /// It could not be rated, for the reason given.
    DeadLetter(String),
}

/// Why a result is kept and not rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnratedReason {
    /// The game was abandoned before its first play.
    Abandoned,
    /// The same players had met so often within seven days that the game weighs nothing.
    Repeated,
}

impl UnratedReason {
    /// The code in the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Abandoned => "abandoned",
            Self::Repeated => "repeated",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        match text {
            "abandoned" => Some(Self::Abandoned),
            "repeated" => Some(Self::Repeated),
            _ => None,
        }
    }
}

/// One result by its source and the source's id.
///
/// # Errors
/// [`Error::ResultNotFound`], or the store's.
pub async fn find(
    executor: impl PgExecutor<'_>,
    source: &SourceName,
    result_id: &ResultId,
) -> Result<StoredResult, Error> {
    let row = sqlx::query_as!(
        Row,
        r#"select r.ladder, r.sequence, r.source, r.result_id, r.payload_hash, r.season, r.config_version, r.played_at,
                r.accepted_at, r.sides, v.void_sequence as "voided_by?",
                o.state as "state?", o.reason as "reason?", o.explanation as "explanation?"
         from ratings.result r
         left join ratings.outcome o on o.ladder = r.ladder and o.sequence = r.sequence
         left join ratings.void v on v.ladder = r.ladder and v.sequence = r.sequence
         where r.source = $1 and r.result_id = $2"#,
        source.as_str(),
        result_id.as_str()
    )
    .fetch_optional(executor)
    .await?
    .ok_or_else(|| Error::ResultNotFound(source.to_string()))?;
    row.read()
}

/// The results of a ladder after number `after` and up to `through`, in order; at most `limit`.
///
/// # Errors
/// The store's.
pub async fn between(
    executor: impl PgExecutor<'_>,
    ladder: &LadderId,
    after: i64,
    through: i64,
    limit: i64,
) -> Result<Vec<StoredResult>, Error> {
    let rows = sqlx::query_as!(
        Row,
        r#"select r.ladder, r.sequence, r.source, r.result_id, r.payload_hash, r.season, r.config_version, r.played_at,
                r.accepted_at, r.sides, v.void_sequence as "voided_by?",
                o.state as "state?", o.reason as "reason?", o.explanation as "explanation?"
         from ratings.result r
         left join ratings.outcome o on o.ladder = r.ladder and o.sequence = r.sequence
         left join ratings.void v on v.ladder = r.ladder and v.sequence = r.sequence
         where r.ladder = $1 and r.sequence > $2 and r.sequence <= $3
         order by r.sequence limit $4"#,
        ladder.as_str(),
        after,
        through,
        limit
    )
    .fetch_all(executor)
    .await?;
    rows.into_iter().map(Row::read).collect()
}

/// A result as the store has it.
struct Row {
    ladder: String,
    sequence: i64,
    source: String,
    result_id: String,
    payload_hash: Vec<u8>,
    season: i32,
    config_version: i32,
    played_at: time::OffsetDateTime,
    accepted_at: time::OffsetDateTime,
    sides: serde_json::Value,
    voided_by: Option<i64>,
    state: Option<String>,
    reason: Option<String>,
    explanation: Option<serde_json::Value>,
}

impl Row {
    fn read(self) -> Result<StoredResult, Error> {
        let ladder = LadderId::parse(&self.ladder)
            .ok_or_else(|| Error::Corrupt(format!("ladder {:?}", self.ladder)))?;
        let outcome = outcome(self.state.as_deref(), self.reason, self.explanation)
            .map_err(|why| Error::Corrupt(format!("outcome {} of ladder {ladder}: {why}", self.sequence)))?;
        let sides = match serde_json::from_value(self.sides) {
            Ok(sides) => sides,
            Err(_) if matches!(outcome, Some(Outcome::DeadLetter(_))) => Vec::new(),
            Err(why) => {
                return Err(Error::Corrupt(format!("result {} of ladder {ladder}: {why}", self.sequence)));
            }
        };
        Ok(StoredResult {
            source: self.source,
            result_id: self.result_id,
            payload_hash: self.payload_hash,
            track: Track { ladder, season: self.season },
            sequence: self.sequence,
            config_version: self.config_version,
            played_at: self.played_at.into(),
            accepted_at: self.accepted_at.into(),
            sides,
            outcome,
            voided_by: self.voided_by,
        })
    }
}

fn outcome(
    state: Option<&str>,
    reason: Option<String>,
    explanation: Option<serde_json::Value>,
) -> Result<Option<Outcome>, String> {
    let outcome = match (state, reason, explanation) {
        (None, _, _) => return Ok(None),
        (Some("rated"), None, Some(explanation)) => {
            Outcome::Rated(serde_json::from_value(explanation).map_err(|error| error.to_string())?)
        }
        (Some("unrated"), Some(reason), None) => {
            Outcome::Unrated(UnratedReason::parse(&reason).ok_or_else(|| format!("reason {reason}"))?)
        }
        (Some("dead_letter"), Some(reason), None) => Outcome::DeadLetter(reason),
        (Some(state), ..) => return Err(format!("state {state}")),
    };
    Ok(Some(outcome))
}

/// When a result was taken back; `None` while it stands.
///
/// # Errors
/// The store's.
pub async fn voided_at(
    executor: impl PgExecutor<'_>,
    stored: &StoredResult,
) -> Result<Option<UnixMillis>, Error> {
    let Some(voided_by) = stored.voided_by else { return Ok(None) };
    let happened_at = sqlx::query_scalar!(
        "select happened_at from ratings.event where ladder = $1 and sequence = $2",
        stored.track.ladder.as_str(),
        voided_by
    )
    .fetch_optional(executor)
    .await?;
    Ok(happened_at.map(UnixMillis::from))
}

/// At most `limit` dead letters of a ladder below number `before`, the latest first.
///
/// # Errors
/// The store's.
pub async fn dead_letters(
    pool: &PgPool,
    ladder: &LadderId,
    before: i64,
    limit: i64,
) -> Result<Vec<StoredResult>, Error> {
    let ids = sqlx::query!(
        r#"select r.source, r.result_id from ratings.outcome o join ratings.result r using (ladder, sequence)
         where o.ladder = $1 and o.state = 'dead_letter' and o.sequence < $2 order by o.sequence desc limit $3"#,
        ladder.as_str(),
        before,
        limit
    )
    .fetch_all(pool)
    .await?;
    let mut letters = Vec::with_capacity(ids.len());
    for id in ids {
        let result_id = ResultId::parse(&id.result_id)
            .ok_or_else(|| Error::Corrupt(format!("a result with the id {:?}", id.result_id)))?;
        letters.push(find(pool, &SourceName::new(id.source), &result_id).await?);
    }
    Ok(letters)
}

/// A posting of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posting {
    /// The ledger's account.
    pub account: String,
    /// The amount in centi-points.
    pub amount: i64,
    /// The balance after it.
    pub balance_after: i64,
}

/// The postings of one result in the ledger's order; none if it was not rated.
///
/// # Errors
/// The store's.
pub async fn postings(
    executor: impl PgExecutor<'_>,
    track: &Track,
    sequence: i64,
) -> Result<Vec<Posting>, Error> {
    let postings = sqlx::query_as!(
        Posting,
        "select account, amount, balance_after from ratings.posting
         where ladder = $1 and season = $2 and sequence = $3 order by line",
        track.ladder.as_str(),
        track.season,
        sequence
    )
    .fetch_all(executor)
    .await?;
    Ok(postings)
}
