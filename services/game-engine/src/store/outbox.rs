//! Results on their way to the ratings service.

use sqlx::{Postgres, Transaction};
use uuid::Uuid;

/// A result that waits.
pub struct Waiting {
    /// Its place in the outbox.
    pub outbox_id: i64,
    /// The match.
    pub match_id: Uuid,
    /// The encoded `SubmitResultRequest`.
    pub payload: Vec<u8>,
}

/// The oldest waiting result, locked for this transaction and passed over by others.
///
/// # Errors
/// What the database said.
pub async fn next_waiting(tx: &mut Transaction<'_, Postgres>) -> Result<Option<Waiting>, sqlx::Error> {
    sqlx::query_as!(
        Waiting,
        "select outbox_id, match_id, payload from engine.outbox where refused_because is null
         order by outbox_id limit 1 for update skip locked"
    )
    .fetch_optional(&mut **tx)
    .await
}

/// The ratings service has it.
///
/// # Errors
/// What the database said.
pub async fn delivered(tx: &mut Transaction<'_, Postgres>, outbox_id: i64) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from engine.outbox where outbox_id = $1", outbox_id).execute(&mut **tx).await?;
    Ok(())
}

/// The ratings service refuses it for good: it stays for an operator to see.
///
/// # Errors
/// What the database said.
pub async fn refused(
    tx: &mut Transaction<'_, Postgres>,
    outbox_id: i64,
    because: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!("update engine.outbox set refused_because = $2 where outbox_id = $1", outbox_id, because)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
