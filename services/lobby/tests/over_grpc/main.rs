//! The lobby over real gRPC on a real Postgres. Only the game engine and the ratings service with their feeds are
//! stand-ins: their contracts are what the lobby depends on.
#![allow(clippy::unwrap_used, reason = "a test ends where something is not as it should be")]

mod accounts;
mod engine;
mod feed;
mod hooks;
mod house;
mod joining;
mod listing;
mod ratings;
mod receiver;
mod starting;
mod store_away;
mod tables;
mod tokens;
mod watching;
mod webhook_races;
mod webhook_ratings;
mod webhook_rights;
mod webhook_troubles;
mod webhooks;
