//! What a client gives up on. Everything that passes by itself is retried before it comes here.

use tonic::Status;
use wire::engine::v1::Refused;

use super::follower::FollowFault;

/// Why a client could not go on.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The address cannot be called.
    #[error("{address:?} is no address of a server: {why}")]
    Address {
        /// What was given.
        address: String,
        /// What is wrong with it.
        why: String,
    },
    /// The server refused a call for good.
    #[error("{call} was refused: {} ({:?})", .status.message(), .status.code())]
    Call {
        /// The call.
        call: &'static str,
        /// What the server said.
        status: Box<Status>,
    },
    /// The server refused a request of a session for good.
    #[error("{what} was refused: {}", .refused.message)]
    Refused {
        /// The request.
        what: &'static str,
        /// What the server said.
        refused: Box<Refused>,
    },
    /// The server stayed away for longer than the client waits.
    #[error("the server did not come back within {seconds} s; the last attempt ended with: {last}")]
    Away {
        /// How long the client waited.
        seconds: u64,
        /// The last failure.
        last: String,
    },
    /// A stream that cannot be followed.
    #[error(transparent)]
    Follow(#[from] FollowFault),
    /// The captured bytes could not be kept.
    #[error("keeping received bytes: {0}")]
    Capture(#[from] std::io::Error),
    /// The server answered something that the API does not allow.
    #[error("the server answered {0}")]
    Odd(String),
}
