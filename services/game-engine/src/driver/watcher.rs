//! Watchers: who looks at a match, and how far each has come.

use cards::Viewer;

use super::message::Who;
use super::sink::Sink;

/// Tells the watchers of one match apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WatcherId(pub u64);

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
    pub(super) who: Who,
    pub(super) viewer: Viewer,
    pub(super) sink: Sink,
    pub(super) progress: Progress,
}
