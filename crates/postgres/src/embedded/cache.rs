//! The user's cache directory, for what can be made again: unpacked binaries and the tests' initialised cluster.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::error::{Doing, EmbeddedError};
use super::placement::{create_passable, require_trusted};
use super::run_user::RunUser;

/// Where root keeps what the user it drops to must be able to read.
const SHARED_CACHES: [&str; 2] = ["/var/cache/jodi", "/var/tmp/jodi-cache"];

/// The first cache directory that can be created, that only this process's user can write to, and that `user` can
/// read. Symbolic links are resolved.
pub(crate) fn directory(user: &RunUser) -> Result<PathBuf, EmbeddedError> {
    let own = env::var_os("XDG_CACHE_HOME")
        .filter(|dir| Path::new(dir).is_absolute())
        .map(PathBuf::from)
        .or_else(|| Some(Path::new(&env::var_os("HOME")?).join(".cache")))
        .map(|caches| caches.join("jodi"));
    let candidates = own.into_iter().chain(SHARED_CACHES.map(PathBuf::from));

    let mut refusal = EmbeddedError::Untrusted(PathBuf::from(SHARED_CACHES[0]));
    for candidate in candidates {
        match take(&candidate, user) {
            Ok(directory) => return Ok(directory),
            Err(error) => refusal = error,
        }
    }
    Err(refusal)
}

fn take(candidate: &Path, user: &RunUser) -> Result<PathBuf, EmbeddedError> {
    create_passable(candidate)?;
    let directory = fs::canonicalize(candidate).doing("resolving", candidate)?;
    require_trusted(&directory)?;
    match user.barrier(&directory) {
        None => Ok(directory),
        Some(_) => Err(EmbeddedError::Untrusted(directory)),
    }
}
