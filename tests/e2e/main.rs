//! End to end through the real binaries and the public API alone.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod accounts;
mod apart;
mod bots;
mod clocks;
mod drain;
mod drain_under_load;
mod ends;
mod games;
mod hidden_cards;
mod metrics;
mod rated_match;
mod reflection;
mod roles;
mod secrets;
mod store_away;
mod traces;
mod watching;
mod webhooks;
