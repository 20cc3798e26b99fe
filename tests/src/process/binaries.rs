//! The binaries under test, built by the cargo that built the tests.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The path of a binary, which is as new as the sources. The first call in a process builds all of them, with the
/// tests' own profile and into their own target directory.
///
/// # Panics
/// If they do not build.
pub fn binary(name: &str) -> PathBuf {
    static DIRECTORY: OnceLock<PathBuf> = OnceLock::new();
    DIRECTORY.get_or_init(build).join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

fn build() -> PathBuf {
    let profile_dir = profile_dir();
    let target_dir = profile_dir.parent().expect("a profile's directory lies in the target directory");
    let profile = match profile_dir.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev",
        Some(other) => other,
    };
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    cargo.args(["build", "--quiet", "--workspace", "--bins", "--profile", profile]);
    cargo.arg("--target-dir").arg(target_dir);
    // With a test among the targets, dependencies get the features that they have in `cargo test --workspace`; without, most
    // of the workspace would be compiled a second time.
    cargo.args(["--test", "tidy"]);
    // Variables that cargo sets for the tests themselves would make it build everything anew.
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") || name == "LD_LIBRARY_PATH"
        {
            cargo.env_remove(name);
        }
    }
    let built = cargo.status().expect("cargo can be run");
    assert!(built.success(), "the binaries under test do not build");
    profile_dir
}

/// Where this test's own executable came from: `target/PROFILE/deps/NAME`.
fn profile_dir() -> PathBuf {
    let own = std::env::current_exe().expect("a test knows its own executable");
    own.parent().and_then(Path::parent).expect("test executables lie in target/PROFILE/deps").to_owned()
}
