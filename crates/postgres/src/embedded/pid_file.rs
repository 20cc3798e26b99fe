//! Reading `postmaster.pid`, the file by which a server says who it is and how far it has come.

use std::fs;
use std::path::{Path, PathBuf};

/// The line of the server's status, from 0.
const STATUS_LINE: usize = 7;

pub(super) fn path(pgdata: &Path) -> PathBuf {
    pgdata.join("postmaster.pid")
}

/// The process id that the file names, if there is one.
pub(super) fn pid(pgdata: &Path) -> Option<i32> {
    // A standalone backend writes its id with a minus sign.
    let text = fs::read_to_string(path(pgdata)).ok()?;
    text.lines().next()?.trim().parse::<i32>().ok().map(i32::abs)
}

/// Whether the server `pid` takes connections.
pub(super) fn is_ready(pgdata: &Path, pid: u32) -> bool {
    let Ok(text) = fs::read_to_string(path(pgdata)) else { return false };
    let mut lines = text.lines();
    // The file may still be that of an earlier server.
    let named = lines.next().and_then(|line| line.trim().parse().ok());
    let status = lines.nth(STATUS_LINE - 1).map(str::trim);
    named == Some(pid) && status == Some("ready")
}

#[cfg(test)]
mod tests {
    use super::*;

    const READY: &str = "4711\n/data\n1700000000\n5432\n/run\n\n  123  456\nready   \n";

    fn pgdata(text: &str) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        fs::write(path(dir.path()), text).unwrap();
        dir
    }

    #[test]
    fn server_is_ready_when_its_own_file_says_so() {
        assert!(is_ready(pgdata(READY).path(), 4711));
    }

    #[test]
    fn file_of_an_earlier_server_does_not_make_a_new_one_ready() {
        assert!(!is_ready(pgdata(READY).path(), 4712));
    }

    #[test]
    fn server_that_is_starting_is_not_ready() {
        assert!(!is_ready(pgdata(&READY.replace("ready", "starting")).path(), 4711));
    }

    #[test]
    fn half_written_file_names_nobody() {
        assert_eq!(pid(pgdata("").path()), None);
    }
}
