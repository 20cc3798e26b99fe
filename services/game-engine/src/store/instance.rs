//! Who drives what: leases of instances, and matches changing hands.

use std::time::Duration;

use sqlx::PgPool;
use uuid::Uuid;

/// An instance's claim: its name, and the epoch that tells it from every earlier process of that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The instance.
    pub name: String,
    /// Grows with every process that takes the name.
    pub epoch: i64,
}

/// Who drives a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Driver {
    /// The claim under which it is driven.
    pub lease: Lease,
    /// Where that instance answers, if its claim still holds.
    pub alive_at: Option<String>,
}

/// Takes a name: whoever had it before is fenced from now on.
///
/// # Errors
/// What the database said.
pub async fn register(
    pool: &PgPool,
    name: &str,
    address: &str,
    life: Duration,
) -> Result<Lease, sqlx::Error> {
    let epoch = sqlx::query_scalar!(
        "insert into engine.instance (name, epoch, lease_until, address)
         values ($1, 1, now() + make_interval(secs => $3), $2)
         on conflict (name) do update
            set epoch = engine.instance.epoch + 1, lease_until = excluded.lease_until, address = excluded.address
         returning epoch",
        name,
        address,
        life.as_secs_f64(),
    )
    .fetch_one(pool)
    .await?;
    Ok(Lease { name: name.to_owned(), epoch })
}

/// What became of a claim that was to be renewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renewal {
    /// It held all the time.
    Held,
    /// It holds again, but it had run out: others may have taken matches over meanwhile.
    Lapsed,
    /// Another process has taken the name.
    Lost,
}

/// Renews a claim.
///
/// # Errors
/// What the database said.
pub async fn renew(pool: &PgPool, lease: &Lease, life: Duration) -> Result<Renewal, sqlx::Error> {
    let had_lapsed = sqlx::query_scalar!(
        r#"with before as (
               select name, lease_until < now() as lapsed from engine.instance where name = $1 and epoch = $2 for update
           )
           update engine.instance i set lease_until = now() + make_interval(secs => $3)
           from before where i.name = before.name
           returning before.lapsed as "lapsed!""#,
        &lease.name,
        lease.epoch,
        life.as_secs_f64(),
    )
    .fetch_optional(pool)
    .await?;
    Ok(match had_lapsed {
        None => Renewal::Lost,
        Some(true) => Renewal::Lapsed,
        Some(false) => Renewal::Held,
    })
}

/// Gives a claim up, so that others need not wait for its end.
///
/// # Errors
/// What the database said.
pub async fn release(pool: &PgPool, lease: &Lease) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update engine.instance set lease_until = now() where name = $1 and epoch = $2",
        &lease.name,
        lease.epoch,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// All live matches that a claim drives.
///
/// # Errors
/// What the database said.
pub async fn driven_by(pool: &PgPool, lease: &Lease) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar!(
        "select match_id from engine.match where state = 1 and instance = $1 and epoch = $2",
        &lease.name,
        lease.epoch,
    )
    .fetch_all(pool)
    .await
}

/// Takes over all live matches of earlier processes of the same name, and returns all that the claim then drives.
///
/// # Errors
/// What the database said.
pub async fn take_own(pool: &PgPool, lease: &Lease) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar!(
        "update engine.match set epoch = $2 where state = 1 and instance = $1 and epoch < $2 returning match_id",
        &lease.name,
        lease.epoch,
    )
    .fetch_all(pool)
    .await
}

/// Takes over some live matches of instances whose claims no longer hold.
///
/// # Errors
/// What the database said.
pub async fn adopt_dead(pool: &PgPool, lease: &Lease, at_most: i64) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar!(
        "update engine.match m set instance = $1, epoch = $2
         where m.match_id in (
            select d.match_id from engine.match d
            where d.state = 1 and not (d.instance = $1 and d.epoch = $2)
              and not exists (select from engine.instance i
                              where i.name = d.instance and i.epoch = d.epoch and i.lease_until > now())
            limit $3 for update skip locked)
         returning m.match_id",
        &lease.name,
        lease.epoch,
        at_most,
    )
    .fetch_all(pool)
    .await
}

/// Who drives a live match; `None` if it is not live.
///
/// # Errors
/// What the database said.
pub async fn driver_of(pool: &PgPool, match_id: Uuid) -> Result<Option<Driver>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select m.instance, m.epoch, i.address as "address?"
           from engine.match m
           left join engine.instance i on i.name = m.instance and i.epoch = m.epoch and i.lease_until > now()
           where m.match_id = $1 and m.state = 1"#,
        match_id,
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| Driver { lease: Lease { name: row.instance, epoch: row.epoch }, alive_at: row.address }))
}

/// Takes one match over from a driver whose claim no longer holds. False: somebody else was faster, or it holds again.
///
/// # Errors
/// What the database said.
pub async fn take_over(pool: &PgPool, match_id: Uuid, from: &Lease, to: &Lease) -> Result<bool, sqlx::Error> {
    let taken = sqlx::query!(
        "update engine.match set instance = $4, epoch = $5
         where match_id = $1 and state = 1 and instance = $2 and epoch = $3
           and not exists (select from engine.instance where name = $2 and epoch = $3 and lease_until > now())",
        match_id,
        &from.name,
        from.epoch,
        &to.name,
        to.epoch,
    )
    .execute(pool)
    .await?;
    Ok(taken.rows_affected() == 1)
}
