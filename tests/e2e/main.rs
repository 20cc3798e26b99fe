//! End to end through the real binaries and the public API alone.
#![allow(clippy::unwrap_used)]

mod rated_match;
