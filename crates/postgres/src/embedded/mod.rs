//! A real Postgres as a child process, for a suite that was given no server.
//!
//! It listens on a private Unix socket only, keeps everything durable, is started again when it dies, and ends with
//! this process however that ends.

mod binaries;
mod cache;
mod child;
mod cluster;
mod config;
mod data_lock;
mod error;
#[cfg(test)]
mod fixtures;
mod orphans;
mod pid_file;
mod placement;
mod run_user;
mod server;
mod supervisor;
mod template;
mod wheel;

pub use binaries::Binaries;
pub use config::{BinaryChoice, EmbeddedConfig};
pub use error::EmbeddedError;
pub use placement::Moved;
pub use server::{DEFAULT_DATABASE, Embedded};

pub(crate) use cluster::SUPERUSER;
pub(crate) use placement::SOCKET_FILE;
pub(crate) use template::Template;
