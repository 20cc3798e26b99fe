//! The two doors: decode, find out who calls, hand over to the engine, encode.

mod catalogue;
mod decode;
mod list;
mod service;
mod session;
mod watch;

pub use catalogue::CatalogueApi;
pub use service::Api;
