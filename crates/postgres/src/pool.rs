//! Opening connections: bounded pools, on servers that keep what they acknowledge.
//!
//! What a connection is used for does not belong here.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, PgConnection, PgPool};
use thiserror::Error;

/// The oldest server that is accepted, as `server_version_num`.
const MIN_SERVER_VERSION: i32 = 15_00_00;

/// Connections of a pool unless configured.
const DEFAULT_MAX_CONNECTIONS: u32 = 10;
/// How long a caller waits for a connection of a pool unless configured.
const DEFAULT_ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);
/// When the server itself ends a statement unless configured.
const DEFAULT_STATEMENT_TIMEOUT: Duration = Duration::from_secs(30);

/// Bounds of a pool.
#[derive(Clone, Debug)]
pub struct PoolSettings {
    /// The name under which connections show up in `pg_stat_activity`.
    pub application_name: String,
    /// At most this many connections, at least 1. 10 by default.
    pub max_connections: u32,
    /// How long a caller waits for a free connection before it gets [`sqlx::Error::PoolTimedOut`]. 3 s by default.
    pub acquire_timeout: Duration,
    /// After this long the server cancels a statement. 30 s by default.
    pub statement_timeout: Duration,
}

impl PoolSettings {
    /// The default bounds for the service called `application_name`.
    pub fn new(application_name: impl Into<String>) -> Self {
        Self {
            application_name: application_name.into(),
            max_connections: DEFAULT_MAX_CONNECTIONS,
            acquire_timeout: DEFAULT_ACQUIRE_TIMEOUT,
            statement_timeout: DEFAULT_STATEMENT_TIMEOUT,
        }
    }
}

/// Why no pool or connection was opened.
#[derive(Debug, Error)]
pub enum ConnectError {
    /// The URL is no Postgres URL. The message names the part, never the password.
    #[error("the database URL cannot be used: {0}")]
    BadUrl(#[source] sqlx::Error),
    /// No answer, or the server turned the connection away.
    #[error("no connection to Postgres: {0}")]
    Unreachable(#[source] sqlx::Error),
    /// The server is older than the dialect that the suite is written in.
    #[error("Postgres {found} is too old: 15 or newer is needed")]
    TooOld {
        /// The server's version as it names itself.
        found: String,
    },
    /// The server, the database or the role is configured to lose commits that it acknowledged.
    #[error(
        "Postgres runs with {setting}=off and would lose acknowledged moves in a crash: set {setting}=on"
    )]
    UnsafeSetting {
        /// `fsync` or `synchronous_commit`.
        setting: &'static str,
    },
}

/// A pool of connections to `url`, after one connection was opened and found durable.
///
/// # Errors
/// See [`ConnectError`]. Connections opened later by the pool are checked as well: an unsafe one is dropped, and
/// the caller's wait ends in [`sqlx::Error::PoolTimedOut`].
pub async fn connect(url: &str, settings: &PoolSettings) -> Result<PgPool, ConnectError> {
    let options: PgConnectOptions = url.parse().map_err(ConnectError::BadUrl)?;
    let statement_timeout = format!("{}ms", settings.statement_timeout.as_millis());
    let options = options
        .application_name(&settings.application_name)
        // Every statement is short; compiling one (some 200 ms) is never worth it, whatever the planner expects of it.
        .options([("statement_timeout", statement_timeout.as_str()), ("jit", "off")]);
    let probe = tokio::time::timeout(settings.acquire_timeout, open_connection(&options)).await;
    let probe = probe.map_err(|_| ConnectError::Unreachable(sqlx::Error::PoolTimedOut))??;
    // The probe did its work; an unclean end costs nothing.
    probe.close().await.ok();
    let pool = PgPoolOptions::new()
        .max_connections(settings.max_connections)
        .acquire_timeout(settings.acquire_timeout)
        .after_connect(|connection, _| {
            Box::pin(async move {
                require_durability(connection).await.map_err(|error| match error {
                    ConnectError::Unreachable(error) => error,
                    other => sqlx::Error::Configuration(Box::new(other)),
                })
            })
        })
        .connect_lazy_with(options);
    Ok(pool)
}

/// One connection of its own, checked like those of a pool.
///
/// # Errors
/// See [`ConnectError`].
pub async fn open_connection(options: &PgConnectOptions) -> Result<PgConnection, ConnectError> {
    let mut connection = options.connect().await.map_err(ConnectError::Unreachable)?;
    require_durability(&mut connection).await?;
    Ok(connection)
}

async fn require_durability(connection: &mut PgConnection) -> Result<(), ConnectError> {
    let (version_num, version, fsync, synchronous_commit) =
        sqlx::query_as::<_, (i32, String, String, String)>(
            "select current_setting('server_version_num')::int, current_setting('server_version'), \
             current_setting('fsync'), current_setting('synchronous_commit')",
        )
        .fetch_one(connection)
        .await
        .map_err(ConnectError::Unreachable)?;
    if version_num < MIN_SERVER_VERSION {
        return Err(ConnectError::TooOld { found: version });
    }
    if fsync == "off" {
        return Err(ConnectError::UnsafeSetting { setting: "fsync" });
    }
    // The other values (local, remote_write, remote_apply) all flush here before they acknowledge.
    if synchronous_commit == "off" {
        return Err(ConnectError::UnsafeSetting { setting: "synchronous_commit" });
    }
    Ok(())
}
