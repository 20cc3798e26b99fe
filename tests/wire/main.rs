//! Bad input of every kind through the real suite: each has its typed reason, changes nothing, and harms nobody else.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod backends;
mod board;
mod bytes;
mod catalogue;
mod floods;
mod ladder;
mod moves;
mod paging;
mod slow_reader;
mod streams;
mod sweep;
mod tables;
mod tokens;
mod web;
