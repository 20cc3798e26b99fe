//! Where the updates of one watch go: a stream of its own, or a device's session.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use env::Clock;
use service::Outgoing;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;
use wire::Fault;
use wire::engine::v1 as pb;
use wire::engine::v1::session_response::Response;
use wire::errors::v1::ErrorReason;

use crate::meters::{Open, meters};

/// How long a reader may leave a full buffer while something waits for it.
const READ_LIMIT: Duration = Duration::from_secs(30);

/// An update of a match.
#[derive(Clone, Debug)]
pub enum Update {
    /// A snapshot to install.
    Snapshot(Box<pb::MatchSnapshot>),
    /// The next event.
    Event(Box<pb::MatchEvent>),
}

impl Update {
    /// The latest seq that it includes.
    pub fn seq(&self) -> u64 {
        match self {
            Self::Snapshot(snapshot) => snapshot.seq,
            Self::Event(event) => event.seq,
        }
    }

    fn into_watch(self) -> pb::WatchResponse {
        use pb::watch_response::Update as U;
        let update = match self {
            Self::Snapshot(snapshot) => U::Snapshot(snapshot),
            Self::Event(event) => U::Event(event),
        };
        pb::WatchResponse { update: Some(update) }
    }

    fn into_session(self) -> pb::SessionResponse {
        let response = match self {
            Self::Snapshot(snapshot) => Response::Snapshot(snapshot),
            Self::Event(event) => Response::Event(event),
        };
        pb::SessionResponse { call: 0, response: Some(response) }
    }
}

/// Why an update was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotTaken {
    /// The watch has ended, or its reader is gone.
    Ended,
    /// There is no room; the watch must then be ended.
    Full,
}

/// Where the updates of one watch go. Clones are the same watch: once it is closed or ended nothing more of it reaches the
/// reader, whoever still holds a clone.
#[derive(Clone)]
pub struct Sink(Arc<Inner>);

struct Inner {
    to: To,
    /// Held while something is added, so that nothing comes after the end.
    sent: Mutex<Sent>,
    ended: CancellationToken,
}

enum To {
    Watch(Outgoing<pb::WatchResponse>),
    /// The reply to the watch bears this call.
    Session(Outgoing<pb::SessionResponse>, u32),
}

struct Sent {
    /// While the watch is open.
    open: Option<Open>,
    /// The last seq that went out; at first the one that the reader had.
    seq: u64,
}

impl std::fmt::Debug for Sink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.0.to {
            To::Watch(_) => "Watch",
            To::Session(..) => "Session",
        })
    }
}

impl Sink {
    /// A stream of this match alone, whose reader has the events up to `after_seq`.
    pub fn watch(out: Outgoing<pb::WatchResponse>, after_seq: Option<u64>) -> Self {
        Self::new(To::Watch(out), after_seq)
    }

    /// A part of a session, asked for by `call`.
    pub fn session(out: Outgoing<pb::SessionResponse>, call: u32, after_seq: Option<u64>) -> Self {
        Self::new(To::Session(out, call), after_seq)
    }

    fn new(to: To, after_seq: Option<u64>) -> Self {
        let sent = Mutex::new(Sent { open: Some(meters().open_watch()), seq: after_seq.unwrap_or(0) });
        Self(Arc::new(Inner { to, sent, ended: CancellationToken::new() }))
    }

    fn sent(&self) -> MutexGuard<'_, Sent> {
        self.0.sent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Are they the same watch?
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Says that the watch begins, before its first update. In a session this is the reply to the request, which comes also if
    /// a later request has ended the watch by now.
    pub fn begin(&self, match_id: Uuid, latest: u64) {
        let _order = self.sent();
        if let To::Session(out, call) = &self.0.to
            && *call != 0
        {
            let watching = pb::Watching { match_id: match_id.to_string(), seq: latest };
            let reply = pb::SessionResponse { call: *call, response: Some(Response::Watching(watching)) };
            // A session without room for its reply ends at the first update.
            let _ = out.try_send(reply);
        }
    }

    /// Adds an update if there is room.
    ///
    /// # Errors
    /// [`NotTaken`]
    pub fn try_send(&self, update: Update) -> Result<(), NotTaken> {
        let mut sent = self.sent();
        if sent.open.is_none() || self.reader_is_gone() {
            return Err(NotTaken::Ended);
        }
        let seq = update.seq();
        let taken = match &self.0.to {
            To::Watch(out) => out.try_send(update.into_watch()),
            To::Session(out, _) => out.try_send(update.into_session()),
        };
        taken.map_err(|_| if self.reader_is_gone() { NotTaken::Ended } else { NotTaken::Full })?;
        sent.seq = seq;
        Ok(())
    }

