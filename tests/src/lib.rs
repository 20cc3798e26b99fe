//! The harness of the tests that run the real binaries: it builds and starts them, kills them in every way, and plays
//! through the public API as four friends would.
//!
//! What lives here: child processes and their data ([`process`]), and clients with the few steps that every test takes
//! ([`client`]). What must not: anything that looks into a service from inside. Nothing here waits for a fixed time; all
//! waiting is for a condition, with [`DEADLINE`] as its bound.
//!
//! Everything panics where something is wrong with the set-up: that is how a test fails.

pub mod client;
pub mod process;
mod within;

pub use within::{DEADLINE, eventually, within};
