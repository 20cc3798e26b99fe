//! Bulk imports: many results of one source, line by line, each checked and accepted as a single one is. An import knows how far
//! it has come, so that whoever sends it can go on after an interruption, and keeps the lines that were refused.

mod chunk;

use env::UnixMillis;
use sqlx::{PgExecutor, PgPool};
use uuid::Uuid;
use wire::Fault;
use wire::errors::v1::ErrorReason;

pub use chunk::{Importer, Line, Taken};

use crate::error::Error;
use crate::ids::SourceName;

/// Most refused lines that are kept of one import; all of them are counted.
pub const REJECTIONS_MAX: i64 = 100_000;
/// The longest account of why a line was refused, in characters.
const MESSAGE_MAX: usize = 1000;

/// An import, by its source and the source's id of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportKey {
    /// Whose.
    pub source: SourceName,
    /// Which.
    pub id: Uuid,
}

/// How far an import has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// What the source calls it.
    pub name: String,
    /// When it was opened.
    pub opened_at: UnixMillis,
    /// When it last took lines.
    pub updated_at: UnixMillis,
    /// How many lines are dealt with, from the first on; the sum of the three below.
    pub lines: i64,
    /// Accepted as new results.
    pub accepted: i64,
    /// Stored before with the same content.
    pub repeated: i64,
    /// Refused.
    pub rejected: i64,
}

/// Why a line was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason as a refused call would bear it.
    pub reason: ErrorReason,
    /// In words, with every field at fault.
    pub message: String,
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        let faults = match &error {
            Error::Invalid(faults) => {
                let named = faults.iter().map(|fault| format!("{} {}", fault.field, fault.description));
                Some(named.collect::<Vec<_>>().join("; "))
            }
            _ => None,
        };
        let fault = Fault::from(error);
        let words = faults.unwrap_or_else(|| fault.message().to_owned());
        Self { reason: fault.reason(), message: words.chars().take(MESSAGE_MAX).collect() }
    }
}

/// A refused line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// Its number in the import, from 1.
    pub line: i64,
    /// The source's id of the result; empty if it could not be one.
    pub result_id: String,
    /// Why.
    pub refusal: Refusal,
}

/// Opens an import, or finds it as it was left.
///
/// # Errors
/// [`Error::ImportIdReused`] if it goes by another name; the store's.
pub async fn open(pool: &PgPool, key: &ImportKey, name: &str, now: UnixMillis) -> Result<Import, Error> {
    sqlx::query!(
        "insert into ratings.import (source, import_id, name, opened_at, updated_at) values ($1, $2, $3, $4, $4)
         on conflict (source, import_id) do nothing",
        key.source.as_str(),
        key.id,
        name,
        now.to_datetime()
    )
    .execute(pool)
    .await?;
    let import = find(pool, key).await?;
    if import.name == name { Ok(import) } else { Err(Error::ImportIdReused) }
}

/// How far an import has come.
///
/// # Errors
/// [`Error::ImportNotFound`], or the store's.
pub async fn find(executor: impl PgExecutor<'_>, key: &ImportKey) -> Result<Import, Error> {
    sqlx::query_as!(
        Import,
        "select name, opened_at, updated_at, lines, accepted, repeated, rejected
         from ratings.import where source = $1 and import_id = $2",
        key.source.as_str(),
        key.id
    )
    .fetch_optional(executor)
    .await?
    .ok_or(Error::ImportNotFound)
}

/// The refused lines of an import after line `after`; at most `limit`.
///
/// # Errors
/// The store's; [`Error::Corrupt`] for a reason that this build does not know.
pub async fn rejections(
    executor: impl PgExecutor<'_>,
    key: &ImportKey,
    after: i64,
    limit: i64,
) -> Result<Vec<Rejection>, Error> {
    let rows = sqlx::query!(
        "select line, result_id, reason, message from ratings.import_rejection
         where source = $1 and import_id = $2 and line > $3 order by line limit $4",
        key.source.as_str(),
        key.id,
        after,
        limit
    )
    .fetch_all(executor)
    .await?;
    rows.into_iter()
        .map(|row| {
            let reason = ErrorReason::from_str_name(&row.reason)
                .ok_or_else(|| Error::Corrupt(format!("a line refused for {:?}", row.reason)))?;
            let refusal = Refusal { reason, message: row.message };
            Ok(Rejection { line: row.line, result_id: row.result_id, refusal })
        })
        .collect()
}
