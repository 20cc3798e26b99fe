//! The commands of the real binary, and the library against a match that was recorded and captured once.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod demo;
mod keys;
mod ladder;
mod play;
mod recorded;
mod refit;
mod support;
mod trace;
mod unread_output;
mod verify;
