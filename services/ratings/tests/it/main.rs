//! The service on a real Postgres: one database per test, one server per run.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod acceptance;
mod board;
mod crash;
mod feed;
mod ledger;
mod rating_rules;
mod replay;
mod rpc;
mod served;
mod vectors;
mod world;
