//! What every Jodi service shares: who calls, tokens and service keys, the layers around the handlers, outgoing
//! streams that end with a typed reason, drain, telemetry, and the server itself.
//!
//! What must not live here: anything that one service alone needs, SQL, rules.
#![deny(missing_docs)]

mod around;
mod arrival;
mod auth;
mod authorities;
mod caller;
mod deadline;
mod descriptors;
mod drain;
mod inproc;
mod keys;
mod language;
mod network;
mod page;
mod parse;
mod peer;
mod places;
mod port;
mod rates;
mod rpcs;
mod server;
mod settings;
mod shares;
mod stream;
mod telemetry;
mod token;
mod typed_errors;
mod web;

/// The allocator of every binary that serves, and of its tests: small pieces of many matches come and go on all threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub use auth::Auth;
pub use authorities::Authorities;
pub use caller::{AccountCaller, Caller, Scope, ServiceCaller};
pub use descriptors::raise_descriptor_limit;
pub use drain::{Drain, DrainPhase};
pub use inproc::InProcess;
pub use keys::{KeyLineError, ServiceKey, ServiceKeys};
pub use language::{accepted_language, language_of};
pub use page::{decode_token, encode_token, page_size};
pub use parse::{display_name, duration_in, parse_uuid, timestamp, to_duration};
pub use peer::{Credential, Peer, connect_peer};
pub use places::{Place, Places};
pub use port::{Bounds, PublicPort, TlsError, TlsSettings};
pub use rates::{Allowance, RateSettings};
pub use server::{MAX_MESSAGE_BYTES, Part, Server};
pub use settings::{KeySettings, Process, ProcessSettings, ServerSettings, StoreSettings};
pub use stream::{Lagging, Life, LifeEvent, Outgoing, OutgoingStream, outgoing};
pub use telemetry::{
    LogFormat, LogSettings, MetricsSettings, TraceSettings, flush_traces, init_logging, init_metrics,
    metrics_are_kept,
};
pub use token::{Claims, KeySource, TokenError, TokenIssuer, TokenVerifier};
pub use typed_errors::typed_error;
pub use web::{WebOrigins, WebOriginsError};
