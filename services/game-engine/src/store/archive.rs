//! The end of a match: the record takes the place of the log, and the result goes into the outbox, in one transaction with
//! the last row. The rows themselves go later, see [`prune`].

use env::UnixMillis;
use sqlx::{PgPool, Postgres, Transaction};
use uuid::Uuid;

use super::append::LogRow;
use super::feed::{FeedDraft, write_event};
use super::load::{LogLine, RowState, load_log};

/// How a match ends.
pub struct Ending {
    /// Finished or aborted.
    pub state: RowState,
    /// Unix milliseconds.
    pub ended_at_ms: i64,
    /// The encoded standing.
    pub standing: Vec<u8>,
    /// The encoded result for the ladder, if the match is rated.
    pub result: Option<Vec<u8>>,
    /// Tells backends that it has ended.
    pub finished: FeedDraft,
}

/// Why the last step was not made.
#[derive(Debug, thiserror::Error)]
pub enum FinishError {
    /// Before the commit was sent: nothing was stored.
    #[error("before the commit: {0}")]
    NotStored(#[source] sqlx::Error),
    /// At the commit: whether it was made must be read.
    #[error("at the commit: {0}")]
    InDoubt(#[source] sqlx::Error),
}

/// Appends the last row of a match and archives it. `record` makes the encoded record from all rows of the log. Returns false, and
/// changes nothing, if the match is not driven by the row's driver any more, is not live, or the seq is not the next one.
///
/// # Errors
/// [`FinishError`] tells whether anything can have been stored.
pub async fn finish(
    pool: &PgPool,
    last: &LogRow,
    ending: &Ending,
    record: impl FnOnce(&[LogLine]) -> Vec<u8> + Send,
) -> Result<bool, FinishError> {
    let mut tx = postgres::begin(pool).await.map_err(FinishError::NotStored)?;
    if !store_end(&mut tx, last, ending, record).await.map_err(FinishError::NotStored)? {
        return Ok(false);
    }
    tx.commit().await.map_err(FinishError::InDoubt)?;
    Ok(true)
}

async fn store_end(
    tx: &mut Transaction<'_, Postgres>,
    last: &LogRow,
    ending: &Ending,
    record: impl FnOnce(&[LogLine]) -> Vec<u8> + Send,
) -> Result<bool, sqlx::Error> {
    if !still_driven(tx, last).await? || !append_last(tx, last).await? {
        return Ok(false);
    }
    let lines = load_log(&mut **tx, last.match_id, 0).await?;
    let record = record(&lines);
    sqlx::query!("insert into engine.match_record (match_id, record) values ($1, $2)", last.match_id, record)
        .execute(&mut **tx)
        .await?;
    sqlx::query!(
        "update engine.match set state = $2, ended_at_ms = $3, standing = $4 where match_id = $1",
        last.match_id,
        ending.state.to_column(),
        ending.ended_at_ms,
        &ending.standing,
    )
    .execute(&mut **tx)
    .await?;
    if let Some(result) = &ending.result {
        sqlx::query!(
            "insert into engine.outbox (match_id, payload, created_at_ms) values ($1, $2, $3)",
            last.match_id,
            result,
            ending.ended_at_ms,
        )
        .execute(&mut **tx)
        .await?;
    }
    write_event(tx, last.match_id, &ending.finished).await?;
    sqlx::query!(
        "insert into engine.spent_log (match_id, ended_at_ms) values ($1, $2)",
        last.match_id,
        ending.ended_at_ms,
    )
    .execute(&mut **tx)
    .await?;
    Ok(true)
}

/// Is the match live and the row's driver still its driver? Locked, so that it stays so until the commit.
async fn still_driven(tx: &mut Transaction<'_, Postgres>, last: &LogRow) -> Result<bool, sqlx::Error> {
    let row = sqlx::query!(
        r#"select match_id from engine.match
           where match_id = $1 and state = 1 and instance = $2 and epoch = $3 for update"#,
        last.match_id,
        &last.instance,
        last.epoch,
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(row.is_some())
}

async fn append_last(tx: &mut Transaction<'_, Postgres>, last: &LogRow) -> Result<bool, sqlx::Error> {
    let request = last.request.as_ref();
    let appended = sqlx::query!(
        "insert into engine.match_action (match_id, seq, at_ms, entry, caller, request_id, payload_hash)
         select $1, $2, $3, $4, $5, $6, $7
         where $2 = 1 or exists (select from engine.match_action p where p.match_id = $1 and p.seq = $2 - 1)
         on conflict do nothing",
        last.match_id,
        last.seq,
        last.at_ms,
        &last.entry,
        request.map(|r| r.caller),
        request.map(|r| r.request_id),
        request.map(|r| r.payload_hash.to_vec()),
    )
    .execute(&mut **tx)
    .await?;
    Ok(appended.rows_affected() == 1)
}

/// Deletes the rows of matches that ended before `ended_before`, at most `matches` of them. Returns how many matches it were.
///
/// Rows must outlive the longest statement: an append that a fenced driver has in flight when its successor ends the match is
/// refused only because its place is taken.
///
/// # Errors
/// What the database said.
pub async fn prune(pool: &PgPool, ended_before: UnixMillis, matches: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"with due as (
               delete from engine.spent_log where match_id in (
                   select match_id from engine.spent_log where ended_at_ms < $1
                   order by ended_at_ms limit $2 for update skip locked)
               returning match_id
           ), gone as (
               delete from engine.match_action where match_id in (select match_id from due)
           )
           select count(*) as "count!" from due"#,
        ended_before.as_i64(),
        matches,
    )
    .fetch_one(pool)
    .await
}

/// Sets a match aside because its log does not replay.
///
/// # Errors
/// What the database said.
pub async fn quarantine(pool: &PgPool, match_id: Uuid, because: &str) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update engine.match set state = 4, quarantined_because = $2 where match_id = $1 and state = 1",
        match_id,
        because,
    )
    .execute(pool)
    .await?;
    Ok(())
}
