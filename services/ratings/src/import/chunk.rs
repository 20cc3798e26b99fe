//! Lines of an import that follow each other: sorted and stored in one transaction.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use env::UnixMillis;
use sqlx::PgConnection;

use super::{Import, ImportKey, REJECTIONS_MAX, Refusal, Rejection, find};
use crate::accept::{Acceptor, Report, append};
use crate::error::{Error, leaves_outcome_open};
use crate::ids::{LadderId, ResultId};
use crate::ladder::{self, Ladder};
use crate::meters;
use crate::result::ReportedResult;

/// How often a chunk starts over because a result of it was stored by other means in between.
const ATTEMPTS_MAX: u32 = 4;

/// A line of an import.
#[derive(Clone, Debug)]
pub struct Line {
    /// The source's id of the result, as it came.
    pub result_id: String,
    /// The result, or why it cannot be one.
    pub report: Result<ReportedResult, Refusal>,
}

/// What became of a chunk.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The import as it stands now.
    pub import: Import,
    /// The ladders that have got new results.
    pub ladders: BTreeSet<LadderId>,
}

/// Takes imports in.
#[derive(Clone, Debug)]
pub struct Importer {
    /// Who accepts each line.
    pub acceptor: Acceptor,
}

impl Importer {
    /// Takes `lines`, of which the first has the number `first_line` in the import, and stores what becomes of them. Those
    /// that the import holds already are passed over.
    ///
    /// # Errors
    /// [`Error::ImportNotFound`]; [`Error::Invalid`] if lines are left out before the first; [`Error::OutcomeUnknown`]; the
    /// store's. The import is then as it was, but for an unknown outcome.
    pub async fn take(&self, key: &ImportKey, first_line: i64, lines: &[Line]) -> Result<Taken, Error> {
        for _ in 0..ATTEMPTS_MAX {
            match self.attempt(key, first_line, lines).await {
                Ok(None) => {}
                Ok(Some(taken)) => return Ok(taken),
                Err(Error::Store(error)) if is_deadlock(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Err(Error::Corrupt(format!("a chunk of import {} that is stored by others again and again", key.id)))
    }

    /// `None`: start over.
    async fn attempt(
        &self,
        key: &ImportKey,
        first_line: i64,
        lines: &[Line],
    ) -> Result<Option<Taken>, Error> {
        let mut tx = postgres::begin(&self.acceptor.pool).await?;
        let before = hold(&mut tx, key).await?;
        let next = before.lines + 1;
        if first_line > next {
            return Err(Error::invalid(
                "chunk.first_line",
                format!("must be at most {next}: lines are left out"),
            ));
        }
        let held = usize::try_from(next - first_line).unwrap_or(usize::MAX).min(lines.len());
        let fresh = &lines[held..];
        let sorted = self.sort(&mut tx, key, next, fresh).await?;
        let now = self.acceptor.clock.now();
        for (ladder, accepted) in &sorted.accepted {
            let (season, reports) = (accepted.season, accepted.reports.as_slice());
            if append(&mut *tx, &key.source, ladder, season, reports, now).await?.is_none() {
                return Ok(None);
            }
        }
        keep_rejections(&mut tx, key, &sorted.rejected, before.rejected).await?;
        let import = advance(&mut tx, key, &sorted, now).await?;
        tx.commit().await.map_err(|error| match leaves_outcome_open(&error) {
            true => Error::OutcomeUnknown(error),
            false => error.into(),
        })?;
        for (ladder, accepted) in &sorted.accepted {
            meters::accepted(ladder, accepted.reports.len());
        }
        Ok(Some(Taken { import, ladders: sorted.accepted.into_keys().collect() }))
    }

    /// Decides what becomes of each line, with the logs of those ladders locked that get something: who may not report to a ladder,
    /// or reports nothing to it that it could take, holds nobody up there.
    async fn sort<'l>(
        &self,
        connection: &mut PgConnection,
        key: &ImportKey,
        first_line: i64,
        lines: &'l [Line],
    ) -> Result<Sorted<'l>, Error> {
        let candidates = self.candidates(&mut *connection, key, lines).await?;
        let admitted = candidates.iter().filter_map(|candidate| match candidate {
            Ok(Candidate { report, admission: Ok(()) }) => Some(&report.result.ladder),
            _ => None,
        });
        let wanted: BTreeSet<&LadderId> = admitted.collect();
        let ladders = ladder::lock(&mut *connection, wanted).await?;
        let known = known(&mut *connection, key, lines).await?;
        let mut sorted = Sorted { known, ..Sorted::default() };
        for (number, (line, candidate)) in (first_line..).zip(lines.iter().zip(candidates)) {
            let entered = candidate
                .and_then(|candidate| enter(&mut sorted, &ladders, candidate).map_err(Refusal::from));
            if let Err(refusal) = entered {
                let result_id = ResultId::parse(&line.result_id).map_or("", |_| &line.result_id).to_owned();
                sorted.rejected.push(Rejection { line: number, result_id, refusal });
            }
        }
        Ok(sorted)
    }

    /// Checks each line by itself, by the same checks as a single result.
    async fn candidates<'l>(
        &self,
        connection: &mut PgConnection,
        key: &ImportKey,
        lines: &'l [Line],
    ) -> Result<Vec<Result<Candidate<'l>, Refusal>>, Error> {
        let ladders: BTreeMap<LadderId, Ladder> = ladder::list(connection)
            .await?
            .into_iter()
            .map(|ladder| (ladder.spec.id.clone(), ladder))
            .collect();
        let now = self.acceptor.clock.now();
        let admit = |result: &ReportedResult| match ladders.get(&result.ladder) {
            Some(ladder) => self.acceptor.admit(&key.source, ladder, result, now),
            None => Err(Error::LadderNotFound(result.ladder.to_string())),
        };
        let candidate =
            |result: &'l ReportedResult| Candidate { report: Report::new(result), admission: admit(result) };
        Ok(lines.iter().map(|line| line.report.as_ref().map(candidate).map_err(Clone::clone)).collect())
    }
}

