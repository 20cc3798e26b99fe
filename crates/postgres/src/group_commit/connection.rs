//! A writer's own connection, and making sure that a lost one can do nothing more.

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::types::time::OffsetDateTime;
use sqlx::{Connection, PgConnection};

use crate::pool::{ConnectError, open_connection};

/// The server process behind a connection. Process ids are used again, start times with them are not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Backend {
    pid: i32,
    started: OffsetDateTime,
}

pub(super) struct Live {
    pub(super) connection: PgConnection,
    pub(super) backend: Backend,
}

impl Live {
    pub(super) async fn open(options: &PgConnectOptions) -> Result<Self, ConnectError> {
        let mut connection = open_connection(options).await?;
        let (pid, started) = sqlx::query_as(
            "select pid, backend_start from pg_catalog.pg_stat_activity where pid = pg_backend_pid()",
        )
        .fetch_one(&mut connection)
        .await
        .map_err(ConnectError::Unreachable)?;
        Ok(Self { connection, backend: Backend { pid, started } })
    }

    pub(super) async fn answers(&mut self) -> bool {
        self.connection.ping().await.is_ok()
    }

    /// Ends `backend` if it still runs and waits, at most `limit`, until it has: whatever it was executing has
    /// then either committed or never will.
    ///
    /// # Errors
    /// If this connection failed as well.
    pub(super) async fn end(&mut self, backend: Backend, limit: Duration) -> Result<(), sqlx::Error> {
        sqlx::query(
            "select pg_terminate_backend(pid, $3) from pg_catalog.pg_stat_activity \
             where pid = $1 and backend_start = $2",
        )
        .bind(backend.pid)
        .bind(backend.started)
        .bind(i64::try_from(limit.as_millis()).unwrap_or(i64::MAX))
        .execute(&mut self.connection)
        .await?;
        Ok(())
    }
}
