//! The service on a real Postgres: one database per test, one server per run.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod acceptance;
mod admin;
mod board;
mod crash;
mod feed;
mod graph;
mod head_to_head;
mod import;
mod integrity;
mod ledger;
mod quotes;
mod rating_rules;
mod reads_rpc;
mod refused_event;
mod replay;
mod rpc;
mod served;
mod standings;
mod story;
mod vectors;
mod world;