/// A line that is a result.
struct Candidate<'l> {
    report: Report<'l>,
    /// Whether its ladder would take it as a new one.
    admission: Result<(), Error>,
}

/// Enters a result where it belongs, in the same order of checks as for a single one: first whether it is there already.
fn enter<'l>(
    sorted: &mut Sorted<'l>,
    ladders: &BTreeMap<LadderId, Ladder>,
    Candidate { report, admission }: Candidate<'l>,
) -> Result<(), Error> {
    let result = report.result;
    match sorted.known.get(result.result_id.as_str()) {
        Some(hash) if *hash == report.hash => {
            sorted.repeated += 1;
            return Ok(());
        }
        Some(_) => return Err(Error::ResultIdReused),
        None => {}
    }
    admission?;
    let ladder = ladders.get(&result.ladder).expect("ladders stay, so that of an admitted result is locked");
    sorted.known.insert(result.result_id.as_str().to_owned(), report.hash.to_vec());
    let fresh = || Accepted { season: ladder.running.number, reports: Vec::new() };
    sorted.accepted.entry(result.ladder.clone()).or_insert_with(fresh).reports.push(report);
    Ok(())
}

/// What becomes of the lines of a chunk.
#[derive(Default)]
struct Sorted<'l> {
    /// What the results of this source hash to that are stored or will be, by their ids.
    known: HashMap<String, Vec<u8>>,
    accepted: BTreeMap<LadderId, Accepted<'l>>,
    repeated: i64,
    rejected: Vec<Rejection>,
}

/// New results of one ladder.
struct Accepted<'l> {
    season: i32,
    reports: Vec<Report<'l>>,
}

/// The import, locked until the transaction ends: chunks of one import take turns.
async fn hold(connection: &mut PgConnection, key: &ImportKey) -> Result<Import, Error> {
    sqlx::query!(
        "select from ratings.import where source = $1 and import_id = $2 for no key update",
        key.source.as_str(),
        key.id
    )
    .fetch_optional(&mut *connection)
    .await?;
    find(connection, key).await
}

/// What the results hash to that are stored under the ids of `lines`.
async fn known(
    connection: &mut PgConnection,
    key: &ImportKey,
    lines: &[Line],
) -> Result<HashMap<String, Vec<u8>>, Error> {
    let reports = lines.iter().filter_map(|line| line.report.as_ref().ok());
    let ids: Vec<String> = reports.map(|report| report.result_id.as_str().to_owned()).collect();
    let rows = sqlx::query!(
        "select result_id, payload_hash from ratings.result where source = $1 and result_id = any($2)",
        key.source.as_str(),
        &ids
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.result_id, row.payload_hash)).collect())
}

/// Keeps refused lines, as long as the import has no more than [`REJECTIONS_MAX`] of them.
async fn keep_rejections(
    connection: &mut PgConnection,
    key: &ImportKey,
    rejected: &[Rejection],
    kept: i64,
) -> Result<(), Error> {
    let room = usize::try_from(REJECTIONS_MAX - kept).unwrap_or(0);
    let rejected = &rejected[..rejected.len().min(room)];
    if rejected.is_empty() {
        return Ok(());
    }
    let lines: Vec<i64> = rejected.iter().map(|rejection| rejection.line).collect();
    let ids: Vec<String> = rejected.iter().map(|rejection| rejection.result_id.clone()).collect();
    let reasons: Vec<String> =
        rejected.iter().map(|rejection| rejection.refusal.reason.as_str_name().to_owned()).collect();
    let messages: Vec<String> = rejected.iter().map(|rejection| rejection.refusal.message.clone()).collect();
    sqlx::query!(
        "insert into ratings.import_rejection (source, import_id, line, result_id, reason, message)
         select $1, $2, * from unnest($3::bigint[], $4::text[], $5::text[], $6::text[])",
        key.source.as_str(),
        key.id,
        &lines,
        &ids,
        &reasons,
        &messages
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Counts what became of the lines.
async fn advance(
    connection: &mut PgConnection,
    key: &ImportKey,
    sorted: &Sorted<'_>,
    now: UnixMillis,
) -> Result<Import, Error> {
    let accepted: usize = sorted.accepted.values().map(|accepted| accepted.reports.len()).sum();
    let count = |lines: usize| i64::try_from(lines).expect("a chunk is bounded");
    let import = sqlx::query_as!(
        Import,
        "update ratings.import set lines = lines + $3 + $4 + $5, accepted = accepted + $3, repeated = repeated + $4,
             rejected = rejected + $5, updated_at = $6
         where source = $1 and import_id = $2
         returning name, opened_at, updated_at, lines, accepted, repeated, rejected",
        key.source.as_str(),
        key.id,
        count(accepted),
        sorted.repeated,
        count(sorted.rejected.len()),
        now.to_datetime()
    )
    .fetch_one(connection)
    .await?;
    Ok(import)
}

/// Two chunks that hold results of each other's: one of them was picked to start over.
fn is_deadlock(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(|error| error.code()).is_some_and(|code| code == "40P01")
}
