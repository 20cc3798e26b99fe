//! The keys that access tokens are signed with, and their rotation.
//!
//! Public keys are published by `ListSigningKeys`; the other services verify with them and never ask about a token.

mod key;
mod ring;

pub use key::configured_key;
pub use ring::{KeyLives, SigningRing};
