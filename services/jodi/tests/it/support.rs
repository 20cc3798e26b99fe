//! Running the binary and the independent Python checks.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;

use jodi::record::Record;

/// A match of one deal, recorded and captured by `jodi demo --capture`.
pub const MATCH_ID: &str = "01a229b0-234e-7839-b40b-75635815b353";

const CONFORMANCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/conformance");
const FAIRDEAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fairdeal/verify.py");

/// The directory with that match's files.
pub fn data_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

pub fn record_file() -> PathBuf {
    data_dir().join(format!("{MATCH_ID}.record.json"))
}

pub fn record() -> Record {
    Record::load(&record_file()).expect("the recorded match can be read")
}

/// What a command printed and how it ended.
pub struct Ran {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    /// The output of a command that ended well.
    #[track_caller]
    pub fn succeeded(self) -> Self {
        assert!(self.status.success(), "{}: {}\n{}", self.status, self.stdout, self.stderr);
        self
    }
}

/// The binary under test, without whatever the environment configures.
pub fn jodi() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jodi"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("JODI_") && name != "JODI_POSTGRES")
    {
        command.env_remove(name);
    }
    command.env_remove("DATABASE_URL").env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
    command
}

/// Runs the binary to its end.
pub fn run(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Ran {
    ran(jodi().args(arguments).output().expect("the binary runs"))
}

pub fn ran(output: std::process::Output) -> Ran {
    let text = |bytes| String::from_utf8(bytes).expect("the output is text");
    Ran { status: output.status, stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// A directory that the user of an embedded Postgres can reach too.
pub fn open_dir() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory can be made");
    std::fs::set_permissions(dir.path(), std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    dir
}

/// Holds trace lines against the independent implementation; `None` where there is no Python.
pub fn check_trace(lines: &str) -> Option<Ran> {
    check_trace_of("seep", lines)
}

/// The same for lines of another game.
pub fn check_trace_of(game: &str, lines: &str) -> Option<Ran> {
    python(&format!("{CONFORMANCE}/{game}_trace.py"), &[], lines)
}

/// Checks a record with the independent script; `None` where there is no Python.
pub fn check_fair_deal(file: &Path) -> Option<Ran> {
    python(FAIRDEAL, &[file.as_os_str()], "")
}

fn python(script: &str, arguments: &[&OsStr], input: &str) -> Option<Ran> {
    let child = Command::new("python3")
        .arg(script)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "CI has to have python3");
            eprintln!("skipped: python3 is not installed, so {script} cannot run");
            return None;
        }
        Err(error) => panic!("python3 did not start: {error}"),
    };
    let mut stdin = child.stdin.take().expect("it is piped");
    // The scripts print little before they have read everything, so nothing blocks.
    stdin.write_all(input.as_bytes()).expect("the script reads its input");
    drop(stdin);
    Some(ran(child.wait_with_output().expect("the script runs")))
}

/// A suite that runs until it is dropped.
pub struct Suite {
    child: Child,
    pub address: String,
}

impl Suite {
    /// At this port; 0: at any.
    pub fn start(data_dir: &Path, port: u16) -> Self {
        let mut child = jodi()
            .args(["up", "--log", "error", "--listen", &format!("127.0.0.1:{port}")])
            .args(["--data-dir".as_ref(), data_dir.as_os_str()])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let mut greeting = String::new();
        lines.read_line(&mut greeting).unwrap();
        let address = greeting.split_whitespace().find(|word| word.starts_with("http://"));
        let address = address.unwrap_or_else(|| panic!("no address in {greeting:?}")).to_owned();
        // Whatever else it prints must not fill the pipe.
        thread::spawn(move || lines.read_to_end(&mut Vec::new()));
        Self { child, address }
    }

    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Suite {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
