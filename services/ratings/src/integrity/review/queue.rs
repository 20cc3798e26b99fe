//! Reading reviews: pages of the queue, and one with everything in it.

use std::collections::HashMap;

use env::UnixMillis;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::State;
use super::acts::{Act, acts};
use crate::error::Error;
use crate::ids::{AccountId, Entity, EntityKey, LadderId};
use crate::integrity::signals::{Evidence, Signal};

/// A review as the queue shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Its id.
    pub id: Uuid,
    /// The ladder.
    pub ladder: LadderId,
    /// What is unusual.
    pub signal: Signal,
    /// About whom.
    pub subject: Entity,
    /// Where its window begins.
    pub window_start: UnixMillis,
    /// Where it stands.
    pub state: State,
    /// How it shows.
    pub evidence: Evidence,
    /// The numbers of the results that show it.
    pub results: Vec<i64>,
    /// When it came up.
    pub opened_at: UnixMillis,
    /// When its evidence last changed.
    pub updated_at: UnixMillis,
    /// How often new evidence has opened it again.
    pub times_reopened: u32,
    /// The names of everybody in it who has played on the ladder.
    pub names: HashMap<AccountId, String>,
}

/// A review with everything in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// As the queue shows it.
    pub summary: Summary,
    /// The results that show it, in the ladder's order.
    pub results: Vec<ReviewedResult>,
    /// What reviewers did, in order.
    pub acts: Vec<Act>,
}

/// A result that is evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewedResult {
    /// Its number in the ladder's log.
    pub sequence: i64,
    /// Who reported it.
    pub source: String,
    /// The source's id of it.
    pub result_id: String,
    /// When the game ended.
    pub played_at: UnixMillis,
    /// The number of the void that took it back, if any.
    pub voided_by: Option<i64>,
}

/// Which reviews are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Those of this ladder.
    pub ladder: Option<LadderId>,
    /// Those that stand so.
    pub state: Option<State>,
}

/// Where a review lies in the queue; descending places go back in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    opened_at_ms: i64,
    id: Uuid,
}

/// A page of the queue.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The latest first.
    pub reviews: Vec<Summary>,
    /// Before which review the next page begins; `None` if this was the last.
    pub next: Option<Place>,
}

struct Row {
    review: Uuid,
    ladder: String,
    signal: String,
    a: Uuid,
    b: Uuid,
    window_start: time::OffsetDateTime,
    state: String,
    evidence: Json<Evidence>,
    results: Vec<i64>,
    opened_at: time::OffsetDateTime,
    updated_at: time::OffsetDateTime,
    times_reopened: i32,
}

impl TryFrom<Row> for Summary {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self, Error> {
        let impossible = || Error::Corrupt(format!("an impossible review {}", row.review));
        Ok(Self {
            id: row.review,
            ladder: LadderId::parse(&row.ladder).ok_or_else(impossible)?,
            signal: Signal::parse(&row.signal).ok_or_else(impossible)?,
            subject: EntityKey { a: row.a, b: row.b }.entity(),
            window_start: row.window_start.into(),
            state: State::parse(&row.state).ok_or_else(impossible)?,
            evidence: row.evidence.0,
            results: row.results,
            opened_at: row.opened_at.into(),
            updated_at: row.updated_at.into(),
            times_reopened: row.times_reopened.unsigned_abs(),
            names: HashMap::new(),
        })
    }
}

impl Summary {
    fn place(&self) -> Place {
        Place { opened_at_ms: self.opened_at.as_i64(), id: self.id }
    }

    /// Everybody in it: whom it is about, and the others.
    fn accounts(&self) -> impl Iterator<Item = AccountId> {
        let others = self.evidence.others.iter().map(|key| key.entity());
        std::iter::once(self.subject).chain(others).flat_map(Entity::accounts)
    }
}

