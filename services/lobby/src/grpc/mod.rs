//! The gRPC face: decode, call, encode. Nothing is decided here.

mod account;
mod messages;
mod requests;
mod table;
mod watch;
mod webhook_messages;
mod webhooks;

pub use account::AccountApi;
pub use table::TableApi;
pub use webhooks::WebhookApi;
