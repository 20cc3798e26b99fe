//! Endpoints.

use env::UnixMillis;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use uuid::Uuid;

use super::secret::insert_secret;
use crate::error::LobbyError;
use crate::webhooks::endpoints::MAX_ENDPOINTS;
use crate::webhooks::{Kind, NewEndpoint, Rights, Secret, Subscription, Target};

/// Why nothing is sent to an endpoint whose service has no key with the scope any more.
const NO_KEY: &str = "no_key";
/// Why nothing is sent to one that an operator has disabled.
const BY_OPERATOR: &str = "operator";

/// An endpoint as it stands.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// Its key in the store, which nobody is shown.
    pub(in crate::webhooks) key: Uuid,
    /// Its id, which its owner has chosen.
    pub endpoint_id: Uuid,
    /// The service that created it.
    pub owner: String,
    /// Where it is.
    pub url: String,
    /// What it gets.
    pub subscription: Subscription,
    /// Is anything sent to it?
    pub enabled: bool,
    /// Why not, if its owner did not say so.
    pub disabled_because: Option<String>,
    /// When it was created.
    pub created_at: UnixMillis,
    /// Failed attempts since the last delivery.
    pub failures_in_a_row: i32,
    /// Deliveries that wait.
    pub pending: i64,
}

/// Who changes an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChangedBy {
    /// The service that has it.
    Owner,
    /// A service that may do everything.
    Operator,
}

/// What becomes different; nothing where it is `None`.
pub(crate) struct EndpointChange {
    pub by: ChangedBy,
    pub enabled: Option<bool>,
    pub target: Option<Target>,
    pub subscription: Option<Subscription>,
}

/// What became of a creation.
pub(in crate::webhooks) enum Created {
    New,
    Before,
    Other,
    TooMany,
}

pub(in crate::webhooks) async fn create_endpoint(
    pool: &PgPool,
    key: Uuid,
    new: &NewEndpoint,
    secret: (Uuid, &Secret),
    now: UnixMillis,
) -> Result<Created, LobbyError> {
    let mut tx = postgres::begin(pool).await?;
    // One creation of an owner at a time, so that the bound holds.
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended($1, 0))", &new.owner)
        .fetch_one(&mut *tx)
        .await?;
    let known = sqlx::query_scalar!(
        r#"select request_hash = $3 as "same!" from lobby.webhook_endpoint where owner = $1 and chosen_id = $2"#,
        &new.owner,
        new.endpoint_id,
        &new.request_hash[..],
    )
    .fetch_optional(&mut *tx)
    .await?;
    if let Some(same) = known {
        return Ok(if same { Created::Before } else { Created::Other });
    }
    let columns = Columns::of(&new.subscription);
    let inserted = sqlx::query!(
        "insert into lobby.webhook_endpoint
             (endpoint_id, owner, request_hash, url, kinds, created_by_me, accounts, ladders, created_at, chosen_id)
         select $1, $2, $3, $4, $5, $6, $7, $8, $9, $11
         where (select count(*) from lobby.webhook_endpoint where owner = $2) < $10",
        key,
        &new.owner,
        &new.request_hash[..],
        new.target.as_str(),
        &columns.kinds,
        new.subscription.created_by_me,
        &new.subscription.accounts,
        &new.subscription.ladders,
        now.to_datetime(),
        MAX_ENDPOINTS,
        new.endpoint_id,
    )
    .execute(&mut *tx)
    .await?;
    if inserted.rows_affected() == 0 {
        return Ok(Created::TooMany);
    }
    if !insert_secret(&mut tx, (&new.owner, key), secret, now).await? {
        return Ok(Created::Other);
    }
    crate::store::commit(tx).await?;
    Ok(Created::New)
}

struct Columns {
    kinds: Vec<i16>,
}

impl Columns {
    fn of(subscription: &Subscription) -> Self {
        Self { kinds: subscription.kinds.iter().map(|kind| kind.to_column()).collect() }
    }
}

/// Which endpoints are looked for.
#[derive(Clone, Copy)]
pub(in crate::webhooks) enum Looked<'a> {
    /// One of a service.
    One(&'a str, Uuid),
    /// All of a service.
    Of(&'a str),
    /// So many of all services, after a place.
    Every { after: Option<EndpointPlace>, limit: i64 },
}

/// An endpoint's place in the list of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndpointPlace {
    created_ms: i64,
    key: Uuid,
}

impl Endpoint {
    /// Its place in the list of all.
    pub fn place(&self) -> EndpointPlace {
        EndpointPlace { created_ms: self.created_at.as_i64(), key: self.key }
    }
}

