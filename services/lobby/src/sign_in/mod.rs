//! Sign-ins and their rotating refresh tokens.
//!
//! What may be exchanged is decided in `rotation` alone, without a store; `exchange` runs it inside a transaction.

mod exchange;
mod refresh_token;
mod rotation;

pub use exchange::TokenPair;
pub use rotation::SignInRefusal;
