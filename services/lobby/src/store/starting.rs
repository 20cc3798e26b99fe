//! Starts that wait for the engine's answer.

use env::UnixMillis;
use sqlx::PgConnection;
use sqlx::types::Uuid;

use crate::error::LobbyError;
use crate::ids::{MatchId, TableId};

/// What a starting table waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PendingStart {
    /// An encoded `jodi.engine.v1.CreateMatchRequest`: every attempt asks for exactly the same, whatever players are
    /// called by then.
    pub request: Vec<u8>,
    /// When the next attempt is due, should this process end.
    pub next_attempt_at: UnixMillis,
}

/// A start whose next attempt is due.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueStart {
    /// The table.
    pub table: TableId,
    /// The match that it is to have.
    pub match_id: MatchId,
    /// The request.
    pub request: Vec<u8>,
}

/// The request of a table that is starting.
pub async fn pending(connection: &mut PgConnection, table: TableId) -> Result<Option<Vec<u8>>, LobbyError> {
    let request =
        sqlx::query_scalar!("select match_request from lobby.card_table where table_id = $1", table.0)
            .fetch_optional(connection)
            .await?;
    Ok(request.flatten())
}

/// Up to `limit` starts that are due by `now`. They are put off by a span that doubles with each attempt, from 1 s up to
/// 32 s, so that of several processes one tries at a time.
pub async fn claim_due(
    connection: &mut PgConnection,
    now: UnixMillis,
    limit: i64,
) -> Result<Vec<DueStart>, LobbyError> {
    let rows = sqlx::query!(
        r#"update lobby.card_table
           set start_attempts = start_attempts + 1,
               next_attempt_at = $1::timestamptz + interval '1 second' * (1 << least(start_attempts, 5))
           where table_id in (
               select table_id from lobby.card_table where state = 'starting' and next_attempt_at <= $1
               order by next_attempt_at limit $2 for update skip locked)
           returning table_id, match_id as "match_id!", match_request as "match_request!""#,
        now.to_datetime(),
        limit
    )
    .fetch_all(connection)
    .await?;
    let due = |table: Uuid, match_id: Uuid, request| DueStart {
        table: TableId(table),
        match_id: MatchId(match_id),
        request,
    };
    Ok(rows.into_iter().map(|row| due(row.table_id, row.match_id, row.match_request)).collect())
}

/// Makes every start due at once: a process that begins does not wait for what its predecessor put off.
pub async fn hasten(connection: &mut PgConnection, now: UnixMillis) -> Result<(), LobbyError> {
    sqlx::query!(
        "update lobby.card_table set next_attempt_at = least(next_attempt_at, $1), start_attempts = 0
         where state = 'starting'",
        now.to_datetime()
    )
    .execute(connection)
    .await?;
    Ok(())
}
