//! Drain: how a server stops without losing anybody.

use std::sync::Arc;
use std::time::Duration;

use env::{Clock, Monotonic, UnixMillis};
use tokio::sync::watch;

/// Where a drain stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrainPhase {
    /// When open streams are ended, by the wall clock, to be told to clients.
    pub streams_end_at: UnixMillis,
    /// The same by the monotonic clock.
    pub streams_end: Monotonic,
    /// When the server stops whatever is still open.
    pub hard_end: Monotonic,
}

/// Tells everybody that the server drains. Clones share one state.
#[derive(Clone)]
pub struct Drain {
    clock: Clock,
    grace: Duration,
    hard: Duration,
    phase: Arc<watch::Sender<Option<DrainPhase>>>,
}

impl Drain {
    /// Not draining yet. Once it begins, streams live on for `grace`, and everything ends after `hard`.
    pub fn new(clock: Clock, grace: Duration, hard: Duration) -> Self {
        let phase = Arc::new(watch::Sender::new(None));
        Self { clock, grace: grace.min(hard), hard, phase }
    }

    /// Begins to drain; a second call changes nothing.
    pub fn begin(&self) {
        let now = self.clock.monotonic();
        let phase = DrainPhase {
            streams_end_at: self.clock.now().plus(self.grace),
            streams_end: now.plus(self.grace),
            hard_end: now.plus(self.hard),
        };
        self.phase.send_if_modified(|current| {
            let begins = current.is_none();
            current.get_or_insert(phase);
            begins
        });
    }

    /// Has it begun?
    pub fn is_draining(&self) -> bool {
        self.phase.borrow().is_some()
    }

    /// Completes when it begins, at once if it has.
    pub async fn draining(&self) -> DrainPhase {
        let mut phase = self.phase.subscribe();
        let begun = phase.wait_for(Option::is_some).await.expect("the sender lives in self");
        begun.expect("waited for Some")
    }

    /// Completes when streams are to end.
    pub async fn streams_end(&self) {
        let phase = self.draining().await;
        self.clock.sleep_until(phase.streams_end).await;
    }

    /// Completes when everything is to end.
    pub async fn hard_end(&self) {
        let phase = self.draining().await;
        self.clock.sleep_until(phase.hard_end).await;
    }

    /// Begins to drain at SIGTERM or SIGINT. A second signal ends the process at once.
    pub fn on_signals(&self) -> std::io::Result<()> {
        use tokio::signal::unix::{SignalKind, signal};
        let mut term = signal(SignalKind::terminate())?;
        let mut int = signal(SignalKind::interrupt())?;
        let drain = self.clone();
        tokio::spawn(async move {
            tokio::select! { _ = term.recv() => {}, _ = int.recv() => {} }
            tracing::info!("draining");
            drain.begin();
            tokio::select! { _ = term.recv() => {}, _ = int.recv() => {} }
            tracing::warn!("a second signal came; ending at once");
            std::process::exit(130);
        });
        Ok(())
    }
}
