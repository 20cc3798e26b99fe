//! The public port over real sockets: TLS and its files, and connections that do not behave. Time is moved by hand.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bounds;
mod certificates;
mod house;
mod tls;
