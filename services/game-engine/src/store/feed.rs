//! The feed of match events: written unnumbered with what they tell, numbered in the order of the commits, read by number.

use sqlx::{PgPool, Postgres, Transaction};
use uuid::Uuid;

use super::instance::Lease;

/// A kind of event, as the feed's tables have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeedKind {
    /// A match was created.
    Started,
    /// A match has ended.
    Finished,
    /// An absent player is to act.
    YourTurn,
}

impl FeedKind {
    /// Its number in the tables.
    pub fn to_column(self) -> i16 {
        match self {
            Self::Started => 1,
            Self::Finished => 2,
            Self::YourTurn => 3,
        }
    }
}

/// An event that is written together with what it tells.
#[derive(Clone, Debug)]
pub struct FeedDraft {
    /// Its kind.
    pub kind: FeedKind,
    /// The people whom it concerns.
    pub accounts: Vec<Uuid>,
    /// The encoded event, without its number and creator.
    pub payload: Vec<u8>,
}

/// Writes an event of a match, which gets its number once this transaction is committed.
pub(super) async fn write_event(
    tx: &mut Transaction<'_, Postgres>,
    match_id: Uuid,
    draft: &FeedDraft,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into engine.feed_waiting (match_id, kind, created_by, accounts, payload)
         select match_id, $2, created_by, $3, $4 from engine.match where match_id = $1",
        match_id,
        draft.kind.to_column(),
        &draft.accounts,
        &draft.payload,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The turn of an absent player.
#[derive(Clone, Debug)]
pub struct TurnRow {
    /// The match.
    pub match_id: Uuid,
    /// Who is to act.
    pub account_id: Uuid,
    /// The encoded event, without its number and creator.
    pub payload: Vec<u8>,
    /// The claim under which the match is driven.
    pub lease: Lease,
}

/// Writes the turns of absent players, as far as their matches are still live and driven so.
///
/// # Errors
/// What the database said.
pub async fn write_turns(pool: &PgPool, turns: &[TurnRow]) -> Result<(), sqlx::Error> {
    let matches: Vec<Uuid> = turns.iter().map(|turn| turn.match_id).collect();
    let accounts: Vec<Uuid> = turns.iter().map(|turn| turn.account_id).collect();
    let payloads: Vec<Vec<u8>> = turns.iter().map(|turn| turn.payload.clone()).collect();
    let instances: Vec<String> = turns.iter().map(|turn| turn.lease.name.clone()).collect();
    let epochs: Vec<i64> = turns.iter().map(|turn| turn.lease.epoch).collect();
    sqlx::query!(
        "insert into engine.feed_waiting (match_id, kind, created_by, accounts, payload)
         select m.match_id, $6, m.created_by, array[t.account_id], t.payload
         from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::text[], $5::bigint[])
              as t (match_id, account_id, payload, instance, epoch)
         join engine.match m
           on m.match_id = t.match_id and m.state = 1 and m.instance = t.instance and m.epoch = t.epoch",
        &matches,
        &accounts,
        &payloads,
        &instances,
        &epochs,
        FeedKind::YourTurn.to_column(),
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// How far the feed has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeedBounds {
    /// The latest number.
    pub latest: i64,
    /// Events up to this number are not kept any more.
    pub pruned: i64,
    /// Do events wait for their numbers?
    pub waiting: bool,
}

/// How far the feed has come.
///
/// # Errors
/// What the database said.
pub async fn feed_bounds(pool: &PgPool) -> Result<FeedBounds, sqlx::Error> {
    sqlx::query_as!(
        FeedBounds,
        r#"select last_number as latest, pruned_number as pruned,
                  exists (select from engine.feed_waiting) as "waiting!" from engine.feed_state"#
    )
    .fetch_one(pool)
    .await
}

/// What became of events that waited for their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// The feed's latest number.
    pub latest: i64,
    /// How many wait no more.
    pub taken: i64,
}

/// Gives the events that wait the next numbers, at most so many of them.
///
/// The lock is taken by a statement of its own: the one after it sees everything that was committed before it got the lock, so numbers
/// are given in an order in which the commits can be told to have happened. A turn whose match has ended in that view is dropped, so
/// that a match's end comes last; one that is kept precedes an end that cannot be in that view.
///
/// # Errors
/// What the database said.
pub async fn number_waiting(pool: &PgPool, now_ms: i64, at_most: i64) -> Result<Numbering, sqlx::Error> {
    let mut tx = postgres::begin(pool).await?;
    let last = sqlx::query_scalar!("select last_number from engine.feed_state for update")
        .fetch_one(&mut *tx)
        .await?;
    let numbering = sqlx::query_as!(
        Numbering,
        r#"with taken as (
               delete from engine.feed_waiting
               where waiting_id in (select waiting_id from engine.feed_waiting order by waiting_id limit $3)
               returning waiting_id, match_id, kind, created_by, accounts, payload
           ), kept as (
               select t.*, row_number() over (order by t.waiting_id) as place from taken t
               where t.kind <> $4
                  or exists (select from engine.match m where m.match_id = t.match_id and m.state = 1)
           ), numbered as (
               insert into engine.feed (number, match_id, kind, created_by, accounts, payload, numbered_at_ms)
               select $1 + place, match_id, kind, created_by, accounts, payload, $2 from kept
           )
           update engine.feed_state set last_number = last_number + (select count(*) from kept)
           returning last_number as latest, (select count(*) from taken) as "taken!""#,
        last,
        now_ms,
        at_most,
        FeedKind::YourTurn.to_column(),
    )
    .fetch_one(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(numbering)
}

