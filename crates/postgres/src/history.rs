//! Migrations: one linear history per service, kept inside the service's own schema.
//!
//! The SQL itself lives in `migrations/<service>/`; services embed it with `sqlx::migrate!`.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::{AssertSqlSafe, Connection, PgConnection, PgPool};
use thiserror::Error;

/// The table of a history, inside the schema it belongs to.
const HISTORY_TABLE: &str = "_sqlx_migrations";

/// How a schema differs from what this build expects, or why that could not be found out.
#[derive(Debug, Error)]
pub enum SchemaError {
    /// Migrations of this build are not applied yet.
    #[error("schema {schema} is behind by {} migration(s), from {}: run `jodi migrate`", .pending.len(), .pending[0])]
    Behind {
        /// The service's schema.
        schema: &'static str,
        /// Versions to apply, oldest first; never empty.
        pending: Vec<i64>,
    },
    /// The schema was migrated by a newer build.
    #[error("schema {schema} is ahead of this build by migration(s) {unknown:?}: run a newer build")]
    Ahead {
        /// The service's schema.
        schema: &'static str,
        /// Applied versions that this build does not know, oldest first; never empty.
        unknown: Vec<i64>,
    },
    /// An applied migration is not the one of the same version in this build.
    #[error(
        "migration {version} of schema {schema} was edited after it was applied: restore it, add a new one"
    )]
    Edited {
        /// The service's schema.
        schema: &'static str,
        /// The migration's version.
        version: i64,
    },
    /// A migration is older than one that is already applied: the history would not be linear.
    #[error(
        "migration {version} of schema {schema} is older than {latest}, which is applied: give it a new date"
    )]
    OutOfOrder {
        /// The service's schema.
        schema: &'static str,
        /// The pending migration's version.
        version: i64,
        /// The newest applied version.
        latest: i64,
    },
    /// A migration that cannot run in a transaction stopped half way.
    #[error(
        "migration {version} of schema {schema} is half applied: finish or undo it by hand, then fix its row"
    )]
    HalfApplied {
        /// The service's schema.
        schema: &'static str,
        /// The migration's version.
        version: i64,
    },
    /// A migration failed and was rolled back.
    #[error("migration {version} of schema {schema} failed and was rolled back: {source}")]
    Failed {
        /// The service's schema.
        schema: &'static str,
        /// The migration's version.
        version: i64,
        /// What the server said.
        source: sqlx::Error,
    },
    /// The database could not be asked.
    #[error("the migration history of schema {schema} cannot be read: {source}")]
    Database {
        /// The service's schema.
        schema: &'static str,
        /// What went wrong.
        source: sqlx::Error,
    },
}

/// Applies what is missing of `migrator` to `schema`, which is created if needed, and returns the versions that
/// were pending. Several processes may call this at once: one applies, the others wait for it.
///
/// # Errors
/// See [`SchemaError`]; everything before the failed migration stays applied.
pub async fn migrate(
    pool: &PgPool,
    migrator: &Migrator,
    schema: &'static str,
) -> Result<Vec<i64>, SchemaError> {
    // A connection of its own: after an error it still holds the migrator's advisory lock and must be closed.
    let connection = pool.acquire().await.map_err(|source| SchemaError::Database { schema, source })?;
    let mut connection = connection.detach();
    let outcome = apply(&mut connection, migrator, schema).await;
    connection.close().await.ok();
    outcome
}

async fn apply(
    connection: &mut PgConnection,
    migrator: &Migrator,
    schema: &'static str,
) -> Result<Vec<i64>, SchemaError> {
    let pending = match compare(migrator, &applied(connection, schema).await?, schema) {
        Ok(()) => return Ok(Vec::new()),
        Err(SchemaError::Behind { pending, .. }) => pending,
        Err(other) => return Err(other),
    };
    sqlx::query("set statement_timeout = 0")
        .execute(&mut *connection)
        .await
        .map_err(|source| SchemaError::Database { schema, source })?;
    let mut scoped = Migrator::with_migrations(migrator.iter().cloned().collect());
    // Not dangerous here: every history has been at this place since its first migration.
    scoped.dangerous_set_table_name(format!("{schema}.{HISTORY_TABLE}"));
    scoped.create_schema(schema);
    // `run` would do the same, but its future is not `Send` for a borrowed connection.
    scoped.run_direct(None, connection, false).await.map_err(|error| classify(error, schema))?;
    Ok(pending)
}

