//! The one task that drives a match. It alone changes the match; everybody else sends it messages.

mod append;
mod awaited;
mod bots;
mod command;
mod message;
mod publish;
mod sink;
mod task;
mod timers;
mod watcher;

pub(crate) use command::payload_hash;
pub use message::{Brief, Command, CommandKind, CommandOrder, Done, Message, Move, Reply, WatchOrder, Who};
pub use sink::{NotTaken, Sink, Update};
pub(crate) use sink::{moved_away, slow_reader};
pub(crate) use task::viewer_of;
pub use task::{DriverTask, Handle};
pub use watcher::WatcherId;
