//! What can be asked of a driver.

use cards::Seat;
use games::Action;
use tokio::sync::oneshot;
use tracing::Span;
use uuid::Uuid;
use wire::engine::v1::MatchSnapshot;
use wire::game::v1::GameAction;

use super::sink::Sink;
use super::watcher::WatcherId;
use crate::error::EngineError;
use crate::state::Actor;

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

/// Asks for a change.
#[derive(Debug)]
pub struct CommandOrder {
    /// What.
    pub command: Command,
    /// The span in which it was asked for.
    pub span: Span,
}

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

/// What a list says about a live match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brief {
    /// May seats still cut?
    pub is_cutting: bool,
    /// The seat to act.
    pub turn: Option<Seat>,
}

/// What a bot decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The match's latest seq when it was asked.
    pub seq: u64,
    /// The seat that it decided for.
    pub seat: Seat,
    /// As whom: the seat's bot, or the autopilot of a player whose time was over.
    pub actor: Actor,
    /// What it does.
    pub action: Action,
}

/// A message to a driver. Large ones are in boxes: every mailbox has room for 32 of them from the beginning.
#[derive(Debug)]
pub enum Message {
    /// A player wants a change.
    Command(Box<CommandOrder>, Reply<Done>),
    /// An operator ends the match.
    Abort(String, Reply<MatchSnapshot>),
    /// How does the match stand?
    Get(Who, Reply<MatchSnapshot>),
    /// The same in a few words.
    GetBrief(Reply<Brief>),
    /// Stream it.
    Watch(Box<WatchOrder>, Reply<()>),
    /// A watcher has taken a batch of missed events.
    CaughtUp(WatcherId),
    /// A bot has decided.
    Thought(Box<Thought>),
}
