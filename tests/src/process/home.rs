//! A suite's data directory.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustix::process::Signal;
use tempfile::TempDir;

use super::{Handle, reaper};
use crate::DEADLINE;

/// A data directory of its own, removed at the end together with whatever Postgres still runs in it.
pub struct Home {
    directory: TempDir,
    /// Where the data really lies, if the suite had to put them elsewhere.
    moved: Mutex<Option<PathBuf>>,
}

impl Home {
    /// An empty directory that every user can pass through, so that a server of another user can work in it.
    ///
    /// # Panics
    /// If it cannot be made.
    pub fn new() -> Self {
        let directory =
            tempfile::Builder::new().prefix("jodi-test-").tempdir().expect("a directory can be made");
        fs::set_permissions(directory.path(), Permissions::from_mode(0o755)).expect("it is ours");
        reaper::remove_later(directory.path());
        Self { directory, moved: Mutex::new(None) }
    }

    /// One with an initialised cluster, so that the first start need not make one.
    pub async fn with_cluster() -> Self {
        let home = Self::new();
        postgres::testing::seed_cluster(home.path()).await;
        home
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    /// The suite has said where the data really lies.
    pub(super) fn lies_in(&self, real: &Path) {
        let own = fs::canonicalize(self.path()).expect("the directory exists");
        if real != own {
            reaper::remove_later(real);
            *self.moved.lock().unwrap_or_else(PoisonError::into_inner) = Some(real.to_owned());
        }
    }

    /// The Postgres that runs in it, if one does.
    pub fn postgres(&self) -> Option<Handle> {
        let moved = self.moved.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let root = moved.unwrap_or_else(|| self.path().to_owned());
        let text = fs::read_to_string(root.join("postgres/postmaster.pid")).ok()?;
        Handle::open(text.lines().next()?.trim().parse().ok()?).ok()
    }
}

impl Default for Home {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        // The suite is gone by now, and its Postgres goes by itself; this is only faster.
        if let Some(postgres) = self.postgres() {
            postgres.send(Signal::QUIT);
            postgres.wait(DEADLINE);
        }
        if let Some(moved) = self.moved.lock().unwrap_or_else(PoisonError::into_inner).take() {
            fs::remove_dir_all(moved).ok();
        }
    }
}
