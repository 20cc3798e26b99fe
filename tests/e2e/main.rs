//! End to end through the real binaries and the public API alone.

mod rated_match;
