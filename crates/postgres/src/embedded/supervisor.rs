//! Keeping one server running: a thread that starts it, waits for it, and starts it again if it dies.
//!
//! The thread lives as long as its server. It has to: the signal that ends the server with this process follows the
//! thread that started it.

use std::io;
use std::process::{Child, ExitStatus};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use env::Clock;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio::sync::watch;

use super::cluster::Cluster;
use super::error::EmbeddedError;
use super::{orphans, pid_file};

/// How often the state of the server is looked at while it starts, and while it runs or stops.
const START_POLL: Duration = Duration::from_millis(5);
const RUN_POLL: Duration = Duration::from_millis(50);
/// A start may take this long: recovery after a crash replays the log.
const START_TIMEOUT: Duration = Duration::from_secs(120);
/// A clean stop may take this long before it is hurried, and then before it is killed.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);
const HURRIED_STOP_TIMEOUT: Duration = Duration::from_secs(3);
/// Attempts at the first start, whose failure is the caller's, and at bringing back a server that ran.
const FIRST_ATTEMPTS: u32 = 4;
const RESTART_ATTEMPTS: u32 = 30;
/// Pauses between attempts double from the first to the second.
const MIN_BACKOFF: Duration = Duration::from_millis(50);
const MAX_BACKOFF: Duration = Duration::from_secs(5);

/// How far the server has come.
#[derive(Clone, Debug)]
pub(super) enum Phase {
    /// It does not take connections now, but is being started.
    Starting,
    /// It takes connections.
    Ready { pid: u32 },
    /// It was stopped on request.
    Stopped,
    /// It does not come up any more.
    Failed(Arc<EmbeddedError>),
}

/// The handle on the thread. Dropping it stops the server.
pub(super) struct Supervisor {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

struct Shared {
    cluster: Cluster,
    clock: Clock,
    stop_wanted: Mutex<bool>,
    /// Wakes the thread from its pauses.
    stop_asked: Condvar,
    phase: watch::Sender<Phase>,
}

/// Why the thread stopped watching a server.
enum End {
    /// The server ended by itself.
    Died(String),
    StopWanted,
}

impl Supervisor {
    /// Starts the server. Returns at once; see [`Supervisor::phase`].
    pub(super) fn start(cluster: Cluster, clock: Clock) -> io::Result<Self> {
        let shared = Arc::new(Shared {
            cluster,
            clock,
            stop_wanted: Mutex::new(false),
            stop_asked: Condvar::new(),
            phase: watch::Sender::new(Phase::Starting),
        });
        let running = Arc::clone(&shared);
        let thread = thread::Builder::new().name("postgres".to_owned()).spawn(move || running.run())?;
        Ok(Self { shared, thread: Mutex::new(Some(thread)) })
    }

    pub(super) fn phase(&self) -> watch::Receiver<Phase> {
        self.shared.phase.subscribe()
    }

    pub(super) fn cluster(&self) -> &Cluster {
        &self.shared.cluster
    }

    /// Stops the server and waits for its end. Blocks the thread, usually for some 50 ms.
    pub(super) fn stop(&self) {
        *lock(&self.shared.stop_wanted) = true;
        self.shared.stop_asked.notify_all();
        if let Some(thread) = lock(&self.thread).take() {
            // A panic there was printed by its hook, and took the server with it.
            thread.join().ok();
        }
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Shared {
    fn run(&self) {
        let mut attempts_left = FIRST_ATTEMPTS;
        let mut backoff = MIN_BACKOFF;
        let last = loop {
            match self.serve_once() {
                Ok(End::StopWanted) => break Phase::Stopped,
                Ok(End::Died(reason)) => {
                    // It had come up: a new trouble, with all its attempts.
                    tracing::error!(reason, "Postgres died and is started again");
                    (attempts_left, backoff) = (RESTART_ATTEMPTS, MIN_BACKOFF);
                }
                Err(error) => {
                    attempts_left -= 1;
                    if attempts_left == 0 {
                        tracing::error!(%error, "Postgres does not come up any more");
                        break Phase::Failed(Arc::new(error));
                    }
                    tracing::warn!(%error, retry_ms = backoff.as_millis(), "Postgres did not start");
                }
            }
            self.phase.send_replace(Phase::Starting);
            if self.pause(backoff) {
                break Phase::Stopped;
            }
            backoff = (backoff * 2).min(MAX_BACKOFF);
        };
        self.phase.send_replace(last);
    }

    /// One life of the server, from its start to its end.
    fn serve_once(&self) -> Result<End, EmbeddedError> {
        orphans::end(&self.cluster.pgdata, &self.clock)?;
        orphans::clear_socket(&self.cluster.socket_dir);
        let started = self.clock.monotonic();
        let child = self.cluster.server()?.spawn();
        let mut child = child.map_err(|error| self.cluster.start_error(error.to_string()))?;
        if !self.await_readiness(&mut child)? {
            self.end(&mut child);
            return Ok(End::StopWanted);
        }
        let pid = child.id();
        let start_ms = self.clock.monotonic().since(started).as_millis();
        tracing::info!(pid, start_ms, pgdata = %self.cluster.pgdata.display(), "Postgres is ready");
        self.phase.send_replace(Phase::Ready { pid });
        loop {
            if let Some(status) = ended(&mut child) {
                return Ok(End::Died(status.to_string()));
            }
            if self.pause(RUN_POLL) {
                self.end(&mut child);
                return Ok(End::StopWanted);
            }
        }
    }

    /// True once the server takes connections, false if it is to stop before.
    fn await_readiness(&self, child: &mut Child) -> Result<bool, EmbeddedError> {
        let give_up = self.clock.monotonic().plus(START_TIMEOUT);
        while !pid_file::is_ready(&self.cluster.pgdata, child.id()) {
            if let Some(status) = ended(child) {
                return Err(self.cluster.start_error(status.to_string()));
            }
            if self.clock.monotonic() > give_up {
                self.end(child);
                return Err(self
                    .cluster
                    .start_error(format!("not ready after {} s", START_TIMEOUT.as_secs())));
            }
            if self.pause(START_POLL) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Ends the server: cleanly, else in a hurry, else for certain.
    fn end(&self, child: &mut Child) {
        for (signal, limit) in [(Signal::SIGINT, STOP_TIMEOUT), (Signal::SIGQUIT, HURRIED_STOP_TIMEOUT)] {
            // Not waited for yet, so the id still belongs to the child.
            let pid = i32::try_from(child.id()).expect("process ids are positive 32-bit integers");
            kill(Pid::from_raw(pid), signal).ok();
            let give_up = self.clock.monotonic().plus(limit);
            while self.clock.monotonic() < give_up {
                if ended(child).is_some() {
                    return;
                }
                thread::sleep(START_POLL);
            }
            tracing::warn!(pid, %signal, limit_ms = limit.as_millis(), "Postgres does not stop in time");
        }
        child.kill().ok();
        child.wait().ok();
    }

    /// Waits for `span`, or less if the server is to stop; true if it is.
    fn pause(&self, span: Duration) -> bool {
        let wanted = lock(&self.stop_wanted);
        let waited = self.stop_asked.wait_timeout_while(wanted, span, |wanted| !*wanted);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// How the child ended, if it has.
fn ended(child: &mut Child) -> Option<ExitStatus> {
    child.try_wait().expect("the child is waited for nowhere else")
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is guarded is a single value, never half changed.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
