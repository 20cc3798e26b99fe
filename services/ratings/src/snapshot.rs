//! Reading at one moment.

use sqlx::{PgPool, Postgres, Transaction};

use crate::error::Error;

/// A read-only transaction whose statements all see the same moment.
///
/// # Errors
/// The store's.
pub async fn snapshot(pool: &PgPool) -> Result<Transaction<'static, Postgres>, Error> {
    Ok(pool.begin_with("begin isolation level repeatable read read only").await?)
}
