//! Appending events to a ladder's log. Each takes the next number under the lock of the ladder's row, as results do; what
//! follows from it is the rater's business.

use env::UnixMillis;
use sqlx::{PgConnection, PgPool};
use std::time::Duration;

use crate::error::Error;
use crate::ids::{AccountId, LadderId, ResultId, SourceName};
use crate::log::EventKind;
use crate::order::{Claimed, Content};

pub use crate::order::{Order, Sealed, Target};

/// Most results that one void takes back.
pub const VOID_MAX: i64 = 10_000;
/// How often a ladder is kept up.
pub const UPKEEP_INTERVAL: Duration = Duration::from_secs(24 * 60 * 60);
/// Who asks for what a ladder does by itself.
const LADDER_ITSELF: &str = "ladder";

/// An event that is in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// Its number in the ladder's log.
    pub sequence: i64,
    /// True if it was there already, by the same request.
    pub replayed: bool,
}

/// The numbers of the results that `target` names and that still stand, in order; at most [`VOID_MAX`].
///
/// # Errors
/// [`Error::ResultNotFound`] for a single one that is not on this ladder; [`Error::Invalid`] if there are too many, or none
/// that stands; [`Error::SeasonSealed`]; the store's.
pub async fn targeted(
    connection: &mut PgConnection,
    ladder: &LadderId,
    target: &Target,
    sealed: Sealed,
) -> Result<Vec<i64>, Error> {
    let found = match target {
        Target::Result(source, id) => by_id(&mut *connection, ladder, source, id).await?,
        Target::Account { account, from, to } => {
            by_account(&mut *connection, ladder, *account, *from, *to).await?
        }
        Target::Review { results, .. } => by_sequence(&mut *connection, ladder, results).await?,
    };
    if found.len() > usize::try_from(VOID_MAX).unwrap_or(usize::MAX) {
        return Err(Error::invalid(
            "target",
            format!("names more than {VOID_MAX} results; take a shorter span"),
        ));
    }
    if found.is_empty() {
        return Err(Error::invalid("target", "names no result that still stands"));
    }
    let running = sqlx::query_scalar!("select season from ratings.ladder where ladder = $1", ladder.as_str())
        .fetch_one(connection)
        .await?;
    if let (Sealed::Respect, Some(closed)) = (sealed, found.iter().find(|result| result.season < running)) {
        return Err(Error::SeasonSealed(closed.season));
    }
    Ok(found.into_iter().map(|result| result.sequence).collect())
}

struct Found {
    sequence: i64,
    season: i32,
}

async fn by_id(
    connection: &mut PgConnection,
    ladder: &LadderId,
    source: &SourceName,
    id: &ResultId,
) -> Result<Vec<Found>, Error> {
    let row = sqlx::query!(
        r#"select r.sequence, r.season, v.sequence is null as "stands!"
         from ratings.result r left join ratings.void v using (ladder, sequence)
         where r.ladder = $1 and r.source = $2 and r.result_id = $3"#,
        ladder.as_str(),
        source.as_str(),
        id.as_str()
    )
    .fetch_optional(connection)
    .await?
    .ok_or_else(|| Error::ResultNotFound(source.to_string()))?;
    let found = Found { sequence: row.sequence, season: row.season };
    Ok(Some(found).filter(|_| row.stands).into_iter().collect())
}

/// A search through the whole span: voids are too rare for an index that every result would pay for.
async fn by_account(
    connection: &mut PgConnection,
    ladder: &LadderId,
    account: AccountId,
    from: Option<UnixMillis>,
    to: Option<UnixMillis>,
) -> Result<Vec<Found>, Error> {
    let found = sqlx::query_as!(
        Found,
        "select r.sequence, r.season
         from ratings.result r left join ratings.void v using (ladder, sequence)
         where r.ladder = $1 and v.sequence is null
             and ($2::timestamptz is null or r.played_at >= $2) and ($3::timestamptz is null or r.played_at < $3)
             and r.sides @> $4
         order by r.sequence limit $5",
        ladder.as_str(),
        from.map(UnixMillis::to_datetime),
        to.map(UnixMillis::to_datetime),
        serde_json::json!([{ "players": [{ "account": account }] }]),
        VOID_MAX + 1
    )
    .fetch_all(connection)
    .await?;
    Ok(found)
}

