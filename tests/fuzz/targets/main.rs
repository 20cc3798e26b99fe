//! The fuzz targets. Under `cargo test` each runs its corpus and a fixed number of random inputs; README.md says how to
//! run one for longer.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod matches;
mod messages;
mod records;
mod texts;