/// A page of the queue before `before`, or from the latest review on; `size` reviews, at least 1.
///
/// # Errors
/// The store's.
pub async fn page(pool: &PgPool, filter: &Filter, before: Option<Place>, size: u32) -> Result<Page, Error> {
    let mut tx = postgres::snapshot(pool).await?;
    let before = before.map(|place| (UnixMillis::new(place.opened_at_ms).to_datetime(), place.id));
    let (opened_at, id) = before.unzip();
    let rows = sqlx::query_as!(
        Row,
        r#"select review, ladder, signal, a, b, window_start, state, evidence as "evidence: Json<Evidence>", results,
                opened_at, updated_at, times_reopened
         from ratings.review
         where ($1::text is null or ladder = $1) and ($2::text is null or state = $2)
             and ($3::timestamptz is null or (opened_at, review) < ($3, $4))
         order by opened_at desc, review desc limit $5"#,
        filter.ladder.as_ref().map(LadderId::as_str),
        filter.state.map(State::as_str),
        opened_at,
        id,
        i64::from(size) + 1
    )
    .fetch_all(&mut *tx)
    .await?;
    let mut reviews = rows.into_iter().map(Summary::try_from).collect::<Result<Vec<_>, _>>()?;
    let more = reviews.len() > size as usize;
    reviews.truncate(size as usize);
    name(&mut tx, &mut reviews).await?;
    let next = reviews.last().filter(|_| more).map(Summary::place);
    Ok(Page { reviews, next })
}

/// One review.
///
/// # Errors
/// [`Error::ReviewNotFound`], or the store's.
pub async fn find(pool: &PgPool, id: Uuid) -> Result<Review, Error> {
    let mut tx = postgres::snapshot(pool).await?;
    let row = sqlx::query_as!(
        Row,
        r#"select review, ladder, signal, a, b, window_start, state, evidence as "evidence: Json<Evidence>", results,
                opened_at, updated_at, times_reopened
         from ratings.review where review = $1"#,
        id
    )
    .fetch_optional(&mut *tx)
    .await?;
    let mut summary = [Summary::try_from(row.ok_or(Error::ReviewNotFound)?)?];
    name(&mut tx, &mut summary).await?;
    let [summary] = summary;
    let results = results(&mut tx, &summary).await?;
    let acts = acts(&mut tx, id).await?;
    Ok(Review { summary, results, acts })
}

async fn results(connection: &mut PgConnection, review: &Summary) -> Result<Vec<ReviewedResult>, Error> {
    let rows = sqlx::query!(
        r#"select r.sequence, r.source, r.result_id, r.played_at, v.void_sequence as "voided_by?"
         from ratings.result r left join ratings.void v using (ladder, sequence)
         where r.ladder = $1 and r.sequence = any($2) order by r.sequence"#,
        review.ladder.as_str(),
        &review.results
    )
    .fetch_all(connection)
    .await?;
    let result = rows.into_iter().map(|row| ReviewedResult {
        sequence: row.sequence,
        source: row.source,
        result_id: row.result_id,
        played_at: row.played_at.into(),
        voided_by: row.voided_by,
    });
    Ok(result.collect())
}

/// Gives everybody in `reviews` the name that their ladder shows now.
async fn name(connection: &mut PgConnection, reviews: &mut [Summary]) -> Result<(), Error> {
    let asked = reviews.iter().flat_map(|review| {
        review.accounts().map(|account| (review.ladder.as_str().to_owned(), account.uuid()))
    });
    let (ladders, accounts): (Vec<String>, Vec<Uuid>) = asked.unzip();
    let rows = sqlx::query!(
        r#"select distinct s.ladder, s.a, s.display_name as "display_name!"
         from unnest($1::text[], $2::uuid[]) as asked (ladder, account)
         join ratings.cursor c on c.ladder = asked.ladder
         join ratings.standing s on s.ladder = c.ladder and s.season = c.season and s.a = asked.account
             and s.b = '00000000-0000-0000-0000-000000000000'"#,
        &ladders,
        &accounts
    )
    .fetch_all(connection)
    .await?;
    for review in reviews {
        let own = rows.iter().filter(|row| row.ladder == review.ladder.as_str());
        let named = own.filter_map(|row| Some((AccountId::new(row.a)?, row.display_name.clone())));
        let all: HashMap<AccountId, String> = named.collect();
        let name = |account| Some((account, all.get(&account)?.clone()));
        review.names = review.accounts().filter_map(name).collect();
    }
    Ok(())
}
