//! Deliveries as their owners see them.

use env::UnixMillis;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use uuid::Uuid;

use crate::error::LobbyError;

/// How a delivery stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DeliveryState {
    /// It waits for its next attempt.
    Pending,
    /// The endpoint has it.
    Delivered,
    /// It is not tried any more.
    DeadLetter,
}

impl DeliveryState {
    fn to_column(self) -> i16 {
        match self {
            Self::Pending => 1,
            Self::Delivered => 2,
            Self::DeadLetter => 3,
        }
    }

    fn from_column(column: i16) -> Self {
        match column {
            1 => Self::Pending,
            2 => Self::Delivered,
            _ => Self::DeadLetter,
        }
    }
}

/// A delivery's place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryPlace(pub i64);

/// A delivery.
#[derive(Clone, Debug)]
pub struct DeliveryRow {
    /// Its number.
    pub delivery_id: i64,
    /// The event.
    pub event_id: String,
    /// The event's type.
    pub event_type: String,
    /// How it stands.
    pub state: DeliveryState,
    /// Attempts so far.
    pub attempts: i32,
    /// Why the last one failed.
    pub last_error: String,
    /// When it was stored.
    pub created_at: UnixMillis,
    /// When it is tried next.
    pub next_attempt_at: Option<UnixMillis>,
    /// When it was delivered or given up.
    pub settled_at: Option<UnixMillis>,
}

/// Which deliveries are sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// This one.
    One(i64),
    /// All dead letters.
    DeadLetters,
    /// All after this one.
    After(i64),
}

/// A page of an endpoint's deliveries, newest first.
pub(in crate::webhooks) async fn deliveries(
    pool: &PgPool,
    endpoint_id: Uuid,
    states: &[DeliveryState],
    before: Option<DeliveryPlace>,
    limit: i64,
) -> Result<Vec<DeliveryRow>, LobbyError> {
    let states: Vec<i16> = states.iter().map(|state| state.to_column()).collect();
    let rows = sqlx::query!(
        "select delivery_id, event_id, event_type, state, attempts, last_error, created_at, next_attempt_at, settled_at
         from lobby.webhook_delivery
         where endpoint_id = $1 and (cardinality($2::smallint[]) = 0 or state = any ($2))
           and ($3::bigint is null or delivery_id < $3)
         order by delivery_id desc limit $4",
        endpoint_id,
        &states,
        before.map(|place| place.0),
        limit,
    )
    .fetch_all(pool)
    .await?;
    let deliveries = rows.into_iter().map(|row| {
        let state = DeliveryState::from_column(row.state);
        DeliveryRow {
            delivery_id: row.delivery_id,
            event_id: row.event_id,
            event_type: row.event_type,
            state,
            attempts: row.attempts,
            last_error: row.last_error,
            created_at: row.created_at.into(),
            next_attempt_at: (state == DeliveryState::Pending).then(|| row.next_attempt_at.into()),
            settled_at: row.settled_at.map(UnixMillis::from),
        }
    });
    Ok(deliveries.collect())
}

/// Does the endpoint have this delivery?
pub(in crate::webhooks) async fn has_delivery(
    pool: &PgPool,
    endpoint_id: Uuid,
    delivery_id: i64,
) -> Result<bool, LobbyError> {
    Ok(sqlx::query_scalar!(
        r#"select exists (select from lobby.webhook_delivery where endpoint_id = $1 and delivery_id = $2) as "has!""#,
        endpoint_id,
        delivery_id,
    )
    .fetch_one(pool)
    .await?)
}

/// Makes settled deliveries pending anew, the oldest first; how many.
pub(in crate::webhooks) async fn redeliver(
    pool: &PgPool,
    endpoint_id: Uuid,
    which: Which,
    now: UnixMillis,
    at_most: i64,
) -> Result<u64, LobbyError> {
    let (one, after, states): (Option<i64>, i64, &[i16]) = match which {
        Which::One(delivery) => (Some(delivery), 0, &[2, 3]),
        Which::DeadLetters => (None, 0, &[3]),
        Which::After(delivery) => (None, delivery, &[2, 3]),
    };
    let again = sqlx::query!(
        "with held as (
             select endpoint_id from lobby.webhook_endpoint where endpoint_id = $1 for no key update
         )
         update lobby.webhook_delivery d set state = 1, attempts = 0, next_attempt_at = $6, settled_at = null
         from held
         where d.endpoint_id = held.endpoint_id and d.delivery_id in (
             select delivery_id from lobby.webhook_delivery
             where endpoint_id = $1 and state = any ($2) and delivery_id > $4
               and ($3::bigint is null or delivery_id = $3)
             order by delivery_id limit $5)",
        endpoint_id,
        states,
        one,
        after,
        at_most,
        now.to_datetime(),
    )
    .execute(pool)
    .await?;
    Ok(again.rows_affected())
}

/// Stores a test event for an endpoint, once; `EndpointNotFound` if it was removed meanwhile.
pub(in crate::webhooks) async fn store_test(
    pool: &PgPool,
    endpoint_id: Uuid,
    event_id: &str,
    body: &str,
    now: UnixMillis,
) -> Result<DeliveryRow, LobbyError> {
    sqlx::query!(
        "insert into lobby.webhook_delivery (endpoint_id, event_id, event_type, body, next_attempt_at, created_at)
         select endpoint_id, $2, 'test', $3, $4, $4 from lobby.webhook_endpoint where endpoint_id = $1 for key share
         on conflict (endpoint_id, event_id) do nothing",
        endpoint_id,
        event_id,
        body,
        now.to_datetime(),
    )
    .execute(pool)
    .await?;
    let delivery_id = sqlx::query_scalar!(
        "select delivery_id from lobby.webhook_delivery where endpoint_id = $1 and event_id = $2",
        endpoint_id,
        event_id,
    )
    .fetch_optional(pool)
    .await?
    .ok_or(LobbyError::EndpointNotFound)?;
    let page = deliveries(pool, endpoint_id, &[], Some(DeliveryPlace(delivery_id + 1)), 1).await?;
    page.into_iter().next().ok_or(LobbyError::EndpointNotFound)
}

/// Removes some of what is over. Of secrets the ids stay, see `rotate_secret`.
pub(in crate::webhooks) async fn prune(
    pool: &PgPool,
    now: UnixMillis,
    delivered_before: UnixMillis,
    others_before: UnixMillis,
    at_most: i64,
) -> Result<(), LobbyError> {
    sqlx::query!(
        "with delivered as (
             select delivery_id from lobby.webhook_delivery
             where state = 2 and settled_at < $1 limit $3 for update skip locked
         ), dead as (
             select delivery_id from lobby.webhook_delivery
             where state = 3 and settled_at < $2 limit $3 for update skip locked
         ), waiting as (
             select delivery_id from lobby.webhook_delivery
             where state = 1 and created_at < $2 limit $3 for update skip locked
         )
         delete from lobby.webhook_delivery where delivery_id in (
             select delivery_id from delivered union all select delivery_id from dead
             union all select delivery_id from waiting)",
        delivered_before.to_datetime(),
        others_before.to_datetime(),
        at_most,
    )
    .execute(pool)
    .await?;
    sqlx::query!(
        "update lobby.webhook_secret set secret = null where (owner, secret_id) in (
             select owner, secret_id from lobby.webhook_secret
             where expires_at < $1 and secret is not null for update skip locked)",
        now.to_datetime(),
    )
    .execute(pool)
    .await?;
    Ok(())
}
