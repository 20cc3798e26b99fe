//! Deliveries that are due: taking them, and what became of them.

use std::collections::HashMap;

use env::UnixMillis;
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::webhooks::{Rights, Secret};

/// A delivery that this process is to attempt.
pub(in crate::webhooks) struct Due {
    pub delivery_id: i64,
    /// The endpoint's key in the store.
    pub endpoint_id: Uuid,
    /// Its owner, and its id as its owner knows it.
    pub owner: String,
    pub chosen_id: Uuid,
    pub event_id: String,
    pub body: String,
    pub url: String,
    /// This one included. It tells the attempt from every other one.
    pub attempts: i32,
    pub secrets: Vec<Secret>,
}

/// How much this process has to do and may.
pub(in crate::webhooks) struct Load<'a> {
    /// Attempts under way, by endpoint.
    pub under_way: &'a HashMap<Uuid, i64>,
    /// Attempts to one endpoint at once, if its last one did not fail.
    pub per_endpoint: i64,
    /// How many may be taken.
    pub at_most: i64,
}

/// Takes deliveries that are due and that their owners may have: nobody else attempts them before `claimed_until`.
pub(in crate::webhooks) async fn claim_due(
    pool: &PgPool,
    rights: &Rights,
    now: UnixMillis,
    claimed_until: UnixMillis,
    load: Load<'_>,
) -> Result<Vec<Due>, sqlx::Error> {
    let (busy, counts): (Vec<Uuid>, Vec<i64>) = load.under_way.iter().map(|(id, n)| (*id, *n)).unzip();
    let rows = sqlx::query!(
        r#"with busy as (
               select * from unnest($3::uuid[], $4::bigint[]) as b (endpoint_id, under_way)
           ), due as (
               select d.delivery_id, e.url, e.owner, e.chosen_id
               from lobby.webhook_endpoint e
               left join busy b on b.endpoint_id = e.endpoint_id
               cross join lateral (
                   select w.delivery_id, w.next_attempt_at from lobby.webhook_delivery w
                   where w.endpoint_id = e.endpoint_id and w.state = 1 and w.next_attempt_at <= $1
                     and (w.match_creator is null or w.match_creator = e.owner or e.owner = any ($8))
                   order by w.next_attempt_at
                   limit greatest(0, case when e.failures_in_a_row > 0 then 1 else $5::bigint end
                                     - coalesce(b.under_way, 0))
                   for update skip locked) d
               where e.enabled and e.owner = any ($7)
               order by d.next_attempt_at limit $6
           )
           update lobby.webhook_delivery w
           set attempts = w.attempts + 1, next_attempt_at = $2
           from due where w.delivery_id = due.delivery_id
           returning w.delivery_id, w.endpoint_id, w.event_id, w.body, w.attempts, due.url, due.owner,
                     due.chosen_id,
                     array(select s.secret from lobby.webhook_secret s
                           where s.endpoint_id = w.endpoint_id and s.secret is not null
                             and (s.expires_at is null or s.expires_at > $1)
                           order by s.created_at desc, s.secret_id) as "secrets!""#,
        now.to_datetime(),
        claimed_until.to_datetime(),
        &busy,
        &counts,
        load.per_endpoint,
        load.at_most,
        rights.webhooks(),
        rights.all_matches(),
    )
    .fetch_all(pool)
    .await?;
    let due = rows.into_iter().map(|row| Due {
        delivery_id: row.delivery_id,
        endpoint_id: row.endpoint_id,
        owner: row.owner,
        chosen_id: row.chosen_id,
        event_id: row.event_id,
        body: row.body,
        url: row.url,
        attempts: row.attempts,
        secrets: row.secrets.iter().filter_map(|bytes| Secret::stored(bytes)).collect(),
    });
    Ok(due.collect())
}

/// The endpoint has it.
pub(in crate::webhooks) async fn delivered(
    pool: &PgPool,
    due: &Due,
    now: UnixMillis,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "with held as (
             select endpoint_id from lobby.webhook_endpoint where endpoint_id = $4 for no key update
         ), settled as (
             update lobby.webhook_delivery d set state = 2, settled_at = $3, last_error = ''
             from held
             where d.delivery_id = $1 and d.endpoint_id = held.endpoint_id and d.attempts = $2 and d.state = 1
             returning d.endpoint_id
         )
         update lobby.webhook_endpoint e set failures_in_a_row = 0
         from settled where e.endpoint_id = settled.endpoint_id and e.failures_in_a_row <> 0",
        due.delivery_id,
        due.attempts,
        now.to_datetime(),
        due.endpoint_id,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// What follows from a failed attempt.
pub(in crate::webhooks) enum Failure {
    /// It is made again then.
    Retry { at: UnixMillis, why: String },
    /// It was the last one.
    Final { at: UnixMillis, why: String },
    /// It was the last one, and the endpoint wants no more of anything.
    Gone { at: UnixMillis, why: String },
}

/// The endpoint does not have it, as far as anybody knows.
pub(in crate::webhooks) async fn failed(
    pool: &PgPool,
    due: &Due,
    failure: &Failure,
) -> Result<(), sqlx::Error> {
    let (state, at, why, gone) = match failure {
        Failure::Retry { at, why } => (1_i16, at, why, None),
        Failure::Final { at, why } => (3, at, why, None),
        Failure::Gone { at, why } => (3, at, why, Some("gone")),
    };
    sqlx::query!(
        "with held as (
             select endpoint_id from lobby.webhook_endpoint where endpoint_id = $7 for no key update
         ), attempted as (
             update lobby.webhook_delivery d
             set state = $3::smallint, last_error = $5,
                 next_attempt_at = case when $3::smallint = 1 then $4 else d.next_attempt_at end,
                 settled_at = case when $3::smallint = 1 then null else $4 end
             from held
             where d.delivery_id = $1 and d.endpoint_id = held.endpoint_id and d.attempts = $2 and d.state = 1
             returning d.endpoint_id
         )
         update lobby.webhook_endpoint e
         set failures_in_a_row = least(failures_in_a_row, 1000000) + 1,
             enabled = enabled and $6::text is null,
             disabled_because = coalesce($6, disabled_because)
         from attempted where e.endpoint_id = attempted.endpoint_id",
        due.delivery_id,
        due.attempts,
        state,
        at.to_datetime(),
        why,
        gone,
        due.endpoint_id,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// What waits and what was given up, of all endpoints.
pub(crate) struct Outstanding {
    pub waiting: i64,
    /// Since when the oldest waits.
    pub oldest: Option<OffsetDateTime>,
    pub dead_letters: i64,
}

/// What waits and what was given up, of all endpoints.
pub(crate) async fn outstanding(pool: &PgPool) -> Result<Outstanding, sqlx::Error> {
    sqlx::query_as!(
        Outstanding,
        r#"select
             (select count(*) from lobby.webhook_delivery where state = 1) as "waiting!",
             (select min(created_at) from lobby.webhook_delivery where state = 1) as oldest,
             (select count(*) from lobby.webhook_delivery where state = 3 and state <> 1) as "dead_letters!""#
    )
    .fetch_one(pool)
    .await
}
