//! The rules of the house that no compiler checks: which crate may know which, how large things are, what every RPC's
//! comment says, and words that do not belong here.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod arrows;
mod metrics;
mod places;
mod protos;
mod sizes;
mod source;
mod words;
