//! The engine on a real Postgres: one database per test, one server per run, engines in runtimes of their own.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod append_plan;
mod chance;
mod follow;
mod ratings;
mod session;
mod table;
mod world;

mod catalogue;
mod clocks;
mod conversion;
mod ends;
mod fates;
mod feed;
mod feed_reader;
mod feed_turns;
mod fence;
mod golden;
mod hidden;
mod languages;
mod outbox;
mod playing;
mod requests;
mod retries;
mod sessions;
mod solo;
mod state;
mod streams;