/// Compares `schema` with `migrator` and changes nothing.
///
/// # Errors
/// See [`SchemaError`].
pub async fn check(pool: &PgPool, migrator: &Migrator, schema: &'static str) -> Result<(), SchemaError> {
    let mut connection = pool.acquire().await.map_err(|source| SchemaError::Database { schema, source })?;
    compare(migrator, &applied(&mut connection, schema).await?, schema)
}

struct Applied {
    checksum: Vec<u8>,
    success: bool,
}

/// What is applied, by version; nothing if there is no history yet.
async fn applied(
    connection: &mut PgConnection,
    schema: &'static str,
) -> Result<BTreeMap<i64, Applied>, SchemaError> {
    assert!(
        schema.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') && !schema.is_empty(),
        "a schema's name is a plain identifier, safe inside a statement"
    );
    let failed = |source| SchemaError::Database { schema, source };
    let exists: bool = sqlx::query_scalar("select to_regclass($1) is not null")
        .bind(format!("{schema}.{HISTORY_TABLE}"))
        .fetch_one(&mut *connection)
        .await
        .map_err(failed)?;
    if !exists {
        return Ok(BTreeMap::new());
    }
    let rows: Vec<(i64, Vec<u8>, bool)> = sqlx::query_as(AssertSqlSafe(format!(
        "select version, checksum, success from {schema}.{HISTORY_TABLE}"
    )))
    .fetch_all(connection)
    .await
    .map_err(failed)?;
    Ok(rows
        .into_iter()
        .map(|(version, checksum, success)| (version, Applied { checksum, success }))
        .collect())
}

fn compare(
    migrator: &Migrator,
    applied: &BTreeMap<i64, Applied>,
    schema: &'static str,
) -> Result<(), SchemaError> {
    let known: BTreeMap<i64, &[u8]> = migrator
        .iter()
        .filter(|migration| !migration.migration_type.is_down_migration())
        .map(|migration| (migration.version, &*migration.checksum))
        .collect();
    let known_versions: BTreeSet<i64> = known.keys().copied().collect();
    let applied_versions: BTreeSet<i64> = applied.keys().copied().collect();

    if let Some((&version, _)) = applied.iter().find(|(_, row)| !row.success) {
        return Err(SchemaError::HalfApplied { schema, version });
    }
    let edited =
        applied.iter().find(|(version, row)| known.get(version).is_some_and(|k| **k != row.checksum));
    if let Some((&version, _)) = edited {
        return Err(SchemaError::Edited { schema, version });
    }
    let unknown: Vec<i64> = applied_versions.difference(&known_versions).copied().collect();
    if !unknown.is_empty() {
        return Err(SchemaError::Ahead { schema, unknown });
    }
    let pending: Vec<i64> = known_versions.difference(&applied_versions).copied().collect();
    let Some(&oldest) = pending.first() else { return Ok(()) };
    match applied_versions.last() {
        Some(&latest) if oldest < latest => Err(SchemaError::OutOfOrder { schema, version: oldest, latest }),
        _ => Err(SchemaError::Behind { schema, pending }),
    }
}

/// Another process may have migrated between the comparison and the lock; the migrator then finds out itself.
fn classify(error: MigrateError, schema: &'static str) -> SchemaError {
    match error {
        MigrateError::Execute(source) => SchemaError::Database { schema, source },
        MigrateError::ExecuteMigration(source, version) => SchemaError::Failed { schema, version, source },
        MigrateError::VersionMissing(version) => SchemaError::Ahead { schema, unknown: vec![version] },
        MigrateError::VersionMismatch(version) => SchemaError::Edited { schema, version },
        MigrateError::Dirty(version) => SchemaError::HalfApplied { schema, version },
        other => SchemaError::Database { schema, source: sqlx::Error::Migrate(Box::new(other)) },
    }
}