async fn by_sequence(
    connection: &mut PgConnection,
    ladder: &LadderId,
    sequences: &[i64],
) -> Result<Vec<Found>, Error> {
    let found = sqlx::query_as!(
        Found,
        "select r.sequence, r.season
         from ratings.result r left join ratings.void v using (ladder, sequence)
         where r.ladder = $1 and r.sequence = any($2) and v.sequence is null
         order by r.sequence limit $3",
        ladder.as_str(),
        sequences,
        VOID_MAX + 1
    )
    .fetch_all(connection)
    .await?;
    Ok(found)
}

/// Takes results back. Which ones is decided here, at the place that the void takes in the log.
///
/// # Errors
/// [`Error::LadderNotFound`], those of [`targeted`], [`Error::RequestIdReused`], or the store's.
pub async fn void(
    pool: &PgPool,
    ladder: &LadderId,
    order: &Order,
    target: &Target,
    sealed: Sealed,
    now: UnixMillis,
) -> Result<Appended, Error> {
    let mut tx = postgres::begin(pool).await?;
    let head = lock(&mut tx, ladder).await?;
    if let Some(sequence) =
        asked_before(&mut tx, ladder, order, Content::Void(ladder, target, sealed)).await?
    {
        return Ok(Appended { sequence, replayed: true });
    }
    let results = targeted(&mut tx, ladder, target, sealed).await?;
    let sequence = event(&mut tx, ladder, head, EventKind::Void, now, Some(order)).await?;
    sqlx::query!(
        "insert into ratings.void (ladder, sequence, void_sequence) select $1, *, $3 from unnest($2::bigint[])",
        ladder.as_str(),
        &results,
        sequence
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(Appended { sequence, replayed: false })
}

/// Ends `season`, the running one: results accepted from now on count for the next.
///
/// # Errors
/// [`Error::LadderNotFound`]; [`Error::Invalid`] if `season` is not the running one and was not closed by the same request;
/// [`Error::RequestIdReused`]; the store's.
pub async fn close(
    pool: &PgPool,
    ladder: &LadderId,
    order: &Order,
    season: i32,
    now: UnixMillis,
) -> Result<Appended, Error> {
    let mut tx = postgres::begin(pool).await?;
    let head = lock(&mut tx, ladder).await?;
    if let Some(sequence) = asked_before(&mut tx, ladder, order, Content::Close(ladder, season)).await? {
        return Ok(Appended { sequence, replayed: true });
    }
    if head.season != season {
        return Err(Error::invalid("season", format!("is not the running one, which is {}", head.season)));
    }
    let sequence = event(&mut tx, ladder, head, EventKind::Close, now, Some(order)).await?;
    sqlx::query!(
        "update ratings.season set closed_at = $3, closed_sequence = $4 where ladder = $1 and season = $2",
        ladder.as_str(),
        season,
        now.to_datetime(),
        sequence
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "insert into ratings.season (ladder, season, first_sequence, started_at) values ($1, $2, $3, $4)",
        ladder.as_str(),
        season + 1,
        sequence + 1,
        now.to_datetime()
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!("update ratings.ladder set season = $2 where ladder = $1", ladder.as_str(), season + 1)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(Appended { sequence, replayed: false })
}

/// Keeps the board up if that is due: a day after the last time, if anything has happened since then or somebody has been
/// away for long. Returns the number of the event, if there is one.
///
/// # Errors
/// [`Error::LadderNotFound`], or the store's.
pub async fn upkeep_if_due(pool: &PgPool, ladder: &LadderId, now: UnixMillis) -> Result<Option<i64>, Error> {
    let mut tx = postgres::begin(pool).await?;
    let head = lock(&mut tx, ladder).await?;
    let due = sqlx::query_scalar!(
        r#"with latest as (
             select sequence, happened_at from ratings.event
             where ladder = $1 and kind = 'upkeep' order by happened_at desc limit 1
         )
         select case
             when exists (select from latest where happened_at > $2) then false
             when exists (select from ratings.result
                          where ladder = $1 and sequence > coalesce((select sequence from latest), 0)) then true
             else exists (select from ratings.standing
                          where ladder = $1 and season = $3 and listing < 2 and last_played_at < $4)
         end as "due!""#,
        ladder.as_str(),
        now.minus(UPKEEP_INTERVAL).to_datetime(),
        head.season,
        now.minus(crate::rate::HIDDEN_AFTER).to_datetime()
    )
    .fetch_one(&mut *tx)
    .await?;
    if !due {
        return Ok(None);
    }
    let sequence = event(&mut tx, ladder, head, EventKind::Upkeep, now, None).await?;
    tx.commit().await?;
    Ok(Some(sequence))
}

/// Keeps the board up now, due or not. Returns the number of the event.
///
/// # Errors
/// [`Error::LadderNotFound`], or the store's.
pub async fn upkeep(pool: &PgPool, ladder: &LadderId, now: UnixMillis) -> Result<i64, Error> {
    let mut tx = postgres::begin(pool).await?;
    let head = lock(&mut tx, ladder).await?;
    let sequence = event(&mut tx, ladder, head, EventKind::Upkeep, now, None).await?;
    tx.commit().await?;
    Ok(sequence)
}

/// The head of a ladder's log, locked until the transaction ends.
struct Head {
    season: i32,
    last_sequence: i64,
}

async fn lock(connection: &mut PgConnection, ladder: &LadderId) -> Result<Head, Error> {
    sqlx::query_as!(
        Head,
        "select season, last_sequence from ratings.ladder where ladder = $1 for no key update",
        ladder.as_str()
    )
    .fetch_optional(connection)
    .await?
    .ok_or_else(|| Error::LadderNotFound(ladder.to_string()))
}

/// The number of the event that the same order has brought about before.
async fn asked_before(
    connection: &mut PgConnection,
    ladder: &LadderId,
    order: &Order,
    content: Content<'_>,
) -> Result<Option<i64>, Error> {
    let claimed = order.claim(&mut *connection, content).await?;
    let earlier = sqlx::query_scalar!(
        "select sequence from ratings.event where ladder = $1 and request_id = $2",
        ladder.as_str(),
        order.request_id
    )
    .fetch_optional(connection)
    .await?;
    match (claimed, earlier) {
        (Claimed::Now, None) => Ok(None),
        (Claimed::Before, Some(sequence)) => Ok(Some(sequence)),
        // It is from before contents were kept, so nobody can say that it is the same.
        (Claimed::Now, Some(_)) => Err(Error::RequestIdReused),
        (Claimed::Before, None) => {
            Err(Error::Corrupt(format!("an order {} without its event", order.request_id)))
        }
    }
}

async fn event(
    connection: &mut PgConnection,
    ladder: &LadderId,
    head: Head,
    kind: EventKind,
    now: UnixMillis,
    order: Option<&Order>,
) -> Result<i64, Error> {
    let sequence = head.last_sequence + 1;
    sqlx::query!("update ratings.ladder set last_sequence = $2 where ladder = $1", ladder.as_str(), sequence)
        .execute(&mut *connection)
        .await?;
    sqlx::query!(
        "insert into ratings.event (ladder, sequence, season, kind, happened_at, requested_by, request_id, reason)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        ladder.as_str(),
        sequence,
        head.season,
        kind.as_str(),
        now.to_datetime(),
        order.map_or(LADDER_ITSELF, |order| &order.requested_by),
        order.map(|order| order.request_id),
        order.map_or("daily upkeep", |order| &order.reason)
    )
    .execute(connection)
    .await?;
    Ok(sequence)
}
