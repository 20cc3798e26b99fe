//! Keeps ladders: takes results, rates each exactly once and explains every number.

pub mod accept;
pub mod board;
pub mod error;
pub mod explanation;
pub mod history;
pub mod ids;
pub mod ladder;
pub mod rank;
pub mod rate;
pub mod read;
pub mod result;
pub mod sentences;
pub mod sources;
