//! The acceptance of results: durable, idempotent and apart from rating. An accepted result has its place in the ladder's
//! order; what it is worth is the rater's business.

use env::{Clock, UnixMillis};
use sqlx::types::Json;
use sqlx::types::time::OffsetDateTime;
use sqlx::{PgExecutor, PgPool};
use std::time::Duration;

use crate::error::{Error, FieldFault, leaves_outcome_open};
use crate::ids::{LadderId, SourceName, Track};
use crate::ladder::{self, Ladder};
use crate::meters;
use crate::read::{self, StoredResult};
use crate::result::{ReportedResult, ReportedSide, check_sides};
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
        let report = Report::new(result);
        for _ in 0..ATTEMPTS_MAX {
            if let Some(stored) = self.stored_before(source, &report).await? {
                return Ok(Acceptance::Replayed(stored));
            }
            let ladder = ladder::find(&self.pool, &result.ladder).await?;
            let now = self.clock.now();
            self.admit(source, &ladder, result, now)?;
            let season = ladder.running.number;
            let reports = std::slice::from_ref(&report);
            if let Some(place) = append(&self.pool, source, &result.ladder, season, reports, now).await? {
                let stored = StoredResult {
                    source: source.as_str().to_owned(),
                    result_id: result.result_id.as_str().to_owned(),
                    payload_hash: report.hash.to_vec(),
                    track: Track { season, ..ladder.track },
                    sequence: place.first_sequence,
                    config_version: place.config_version,
                    played_at: result.played_at,
                    accepted_at: now,
                    sides: result.sides.clone(),
                    outcome: None,
                    voided_by: None,
                };
                meters::accepted(&result.ladder, 1);
                return Ok(Acceptance::New(stored));
            }
        }
        // Each attempt lost a race against a committed change, so this takes a great many season changes at once.
        Err(Error::Corrupt(format!("a season of ladder {} that never stands still", result.ladder)))
    }

    /// Checks whether `source` may report `result` to `ladder` at `now`.
    ///
    /// # Errors
    /// [`Error::LadderNotAllowed`], [`Error::Invalid`].
    pub fn admit(
        &self,
        source: &SourceName,
        ladder: &Ladder,
        result: &ReportedResult,
        now: UnixMillis,
    ) -> Result<(), Error> {
        if !self.sources.allow(source, &result.ladder) {
            return Err(Error::LadderNotAllowed { reporter: source.clone(), ladder: result.ladder.clone() });
        }
        check(ladder, result, now)
    }

    /// The same report as stored before, if there is one.
    async fn stored_before(
        &self,
        source: &SourceName,
        report: &Report<'_>,
    ) -> Result<Option<StoredResult>, Error> {
        match read::find(&self.pool, source, &report.result.result_id).await {
            Ok(stored) if stored.payload_hash == report.hash => Ok(Some(stored)),
            Ok(_) => Err(Error::ResultIdReused),
            Err(Error::ResultNotFound(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// A result with what makes it the same as another.
#[derive(Clone, Copy, Debug)]
pub struct Report<'r> {
    /// The result.
    pub result: &'r ReportedResult,
    /// What it hashes to.
    pub hash: [u8; 32],
}

impl<'r> Report<'r> {
    /// A report of `result`.
    pub fn new(result: &'r ReportedResult) -> Self {
        Self { result, hash: result.payload_hash() }
    }
}

/// Where the first of some accepted results stands; the others follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its number in the ladder's log.
    pub first_sequence: i64,
    /// The configuration that is pinned on them.
    pub config_version: i32,
}

/// Takes the next numbers of the ladder and stores `reports` under them in their order, in one statement: the lock on the
/// ladder's row lasts until the commit, so numbers are in commit order, and if one of the results is there already all
/// numbers are given back. `None`: start over, for one is there already or `season` is not the running one any more.
///
/// # Errors
/// [`Error::OutcomeUnknown`] if the connection broke half way; the store's.
pub async fn append(
    executor: impl PgExecutor<'_>,
    source: &SourceName,
    ladder: &LadderId,
    season: i32,
    reports: &[Report<'_>],
    now: UnixMillis,
) -> Result<Option<Place>, Error> {
    let results = || reports.iter().map(|report| report.result);
    let ids: Vec<String> = results().map(|result| result.result_id.as_str().to_owned()).collect();
    let hashes: Vec<Vec<u8>> = reports.iter().map(|report| report.hash.to_vec()).collect();
    let played: Vec<OffsetDateTime> = results().map(|result| result.played_at.to_datetime()).collect();
    let abandoned: Vec<bool> = results().map(|result| result.abandoned).collect();
    let rosters: Vec<Vec<u8>> = results().map(ReportedResult::roster).collect();
    let sides: Vec<Json<&Vec<ReportedSide>>> = results().map(|result| Json(&result.sides)).collect();
    let stored = sqlx::query_as!(
        Place,
        r#"with head as (
             update ratings.ladder set last_sequence = last_sequence + cardinality($5::text[])
             where ladder = $1 and season = $2
             returning last_sequence - cardinality($5::text[]) as before, config_version
         ), stored as (
             insert into ratings.result (ladder, sequence, source, result_id, payload_hash, season, config_version,
                                         played_at, accepted_at, abandoned, roster, sides)
             select $1, head.before + r.place, $3, r.result_id, r.payload_hash, $2, head.config_version,
                 r.played_at, $4, r.abandoned, r.roster, r.sides
             from head, unnest($5::text[], $6::bytea[], $7::timestamptz[], $8::boolean[], $9::bytea[], $10::jsonb[])
                 with ordinality as r (result_id, payload_hash, played_at, abandoned, roster, sides, place)
             returning sequence
         )
         select head.before + 1 as "first_sequence!", head.config_version from head"#,
        ladder.as_str(),
        season,
        source.as_str(),
        now.to_datetime(),
        &ids,
        &hashes,
        &played,
        &abandoned,
        &rosters,
        &sides as _,
    )
    .fetch_optional(executor)
    .await;
    match stored {
        Ok(place) => Ok(place),
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(None),
        Err(error) if leaves_outcome_open(&error) => Err(Error::OutcomeUnknown(error)),
        Err(error) => Err(error.into()),
    }
}

/// Checks a result against the ladder that it is for.
fn check(ladder: &Ladder, result: &ReportedResult, now: UnixMillis) -> Result<(), Error> {
    let mut faults = check_sides(ladder.spec.side_kind, &result.sides);
    if result.played_at > now.plus(FUTURE_SKEW_MAX) {
        faults.push(FieldFault::new("played_at", "lies in the future"));
    }
    if result.played_at < UnixMillis::default() {
        faults.push(FieldFault::new("played_at", "lies before 1970"));
    }
    if faults.is_empty() { Ok(()) } else { Err(Error::Invalid(faults)) }
}
