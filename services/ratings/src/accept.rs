//! The acceptance of results: durable, idempotent and apart from rating. An accepted result has its place in the ladder's
//! order; what it is worth is the rater's business.

use env::{Clock, UnixMillis};
use sqlx::PgPool;
use sqlx::types::Json;
use std::time::Duration;

use crate::error::{Error, FieldFault, leaves_outcome_open};
use crate::ids::{SourceName, Track};
use crate::ladder::{self, Ladder};
use crate::read::{self, StoredResult};
use crate::result::{ReportedResult, check_sides};
use crate::sources::Sources;

/// How far a source's clock may be ahead of ours.
pub const FUTURE_SKEW_MAX: Duration = Duration::from_secs(60);
/// How often an acceptance starts over because another one of the same result, or a new season, came in between.
const ATTEMPTS_MAX: u32 = 4;

/// What an accepted report came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Acceptance {
    /// It is new, and now stored.
    New(StoredResult),
    /// The same content was stored before.
    Replayed(StoredResult),
}

impl Acceptance {
    /// The result as stored.
    pub fn into_stored(self) -> StoredResult {
        match self {
            Self::New(stored) | Self::Replayed(stored) => stored,
        }
    }
}

/// Takes results in.
#[derive(Clone, Debug)]
pub struct Acceptor {
    /// Where they are stored.
    pub pool: PgPool,
    /// What time it is.
    pub clock: Clock,
    /// Who may report to which ladder.
    pub sources: Sources,
}

impl Acceptor {
    /// Stores `result` as reported by `source`, once.
    ///
    /// # Errors
    /// [`Error::ResultIdReused`], [`Error::LadderNotFound`], [`Error::LadderNotAllowed`], [`Error::Invalid`], or the
    /// store's; [`Error::OutcomeUnknown`] if the connection broke half way.
    pub async fn accept(&self, source: &SourceName, result: &ReportedResult) -> Result<Acceptance, Error> {
        let hash = result.payload_hash();
        for _ in 0..ATTEMPTS_MAX {
            if let Some(stored) = self.stored_before(source, result, &hash).await? {
                return Ok(Acceptance::Replayed(stored));
            }
            let ladder = ladder::find(&self.pool, &result.ladder).await?;
            if !self.sources.allow(source, &result.ladder) {
                return Err(Error::LadderNotAllowed(result.ladder.clone()));
            }
            let now = self.clock.now();
            check(&ladder, result, now)?;
            if let Some(place) = self.insert(source, result, &hash, ladder.running.number, now).await? {
                let stored = StoredResult {
                    source: source.as_str().to_owned(),
                    result_id: result.result_id.as_str().to_owned(),
                    payload_hash: hash.to_vec(),
                    track: Track { season: ladder.running.number, ..ladder.track },
                    sequence: place.sequence,
                    config_version: place.config_version,
                    played_at: result.played_at,
                    accepted_at: now,
                    sides: result.sides.clone(),
                    outcome: None,
                    voided_by: None,
                };
                return Ok(Acceptance::New(stored));
            }
        }
        // Each attempt lost a race against a committed change, so this takes a great many season changes at once.
        Err(Error::Corrupt(format!("a season of ladder {} that never stands still", result.ladder)))
    }

    /// The same report as stored before, if there is one.
    async fn stored_before(
        &self,
        source: &SourceName,
        result: &ReportedResult,
        hash: &[u8; 32],
    ) -> Result<Option<StoredResult>, Error> {
        match read::find(&self.pool, source, &result.result_id).await {
            Ok(stored) if stored.payload_hash == hash => Ok(Some(stored)),
            Ok(_) => Err(Error::ResultIdReused),
            Err(Error::ResultNotFound) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Takes the next number of the ladder and stores the result under it, in one statement: the lock on the ladder's
    /// row lasts until the commit, so numbers are in commit order, and if the result is there already the number is
    /// given back. `None`: start over, for it is there already or the season has changed.
    async fn insert(
        &self,
        source: &SourceName,
        result: &ReportedResult,
        hash: &[u8; 32],
        season: i32,
        now: UnixMillis,
    ) -> Result<Option<Place>, Error> {
        let stored = sqlx::query_as!(
            Place,
            "with head as (
                 update ratings.ladder set last_sequence = last_sequence + 1
                 where ladder = $1 and season = $2
                 returning last_sequence, config_version
             )
             insert into ratings.result (ladder, sequence, source, result_id, payload_hash, season, config_version,
                                         played_at, accepted_at, abandoned, roster, sides)
             select $1, head.last_sequence, $3, $4, $5, $2, head.config_version, $6, $7, $8, $9, $10 from head
             returning sequence, config_version",
            result.ladder.as_str(),
            season,
            source.as_str(),
            result.result_id.as_str(),
            &hash[..],
            result.played_at.to_datetime(),
            now.to_datetime(),
            result.abandoned,
            result.roster(),
            Json(&result.sides) as _,
        )
        .fetch_optional(&self.pool)
        .await;
        match stored {
            Ok(place) => Ok(place),
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(None),
            Err(error) if leaves_outcome_open(&error) => Err(Error::OutcomeUnknown(error)),
            Err(error) => Err(error.into()),
        }
    }
}

/// Where an accepted result stands.
struct Place {
    sequence: i64,
    config_version: i32,
}

/// Checks a result against the ladder that it is for.
fn check(ladder: &Ladder, result: &ReportedResult, now: UnixMillis) -> Result<(), Error> {
    let mut faults = check_sides(ladder.spec.side_kind, &result.sides);
    if result.played_at > now.plus(FUTURE_SKEW_MAX) {
        faults.push(FieldFault::new("played_at", "lies in the future"));
    }
    if result.played_at < ladder.running.started_at {
        faults.push(FieldFault::new("played_at", "lies before the start of the running season"));
    }
    if faults.is_empty() { Ok(()) } else { Err(Error::Invalid(faults)) }
}
