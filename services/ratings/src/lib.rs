//! Keeps ladders: takes results, rates each exactly once and explains every number.
//!
//! The log of accepted results ([`accept`]) is the truth. One task per ladder ([`rate`]) computes from it, in order and
//! exactly once, what became of each result, the double-entry ledger, the histories and the standings; [`board`],
//! [`history`] and [`read`] show them. Everything computed is keyed by (ladder, season, epoch), so that a season can be
//! recomputed beside the one that readers see.
//!
//! What must not live here: rating maths (the crate `rating`), anything that knows a game.

pub mod accept;
pub mod board;
mod error;
mod explanation;
mod grpc;
pub mod history;
mod ids;
pub mod ladder;
pub mod rank;
pub mod rate;
pub mod read;
pub mod result;
mod sentences;
mod settings;
mod sources;
mod start;

pub use error::{Error, FieldFault};
pub use explanation::{Change, Explanation, Fate};
pub use ids::{AccountId, Entity, EntityKey, LadderId, ResultId, SourceName, Track};
pub use settings::{Settings, SourceLadder};
pub use sources::Sources;
pub use start::{Deps, MIGRATOR, Running, SCHEMA, start};
