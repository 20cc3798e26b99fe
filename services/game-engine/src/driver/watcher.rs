//! Watchers: the streams that a match's updates go to.

use cards::Viewer;
use service::{Lagging, Outgoing};
use uuid::Uuid;
use wire::Fault;
use wire::engine::v1 as pb;
use wire::errors::v1::ErrorReason;

/// Tells the watchers of one match apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WatcherId(pub u64);

/// A stream that takes updates of a match.
#[derive(Clone)]
pub enum Sink {
    /// A stream of this match alone.
    Watch(Outgoing<pb::WatchResponse>),
    /// A device's session, which carries other matches too.
    Session(Outgoing<pb::SessionResponse>),
}

impl std::fmt::Debug for Sink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Watch(_) => "Watch",
            Self::Session(_) => "Session",
        })
    }
}

/// An update of a match.
#[derive(Clone, Debug)]
pub enum Update {
    /// A snapshot to install.
    Snapshot(Box<pb::MatchSnapshot>),
    /// The next event.
    Event(Box<pb::MatchEvent>),
}

impl Update {
    fn into_watch(self) -> pb::WatchResponse {
        use pb::watch_response::Update as U;
        let update = match self {
            Self::Snapshot(snapshot) => U::Snapshot(*snapshot),
            Self::Event(event) => U::Event(*event),
        };
        pb::WatchResponse { update: Some(update) }
    }

    fn into_session(self) -> pb::SessionResponse {
        use pb::session_response::Response as R;
        let response = match self {
            Self::Snapshot(snapshot) => R::Snapshot(*snapshot),
            Self::Event(event) => R::Event(*event),
        };
        pb::SessionResponse { call: 0, response: Some(response) }
    }
}

impl Sink {
    /// Adds an update if there is room.
    ///
    /// # Errors
    /// [`Lagging`]; the stream must then be ended.
    pub fn try_send(&self, update: Update) -> Result<(), Lagging> {
        match self {
            Self::Watch(out) => out.try_send(update.into_watch()),
            Self::Session(out) => out.try_send(update.into_session()),
        }
    }

    /// Adds an update, waiting for room. Never called by a driver.
    ///
    /// # Errors
    /// [`Lagging`] if the stream has ended.
    pub async fn send(&self, update: Update) -> Result<(), Lagging> {
        match self {
            Self::Watch(out) => out.send(update.into_watch()).await,
            Self::Session(out) => out.send(update.into_session()).await,
        }
    }

    /// Completes when some updates more fit, or the reader is gone.
    pub async fn wait_for_room(&self, updates: usize) {
        match self {
            Self::Watch(out) => out.wait_for_room(updates).await,
            Self::Session(out) => out.wait_for_room(updates).await,
        }
    }

    /// How many more updates fit.
    pub fn room(&self) -> usize {
        match self {
            Self::Watch(out) => out.room(),
            Self::Session(out) => out.room(),
        }
    }

    /// Has the stream ended, or is its reader gone?
    pub fn is_closed(&self) -> bool {
        match self {
            Self::Watch(out) => out.is_closed(),
            Self::Session(out) => out.is_closed(),
        }
    }

    /// Ends a stream whose reader is too slow: it has lost its buffer, not the match.
    pub fn end_slow(&self) {
        let fault = Fault::new(
            ErrorReason::SlowReader,
            "The stream was not read fast enough. Watch again from the last seq received.",
        );
        match self {
            Self::Watch(out) => out.finish(Err(fault)),
            Self::Session(out) => out.finish(Err(fault)),
        }
    }

    /// Ends the watch of a match: well, or with a reason. A session goes on.
    pub fn end_watch(&self, match_id: Uuid, seq: u64, fault: Option<Fault>) {
        match self {
            Self::Watch(out) => out.finish(fault.map_or(Ok(()), Err)),
            Self::Session(out) => {
                let reason = fault.map_or(ErrorReason::Unspecified, |f| f.reason());
                let ended = pb::WatchEnded { match_id: match_id.to_string(), seq, reason: reason as i32 };
                let response = Some(pb::session_response::Response::WatchEnded(ended));
                if out.try_send(pb::SessionResponse { call: 0, response }).is_err() {
                    self.end_slow();
                }
            }
        }
    }
}

/// Where a watcher stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// It gets events as they happen.
    Live,
    /// It is being given the events that it missed; it has those up to this seq, and asked for them.
    CatchingUp {
        /// The last seq given.
        given: u64,
    },
}

/// A watcher of a match.
#[derive(Debug)]
pub(super) struct Watcher {
    pub(super) id: WatcherId,
    pub(super) viewer: Viewer,
    pub(super) sink: Sink,
    pub(super) progress: Progress,
}
