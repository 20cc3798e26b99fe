//! A client of the public API, as an app would write it: sign in, sit at a table, follow a match without a gap, act
//! with retries that never act twice. The demo plays with it, and tests that need players use it too.
//!
//! It knows nothing that the API does not tell it: no rules, no store, no in-process shortcut.

mod codec;
mod connection;
mod error;
mod follower;
mod memory;
mod patience;
mod player;
mod seat;
mod session;
mod table;

pub use connection::{Connection, web_address};
pub use error::ClientError;
pub use follower::{FollowFault, Followed, MatchFollower};
pub use patience::Patience;
pub use player::Player;
pub use seat::{Decision, SeatClient, Update};
pub use session::SessionStream;
pub use table::await_match;
