//! Servers that a killed suite left behind in a data directory.
//!
//! Decision: they are stopped, never adopted. An adopted server would be nobody's child: it would not die with the
//! suite, and it would run with the settings and binaries of its former owner. Stopping costs a few milliseconds,
//! and nothing that was acknowledged. The caller holds the lock of the data directory, so what is found here belongs
//! to no live suite.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use env::Clock;
use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::error::{Doing, EmbeddedError};
use super::pid_file;
use super::placement::SOCKET_FILE;

/// What is tried, and how long each is given: fast shutdown, immediate shutdown (a crash for the data, which the
/// next start recovers from), and the end of patience.
const STEPS: [(Signal, Duration); 3] = [
    (Signal::SIGINT, Duration::from_secs(10)),
    (Signal::SIGQUIT, Duration::from_secs(5)),
    (Signal::SIGKILL, Duration::from_secs(5)),
];

/// How often it is checked whether they are gone.
const POLL: Duration = Duration::from_millis(10);

/// Ends every server process that still works in `pgdata`, and removes a lock file that would keep a new one from
/// starting for no reason.
///
/// # Errors
/// [`EmbeddedError::OrphansStay`] if even the last step did not help.
pub(super) fn end(pgdata: &Path, clock: &Clock) -> Result<(), EmbeddedError> {
    for (signal, limit) in STEPS {
        let found = processes_in(pgdata);
        if found.is_empty() {
            break;
        }
        tracing::warn!(?found, %signal, "ending the Postgres that a killed process left behind");
        for pid in found {
            // It may have ended by itself: those of a dead postmaster do.
            kill(Pid::from_raw(pid), signal).ok();
        }
        let give_up = clock.monotonic().plus(limit);
        while !processes_in(pgdata).is_empty() && clock.monotonic() < give_up {
            thread::sleep(POLL);
        }
    }
    let pids = processes_in(pgdata);
    if !pids.is_empty() {
        return Err(EmbeddedError::OrphansStay { pids, pgdata: pgdata.to_owned() });
    }
    remove_misleading_pid_file(pgdata)
}

/// Postgres cleans up after a dead server by itself. It refuses to start while the process id in the file exists,
/// be it that another program has been given that id since, or that nobody waited for the dead server yet.
fn remove_misleading_pid_file(pgdata: &Path) -> Result<(), EmbeddedError> {
    let Some(pid) = pid_file::pid(pgdata) else { return Ok(()) };
    let alive = kill(Pid::from_raw(pid), None) != Err(Errno::ESRCH);
    // Only Linux can tell that the process is not a server of this directory.
    if !alive || !cfg!(target_os = "linux") {
        return Ok(());
    }
    let path = pid_file::path(pgdata);
    fs::remove_file(&path).doing("removing", &path)
}

/// Removes the socket, and its own lock file, of a server that has ended. The directory is of this server alone.
pub(super) fn clear_socket(socket_dir: &Path) {
    for file in [SOCKET_FILE.to_owned(), format!("{SOCKET_FILE}.lock")] {
        // Mostly they do not exist: a server that ends cleanly removes them.
        fs::remove_file(socket_dir.join(file)).ok();
    }
}

/// The server processes that work in `pgdata`: a postmaster and all its children have it as current directory.
#[cfg(target_os = "linux")]
fn processes_in(pgdata: &Path) -> Vec<i32> {
    let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
    processes
        .filter_map(|entry| {
            let process = entry.ok()?.path();
            let pid = process.file_name()?.to_str()?.parse().ok()?;
            let works_here = fs::read_link(process.join("cwd")).is_ok_and(|directory| directory == pgdata);
            // Somebody's shell may stand there too.
            let is_server =
                fs::read_to_string(process.join("comm")).is_ok_and(|name| name.starts_with("postgres"));
            (works_here && is_server).then_some(pid)
        })
        .collect()
}

/// Elsewhere the server's own checks must do, and starting is tried again for as long as they object.
#[cfg(not(target_os = "linux"))]
fn processes_in(_pgdata: &Path) -> Vec<i32> {
    Vec::new()
}
