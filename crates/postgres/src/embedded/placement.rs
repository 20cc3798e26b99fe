//! Where the server's files go: data, log, lock and socket, and the fallback where the wanted place is out of the
//! server's reach.

use std::fs::{self, DirBuilder, Permissions};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use nix::unistd::Uid;
use sha2::{Digest, Sha256};

use super::error::{Doing, EmbeddedError};
use super::run_user::RunUser;

/// Where data goes that the dropped user could not reach where it was wanted, the first that can be used.
const FALLBACKS: [&str; 2] = ["/var/lib/jodi", "/var/tmp/jodi"];

/// Above this the operating system may not take a socket's path (the limit is 104 to 108 bytes, with its end mark).
const MAX_SOCKET_PATH_BYTES: usize = 99;

/// The name of the server's socket inside its directory.
pub(crate) const SOCKET_FILE: &str = ".s.PGSQL.5432";

/// Where sockets go whose own place has too long a name.
const SHORT_ROOT: &str = "/tmp";

/// Where everything of one server lies.
#[derive(Clone, Debug)]
pub(crate) struct Placement {
    /// The directory that holds everything but, perhaps, the socket. Symbolic links are resolved.
    pub(super) root: PathBuf,
    /// The place that was asked for, if it is not this one.
    pub(super) moved: Option<Moved>,
}

/// Why data lies elsewhere than asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The directory that was asked for.
    pub wanted: PathBuf,
    /// Why the server cannot use it, as part of a sentence.
    pub reason: String,
}

impl Placement {
    /// Finds a place for the data wanted in `wanted`, which is created if it does not exist.
    pub(super) fn find(wanted: &Path, user: &RunUser) -> Result<Self, EmbeddedError> {
        let fallbacks = FALLBACKS.map(PathBuf::from);
        Self::find_among(wanted, user, &fallbacks)
    }

    fn find_among(wanted: &Path, user: &RunUser, fallbacks: &[PathBuf]) -> Result<Self, EmbeddedError> {
        create_passable(wanted)?;
        let root = fs::canonicalize(wanted).doing("resolving", wanted)?;
        let Some(barrier) = user.barrier(&root) else { return Ok(Self { root, moved: None }) };
        let reason = format!("user {} cannot pass through {}", user.name, barrier.display());

        let mut refusal = String::new();
        for fallback in fallbacks {
            match take_fallback(fallback, &root, user) {
                Ok(place) => return Ok(Self { root: place, moved: Some(Moved { wanted: root, reason }) }),
                Err(error) => refusal = error.to_string(),
            }
        }
        Err(EmbeddedError::NoReachablePlace { user: user.name.clone(), wanted: root, reason: refusal })
    }

    /// This very directory, which must be known to be within the server's reach.
    pub(super) fn at(root: PathBuf) -> Self {
        Self { root, moved: None }
    }

    /// The directory that holds everything.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// Postgres' own data directory.
    pub(super) fn pgdata(&self) -> PathBuf {
        self.root.join("postgres")
    }

    /// What the server has to say.
    pub(super) fn log(&self) -> PathBuf {
        self.root.join("postgres.log")
    }

    /// Locked by the process whose server uses the data.
    pub(super) fn lock(&self) -> PathBuf {
        self.root.join("postgres.lock")
    }

    /// The private directory of the socket: beside the data, or in `/tmp` if that name is too long.
    pub(super) fn socket_dir(&self, user: &RunUser) -> PathBuf {
        let beside = self.root.join("run");
        let length = beside.as_os_str().len() + "/".len() + SOCKET_FILE.len();
        if length <= MAX_SOCKET_PATH_BYTES {
            beside
        } else {
            Path::new(SHORT_ROOT).join(format!("jodi-{}-{}", user.uid, digest(&self.root)))
        }
    }

    /// Creates [`Placement::socket_dir`] if it does not exist.
    pub(super) fn create_socket_dir(&self, user: &RunUser) -> Result<PathBuf, EmbeddedError> {
        let directory = self.socket_dir(user);
        match DirBuilder::new().mode(0o700).create(&directory) {
            Ok(()) => user.give(&directory)?,
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error).doing("creating", &directory),
        }
        // In /tmp anybody could have made a directory or link of that name before.
        let metadata = fs::symlink_metadata(&directory).doing("looking at", &directory)?;
        if !metadata.is_dir() || metadata.uid() != user.uid || metadata.mode() & 0o077 != 0 {
            return Err(EmbeddedError::Untrusted(directory));
        }
        Ok(directory)
    }
}

