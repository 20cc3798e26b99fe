//! The engine as its two doors see it: what can be done with a match, wherever it is.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use arc_swap::ArcSwap;
use tokio::sync::oneshot;
use tracing::Span;
use uuid::Uuid;
use wire::engine::v1 as pb;

use crate::claim::Claim;
use crate::context::Context;
use crate::convert;
use crate::driver::{Brief, Command, CommandOrder, Done, Handle, Message, Reply, Sink, WatchOrder, Who};
use crate::ended;
use crate::error::EngineError;
use crate::forward::{Forwarding, Origin};
use crate::place::Place;
use crate::state::Setup;
use crate::store;

/// How long a caller waits for a driver before it is told that the outcome is not known.
const ANSWER_LIMIT: Duration = Duration::from_secs(10);
/// How often a match that has changed hands is looked up again for one call.
const MAX_LOOKUPS: usize = 4;

/// The engine of this process.
pub struct Engine {
    /// What all parts share.
    pub context: Arc<Context>,
    /// The claim under which this process drives matches; another one takes its place when it is lost.
    pub claim: ArcSwap<Claim>,
    /// The way to other instances.
    pub forwarding: Forwarding,
    /// Knows who presents a credential: for fresh tokens inside a session.
    pub auth: service::Auth,
}

/// A watch that has begun.
pub struct Watching {
    /// The latest seq, kept up to date while the watch goes on.
    pub latest: Arc<AtomicU64>,
}

impl Engine {
    /// Creates a match unless the same request has created it, and begins to drive it.
    ///
    /// # Errors
    /// `RequestReused` if the id was used for another match.
    pub async fn create(
        self: &Arc<Self>,
        match_id: Uuid,
        setup: Setup,
        created_by: &str,
        request_hash: [u8; 32],
    ) -> Result<pb::MatchSnapshot, EngineError> {
        let claim = self.claim.load_full();
        if claim.lost.is_cancelled() {
            return Err(EngineError::Draining);
        }
        let kind = setup.options.kind();
        let created_at = self.context.clock.now();
        let new = store::NewMatch {
            match_id,
            game: kind.name(),
            rules_version: i32::try_from(kind.rules_version()).expect("versions are small"),
            config: convert::encode_setup(&setup),
            created_by: created_by.to_owned(),
            request_hash: request_hash.to_vec(),
            secret: self.context.entropy.bytes32().to_vec(),
            instance: claim.lease.name.clone(),
            epoch: claim.lease.epoch,
            created_at_ms: created_at.as_i64(),
            seats: convert::account_seats(&setup),
            started: convert::started_event(match_id, &setup, created_at),
        };
        let created = store::create(&self.context.pool, &new).await.map_err(EngineError::of_transaction)?;
        if created == store::Created::Other {
            return Err(EngineError::RequestReused);
        }
        self.context.feed.ring();
        let snapshot = self.snapshot(match_id, Who::Observer, &Origin::default()).await;
        // The match stands, whatever kept it from being shown.
        snapshot.map_err(|error| match error {
            EngineError::StoreAway | EngineError::PeerAway => EngineError::Unknown,
            other => other,
        })
    }

    /// Makes a change, wherever the match is driven.
    ///
    /// # Errors
    /// Why it was not made.
    pub async fn command(
        self: &Arc<Self>,
        match_id: Uuid,
        command: Command,
        origin: &Origin,
    ) -> Result<Done, EngineError> {
        for _ in 0..MAX_LOOKUPS {
            let done = match self.find(match_id, origin).await? {
                Place::Here(handle) => {
                    let done = self
                        .ask(&handle, |reply| {
                            let order = CommandOrder { command: command.clone(), span: Span::current() };
                            Message::Command(Box::new(order), reply)
                        })
                        .await;
                    self.confirm(match_id, &handle, done).await
                }
                // In a box: room for it would be made for every move.
                Place::There(remote) => Box::pin(remote.command(match_id, &command, origin)).await,
                Place::Archive(archived) => ended::command(&archived, &command),
            };
            match done {
                Err(EngineError::Moved) => {}
                other => return other,
            }
        }
        Err(EngineError::Unknown)
    }

