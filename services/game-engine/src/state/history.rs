//! The steps that a match has behind it, in the form in which a live match keeps them.

use env::UnixMillis;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::entry::Entry;

/// Tells a request from others at little cost: eight bytes of a hash of caller and request id. A match keeps one per
/// step; equal ones are looked up in the log before anything is said about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// Of a request.
    pub fn of(caller: Uuid, request_id: Uuid) -> Self {
        let hash =
            Sha256::new().chain_update(caller.as_bytes()).chain_update(request_id.as_bytes()).finalize();
        let (head, _) = hash.split_at(8);
        Self(u64::from_be_bytes(head.try_into().expect("eight bytes")))
    }
}

/// A step.
#[derive(Clone, Debug)]
pub struct Logged {
    /// When it was accepted.
    pub at: UnixMillis,
    /// What it was.
    pub entry: Entry,
    /// The request that made it.
    pub fingerprint: Option<Fingerprint>,
}
