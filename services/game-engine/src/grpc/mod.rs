//! The two doors: decode, find out who calls, hand over to the engine, encode.

mod decode;
mod list;
mod service;
mod session;
mod watch;

pub use service::Api;
