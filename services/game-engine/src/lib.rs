//! The game engine: it referees matches, keeps their log, and streams them to the seats.
//!
//! One move in four hops: [`grpc`] decodes it and finds the seat; the mailbox of the one [`driver`] task of the match
//! takes it; the driver decides it on the pure [`state`], appends it through the [`store`]'s group commit, and only then applies and
//! publishes it to every stream. [`convert`] is the only place that knows both messages and domain types.

mod claim;
mod context;
pub mod convert;
pub mod driver;
mod drivers;
mod ended;
mod engine;
mod error;
mod feed;
mod forward;
mod grpc;
mod instance;
mod loading;
mod meters;
mod place;
mod prune;
mod results;
mod settings;
mod start;
pub mod state;
pub mod store;
mod thinkers;

pub use claim::Claim;
pub use context::Context;
pub use drivers::Drivers;
pub use engine::{Engine, Watching};
pub use error::EngineError;
pub use feed::{FeedSignal, Turn, TurnBoard};
pub use place::Place;
pub use settings::Settings;
pub use start::{Deps, start};
pub use thinkers::Thinkers;

/// The schema of the engine's tables.
pub const SCHEMA: &str = "engine";

/// The engine's migrations.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("../../migrations/engine");
