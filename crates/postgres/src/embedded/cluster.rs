//! A cluster: the data directory of one server. Making one, and the command that serves it.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nix::sys::signal::Signal;

use super::binaries::Binaries;
use super::child::command;
use super::error::{Doing, EmbeddedError};
use super::run_user::RunUser;

/// The superuser of an embedded server.
pub(crate) const SUPERUSER: &str = "jodi";
/// Only part of the socket's name: the server has no TCP port.
pub(crate) const PORT: u16 = 5432;

/// A log above this size is set aside at the next start; one older log is kept.
const MAX_LOG_BYTES: u64 = 16 * 1024 * 1024;
/// How much of the log's end goes into an error message.
const LOG_TAIL_LINES: usize = 15;

/// What a new cluster is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// Keeping data.
    Service,
    /// A template for tests: small log segments make copies cheap, and nobody minds if a crash of the machine
    /// loses it.
    Tests,
}

/// Everything it takes to run the server of one data directory.
#[derive(Clone, Debug)]
pub(crate) struct Cluster {
    pub(super) user: RunUser,
    pub(super) binaries: Binaries,
    pub(super) pgdata: PathBuf,
    pub(super) socket_dir: PathBuf,
    pub(super) log: PathBuf,
    pub(super) max_connections: u32,
}

/// The major version that made `pgdata`, if there is a cluster.
pub(super) fn existing_major(pgdata: &Path) -> Option<u32> {
    fs::read_to_string(pgdata.join("PG_VERSION")).ok()?.trim().parse().ok()
}

/// Makes a cluster at `pgdata`, all or nothing. Blocks the thread for a second or so.
pub(crate) fn create(
    pgdata: &Path,
    user: &RunUser,
    binaries: &Binaries,
    purpose: Purpose,
) -> Result<(), EmbeddedError> {
    let staging = pgdata.with_extension("new");
    // Left over from a start that was killed in the middle; the caller holds the lock of this place.
    if staging.exists() {
        fs::remove_dir_all(&staging).doing("removing", &staging)?;
    }
    DirBuilder::new().mode(0o700).create(&staging).doing("creating", &staging)?;
    user.give(&staging)?;
    let mut initdb = command(&binaries.program("initdb"), user, Signal::SIGTERM);
    initdb
        .arg("--pgdata")
        .arg(&staging)
        .args(["--username", SUPERUSER, "--encoding=UTF8", "--locale=C", "--data-checksums"])
        // Whoever gets into the private socket directory is this user or root anyway.
        .args(["--auth-local=trust", "--auth-host=reject"]);
    if purpose == Purpose::Tests {
        initdb.args(["--no-sync", "--wal-segsize=1"]);
    }
    let output = initdb.stdin(Stdio::null()).output().doing("running initdb for", pgdata)?;
    if !output.status.success() {
        return Err(EmbeddedError::Initdb(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
    }
    fs::rename(&staging, pgdata).doing("naming", pgdata)?;
    let parent = pgdata.parent().expect("a data directory lies in its place");
    File::open(parent).and_then(|directory| directory.sync_all()).doing("flushing", parent)
}

impl Cluster {
    /// The command that serves this cluster.
    pub(super) fn server(&self) -> Result<Command, EmbeddedError> {
        let log = self.open_log()?;
        let errors = log.try_clone().doing("opening", &self.log)?;
        let mut server = command(&self.binaries.program("postgres"), &self.user, Signal::SIGINT);
        server.arg("-D").arg(&self.pgdata).stdin(Stdio::null()).stdout(log).stderr(errors);
        for (name, value) in self.settings() {
            server.arg("-c").arg(format!("{name}={value}"));
        }
        Ok(server)
    }

    /// Settings given on the command line win over every configuration file in the data directory.
    fn settings(&self) -> Vec<(&'static str, String)> {
        let socket_dir = self.socket_dir.to_string_lossy().replace('"', "\"\"");
        vec![
            ("listen_addresses", String::new()),
            ("port", PORT.to_string()),
            // A list; quoted, a comma or blank in the path is no separator.
            ("unix_socket_directories", format!("\"{socket_dir}\"")),
            ("unix_socket_permissions", "0700".to_owned()),
            ("fsync", "on".to_owned()),
            ("synchronous_commit", "on".to_owned()),
            ("full_page_writes", "on".to_owned()),
            ("max_connections", self.max_connections.to_string()),
            ("shared_buffers", "128MB".to_owned()),
            ("logging_collector", "off".to_owned()),
            ("log_destination", "stderr".to_owned()),
            // A failed statement is reported to its client, with its values; the log must not keep them.
            ("log_min_error_statement", "panic".to_owned()),
            ("log_error_verbosity", "terse".to_owned()),
            ("timezone", "UTC".to_owned()),
            ("log_timezone", "UTC".to_owned()),
        ]
    }

    fn open_log(&self) -> Result<File, EmbeddedError> {
        if fs::metadata(&self.log).is_ok_and(|log| log.len() > MAX_LOG_BYTES) {
            let older = self.log.with_extension("log.1");
            fs::rename(&self.log, &older).doing("setting aside", &self.log)?;
        }
        OpenOptions::new().create(true).append(true).open(&self.log).doing("opening", &self.log)
    }

    /// The error of a server that does not come up.
    pub(super) fn start_error(&self, reason: String) -> EmbeddedError {
        let log = fs::read(&self.log).unwrap_or_default();
        let text = String::from_utf8_lossy(&log);
        let lines: Vec<_> = text.lines().collect();
        let log_tail = lines[lines.len().saturating_sub(LOG_TAIL_LINES)..].join("\n");
        EmbeddedError::Start { reason, log: self.log.clone(), log_tail }
    }
}