/// Which events are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeedFilter {
    /// Of these kinds; empty: all.
    pub kinds: Vec<FeedKind>,
    /// Of matches that this service created.
    pub created_by: Option<String>,
    /// That concern one of these accounts; empty: all.
    pub accounts: Vec<Uuid>,
}

/// An event under its number.
#[derive(Clone, Debug)]
pub struct NumberedEvent {
    /// Its number.
    pub number: i64,
    /// The service that created the match.
    pub created_by: String,
    /// The encoded event, without its number and creator.
    pub payload: Vec<u8>,
}

/// A page of the feed, as it stood at one moment.
#[derive(Clone, Debug)]
pub struct FeedPage {
    /// The events that were wanted.
    pub events: Vec<NumberedEvent>,
    /// No other wanted event stands between the cursor and this number.
    pub up_to: i64,
    /// The feed's latest number.
    pub latest: i64,
    /// Events up to this number are not kept any more.
    pub pruned: i64,
}

/// How much of the feed is read for one page.
#[derive(Clone, Copy, Debug)]
pub struct PageBounds {
    /// The number after which it begins.
    pub after: i64,
    /// At most so many events.
    pub events: i64,
    /// Looking at so many numbers at most, wanted or not.
    pub numbers: i64,
}

/// A page of the feed.
///
/// # Errors
/// What the database said.
pub async fn feed_page(
    pool: &PgPool,
    filter: &FeedFilter,
    bounds: PageBounds,
) -> Result<FeedPage, sqlx::Error> {
    let kinds: Vec<i16> = filter.kinds.iter().map(|kind| kind.to_column()).collect();
    // One statement, so that what is said of the bounds is true of the events.
    let rows = sqlx::query!(
        r#"select s.last_number, s.pruned_number, e.number as "number?", e.created_by as "created_by?",
                  e.payload as "payload?"
           from engine.feed_state s
           left join lateral (
               select number, created_by, payload from engine.feed
               where number > $1 and number <= $1 + $2
                 and (cardinality($3::smallint[]) = 0 or kind = any ($3))
                 and ($4::text is null or created_by = $4)
                 and (cardinality($5::uuid[]) = 0 or accounts && $5)
               order by number limit $6) e on true
           order by e.number"#,
        bounds.after,
        bounds.numbers,
        &kinds,
        filter.created_by.as_deref(),
        &filter.accounts,
        bounds.events,
    )
    .fetch_all(pool)
    .await?;
    let state = rows.first().ok_or(sqlx::Error::RowNotFound)?;
    let (latest, pruned) = (state.last_number, state.pruned_number);
    let event = |row: (Option<i64>, Option<String>, Option<Vec<u8>>)| {
        Some(NumberedEvent { number: row.0?, created_by: row.1?, payload: row.2? })
    };
    let events: Vec<_> =
        rows.into_iter().filter_map(|row| event((row.number, row.created_by, row.payload))).collect();
    let is_full = i64::try_from(events.len()).is_ok_and(|count| count >= bounds.events);
    let up_to = match events.last() {
        Some(last) if is_full => last.number,
        _ => latest.min(bounds.after.saturating_add(bounds.numbers)),
    };
    Ok(FeedPage { events, up_to, latest, pruned })
}

/// Deletes events that got their numbers before `numbered_before_ms`, at most so many of them. Returns how many it were.
///
/// Clocks of instances differ, so numbers need not be given in the order of these times: an event goes with the later ones.
///
/// # Errors
/// What the database said.
pub async fn prune_feed(pool: &PgPool, numbered_before_ms: i64, at_most: i64) -> Result<i64, sqlx::Error> {
    let pruned = sqlx::query_scalar!(
        r#"with due as (
               select max(number) as up_to
               from (select number, numbered_at_ms from engine.feed order by number limit $2) oldest
               where numbered_at_ms < $1
           ), gone as (
               delete from engine.feed where number <= (select up_to from due) returning number
           )
           update engine.feed_state set pruned_number = greatest(pruned_number, due.up_to)
           from due where due.up_to is not null
           returning (select count(*) from gone) as "gone!""#,
        numbered_before_ms,
        at_most,
    )
    .fetch_optional(pool)
    .await?;
    Ok(pruned.unwrap_or(0))
}
