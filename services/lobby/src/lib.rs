//! The lobby: accounts, tokens, and the tables where players gather before a match.
//!
//! A call comes in through `grpc`, is decided in `table` (or `sign_in::rotation`) without any store, and is
//! stored by `store` in one transaction that locks what it changes. What runs beside the calls is in `background`; `webhooks`
//! follows the feeds of engine and ratings and posts them to backends.
//!
//! Invariants:
//! - A seat is never given twice, and an account sits at a table once: changes of a table follow each other by its
//!   row's lock, and the store has a constraint besides.
//! - A table leads to at most one match: its id and the exact request are stored before the engine is asked, and every
//!   attempt asks for the same.
//! - No refresh token and no device key is stored or logged, only hashes.
//! - An event of a feed becomes a delivery for each endpoint that is to get it in the transaction that moves the feed's cursor, and is sent until
//!   the endpoint has it or has refused it for long enough.
//! - Nothing here knows a rule of a game: the engine checks options and says sides and ladder.

mod account;
#[cfg(test)]
mod alone;
mod background;
mod changes;
mod engine;
mod error;
mod grpc;
mod ids;
mod lobby;
mod meters;
mod settings;
mod sign_in;
mod signing;
mod start;
mod store;
mod table;
mod tables;
mod webhooks;

pub use settings::{Pem, Settings};
pub use start::{Deps, MIGRATOR, SCHEMA, start};
pub use webhooks::WebhookSettings;
