//! Players of all games and levels at work.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod arena;
mod blind;
mod levels;
mod positions;
mod smear;
mod table;