/// Endpoints, oldest first, as their owners' rights let them be.
pub(in crate::webhooks) async fn endpoints(
    pool: &PgPool,
    rights: &Rights,
    looked: Looked<'_>,
) -> Result<Vec<Endpoint>, LobbyError> {
    let (owner, only, after, limit) = match looked {
        Looked::One(owner, endpoint_id) => (Some(owner), Some(endpoint_id), None, None),
        Looked::Of(owner) => (Some(owner), None, None, None),
        Looked::Every { after, limit } => (None, None, after, Some(limit)),
    };
    let rows = sqlx::query!(
        r#"select e.endpoint_id, e.chosen_id, e.owner, e.url, e.enabled, e.disabled_because, e.kinds, e.created_by_me, e.accounts, e.ladders,
                  e.failures_in_a_row, e.created_at,
                  (select count(*) from lobby.webhook_delivery d
                   where d.endpoint_id = e.endpoint_id and d.state = 1) as "pending!"
           from lobby.webhook_endpoint e
           where ($1::text is null or e.owner = $1) and ($2::uuid is null or e.chosen_id = $2)
             and ($3::timestamptz is null or (e.created_at, e.endpoint_id) > ($3, $4::uuid))
           order by e.created_at, e.endpoint_id limit $5"#,
        owner,
        only,
        after.map(|place| UnixMillis::new(place.created_ms).to_datetime()),
        after.map(|place| place.key),
        limit,
    )
    .fetch_all(pool)
    .await?;
    let endpoints = rows.into_iter().map(|row| Endpoint {
        key: row.endpoint_id,
        endpoint_id: row.chosen_id,
        enabled: row.enabled && rights.has_webhooks(&row.owner),
        disabled_because: if rights.has_webhooks(&row.owner) {
            row.disabled_because
        } else {
            Some(NO_KEY.to_owned())
        },
        owner: row.owner,
        url: row.url,
        subscription: Subscription {
            kinds: row.kinds.into_iter().filter_map(Kind::from_column).collect(),
            created_by_me: row.created_by_me,
            accounts: row.accounts,
            ladders: row.ladders,
        },
        created_at: row.created_at.into(),
        failures_in_a_row: row.failures_in_a_row,
        pending: row.pending,
    });
    Ok(endpoints.collect())
}

/// Is there any endpoint at all?
pub(in crate::webhooks) async fn has_endpoints(pool: &PgPool) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(r#"select exists (select from lobby.webhook_endpoint) as "any!""#)
        .fetch_one(pool)
        .await
}

/// Changes an endpoint, if the owner has it. Whoever enables one or moves it gives it a new chance.
pub(in crate::webhooks) async fn update_endpoint(
    pool: &PgPool,
    owner: &str,
    endpoint_id: Uuid,
    change: &EndpointChange,
) -> Result<(), LobbyError> {
    let because = match change.by {
        ChangedBy::Owner => None,
        ChangedBy::Operator => Some(BY_OPERATOR),
    };
    let kinds = change.subscription.as_ref().map(|subscription| Columns::of(subscription).kinds);
    sqlx::query!(
        "update lobby.webhook_endpoint
         set enabled = coalesce($3, enabled),
             disabled_because = case when $3 is null then disabled_because when not $3 then $9 end,
             failures_in_a_row = case when $3 is null and $4::text is null then failures_in_a_row else 0 end,
             url = coalesce($4, url),
             kinds = coalesce($5, kinds),
             created_by_me = coalesce($6, created_by_me),
             accounts = coalesce($7, accounts),
             ladders = coalesce($8, ladders)
         where chosen_id = $1 and owner = $2",
        endpoint_id,
        owner,
        change.enabled,
        change.target.as_ref().map(Target::as_str),
        kinds.as_deref(),
        change.subscription.as_ref().map(|subscription| subscription.created_by_me),
        change.subscription.as_ref().map(|subscription| &subscription.accounts[..]),
        change.subscription.as_ref().map(|subscription| &subscription.ladders[..]),
        because,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Removes an endpoint with all that is its.
pub(in crate::webhooks) async fn delete_endpoint(
    pool: &PgPool,
    owner: &str,
    endpoint_id: Uuid,
) -> Result<(), LobbyError> {
    sqlx::query!(
        "delete from lobby.webhook_endpoint where chosen_id = $1 and owner = $2",
        endpoint_id,
        owner,
    )
    .execute(pool)
    .await?;
    Ok(())
}
