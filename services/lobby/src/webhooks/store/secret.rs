//! Secrets of endpoints.

use env::UnixMillis;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::error::LobbyError;
use crate::webhooks::Secret;
use crate::webhooks::endpoints::{MAX_SECRETS, MAX_SPENT_SECRETS};

/// Adds a secret; false if its id is in use, perhaps since a moment ago.
pub(super) async fn insert_secret(
    connection: &mut PgConnection,
    (owner, endpoint_id): (&str, Uuid),
    (secret_id, secret): (Uuid, &Secret),
    now: UnixMillis,
) -> Result<bool, sqlx::Error> {
    let inserted = sqlx::query!(
        "insert into lobby.webhook_secret (secret_id, endpoint_id, secret, created_at, owner)
         values ($1, $2, $3, $4, $5) on conflict (owner, secret_id) do nothing",
        secret_id,
        endpoint_id,
        secret.as_bytes(),
        now.to_datetime(),
        owner,
    )
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() > 0)
}

/// What became of a rotation.
pub(in crate::webhooks) enum Rotated {
    New,
    Before,
    Other,
    TooMany,
}

/// Adds a secret; those before it expire at `others_until`, or when they would have anyway. Of those that are over, the latest ids are remembered.
pub(in crate::webhooks) async fn rotate_secret(
    pool: &PgPool,
    (owner, endpoint_id): (&str, Uuid),
    secret: (Uuid, &Secret),
    now: UnixMillis,
    others_until: UnixMillis,
) -> Result<Rotated, LobbyError> {
    let mut tx = postgres::begin(pool).await?;
    sqlx::query!(
        "select endpoint_id from lobby.webhook_endpoint where endpoint_id = $1 for no key update",
        endpoint_id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or(LobbyError::EndpointNotFound)?;
    let known = sqlx::query_scalar!(
        "select endpoint_id from lobby.webhook_secret where owner = $1 and secret_id = $2",
        owner,
        secret.0,
    )
    .fetch_optional(&mut *tx)
    .await?;
    if let Some(known) = known {
        return Ok(if known == endpoint_id { Rotated::Before } else { Rotated::Other });
    }
    sqlx::query!(
        "update lobby.webhook_secret set expires_at = least(expires_at, $2) where endpoint_id = $1",
        endpoint_id,
        others_until.to_datetime(),
    )
    .execute(&mut *tx)
    .await?;
    let in_force = sqlx::query_scalar!(
        r#"select count(*) as "count!" from lobby.webhook_secret where endpoint_id = $1 and expires_at > $2"#,
        endpoint_id,
        now.to_datetime(),
    )
    .fetch_one(&mut *tx)
    .await?;
    if in_force >= MAX_SECRETS {
        return Ok(Rotated::TooMany);
    }
    if !insert_secret(&mut tx, (owner, endpoint_id), secret, now).await? {
        return Ok(Rotated::Other);
    }
    forget_oldest(&mut tx, endpoint_id).await?;
    crate::store::commit(tx).await?;
    Ok(Rotated::New)
}

async fn forget_oldest(connection: &mut PgConnection, endpoint_id: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "delete from lobby.webhook_secret where (owner, secret_id) in (
             select owner, secret_id from lobby.webhook_secret where endpoint_id = $1 and secret is null
             order by created_at desc, secret_id offset $2)",
        endpoint_id,
        MAX_SPENT_SECRETS,
    )
    .execute(connection)
    .await?;
    Ok(())
}
