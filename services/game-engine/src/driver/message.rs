//! What can be asked of a driver.

use tokio::sync::oneshot;
use uuid::Uuid;
use wire::engine::v1::MatchSnapshot;
use wire::game::v1::GameAction;

use super::watcher::{Sink, WatcherId};
use crate::error::EngineError;

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// An account: it sees its seat, or what spectators see where the match allows them.
    Account(Uuid),
    /// A service that may read any match as a spectator.
    Observer,
}

/// A move as it came in.
#[derive(Clone, Debug, PartialEq)]
pub enum Move {
    /// As a message.
    Action(GameAction),
    /// As canonical text.
    Text(String),
}

/// What a player wants changed.
#[derive(Clone, Debug, PartialEq)]
pub enum CommandKind {
    /// A move.
    Act {
        /// The move.
        action: Move,
        /// The seq that the player saw last, if it must still be the latest.
        expected_seq: Option<u64>,
    },
    /// A cut.
    Cut {
        /// What the seat adds; none if it declines.
        entropy: fairdeal::Entropy,
    },
    /// A resignation.
    Resign,
}

/// A change that a player asks for, idempotent by (account, request id).
#[derive(Clone, Debug, PartialEq)]
pub struct Command {
    /// The account.
    pub account_id: Uuid,
    /// Its request id.
    pub request_id: Uuid,
    /// What it wants.
    pub kind: CommandKind,
}

/// A change that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// The seq under which it stands.
    pub seq: u64,
    /// Was it made by an earlier call?
    pub replayed: bool,
    /// Is the match over?
    pub match_over: bool,
}

/// Where an answer goes.
pub type Reply<T> = oneshot::Sender<Result<T, EngineError>>;

/// Asks for a match's stream.
#[derive(Debug)]
pub struct WatchOrder {
    /// Who watches.
    pub who: Who,
    /// The last seq that it has; `None`: begin with a snapshot.
    pub after_seq: Option<u64>,
    /// Where the updates go.
    pub sink: Sink,
}

/// A message to a driver.
#[derive(Debug)]
pub enum Message {
    /// A player wants a change.
    Command(Command, Reply<Done>),
    /// An operator ends the match.
    Abort(String, Reply<MatchSnapshot>),
    /// How does the match stand?
    Get(Who, Reply<MatchSnapshot>),
    /// Is it this account's turn?
    IsTurn(Uuid, Reply<bool>),
    /// Stream it. The answer is the watcher's id and the latest seq at that moment.
    Watch(WatchOrder, Reply<(WatcherId, u64)>),
    /// Stop streaming it.
    Unwatch(WatcherId),
    /// A watcher has taken a batch of missed events.
    CaughtUp(WatcherId),
}
