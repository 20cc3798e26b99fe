//! What is cleaned up when the test process ends in whatever way: also by a signal, and for suites that several tests share,
//! which nobody drops.
//!
//! A shell process holds the reading end of a pipe; when the pipe closes, the test process is gone, and the shell ends what
//! was registered and not taken back.

use std::io::Write as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};

/// Reads `pid N`, `gone N` and `dir PATH` lines; at their end kills the processes that are left, stops the Postgres of each
/// directory and removes the directories.
const SCRIPT: &str = r#"
pids=' '
while read -r what value; do
  case $what in
    pid) pids="$pids$value " ;;
    gone) case $pids in *" $value "*) pids="${pids%% $value *} ${pids#* $value }" ;; esac ;;
    dir) set -- "$@" "$value" ;;
  esac
done
for pid in $pids; do kill -9 "$pid"; done
for dir; do
  postmaster=$(head -n 1 "$dir/postgres/postmaster.pid")
  tries=0
  while [ -n "$postmaster" ] && [ $tries -lt 100 ] && kill -QUIT "$postmaster"; do
    sleep 0.1
    tries=$((tries + 1))
  done
  rm -rf "$dir"
done
"#;

static REAPER: LazyLock<Mutex<ChildStdin>> = LazyLock::new(|| {
    let shell = Command::new("sh")
        .args(["-c", SCRIPT, "reaper"])
        // Out of reach of the terminal's Ctrl-C.
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    Mutex::new(shell.expect("a shell can be started").stdin.expect("its input is a pipe"))
});

/// This process is killed at the end.
pub(super) fn watch_over(pid: u32) {
    tell(&format!("pid {pid}"));
}

/// This process has ended, and its number may come to mean another one.
pub(super) fn forget(pid: u32) {
    tell(&format!("gone {pid}"));
}

/// This directory, a suite's data directory, is removed at the end if it is still there.
pub(super) fn remove_later(directory: &Path) {
    tell(&format!("dir {}", directory.display()));
}

fn tell(line: &str) {
    let mut reaper = REAPER.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(reaper, "{line}").expect("the reaper lives as long as this process");
}
