//! The wire: messages, clients and servers generated from `proto/`, and the rich errors that all services share.
//!
//! What lives here: generated code, the descriptor set for reflection, and [`Fault`], the one way from a reason of the
//! catalogue to a `tonic::Status`. What must not: any domain logic, any conversion to or from domain types.
#![deny(missing_docs)]

mod fault;

pub use fault::{DETAILS_BYTES_MAX, FIELDS_MAX, FIELDS_OMITTED, Fault, fault_of, reason_name};

#[allow(missing_docs, clippy::all)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/mod.rs"));
}

pub use generated::jodi::{cards, engine, errors, game, lobby, log, ratings};

/// The encoded `google.protobuf.FileDescriptorSet` of everything in `proto/`, for server reflection.
pub const DESCRIPTOR_SET: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/jodi.bin"));

/// The domain in every `google.rpc.ErrorInfo` that the suite sends.
pub const ERROR_DOMAIN: &str = "jodi";
