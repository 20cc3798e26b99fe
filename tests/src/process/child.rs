//! One child process and what it prints.

use std::ffi::OsString;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rustix::process::Signal;
use tokio::sync::watch;

use super::{Handle, reaper};
use crate::{DEADLINE, within};

/// Lines that are kept of a child's output; the oldest go first.
const MAX_LINES: usize = 20_000;
/// Lines that are shown when a test fails.
const SHOWN_LINES: usize = 60;

/// What to start.
#[derive(Clone, Debug)]
pub struct Launch {
    program: PathBuf,
    arguments: Vec<OsString>,
    environment: Vec<(String, String)>,
}

impl Launch {
    /// A program without arguments. Of this process's environment it gets what is not the suite's configuration, and
    /// `JODI_POSTGRES`.
    pub fn of(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), arguments: Vec::new(), environment: Vec::new() }
    }

    /// One more argument.
    #[must_use]
    pub fn arg(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// One more environment variable; of two with one name the later counts.
    #[must_use]
    pub fn env(mut self, name: impl Into<String>, value: impl ToString) -> Self {
        self.environment.push((name.into(), value.to_string()));
        self
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            let configures = text.starts_with("JODI_") || text.starts_with("PG") || text == "DATABASE_URL";
            if configures && text != "JODI_POSTGRES" {
                command.env_remove(&name);
            }
        }
        command.args(&self.arguments).envs(self.environment.iter().cloned());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

/// A running child. Dropping it kills it with SIGKILL and waits until it is gone.
pub struct Child {
    name: String,
    handle: Handle,
    lines: Arc<watch::Sender<Vec<String>>>,
    exited: watch::Receiver<Option<ExitStatus>>,
}

impl Child {
    /// Starts a program.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn start(launch: &Launch) -> Self {
        let started = Self::try_start(launch);
        started.unwrap_or_else(|error| panic!("starting {}: {error}", launch.program.display()))
    }

    /// Starts a program.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn try_start(launch: &Launch) -> io::Result<Self> {
        let name = launch.program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut child = launch.command().spawn()?;
        let pid = child.id();
        // It cannot have been waited for yet, so the number is still its own.
        let handle = Handle::open(pid).expect("a child that was not waited for has a handle");
        reaper::watch_over(pid);
        let lines = Arc::new(watch::Sender::new(Vec::new()));
        let readers = [
            read_lines(child.stdout.take().expect("the output is a pipe"), lines.clone()),
            read_lines(child.stderr.take().expect("the log is a pipe"), lines.clone()),
        ];
        let (exit, exited) = watch::channel(None);
        thread::spawn(move || {
            let status = child.wait().expect("a child can be waited for");
            reaper::forget(pid);
            for reader in readers {
                // What a child of the child still holds open must not delay the news.
                if reader.is_finished() {
                    reader.join().ok();
                }
            }
            exit.send_replace(Some(status));
        });
        Ok(Self { name, handle, lines, exited })
    }

    /// Its process id.
    pub fn pid(&self) -> u32 {
        self.handle.pid()
    }

    /// Sends it a signal; false if it has ended.
    pub fn signal(&self, signal: Signal) -> bool {
        self.handle.send(signal)
    }

    /// Has it not ended yet?
    pub fn is_alive(&self) -> bool {
        self.exited.borrow().is_none()
    }

    /// Waits until it has ended.
    ///
    /// # Panics
    /// If it does not within [`DEADLINE`].
    pub async fn exit(&self) -> ExitStatus {
        let mut exited = self.exited.clone();
        let waited = within("the end of a process", exited.wait_for(Option::is_some)).await;
        (*waited.expect("the waiting thread reports before it ends")).expect("waited for Some")
    }

    /// Waits until it has ended, or `limit` has passed.
    pub async fn exit_within(&self, limit: Duration) -> Option<ExitStatus> {
        let mut exited = self.exited.clone();
        let waited = tokio::time::timeout(limit, exited.wait_for(Option::is_some)).await.ok()?;
        *waited.expect("the waiting thread reports before it ends")
    }

    /// Everything it has printed, output and log in the order of their arrival.
    pub fn printed(&self) -> Vec<String> {
        self.lines.borrow().clone()
    }

    /// Waits for a printed line in which `find` finds something, from the first line on.
    ///
    /// # Panics
    /// If the process ends or [`DEADLINE`] passes before; with what was printed.
    pub async fn printed_line<T>(&self, what: &str, find: impl Fn(&str) -> Option<T>) -> T {
        let mut lines = self.lines.subscribe();
        let mut exited = self.exited.clone();
        let printed = lines.wait_for(|lines| lines.iter().any(|line| find(line).is_some()));
        let found = tokio::select! {
            biased;
            found = tokio::time::timeout(DEADLINE, printed) => found.ok().and_then(Result::ok).map(|lines| lines.iter().find_map(|line| find(line))),
            _ = exited.wait_for(Option::is_some) => None,
        };
        match found.flatten() {
            Some(found) => found,
            None => panic!("{} did not print {what}:\n{}", self.name, self.printed().join("\n")),
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if thread::panicking() {
            let lines = self.printed();
            let shown = &lines[lines.len().saturating_sub(SHOWN_LINES)..];
            eprintln!("--- the last lines of {} ({}):\n{}", self.name, self.pid(), shown.join("\n"));
        }
        self.handle.send(Signal::KILL);
        self.handle.wait(DEADLINE);
    }
}

fn read_lines(
    from: impl Read + Send + 'static,
    lines: Arc<watch::Sender<Vec<String>>>,
) -> thread::JoinHandle<()> {
    thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            lines.send_modify(|lines| {
                if lines.len() == MAX_LINES {
                    lines.drain(..MAX_LINES / 2);
                }
                lines.push(line);
            });
        }
    })
}

/// Runs a program to its end; what it printed, if it succeeded.
///
/// # Panics
/// If it fails or does not end within [`DEADLINE`].
pub(super) async fn run(launch: &Launch) -> Vec<String> {
    let child = Child::start(launch);
    let status = child.exit().await;
    assert!(status.success(), "{} ended with {status}:\n{}", child.name, child.printed().join("\n"));
    child.printed()
}

/// A path as an argument or value.
pub(super) fn text(path: &Path) -> String {
    path.to_str().expect("temporary paths are text").to_owned()
}
