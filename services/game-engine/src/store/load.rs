//! Reading matches and their logs.

use sqlx::{PgExecutor, PgPool};
use uuid::Uuid;

/// How a row of `engine.match` stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowState {
    /// It is played.
    Live,
    /// It was decided.
    Finished,
    /// It was aborted.
    Aborted,
    /// Its log does not replay.
    Quarantined,
}

impl RowState {
    pub(super) fn from_column(state: i16) -> Self {
        match state {
            1 => Self::Live,
            2 => Self::Finished,
            3 => Self::Aborted,
            _ => Self::Quarantined,
        }
    }

    pub(super) fn to_column(self) -> i16 {
        match self {
            Self::Live => 1,
            Self::Finished => 2,
            Self::Aborted => 3,
            Self::Quarantined => 4,
        }
    }
}

/// A row of `engine.match`.
#[derive(Clone, Debug)]
pub struct MatchRow {
    /// The match.
    pub match_id: Uuid,
    /// How it stands.
    pub state: RowState,
    /// The version of the rules that it is played by.
    pub rules_version: i32,
    /// The encoded configuration.
    pub config: Vec<u8>,
    /// The shuffle secret.
    pub secret: Vec<u8>,
    /// Unix milliseconds.
    pub created_at_ms: i64,
    /// Unix milliseconds, once it has ended.
    pub ended_at_ms: Option<i64>,
    /// The encoded record, once it has ended.
    pub record: Option<Vec<u8>>,
}

/// A row of the log.
#[derive(Clone, Debug)]
pub struct LogLine {
    /// Its seq.
    pub seq: i32,
    /// Unix milliseconds.
    pub at_ms: i64,
    /// The encoded entry.
    pub entry: Vec<u8>,
    /// The account that asked for it.
    pub caller: Option<Uuid>,
    /// Its request id.
    pub request_id: Option<Uuid>,
    /// SHA-256 of its content.
    pub payload_hash: Option<Vec<u8>>,
}

/// One match.
///
/// # Errors
/// What the database said.
pub async fn load_match(pool: &PgPool, match_id: Uuid) -> Result<Option<MatchRow>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select m.match_id, m.state, m.rules_version, m.config, m.secret, m.created_at_ms, m.ended_at_ms,
                  r.record as "record?"
           from engine.match m left join engine.match_record r using (match_id)
           where m.match_id = $1"#,
        match_id,
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| MatchRow {
        match_id: row.match_id,
        state: RowState::from_column(row.state),
        rules_version: row.rules_version,
        config: row.config,
        secret: row.secret,
        created_at_ms: row.created_at_ms,
        ended_at_ms: row.ended_at_ms,
        record: row.record,
    }))
}

/// The rows of a live match's log after `after_seq`, in order.
///
/// # Errors
/// What the database said.
pub async fn load_log(
    executor: impl PgExecutor<'_>,
    match_id: Uuid,
    after_seq: i32,
) -> Result<Vec<LogLine>, sqlx::Error> {
    sqlx::query_as!(
        LogLine,
        "select seq, at_ms, entry, caller, request_id, payload_hash
         from engine.match_action where match_id = $1 and seq > $2 order by seq",
        match_id,
        after_seq,
    )
    .fetch_all(executor)
    .await
}

/// The row of a live match that a request made: its seq and the hash of its content.
///
/// # Errors
/// What the database said.
pub async fn find_request(
    pool: &PgPool,
    match_id: Uuid,
    caller: Uuid,
    request_id: Uuid,
) -> Result<Option<(i32, Vec<u8>)>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select seq, payload_hash as "payload_hash!" from engine.match_action
           where match_id = $1 and caller = $2 and request_id = $3"#,
        match_id,
        caller,
        request_id,
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| (row.seq, row.payload_hash)))
}
