//! The two doors: decode, find out who calls, hand over to the engine, encode.

mod catalogue;
mod decode;
mod feed;
mod list;
mod service;
mod session;
mod watch;

pub use catalogue::CatalogueApi;
pub use feed::FeedApi;
pub use service::Api;
