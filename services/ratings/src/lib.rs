//! Keeps ladders: takes results, rates each exactly once and explains every number.
//!
//! The [`log`] of accepted results ([`accept`], [`import`]) and of events ([`append`]) is the truth. One task per ladder
//! ([`rate`]) computes from it, in order and exactly once, what became of each result, the double-entry ledger, the histories
//! and the standings; [`board`], [`history`], [`graph`], [`head_to_head`], [`gauge`], [`read`] and [`feed`] show them, and
//! [`rate::quote`] tells what a game would bring. Ledger, histories and outcomes are only ever appended to; a void replaces
//! standings in one transaction, and books the difference. [`integrity`] looks through what was
//! rated and queues what a person should look at.
//!
//! What must not live here: rating maths (the crate `rating`), anything that knows a game.

pub mod accept;
pub mod append;
pub mod board;
mod canonical;
pub mod check;
pub mod divisions;
mod error;
pub mod event;
mod explanation;
pub mod feed;
pub mod gauge;
pub mod graph;
mod grpc;
pub mod head_to_head;
pub mod history;
mod ids;
pub mod import;
pub mod integrity;
pub mod ladder;
pub mod log;
mod meters;
mod order;
pub mod preview;
pub mod rank;
pub mod rate;
pub mod read;
pub mod result;
pub mod season;
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