    /// The match as somebody may see it.
    ///
    /// # Errors
    /// `NotFound`, `NotYourMatch`, `Quarantined`, `StoreAway`.
    pub async fn snapshot(
        self: &Arc<Self>,
        match_id: Uuid,
        who: Who,
        origin: &Origin,
    ) -> Result<pb::MatchSnapshot, EngineError> {
        for _ in 0..MAX_LOOKUPS {
            let snapshot = match self.find(match_id, origin).await? {
                Place::Here(handle) => self.ask(&handle, |reply| Message::Get(who, reply)).await,
                Place::There(remote) => remote.snapshot(match_id, origin).await,
                Place::Archive(archived) => ended::snapshot(&archived, who),
            };
            match snapshot {
                Err(EngineError::Moved) => {}
                other => return other.map_err(EngineError::of_read),
            }
        }
        Err(EngineError::StoreAway)
    }

    /// Streams a match into a sink.
    ///
    /// # Errors
    /// `NotFound`, `NotYourMatch`, `BeyondEnd`, `Crowded`, `Quarantined`, `StoreAway`.
    pub async fn watch(
        self: &Arc<Self>,
        match_id: Uuid,
        who: Who,
        after_seq: Option<u64>,
        sink: Sink,
        origin: &Origin,
    ) -> Result<Watching, EngineError> {
        for _ in 0..MAX_LOOKUPS {
            let sink = sink.clone();
            let watching = match self.find(match_id, origin).await? {
                Place::Here(handle) => {
                    let order = WatchOrder { who, after_seq, sink };
                    let latest = handle.latest.clone();
                    let watched = self.ask(&handle, |reply| Message::Watch(Box::new(order), reply)).await;
                    self.confirm(match_id, &handle, watched).await.map(|()| Watching { latest })
                }
                Place::There(remote) => remote.watch(match_id, after_seq, sink, origin).await,
                Place::Archive(archived) => {
                    ended::watch(&self.context.clock, *archived, who, after_seq, sink)
                }
            };
            match watching {
                Err(EngineError::Moved) => {}
                other => return other.map_err(EngineError::of_read),
            }
        }
        Err(EngineError::StoreAway)
    }

    /// Ends a match without a result.
    ///
    /// # Errors
    /// `Refused(Over)` if it was decided before.
    pub async fn abort(
        self: &Arc<Self>,
        match_id: Uuid,
        why: &str,
        origin: &Origin,
    ) -> Result<pb::MatchSnapshot, EngineError> {
        for _ in 0..MAX_LOOKUPS {
            let aborted = match self.find(match_id, origin).await? {
                Place::Here(handle) => self.ask(&handle, |reply| Message::Abort(why.to_owned(), reply)).await,
                Place::There(remote) => remote.abort(match_id, why, origin).await,
                Place::Archive(archived) => ended::abort(&archived),
            };
            match aborted {
                Err(EngineError::Moved) => {}
                other => return other,
            }
        }
        Err(EngineError::Unknown)
    }

    /// What a list says about a live match; `None` if it has ended meanwhile.
    ///
    /// # Errors
    /// As [`Self::snapshot`].
    pub async fn brief(
        self: &Arc<Self>,
        match_id: Uuid,
        origin: &Origin,
    ) -> Result<Option<Brief>, EngineError> {
        let brief = match self.find(match_id, origin).await? {
            Place::Here(handle) => self.ask(&handle, Message::GetBrief).await.map(Some),
            Place::There(remote) => remote.brief(match_id, origin).await.map(Some),
            Place::Archive(_) => Ok(None),
        };
        brief.map_err(EngineError::of_read)
    }

    async fn ask<T>(
        &self,
        handle: &Handle,
        message: impl FnOnce(Reply<T>) -> Message,
    ) -> Result<T, EngineError> {
        let (reply, answer) = oneshot::channel();
        let asked = async {
            handle.mailbox.send(message(reply)).await.map_err(|_| EngineError::Moved)?;
            answer.await.unwrap_or(Err(EngineError::Moved))
        };
        self.context.clock.timeout(ANSWER_LIMIT, asked).await.unwrap_or(Err(EngineError::Unknown))
    }
}
