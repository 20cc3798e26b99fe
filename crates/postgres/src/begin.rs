//! Beginning transactions so that a caller who goes away half way leaves no connection behind that is inside one.

use sqlx::{PgPool, Postgres, Transaction};

/// Begins a transaction.
///
/// A call is dropped at any point: a client hangs up, a deadline passes, a server drains. If that happens to
/// [`sqlx::Pool::begin`] (0.9.0) between sending `BEGIN` and reading its answer, the connection goes back to the pool inside a
/// transaction that nobody knows of, and what the next user commits by a single statement is acknowledged and not
/// committed. Here it is a task of its own that begins: it always comes to its end, and a transaction that nobody waits for
/// any more is rolled back.
///
/// # Errors
/// The pool's and the store's.
pub async fn begin(pool: &PgPool) -> Result<Transaction<'static, Postgres>, sqlx::Error> {
    begin_with(pool, "begin").await
}

/// Begins a read-only transaction whose statements all see the same moment.
///
/// # Errors
/// As [`begin`].
pub async fn snapshot(pool: &PgPool) -> Result<Transaction<'static, Postgres>, sqlx::Error> {
    begin_with(pool, "begin isolation level repeatable read read only").await
}

async fn begin_with(
    pool: &PgPool,
    statement: &'static str,
) -> Result<Transaction<'static, Postgres>, sqlx::Error> {
    let pool = pool.clone();
    #[allow(clippy::disallowed_methods, reason = "this is where it is made safe to be dropped")]
    let beginning = tokio::spawn(async move { pool.begin_with(statement).await });
    // The task is never aborted; it fails to end only if the runtime is shut down or sqlx panics.
    beginning.await.unwrap_or(Err(sqlx::Error::WorkerCrashed))
}
