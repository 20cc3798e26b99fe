//! The lobby: accounts, tokens, and the tables where players gather before a match.
//!
//! A call comes in through `grpc`, is decided in `table` (or `sign_in::rotation`) without any store, and is
//! stored by `store` in one transaction that locks what it changes. What runs beside the calls is in `background`.
//!
//! Invariants:
//! - A seat is never given twice, and an account sits at a table once: changes of a table follow each other by its
//!   row's lock, and the store has a constraint besides.
//! - A table leads to at most one match: its id and the exact request are stored before the engine is asked, and every
//!   attempt asks for the same.
//! - No refresh token and no device key is stored or logged, only hashes.
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
mod settings;
mod sign_in;
mod signing;
mod start;
mod store;
mod table;
mod tables;

pub use settings::{Pem, Settings};
pub use start::{Deps, MIGRATOR, SCHEMA, start};
