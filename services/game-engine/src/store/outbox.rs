//! Results on their way to the ratings service.

use std::time::Duration;

use env::UnixMillis;
use sqlx::{PgPool, Postgres, Transaction};
use uuid::Uuid;

/// A result that waits.
pub struct Waiting {
    /// Its place in the outbox.
    pub outbox_id: i64,
    /// The match.
    pub match_id: Uuid,
    /// The encoded `SubmitResultRequest`.
    pub payload: Vec<u8>,
    /// How often it was postponed.
    pub attempts: i32,
}

/// The oldest result that may be delivered now, locked for this transaction and passed over by others.
///
/// # Errors
/// What the database said.
pub async fn next_waiting(tx: &mut Transaction<'_, Postgres>) -> Result<Option<Waiting>, sqlx::Error> {
    sqlx::query_as!(
        Waiting,
        "select outbox_id, match_id, payload, attempts from engine.outbox
         where refused_because is null and not_before <= now()
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

/// The ratings service cannot take this one now: it waits by itself, and others go first.
///
/// # Errors
/// What the database said.
pub async fn postponed(
    tx: &mut Transaction<'_, Postgres>,
    outbox_id: i64,
    pause: Duration,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update engine.outbox set attempts = attempts + 1, not_before = now() + make_interval(secs => $2)
         where outbox_id = $1",
        outbox_id,
        pause.as_secs_f64(),
    )
    .execute(&mut **tx)
    .await?;
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

/// How the outbox stands.
pub struct Outbox {
    /// Results that wait.
    pub waiting: i64,
    /// How long the oldest of them has waited.
    pub oldest_age: Duration,
    /// Results that were refused for good.
    pub refused: i64,
}

/// How the outbox stands at `now`.
///
/// # Errors
/// What the database said.
pub async fn outbox(pool: &PgPool, now: UnixMillis) -> Result<Outbox, sqlx::Error> {
    let found = sqlx::query!(
        r#"select count(*) filter (where refused_because is null) as "waiting!",
                  count(*) filter (where refused_because is not null) as "refused!",
                  min(created_at_ms) filter (where refused_because is null) as oldest_ms
           from engine.outbox"#
    )
    .fetch_one(pool)
    .await?;
    let oldest_age = found.oldest_ms.map_or(Duration::ZERO, |ms| now.since(UnixMillis::new(ms)));
    Ok(Outbox { waiting: found.waiting, oldest_age, refused: found.refused })
}
