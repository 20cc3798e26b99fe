//! A Python with grpcio, made once in the target directory.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use jodi_tests::process::{Child, Launch};
use tokio::sync::OnceCell;

/// What is installed, with pinned versions.
const REQUIREMENTS: &str = include_str!("requirements.txt");
/// Lies in an environment that is complete, with what was installed.
const COMPLETE: &str = "installed.txt";

/// How long one step of an installation may take.
const INSTALL_LIMIT: Duration = Duration::from_secs(300);

/// A Python that can import what `requirements.txt` lists.
#[derive(Clone)]
pub struct Python {
    pub program: PathBuf,
}

/// The Python for these tests; `None`, with a word why, where there can be none.
///
/// # Panics
/// In CI (`CI=true`), where a skipped test is a failed one.
pub async fn python() -> Option<Python> {
    static PYTHON: OnceCell<Result<Python, String>> = OnceCell::const_new();
    match PYTHON.get_or_init(install).await {
        Ok(python) => Some(python.clone()),
        Err(why) => {
            let in_ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
            assert!(!in_ci, "the Python client cannot be tested: {why}");
            eprintln!("SKIPPED: the Python client is not tested: {why}");
            None
        }
    }
}

async fn install() -> Result<Python, String> {
    let target = std::env::current_exe().map_err(|error| error.to_string())?;
    let target = target.ancestors().nth(3).ok_or("the test lies outside of a target directory")?;
    let home = target.join("python-client");
    fs::create_dir_all(&home).map_err(|error| format!("{}: {error}", home.display()))?;
    // Two test runs at a time must not install into one place. The kernel lets go of the lock with the file.
    let lock = File::create(home.join("lock")).map_err(|error| error.to_string())?;
    let lock = tokio::task::spawn_blocking(move || lock.lock().map(|()| lock)).await;
    let _lock = lock.expect("locking does not panic").map_err(|error| error.to_string())?;

    let python = Python { program: home.join("env/bin/python") };
    if fs::read_to_string(home.join(COMPLETE)).is_ok_and(|installed| installed == REQUIREMENTS) {
        return Ok(python);
    }
    let requirements = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/requirements.txt");
    run(Launch::of("python3").arg("-m").arg("venv").arg("--clear").arg(home.join("env")), "python3 -m venv")
        .await?;
    let pip = Launch::of(&python.program).arg("-m").arg("pip").arg("install").arg("--quiet");
    let pip = pip.arg("--disable-pip-version-check").arg("-r").arg(requirements);
    run(pip, "pip install -r tests/python/requirements.txt").await?;
    fs::write(home.join(COMPLETE), REQUIREMENTS).map_err(|error| error.to_string())?;
    Ok(python)
}

async fn run(launch: Launch, what: &str) -> Result<(), String> {
    let child = Child::try_start(&launch).map_err(|error| format!("{what}: {error}"))?;
    match child.exit_within(INSTALL_LIMIT).await {
        Some(status) if status.success() => Ok(()),
        Some(status) => Err(format!("{what}: {status}: {}", child.printed().join(" | "))),
        None => Err(format!("{what}: not done within {INSTALL_LIMIT:?}")),
    }
}