/// Creates `directory` where it is missing, so that others may pass through whatever this process's umask says;
/// what exists keeps its permissions.
pub(super) fn create_passable(directory: &Path) -> Result<(), EmbeddedError> {
    if directory.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(directory).doing("creating", directory)?;
    open_to_pass(directory)
}

/// Lets everybody pass through `directory`.
pub(super) fn open_to_pass(directory: &Path) -> Result<(), EmbeddedError> {
    fs::set_permissions(directory, Permissions::from_mode(0o755)).doing("opening", directory)
}

/// Whether `directory` is a real directory that only this process's user can write to.
pub(super) fn require_trusted(directory: &Path) -> Result<(), EmbeddedError> {
    let metadata = fs::symlink_metadata(directory).doing("looking at", directory)?;
    let trusted =
        metadata.is_dir() && metadata.uid() == Uid::effective().as_raw() && metadata.mode() & 0o022 == 0;
    if trusted { Ok(()) } else { Err(EmbeddedError::Untrusted(directory.to_owned())) }
}

/// A directory below `fallback` that belongs to the wanted place alone.
fn take_fallback(fallback: &Path, wanted: &Path, user: &RunUser) -> Result<PathBuf, EmbeddedError> {
    create_passable(fallback)?;
    require_trusted(fallback)?;
    let place = fallback.join(digest(wanted));
    create_passable(&place)?;
    match user.barrier(&place) {
        None => Ok(place),
        Some(_) => Err(EmbeddedError::Untrusted(place)),
    }
}

/// A short name for a path.
fn digest(path: &Path) -> String {
    hex::encode(&Sha256::digest(path.as_os_str().as_encoded_bytes())[..6])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embedded::fixtures::{closed_dir, dir_of_mode, open_dir, stranger};

    fn myself() -> RunUser {
        let (uid, gid) = (Uid::effective().as_raw(), nix::unistd::Gid::effective().as_raw());
        RunUser { name: "me".to_owned(), uid, gid, dropped: false }
    }

    #[test]
    fn reachable_place_is_used_as_it_is() {
        let dir = open_dir();
        let placement = Placement::find_among(&dir.path().join("data"), &stranger(), &[]).unwrap();
        assert_eq!((placement.root, placement.moved), (dir.path().join("data"), None));
    }

    #[test]
    fn unreachable_place_moves_to_the_fallback_and_says_why() {
        let (closed, fallback) = (closed_dir(), open_dir());
        let placement =
            Placement::find_among(closed.path(), &stranger(), &[fallback.path().to_owned()]).unwrap();
        assert!(placement.root.starts_with(fallback.path()));
        let reason = format!("user stranger cannot pass through {}", closed.path().display());
        assert_eq!(placement.moved, Some(Moved { wanted: closed.path().to_owned(), reason }));
    }

    #[test]
    fn different_places_never_share_a_fallback() {
        let (one, other, fallback) = (closed_dir(), closed_dir(), open_dir());
        let roots = [&one, &other].map(|wanted| {
            Placement::find_among(wanted.path(), &stranger(), &[fallback.path().to_owned()]).unwrap().root
        });
        assert_ne!(roots[0], roots[1]);
    }

    #[test]
    fn fallback_that_others_can_write_to_is_not_used() {
        let (closed, planted) = (closed_dir(), dir_of_mode(0o777));
        let refused = Placement::find_among(closed.path(), &stranger(), &[planted.path().to_owned()]);
        assert!(matches!(refused, Err(EmbeddedError::NoReachablePlace { .. })));
    }

    #[test]
    fn socket_of_a_deep_place_gets_a_short_name() {
        let dir = open_dir();
        let root = dir.path().join("deep".repeat(30));
        fs::create_dir(&root).unwrap();
        let socket_dir = Placement { root, moved: None }.create_socket_dir(&myself()).unwrap();
        let length = socket_dir.join(SOCKET_FILE).as_os_str().len();
        fs::remove_dir(&socket_dir).unwrap();
        assert!(length <= MAX_SOCKET_PATH_BYTES, "{length} bytes");
    }

    #[test]
    fn socket_directory_that_others_can_enter_is_refused() {
        let dir = open_dir();
        fs::create_dir(dir.path().join("run")).unwrap();
        fs::set_permissions(dir.path().join("run"), Permissions::from_mode(0o755)).unwrap();
        let refused = Placement { root: dir.path().to_owned(), moved: None }.create_socket_dir(&myself());
        assert!(matches!(refused, Err(EmbeddedError::Untrusted(_))));
    }
}
