//! Replays, measures and simulated seasons from outside.
#![allow(clippy::unwrap_used, reason = "clippy sees only functions marked as tests as tests")]

mod contest;
mod measures;
mod replay;
mod support;
