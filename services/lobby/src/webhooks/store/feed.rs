//! Events of feeds becoming deliveries.

use env::UnixMillis;
use sqlx::{PgConnection, PgPool};

use crate::webhooks::Rights;
use crate::webhooks::event::Event;

/// How far a feed was read; `None`: it never was.
pub(in crate::webhooks) async fn cursor(pool: &PgPool, feed: &str) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!("select number from lobby.webhook_cursor where feed = $1", feed)
        .fetch_optional(pool)
        .await
}

/// Says how far a feed was read, whatever was said before.
pub(in crate::webhooks) async fn set_cursor(
    pool: &PgPool,
    feed: &str,
    number: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into lobby.webhook_cursor (feed, number) values ($1, $2)
         on conflict (feed) do update set number = excluded.number",
        feed,
        number,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Stores a delivery of each event for each endpoint that is to get it, and that the feed was read up to a number, in one transaction. Events that the
/// cursor has passed are another process's, and left out. Returns how many deliveries it were.
pub(in crate::webhooks) async fn dispatch(
    pool: &PgPool,
    rights: &Rights,
    feed: &str,
    up_to: i64,
    events: &[(i64, Event)],
    now: UnixMillis,
) -> Result<u64, sqlx::Error> {
    let mut tx = postgres::begin(pool).await?;
    sqlx::query!(
        "insert into lobby.webhook_cursor (feed, number) values ($1, 0) on conflict do nothing",
        feed,
    )
    .execute(&mut *tx)
    .await?;
    let read =
        sqlx::query_scalar!("select number from lobby.webhook_cursor where feed = $1 for update", feed)
            .fetch_one(&mut *tx)
            .await?;
    if read >= up_to {
        return Ok(0);
    }
    let mut stored = 0;
    for (_, event) in events.iter().filter(|(number, _)| *number > read) {
        stored += insert_deliveries(&mut tx, rights, event, now).await?;
    }
    sqlx::query!("update lobby.webhook_cursor set number = $2 where feed = $1", feed, up_to)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(stored)
}

async fn insert_deliveries(
    connection: &mut PgConnection,
    rights: &Rights,
    event: &Event,
    now: UnixMillis,
) -> Result<u64, sqlx::Error> {
    let inserted = sqlx::query!(
        "insert into lobby.webhook_delivery
             (endpoint_id, event_id, event_type, body, next_attempt_at, created_at, match_creator)
         select endpoint_id, $1, $2, $3, $4, $4, $9 from lobby.webhook_endpoint
         where enabled and owner = any ($10) and $5 = any (kinds)
           and ($9::text is null or owner = $9 or owner = any ($11))
           and (not created_by_me or $6::text is null or owner = $6)
           and (cardinality(accounts) = 0 or accounts && $7)
           and ($8::text is null or cardinality(ladders) = 0 or $8 = any (ladders))
         for key share
         on conflict (endpoint_id, event_id) do nothing",
        &event.id,
        event.kind.name(),
        &event.body,
        now.to_datetime(),
        event.kind.to_column(),
        event.created_by.as_deref(),
        &event.accounts,
        event.ladder.as_deref(),
        event.match_creator(),
        rights.webhooks(),
        rights.all_matches(),
    )
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected())
}
