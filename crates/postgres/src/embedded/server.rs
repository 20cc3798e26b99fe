//! The handle on a running embedded server.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use env::Clock;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use sqlx::{ConnectOptions, Connection};

use super::binaries::{self, Binaries};
use super::cluster::{self, Cluster, PORT, Purpose, SUPERUSER};
use super::config::EmbeddedConfig;
use super::data_lock::take_lock;
use super::error::{Doing, EmbeddedError};
use super::placement::{Moved, Placement};
use super::run_user::RunUser;
use super::supervisor::{Phase, Supervisor};
use crate::pool::{ConnectError, open_connection};

/// The database that every embedded server has.
pub const DEFAULT_DATABASE: &str = "jodi";

/// Connections of an embedded server: three services with a pool and writers each, and room for an operator.
const MAX_CONNECTIONS: u32 = 100;

/// A running server. Dropping it stops it and blocks the thread meanwhile, usually for some 50 ms; prefer
/// [`Embedded::stop`].
pub struct Embedded {
    supervisor: Arc<Supervisor>,
    placement: Placement,
    /// Held for as long as the server may run: the kernel lets go of it when this process ends in whatever way.
    _lock: File,
}

impl Embedded {
    /// Starts the server, makes its data directory and the database `jodi` if they do not exist yet, and returns
    /// once it takes connections. If it dies it is started again, as long as this value lives.
    ///
    /// As root it runs as user `postgres`, else `nobody`, or as the owner of existing data; where that user cannot
    /// reach [`EmbeddedConfig::data_dir`], the data goes to a directory of `/var/lib/jodi` (see
    /// [`Embedded::moved`]). A server that a killed suite left behind in the data directory is stopped first.
    ///
    /// # Errors
    /// See [`EmbeddedError`]; among others [`EmbeddedError::InUse`] while another process serves the same data.
    pub async fn start(config: EmbeddedConfig) -> Result<Self, EmbeddedError> {
        let prepared = tokio::task::spawn_blocking(move || Self::prepare(&config)).await;
        let embedded = prepared.expect("preparing the server does not panic")?;
        embedded.await_readiness().await?;
        embedded.ensure_database().await?;
        Ok(embedded)
    }

    /// Everything up to the start of the server; blocks the thread.
    fn prepare(config: &EmbeddedConfig) -> Result<Self, EmbeddedError> {
        let user = RunUser::of_this_process()?;
        let placement = Placement::find(&config.data_dir, &user)?;
        if let Some(moved) = &placement.moved {
            let (wanted, place) = (moved.wanted.display(), placement.root.display());
            tracing::warn!(%wanted, %place, reason = moved.reason, "Postgres keeps its data elsewhere");
        }
        let lock = take_lock(&placement)?;

        let pgdata = placement.pgdata();
        let exists = pgdata.exists();
        let user = if exists { user.owning(&pgdata)? } else { user };
        let major = cluster::existing_major(&pgdata);
        let binaries = binaries::find(config.binaries, major, &user, &pgdata)?;
        if !exists {
            tracing::info!(pgdata = %pgdata.display(), major = binaries.major, "creating the database cluster");
            cluster::create(&pgdata, &user, &binaries, Purpose::Service)?;
        }
        Self::launch(placement, user, binaries, lock)
    }

    /// Starts the server of a cluster that exists; blocks the thread for the short while until it is spawned.
    pub(super) fn launch(
        placement: Placement,
        user: RunUser,
        binaries: Binaries,
        lock: File,
    ) -> Result<Self, EmbeddedError> {
        let socket_dir = placement.create_socket_dir(&user)?;
        let cluster = Cluster {
            user,
            binaries,
            pgdata: placement.pgdata(),
            socket_dir,
            log: placement.log(),
            max_connections: MAX_CONNECTIONS,
        };
        let supervisor =
            Supervisor::start(cluster, Clock::system()).doing("starting a thread for", &placement.root)?;
        Ok(Self { supervisor: Arc::new(supervisor), placement, _lock: lock })
    }