    /// Adds an update, waiting for room; a reader that leaves none for [`READ_LIMIT`] loses the stream. Never called by a driver.
    ///
    /// # Errors
    /// [`NotTaken::Ended`]
    pub async fn send(&self, clock: &Clock, update: Update) -> Result<(), NotTaken> {
        loop {
            self.make_room(clock, 1).await;
            match self.try_send(update.clone()) {
                // Another match of the session was quicker.
                Err(NotTaken::Full) => {}
                taken => return taken,
            }
        }
    }

    /// Completes when some updates more fit, or the watch has ended, which it does if the reader leaves no room for [`READ_LIMIT`].
    pub async fn make_room(&self, clock: &Clock, updates: usize) {
        if clock.timeout(READ_LIMIT, self.wait_for_room(updates)).await.is_err() {
            self.end_slow();
        }
    }

    /// Completes when some updates more fit, or the watch has ended.
    async fn wait_for_room(&self, updates: usize) {
        let room = async {
            match &self.0.to {
                To::Watch(out) => out.wait_for_room(updates).await,
                To::Session(out, _) => out.wait_for_room(updates).await,
            }
        };
        tokio::select! {
            () = room => {}
            () = self.0.ended.cancelled() => {}
        }
    }

    /// How many more updates fit.
    pub fn room(&self) -> usize {
        match &self.0.to {
            To::Watch(out) => out.room(),
            To::Session(out, _) => out.room(),
        }
    }

    fn reader_is_gone(&self) -> bool {
        match &self.0.to {
            To::Watch(out) => out.is_closed(),
            To::Session(out, _) => out.is_closed(),
        }
    }

    /// Has the watch ended, or is its reader gone?
    pub fn is_closed(&self) -> bool {
        self.sent().open.is_none() || self.reader_is_gone()
    }

    /// Completes when the watch has ended or its reader is gone.
    pub async fn closed(&self) {
        let gone = async {
            match &self.0.to {
                To::Watch(out) => out.ended().await,
                To::Session(out, _) => out.ended().await,
            }
        };
        tokio::select! {
            () = gone => {}
            () = self.0.ended.cancelled() => {}
        }
    }

    /// The reader wants no more of it: nothing is said, and nothing comes any more.
    pub fn close(&self) {
        self.shut(&mut self.sent());
    }

    /// Ends a stream whose reader is too slow: it has lost its buffer, not the match. A session ends as a whole.
    pub fn end_slow(&self) {
        let mut sent = self.sent();
        if sent.open.is_some() {
            self.shut(&mut sent);
            self.finish(Err(slow_reader()));
        }
    }

    /// Ends the watch of a match: well, or with a reason. A session goes on.
    pub fn end(&self, match_id: Uuid, end: Result<(), Fault>) {
        let mut sent = self.sent();
        if sent.open.is_none() {
            return;
        }
        self.shut(&mut sent);
        let To::Session(out, _) = &self.0.to else { return self.finish(end) };
        let reason = end.err().map_or(ErrorReason::Unspecified, |fault| fault.reason());
        let ended = pb::WatchEnded { match_id: match_id.to_string(), seq: sent.seq, reason: reason as i32 };
        let response = Some(Response::WatchEnded(ended));
        if out.try_send(pb::SessionResponse { call: 0, response }).is_err() {
            self.finish(Err(slow_reader()));
        }
    }

    fn shut(&self, sent: &mut Sent) {
        sent.open = None;
        self.0.ended.cancel();
    }

    /// Ends the whole stream.
    fn finish(&self, end: Result<(), Fault>) {
        match &self.0.to {
            To::Watch(out) => out.finish(end),
            To::Session(out, _) => out.finish(end),
        }
    }
}

/// The end of a stream whose reader is too slow.
pub(crate) fn slow_reader() -> Fault {
    Fault::new(
        ErrorReason::SlowReader,
        "The stream was not read fast enough. Watch again from the last seq received.",
    )
}

/// The end of a watch whose match is driven elsewhere by now.
pub(crate) fn moved_away() -> Fault {
    Fault::new(
        ErrorReason::Draining,
        "The match is driven by another instance now. Watch again from the last seq received.",
    )
}
