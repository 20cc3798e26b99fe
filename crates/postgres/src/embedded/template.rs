//! A cluster that is initialised once and copied for every test process.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::binaries::{self, Binaries};
use super::cluster::{self, Purpose};
use super::config::BinaryChoice;
use super::data_lock::take_lock;
use super::error::{Doing, EmbeddedError};
use super::placement::{Placement, create_passable, open_to_pass, require_trusted};
use super::run_user::RunUser;
use super::server::Embedded;
use super::{cache, orphans};

/// Part of the template's name; to be raised when `initdb` is given other options.
const REVISION: u32 = 1;

/// The initialised cluster, and where its copies are served.
pub(crate) struct Template {
    user: RunUser,
    binaries: Binaries,
    pgdata: PathBuf,
}

impl Template {
    /// The cached template for the binaries that `choice` gives, made now if need be. Blocks the thread.
    pub(crate) fn cached(choice: BinaryChoice) -> Result<Self, EmbeddedError> {
        let user = RunUser::of_this_process()?;
        let cache = cache::directory(&user)?;
        let binaries = binaries::find(choice, None, &user, &cache)?;
        let pgdata = cache.join(format!("test-cluster-{REVISION}-{}", binaries.major));
        if !pgdata.exists() {
            // Made under a name of its own: several test processes may find it missing at once.
            let staging = tempfile::Builder::new().prefix(".cluster-").tempdir_in(&cache);
            let staging = staging.doing("creating a directory in", &cache)?;
            open_to_pass(staging.path())?;
            let made = staging.path().join("cluster");
            cluster::create(&made, &user, &binaries, Purpose::Tests)?;
            match fs::rename(&made, &pgdata) {
                Err(error) if !pgdata.exists() => return Err(error).doing("naming", &pgdata),
                _ => {}
            }
        }
        Ok(Self { user, binaries, pgdata })
    }

    /// Starts a server on a copy of the template, in a new directory below the one for all test processes, and
    /// removes the directories there of processes that have ended. Blocks the thread.
    pub(crate) fn launch(&self) -> Result<Embedded, EmbeddedError> {
        let base = self.base()?;
        // Whoever holds this lock knows that no directory is half way between its creation and its own lock.
        let gate = base.join("lock");
        let gate = File::create(&gate).and_then(|file| file.lock().map(|()| file)).doing("locking", &gate)?;
        self.sweep(&base);
        let root = tempfile::Builder::new()
            .prefix("server-")
            .tempdir_in(&base)
            .doing("creating a directory in", &base)?;
        // From here on the lock inside tells whether it is still in use; the next sweep removes it.
        let placement = Placement::at(root.keep());
        open_to_pass(placement.root())?;
        let lock = take_lock(&placement)?;
        drop(gate);

        self.copy_to(&placement)?;
        Embedded::launch(placement, self.user.clone(), self.binaries.clone(), lock)
    }

    /// Puts a copy into the data directory `root`, whose server is started later. Blocks the thread.
    pub(crate) fn seed(&self, root: &Path) -> Result<(), EmbeddedError> {
        self.copy_to(&Placement::at(root.to_owned()))
    }

    fn copy_to(&self, placement: &Placement) -> Result<(), EmbeddedError> {
        copy_tree(&self.pgdata, &placement.pgdata())?;
        self.user.give_tree(&placement.pgdata())
    }

    /// The directory of all test processes of this user.
    fn base(&self) -> Result<PathBuf, EmbeddedError> {
        let name = format!("jodi-tests-{}", nix::unistd::Uid::effective());
        let mut refusal = None;
        for place in [std::env::temp_dir(), PathBuf::from("/tmp"), PathBuf::from("/var/tmp")] {
            let base = place.join(&name);
            let taken = create_passable(&base).and_then(|()| require_trusted(&base));
            let resolved = taken.and_then(|()| fs::canonicalize(&base).doing("resolving", &base));
            match resolved {
                Ok(base) if self.user.barrier(&base).is_none() => return Ok(base),
                Ok(base) => refusal = Some(EmbeddedError::Untrusted(base)),
                Err(error) => refusal = Some(error),
            }
        }
        Err(refusal.expect("there is at least one place"))
    }

    fn sweep(&self, base: &Path) {
        let Ok(entries) = fs::read_dir(base) else { return };
        for entry in entries.filter_map(Result::ok) {
            if !entry.file_name().as_encoded_bytes().starts_with(b"server-") {
                continue;
            }
            let placement = Placement::at(entry.path());
            let unused = File::open(placement.lock()).is_ok_and(|lock| lock.try_lock().is_ok());
            let clock = env::Clock::system();
            if unused && orphans::end(&placement.pgdata(), &clock).is_ok() {
                // What cannot be removed now is tried again by the next process.
                fs::remove_dir_all(placement.socket_dir(&self.user)).ok();
                fs::remove_dir_all(placement.root()).ok();
            }
        }
    }
}

fn copy_tree(from: &Path, to: &Path) -> Result<(), EmbeddedError> {
    fs::create_dir(to).doing("creating", to)?;
    fs::set_permissions(to, fs::Permissions::from_mode(0o700)).doing("closing", to)?;
    for entry in fs::read_dir(from).doing("listing", from)? {
        let entry = entry.doing("listing", from)?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type().doing("looking at", &source)?.is_dir() {
            copy_tree(&source, &target)?;
        } else {
            fs::copy(&source, &target).doing("copying", &source)?;
        }
    }
    Ok(())
}
