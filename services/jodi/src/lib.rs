//! What programs around the suite share: a client of the public API, records of finished matches and their check, and
//! captures of what seats received.
//!
//! The binary of this package is the suite itself and the operator's tools; nothing here starts a server.
#![doc = include_str!("../FORMATS.md")]

pub mod capture;
pub mod client;
pub mod record;
