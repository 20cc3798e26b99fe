//! Ended matches, and reading any match back from the store.

use env::UnixMillis;
use fairdeal::MatchSecret;
use uuid::Uuid;

use super::entry::Entry;
use super::history::Fingerprint;
use super::match_state::MatchState;
use super::setup::Setup;

/// A step as it lies in the store, with the request that made it.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// When it was accepted.
    pub at: UnixMillis,
    /// What it was.
    pub entry: Entry,
    /// The account, its request id, and the hash of the request's content.
    pub request: Option<(Uuid, Uuid, Vec<u8>)>,
}

/// A log that does not replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayFault {
    /// The match was played by other rules.
    #[error("the match was begun under version {found} of the rules; this build has {known}")]
    RulesVersion {
        /// The match's.
        found: i32,
        /// This build's.
        known: u32,
    },
    /// Bytes that cannot be read.
    #[error("{what} cannot be read")]
    Unreadable {
        /// What they should be.
        what: &'static str,
    },
    /// A seq is missing.
    #[error("the row with seq {seq} is missing")]
    Gap {
        /// The seq.
        seq: i32,
    },
    /// An entry that cannot follow.
    #[error("seq {seq} cannot follow: {why}")]
    Diverges {
        /// Its seq.
        seq: u64,
        /// Why, without cards: this goes into logs.
        why: String,
    },
    /// The log has an end, but the match is live.
    #[error("the log ends the match, which counts as live")]
    Ended,
}

/// Replays steps into a match.
///
/// # Errors
/// [`ReplayFault::Diverges`] at the first step that cannot follow, or whose deal has another state hash.
pub fn replay(
    id: Uuid,
    setup: Setup,
    secret: MatchSecret,
    created_at: UnixMillis,
    steps: &[Recorded],
) -> Result<MatchState, ReplayFault> {
    let mut state = MatchState::new(id, setup, secret, created_at);
    for step in steps {
        let fingerprint = step.request.as_ref().map(|(caller, id, _)| Fingerprint::of(*caller, *id));
        let prepared = state.prepare(step.entry.clone(), step.at, fingerprint).map_err(|refusal| {
            ReplayFault::Diverges { seq: state.seq() + 1, why: refusal.without_cards() }
        })?;
        state.commit(prepared);
    }
    Ok(state)
}

/// An ended match.
#[derive(Clone, Debug)]
pub struct Archived {
    /// The match at its end.
    pub state: MatchState,
    /// The version of the rules that it was played by.
    pub rules_version: i32,
    /// The requests that made its steps, by seq - 1.
    pub requests: Vec<Option<(Uuid, Uuid, Vec<u8>)>>,
}

impl Archived {
    /// The step that a request made: its seq and the hash of its content.
    pub fn find_request(&self, caller: Uuid, request_id: Uuid) -> Option<(u64, &[u8])> {
        (1..).zip(&self.requests).find_map(|(seq, request)| match request {
            Some((by, id, hash)) if *by == caller && *id == request_id => Some((seq, hash.as_slice())),
            _ => None,
        })
    }
}
