//! Matches of an account, newest first.

use sqlx::PgPool;
use uuid::Uuid;

use super::load::RowState;

/// Which matches.
pub struct ListQuery {
    /// Whose.
    pub account_id: Uuid,
    /// Only these states; empty: all.
    pub states: Vec<RowState>,
    /// Only matches after this one in the list: its creation time and id.
    pub after: Option<(i64, Uuid)>,
    /// At most this many.
    pub limit: i64,
}

/// A match in the list.
pub struct Listed {
    /// The match.
    pub match_id: Uuid,
    /// The account's seat.
    pub seat: i16,
    /// How it stands.
    pub state: RowState,
    /// The encoded configuration.
    pub config: Vec<u8>,
    /// Unix milliseconds.
    pub created_at_ms: i64,
    /// Unix milliseconds, once it has ended.
    pub ended_at_ms: Option<i64>,
    /// The encoded standing, once it has ended.
    pub standing: Option<Vec<u8>>,
}

/// A page of an account's matches.
///
/// # Errors
/// What the database said.
pub async fn list(pool: &PgPool, query: &ListQuery) -> Result<Vec<Listed>, sqlx::Error> {
    let states: Vec<i16> = query.states.iter().map(|s| s.to_column()).collect();
    let (after_ms, after_id) = query.after.unzip();
    let rows = sqlx::query!(
        "select s.match_id, s.seat, m.state, m.config, s.created_at_ms, m.ended_at_ms, m.standing
         from engine.match_seat s join engine.match m using (match_id)
         where s.account_id = $1
           and (cardinality($2::smallint[]) = 0 or m.state = any ($2))
           and ($3::bigint is null or (s.created_at_ms, s.match_id) < ($3, $4::uuid))
         order by s.created_at_ms desc, s.match_id desc limit $5",
        query.account_id,
        &states,
        after_ms,
        after_id,
        query.limit,
    )
    .fetch_all(pool)
    .await?;
    let listed = rows.into_iter().map(|row| Listed {
        match_id: row.match_id,
        seat: row.seat,
        state: RowState::from_column(row.state),
        config: row.config,
        created_at_ms: row.created_at_ms,
        ended_at_ms: row.ended_at_ms,
        standing: row.standing,
    });
    Ok(listed.collect())
}
