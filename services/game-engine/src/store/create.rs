//! Creating a match, once.

use sqlx::PgPool;
use uuid::Uuid;

use super::feed::{FeedDraft, write_event};

/// A match to be created.
pub struct NewMatch {
    /// Chosen by the creator.
    pub match_id: Uuid,
    /// The game's name.
    pub game: &'static str,
    /// The version of its rules.
    pub rules_version: i32,
    /// The encoded configuration.
    pub config: Vec<u8>,
    /// The creating service's name.
    pub created_by: String,
    /// SHA-256 of the request.
    pub request_hash: Vec<u8>,
    /// The shuffle secret.
    pub secret: Vec<u8>,
    /// Who drives it.
    pub instance: String,
    /// The driver's epoch.
    pub epoch: i64,
    /// Unix milliseconds.
    pub created_at_ms: i64,
    /// Accounts and their seats.
    pub seats: Vec<(Uuid, i16)>,
    /// Tells backends that it has started.
    pub started: FeedDraft,
}

/// What became of a creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// It was created now.
    New,
    /// It had been created by the same request.
    Before,
    /// The id was used for another match.
    Other,
}

/// Creates a match unless it exists.
///
/// # Errors
/// What the database said.
pub async fn create(pool: &PgPool, new: &NewMatch) -> Result<Created, sqlx::Error> {
    let mut tx = postgres::begin(pool).await?;
    let inserted = sqlx::query!(
        "insert into engine.match (match_id, state, game, rules_version, config, created_by, request_hash, secret,
                                   instance, epoch, created_at_ms)
         values ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (match_id) do nothing",
        new.match_id,
        new.game,
        new.rules_version,
        &new.config,
        &new.created_by,
        &new.request_hash,
        &new.secret,
        &new.instance,
        new.epoch,
        new.created_at_ms,
    )
    .execute(&mut *tx)
    .await?
    .rows_affected();
    if inserted == 0 {
        let same = sqlx::query_scalar!(
            r#"select created_by = $2 and request_hash = $3 as "same!" from engine.match where match_id = $1"#,
            new.match_id,
            &new.created_by,
            &new.request_hash,
        )
        .fetch_one(&mut *tx)
        .await?;
        return Ok(if same { Created::Before } else { Created::Other });
    }
    let (accounts, seats): (Vec<_>, Vec<_>) = new.seats.iter().copied().unzip();
    sqlx::query!(
        "insert into engine.match_seat (account_id, match_id, seat, created_at_ms)
         select account_id, $1, seat, $2 from unnest($3::uuid[], $4::smallint[]) as s (account_id, seat)",
        new.match_id,
        new.created_at_ms,
        &accounts,
        &seats,
    )
    .execute(&mut *tx)
    .await?;
    write_event(&mut tx, new.match_id, &new.started).await?;
    tx.commit().await?;
    Ok(Created::New)
}
