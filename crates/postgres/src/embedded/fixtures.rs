//! Directories and users for the unit tests of this module.

use std::fs::{Permissions, set_permissions};
use std::os::unix::fs::PermissionsExt;

use tempfile::TempDir;

use super::run_user::RunUser;

/// Somebody who owns nothing.
pub(super) fn stranger() -> RunUser {
    RunUser { name: "stranger".to_owned(), uid: 4_000_000, gid: 4_000_000, dropped: true }
}

/// A directory that anybody may pass through and nobody else may write to.
pub(super) fn open_dir() -> TempDir {
    dir_of_mode(0o755)
}

/// A directory for its owner alone.
pub(super) fn closed_dir() -> TempDir {
    dir_of_mode(0o700)
}

pub(super) fn dir_of_mode(mode: u32) -> TempDir {
    let dir = tempfile::tempdir_in("/tmp").unwrap();
    set_permissions(dir.path(), Permissions::from_mode(mode)).unwrap();
    dir
}
