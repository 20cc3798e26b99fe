//! The queue of reviews: what was found, and what reviewers made of it.

mod acts;
mod queue;

use std::collections::HashMap;

use env::UnixMillis;
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::games::WINDOW;
use super::signals::{Finding, Signal};
use crate::error::Error;
use crate::ids::{Entity, EntityKey, LadderId};

pub use acts::{Act, Acted, resolve, void};
pub use queue::{Filter, Page, Place, Review, ReviewedResult, Summary, find, page};

/// Where a review stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Somebody should look.
    Open,
    /// There is an honest reason.
    Dismissed,
    /// It is what it looks like.
    Confirmed,
}

impl State {
    /// The word for it in the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Dismissed => "dismissed",
            Self::Confirmed => "confirmed",
        }
    }

    /// Reads that word back.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Open, Self::Dismissed, Self::Confirmed].into_iter().find(|state| state.as_str() == text)
    }
}

/// The latest review about somebody and one signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latest {
    id: Uuid,
    state: State,
    window_start: UnixMillis,
    evidence_through: i64,
}

impl Latest {
    /// Only games with greater numbers are new evidence: all until a reviewer has judged, then those that came later.
    pub fn new_evidence_after(&self) -> i64 {
        match self.state {
            State::Open => 0,
            State::Dismissed | State::Confirmed => self.evidence_through,
        }
    }
}

/// The latest reviews about each of `subjects`, by signal.
///
/// # Errors
/// The store's.
pub async fn latest(
    connection: &mut PgConnection,
    ladder: &LadderId,
    subjects: &[Entity],
) -> Result<HashMap<Entity, HashMap<Signal, Latest>>, Error> {
    let (a, b): (Vec<Uuid>, Vec<Uuid>) =
        subjects.iter().map(|subject| subject.key()).map(|key| (key.a, key.b)).unzip();
    let rows = sqlx::query!(
        "select distinct on (r.a, r.b, r.signal) r.a, r.b, r.signal, r.review, r.state, r.window_start, r.evidence_through
         from ratings.review r join unnest($2::uuid[], $3::uuid[]) as k (a, b) on r.a = k.a and r.b = k.b
         where r.ladder = $1
         order by r.a, r.b, r.signal, r.window_start desc",
        ladder.as_str(),
        &a,
        &b
    )
    .fetch_all(connection)
    .await?;
    let mut found: HashMap<Entity, HashMap<Signal, Latest>> = HashMap::new();
    for row in rows {
        let impossible = || Error::Corrupt(format!("an impossible review {}", row.review));
        let signal = Signal::parse(&row.signal).ok_or_else(impossible)?;
        let state = State::parse(&row.state).ok_or_else(impossible)?;
        let (id, window_start) = (row.review, row.window_start.into());
        let latest = Latest { id, state, window_start, evidence_through: row.evidence_through };
        found.entry(EntityKey { a: row.a, b: row.b }.entity()).or_default().insert(signal, latest);
    }
    Ok(found)
}

/// Where and when something was found.
#[derive(Clone, Copy, Debug)]
pub struct Found<'f> {
    /// On which ladder.
    pub ladder: &'f LadderId,
    /// About whom.
    pub subject: Entity,
    /// When the latest game of the window ended.
    pub at: UnixMillis,
    /// What time it is.
    pub now: UnixMillis,
}

impl Found<'_> {
    /// Where the window begins: at a multiple of its length, so that the same games always lie in the same one.
    fn window_start(&self) -> UnixMillis {
        let length = i64::try_from(WINDOW.as_millis()).expect("four weeks");
        UnixMillis::new(self.at.as_i64().div_euclid(length) * length)
    }

    /// The id of the review: one for the same subject, signal and window, so that it comes out the same wherever it is found.
    fn review_id(&self, signal: Signal) -> Uuid {
        let key = self.subject.key();
        let mut hash = Sha256::new();
        hash.update(format!("jodi.ratings.review.v1/{}/{}/", self.ladder, signal.as_str()));
        hash.update(key.a.as_bytes());
        hash.update(key.b.as_bytes());
        hash.update(self.window_start().as_i64().to_be_bytes());
        let digest: [u8; 32] = hash.finalize().into();
        let half = digest[..16].try_into().expect("half of 32 bytes is 16");
        uuid::Builder::from_custom_bytes(half).into_uuid()
    }
}

/// Notes a finding about games up to number `through`. An open review, of whatever window, takes the new evidence; one that was
/// judged is opened again in the same window, and in a later one there is another review.
///
/// # Errors
/// The store's.
pub async fn record(
    connection: &mut PgConnection,
    found: &Found<'_>,
    finding: &Finding,
    through: i64,
    earlier: Option<&Latest>,
) -> Result<(), Error> {
    let is_known = earlier.is_some_and(|earlier| earlier.evidence_through >= through);
    if is_known {
        return Ok(());
    }
    let again = earlier
        .filter(|earlier| earlier.state == State::Open || earlier.window_start == found.window_start());
    match again {
        Some(earlier) => renew(connection, earlier, finding, through, found.now).await,
        None => open(connection, found, finding, through).await,
    }
}

async fn renew(
    connection: &mut PgConnection,
    earlier: &Latest,
    finding: &Finding,
    through: i64,
    now: UnixMillis,
) -> Result<(), Error> {
    sqlx::query!(
        "update ratings.review
         set times_reopened = times_reopened + case when state = 'open' then 0 else 1 end, state = 'open', evidence = $2,
             results = $3, evidence_through = $4, updated_at = $5
         where review = $1",
        earlier.id,
        Json(&finding.evidence) as _,
        &finding.results,
        through,
        now.to_datetime()
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn open(
    connection: &mut PgConnection,
    found: &Found<'_>,
    finding: &Finding,
    through: i64,
) -> Result<(), Error> {
    let key = found.subject.key();
    sqlx::query!(
        "insert into ratings.review (review, ladder, signal, a, b, window_start, state, evidence, results, evidence_through,
             opened_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, 'open', $7, $8, $9, $10, $10)
         on conflict do nothing",
        found.review_id(finding.signal),
        found.ladder.as_str(),
        finding.signal.as_str(),
        key.a,
        key.b,
        found.window_start().to_datetime(),
        Json(&finding.evidence) as _,
        &finding.results,
        through,
        found.now.to_datetime()
    )
    .execute(connection)
    .await?;
    Ok(())
}
