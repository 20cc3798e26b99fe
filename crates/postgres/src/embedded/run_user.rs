//! Whom the server runs as. Postgres refuses to run as root, so root drops to somebody else.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use nix::unistd::{Gid, Uid, User, chown};

use super::error::{Doing, EmbeddedError};

/// Whom root drops to, the first that exists.
const DROP_TO: [&str; 2] = ["postgres", "nobody"];

/// The user that the server runs as.
#[derive(Clone, Debug)]
pub(crate) struct RunUser {
    pub(super) name: String,
    pub(super) uid: u32,
    pub(super) gid: u32,
    /// Whether that is somebody other than the user of this process.
    pub(super) dropped: bool,
}

impl RunUser {
    /// The user of this process, or whom it drops to if that is root.
    pub(crate) fn of_this_process() -> Result<Self, EmbeddedError> {
        let uid = Uid::effective();
        if !uid.is_root() {
            let name = name_of(uid.as_raw());
            return Ok(Self { name, uid: uid.as_raw(), gid: Gid::effective().as_raw(), dropped: false });
        }
        DROP_TO
            .iter()
            .find_map(|name| User::from_name(name).ok().flatten())
            .map(Self::drop_to)
            .ok_or(EmbeddedError::NoUserToDropTo)
    }

    /// The one who can serve the existing `pgdata`: its owner. Root can become anybody, others only themselves.
    pub(super) fn owning(self, pgdata: &Path) -> Result<Self, EmbeddedError> {
        let metadata = fs::metadata(pgdata).doing("looking at", pgdata)?;
        let owner = metadata.uid();
        if owner == self.uid {
            return Ok(self);
        }
        // A root-owned directory cannot be served at all.
        if !self.dropped || owner == 0 {
            return Err(EmbeddedError::ForeignData { path: pgdata.to_owned(), owner });
        }
        Ok(Self { name: name_of(owner), uid: owner, gid: metadata.gid(), dropped: true })
    }

    fn drop_to(user: User) -> Self {
        Self { name: user.name, uid: user.uid.as_raw(), gid: user.gid.as_raw(), dropped: true }
    }

    /// Gives `path` to this user.
    pub(super) fn give(&self, path: &Path) -> Result<(), EmbeddedError> {
        if !self.dropped {
            return Ok(());
        }
        let (uid, gid) = (Uid::from_raw(self.uid), Gid::from_raw(self.gid));
        chown(path, Some(uid), Some(gid)).doing("giving away", path)
    }

    /// Gives `path` and everything below it to this user. Symbolic links are not expected and not followed.
    pub(super) fn give_tree(&self, path: &Path) -> Result<(), EmbeddedError> {
        if !self.dropped {
            return Ok(());
        }
        self.give(path)?;
        for entry in fs::read_dir(path).doing("listing", path)? {
            let entry = entry.doing("listing", path)?;
            if entry.file_type().doing("looking at", &entry.path())?.is_dir() {
                self.give_tree(&entry.path())?;
            } else {
                self.give(&entry.path())?;
            }
        }
        Ok(())
    }

    /// The first directory on the way to and including `path` that this user cannot pass through, judged by the
    /// permission bits. Symbolic links must be resolved already.
    pub(super) fn barrier<'a>(&self, path: &'a Path) -> Option<&'a Path> {
        if !self.dropped {
            // Access of one's own kind is left to the system: it knows groups and access lists.
            return None;
        }
        let mut ancestors: Vec<_> = path.ancestors().collect();
        ancestors.reverse();
        ancestors
            .into_iter()
            .find(|directory| !fs::metadata(directory).is_ok_and(|metadata| self.may_pass(&metadata)))
    }

    fn may_pass(&self, metadata: &fs::Metadata) -> bool {
        const PASS: u32 = 0o1;
        let shift = if metadata.uid() == self.uid {
            6
        } else if metadata.gid() == self.gid {
            3
        } else {
            0
        };
        metadata.mode() >> shift & PASS != 0
    }
}

fn name_of(uid: u32) -> String {
    let user = User::from_uid(Uid::from_raw(uid)).ok().flatten();
    user.map_or_else(|| uid.to_string(), |user| user.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embedded::fixtures::{closed_dir, dir_of_mode, stranger};

    #[test]
    fn directory_closed_to_others_is_a_barrier_to_what_is_below() {
        let base = closed_dir();
        let inner = base.path().join("inner");
        fs::create_dir(&inner).unwrap();
        assert_eq!(stranger().barrier(&inner), Some(base.path()));
    }

    #[test]
    fn directory_that_others_may_pass_is_no_barrier() {
        assert_eq!(stranger().barrier(dir_of_mode(0o711).path()), None);
    }

    #[test]
    fn owner_bits_count_for_the_owner_even_where_others_may_pass() {
        let base = dir_of_mode(0o677);
        let metadata = fs::metadata(base.path()).unwrap();
        let owner = RunUser { uid: metadata.uid(), gid: metadata.gid(), ..stranger() };
        assert_eq!(owner.barrier(base.path()), Some(base.path()));
    }

    #[test]
    fn server_never_runs_as_root() {
        assert_ne!(RunUser::of_this_process().unwrap().uid, 0);
    }
}
