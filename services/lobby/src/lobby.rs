//! The lobby as one value: what every call works with.

use std::sync::Arc;
use std::time::Duration;

use env::{Clock, Entropy};
use sqlx::PgPool;

use crate::changes::Changes;
use crate::engine::Engine;
use crate::signing::SigningRing;

/// How long tokens live.
#[derive(Clone, Copy, Debug)]
pub struct TokenLives {
    /// An access token.
    pub access_token: Duration,
    /// A refresh token that is not used.
    pub refresh_token: Duration,
}

/// The lobby. Its methods are spread over the modules that they belong to: [`crate::account`], [`crate::sign_in`] and
/// [`crate::tables`].
pub struct Lobby {
    pub(crate) pool: PgPool,
    pub(crate) clock: Clock,
    pub(crate) entropy: Entropy,
    pub(crate) signing: Arc<SigningRing>,
    pub(crate) lives: TokenLives,
    pub(crate) engine: Engine,
    pub(crate) changes: Changes,
}

impl Lobby {
    /// The keys that access tokens are verified with.
    pub fn signing(&self) -> &SigningRing {
        &self.signing
    }
}