    pub(crate) async fn await_readiness(&self) -> Result<(), EmbeddedError> {
        let mut phase = self.supervisor.phase();
        let settled = phase.wait_for(|phase| !matches!(phase, Phase::Starting)).await;
        let settled = settled.expect("the supervisor lives in this value").clone();
        match settled {
            Phase::Failed(error) => Err(EmbeddedError::GaveUp(error)),
            _ => Ok(()),
        }
    }

    async fn ensure_database(&self) -> Result<(), EmbeddedError> {
        let mut connection = open_connection(&self.connect_options("postgres")).await?;
        let exists: bool =
            sqlx::query_scalar("select exists (select from pg_catalog.pg_database where datname = $1)")
                .bind(DEFAULT_DATABASE)
                .fetch_one(&mut connection)
                .await
                .map_err(ConnectError::Unreachable)?;
        if !exists {
            sqlx::query("create database jodi")
                .execute(&mut connection)
                .await
                .map_err(ConnectError::Unreachable)?;
        }
        connection.close().await.ok();
        Ok(())
    }

    /// How to connect to `database` as the superuser `jodi`.
    pub fn connect_options(&self, database: &str) -> PgConnectOptions {
        PgConnectOptions::new_without_pgpass()
            .socket(&self.supervisor.cluster().socket_dir)
            .port(PORT)
            .username(SUPERUSER)
            .database(database)
            .ssl_mode(PgSslMode::Disable)
            .disable_statement_logging()
    }

    /// The same as a URL, good for [`connect`](crate::connect), `DATABASE_URL` and `psql`.
    pub fn url(&self, database: &str) -> String {
        url_at(self.socket_dir(), database)
    }

    /// The URL of `database` on the server that another process runs over the existing data in `data_dir`, if it does: for commands
    /// that look into it meanwhile.
    ///
    /// # Errors
    /// See [`EmbeddedError`].
    pub fn url_elsewhere(data_dir: &Path, database: &str) -> Result<String, EmbeddedError> {
        let user = RunUser::of_this_process()?;
        let placement = Placement::find(data_dir, &user)?;
        let user = user.owning(&placement.pgdata())?;
        Ok(url_at(&placement.socket_dir(&user), database))
    }

    /// Where the data really lies: [`EmbeddedConfig::data_dir`] with symbolic links resolved, or the fallback. The
    /// server's log is `postgres.log` in it.
    pub fn data_dir(&self) -> &Path {
        &self.placement.root
    }

    /// What was asked for, if the data had to be put elsewhere.
    pub fn moved(&self) -> Option<&Moved> {
        self.placement.moved.as_ref()
    }

    /// The private directory of the server's socket.
    pub fn socket_dir(&self) -> &Path {
        &self.supervisor.cluster().socket_dir
    }

    /// The programs in use.
    pub fn binaries(&self) -> &Binaries {
        &self.supervisor.cluster().binaries
    }

    /// The server's process id, while it takes connections.
    pub fn pid(&self) -> Option<u32> {
        match &*self.supervisor.phase().borrow() {
            Phase::Ready { pid } => Some(*pid),
            _ => None,
        }
    }

    /// Waits until the server, having died, cannot be brought back any more, and returns why.
    pub async fn failed(&self) -> EmbeddedError {
        let mut phase = self.supervisor.phase();
        let failed = phase.wait_for(|phase| matches!(phase, Phase::Failed(_))).await;
        match failed.expect("the supervisor lives in this value").clone() {
            Phase::Failed(error) => EmbeddedError::GaveUp(error),
            other => unreachable!("waited for a failure, got {other:?}"),
        }
    }

    /// Stops the server cleanly and waits for it, at most some 15 s.
    pub async fn stop(self) {
        let supervisor = Arc::clone(&self.supervisor);
        let stopping = tokio::task::spawn_blocking(move || supervisor.stop()).await;
        stopping.expect("stopping the server does not panic");
    }
}

fn url_at(socket_dir: &Path, database: &str) -> String {
    let socket_dir = percent_encoded(socket_dir.as_os_str().as_encoded_bytes());
    format!("postgres://{SUPERUSER}@localhost:{PORT}/{database}?host={socket_dir}&sslmode=disable")
}

/// For a query of a URL.
fn percent_encoded(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                text.push(char::from(byte))
            }
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}
