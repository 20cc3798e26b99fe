//! Postgres as every service uses it: a checked pool, migrations with one history per service, the writer that
//! commits many callers' rows at once, and a real server as a child process where none is configured.
//!
//! No table of any service is known here, and no query on one: services bring their own migrations and statements.

#![deny(missing_docs)]

mod away;
mod begin;
pub mod embedded;
pub mod group_commit;
mod history;
mod meters;
mod pool;
pub mod testing;

pub use away::is_away;
pub use begin::{begin, snapshot};
pub use embedded::Embedded;
pub use group_commit::GroupCommit;
pub use history::{SchemaError, check, migrate};
pub use meters::{describe_meters, meter_pool};
pub use pool::{ConnectError, PoolSettings, connect, open_connection};
