//! The engine as its two doors see it: where a match is, and what can be done with it there.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use arc_swap::ArcSwap;
use cards::Viewer;
use env::UnixMillis;
use fairdeal::MatchSecret;
use tokio::sync::oneshot;
use uuid::Uuid;
use wire::engine::v1 as pb;

use crate::context::Context;
use crate::convert::{self, Deadlines};
use crate::driver::{
    Command, Done, DriverTask, Handle, Message, Reply, Sink, WatchOrder, WatcherId, Who, payload_hash,
};
use crate::error::EngineError;
use crate::forward::{Forwarding, Origin, Remote};
use crate::state::{Archived, MatchState, Recorded, Refusal, ReplayFault, Setup, replay};
use crate::store::{self, Lease, LogLine, MatchRow, RowState};

/// How long a caller waits for a driver before it is told that the outcome is not known.
const ANSWER_LIMIT: Duration = Duration::from_secs(10);
/// How often a match that has changed hands is looked up again for one call.
const MAX_LOOKUPS: usize = 4;

/// The engine of this process.
pub struct Engine {
    /// What all parts share.
    pub context: Arc<Context>,
    /// The claim under which this process drives matches; it changes when another process took the name and this one came back.
    pub lease: ArcSwap<Lease>,
    /// The way to other instances.
    pub forwarding: Forwarding,
    /// Knows who presents a credential: for fresh tokens inside a session.
    pub auth: service::Auth,
}

/// Where a match is.
pub enum Place {
    /// This process drives it.
    Here(Handle),
    /// Another instance drives it.
    There(Remote),
    /// It has ended.
    Archive(Box<Archived>),
}

/// A watch that has begun.
pub struct Watching {
    /// The latest seq, kept up to date where the match is driven here.
    pub latest: Arc<AtomicU64>,
    /// The latest seq at the beginning.
    pub seq: u64,
    /// How to end it; `None` if it has ended already or is driven elsewhere.
    pub stop: Option<(Handle, WatcherId)>,
}

impl Engine {
    /// Where a match is. A match without a living driver is taken over and loaded.
    ///
    /// # Errors
    /// `NotFound`, `Quarantined`, `StoreAway`.
    pub async fn locate(self: &Arc<Self>, match_id: Uuid) -> Result<Place, EngineError> {
        if let Some(handle) = self.context.drivers.find(match_id) {
            return Ok(Place::Here(handle));
        }
        for _ in 0..MAX_LOOKUPS {
            let row = store::load_match(&self.context.pool, match_id).await?.ok_or(EngineError::NotFound)?;
            match row.state {
                RowState::Quarantined => return Err(EngineError::Quarantined),
                RowState::Finished | RowState::Aborted => {
                    return Ok(Place::Archive(Box::new(archived(&row)?)));
                }
                RowState::Live => {}
            }
            let Some(driver) = store::driver_of(&self.context.pool, match_id).await? else { continue };
            let lease = self.lease.load_full();
            if driver.lease == *lease {
                let handle = self.context.drivers.find_or_load(match_id, self.load(row, lease)).await?;
                if !handle.mailbox.is_closed() {
                    return Ok(Place::Here(handle));
                }
                self.context.drivers.forget(match_id, Some(&handle.mailbox));
                continue;
            }
            if let Some(address) = driver.alive_at {
                return Ok(Place::There(self.forwarding.to(&address)?));
            }
            if store::take_over(&self.context.pool, match_id, &driver.lease, &lease).await? {
                tracing::info!(%match_id, from = %driver.lease.name, epoch = driver.lease.epoch, "took a match over");
            }
        }
        Err(EngineError::Moved)
    }

    /// Where a match is for this call: one that was forwarded here is not forwarded again.
    async fn find(self: &Arc<Self>, match_id: Uuid, origin: &Origin) -> Result<Place, EngineError> {
        match self.locate(match_id).await? {
            Place::There(_) if origin.forwarded => Err(EngineError::Unknown),
            place => Ok(place),
        }
    }

    /// Replays a match's log and begins to drive it. A log that does not replay sets the match aside.
    async fn load(self: &Arc<Self>, row: MatchRow, lease: Arc<Lease>) -> Result<Handle, EngineError> {
        let lines = store::load_log(&self.context.pool, row.match_id, 0).await?;
        match live(&row, &lines) {
            Ok(state) => Ok(self.drive(state, &lease)),
            Err(fault) => {
                tracing::error!(match_id = %row.match_id, %fault, "a log does not replay; the match is set aside");
                store::quarantine(&self.context.pool, row.match_id, &fault.to_string()).await?;
                Err(EngineError::Quarantined)
            }
        }
    }

    fn drive(&self, state: MatchState, lease: &Lease) -> Handle {
        let (task, handle) = DriverTask::new(self.context.clone(), lease.clone(), state);
        tokio::spawn(task.run());
        handle
    }

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
        let lease = self.lease.load_full();
        let kind = setup.options.kind();
        let new = store::NewMatch {
            match_id,
            game: kind.name(),
            rules_version: i32::try_from(kind.rules_version()).expect("versions are small"),
            config: convert::encode_setup(&setup),
            created_by: created_by.to_owned(),
            request_hash: request_hash.to_vec(),
            secret: self.context.entropy.bytes32().to_vec(),
            instance: lease.name.clone(),
            epoch: lease.epoch,
            created_at_ms: self.context.clock.now().as_i64(),
            seats: convert::account_seats(&setup),
        };
        if store::create(&self.context.pool, &new).await? == store::Created::Other {
            return Err(EngineError::RequestReused);
        }
        self.snapshot(match_id, Who::Observer, &Origin::default()).await
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
                    self.ask(&handle, |reply| Message::Command(command.clone(), reply)).await
                }
                Place::There(remote) => remote.command(match_id, &command, origin).await,
                Place::Archive(archived) => command_on_archive(&archived, &command),
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
                Place::Archive(archived) => archive_snapshot(&archived, who),
            };
            match snapshot {
                Err(EngineError::Moved) => {}
                other => return other,
            }
        }
        Err(EngineError::StoreAway)
    }

    /// Streams a match into a sink.
    ///
    /// # Errors
    /// `NotFound`, `NotYourMatch`, `BeyondEnd`, `Quarantined`, `StoreAway`.
    pub async fn watch(
        self: &Arc<Self>,
        match_id: Uuid,
        who: Who,
        after_seq: Option<u64>,
        sink: Sink,
        origin: &Origin,
    ) -> Result<Watching, EngineError> {
        for _ in 0..MAX_LOOKUPS {
            match self.find(match_id, origin).await? {
                Place::Here(handle) => {
                    let order = || WatchOrder { who, after_seq, sink: sink.clone() };
                    match self.ask(&handle, |reply| Message::Watch(order(), reply)).await {
                        Ok((id, seq)) => {
                            return Ok(Watching {
                                latest: handle.latest.clone(),
                                seq,
                                stop: Some((handle, id)),
                            });
                        }
                        Err(EngineError::Moved) => {}
                        Err(other) => return Err(other),
                    }
                }
                Place::There(remote) => return remote.watch(match_id, after_seq, sink, origin).await,
                Place::Archive(archived) => return watch_archive(*archived, who, after_seq, sink),
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
                Place::Archive(archived) if archived.state.end() == Some(crate::state::EndKind::Aborted) => {
                    archive_snapshot(&archived, Who::Observer)
                }
                Place::Archive(_) => Err(Refusal::Over.into()),
            };
            match aborted {
                Err(EngineError::Moved) => {}
                other => return other,
            }
        }
        Err(EngineError::Unknown)
    }

    /// Is it this account's turn?
    ///
    /// # Errors
    /// As [`Self::snapshot`].
    pub async fn is_turn(
        self: &Arc<Self>,
        match_id: Uuid,
        account_id: Uuid,
        origin: &Origin,
    ) -> Result<bool, EngineError> {
        match self.find(match_id, origin).await? {
            Place::Here(handle) => self.ask(&handle, |reply| Message::IsTurn(account_id, reply)).await,
            Place::There(remote) => {
                let snapshot = remote.snapshot(match_id, origin).await?;
                let turn = snapshot.turn.map(|turn| turn.seat);
                Ok(turn.is_some() && snapshot.your_seat == turn)
            }
            Place::Archive(_) => Ok(false),
        }
    }

    /// Does a live match wait for the cut? False where that cannot be found out now.
    pub async fn is_cutting(self: &Arc<Self>, match_id: Uuid) -> bool {
        match self.snapshot(match_id, Who::Observer, &Origin::default()).await {
            Ok(snapshot) => snapshot.state == pb::MatchState::Cutting as i32,
            Err(_) => false,
        }
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

fn command_on_archive(archived: &Archived, command: &Command) -> Result<Done, EngineError> {
    let setup = &archived.state.setup;
    if setup.seat_of(command.account_id).is_none() {
        return Err(EngineError::NotYourMatch);
    }
    match archived.find_request(command.account_id, command.request_id) {
        Some((seq, hash)) if hash == payload_hash(setup.options.kind(), &command.kind)? => {
            Ok(Done { seq, replayed: true, match_over: true })
        }
        Some(_) => Err(EngineError::RequestReused),
        None => Err(Refusal::Over.into()),
    }
}

fn archive_snapshot(archived: &Archived, who: Who) -> Result<pb::MatchSnapshot, EngineError> {
    let viewer = crate::driver::viewer_of(&archived.state, who)?;
    Ok(convert::snapshot(&archived.state, viewer, Deadlines::default()))
}

/// Streams an ended match: what was missed, a snapshot, the end.
fn watch_archive(
    archived: Archived,
    who: Who,
    after_seq: Option<u64>,
    sink: Sink,
) -> Result<Watching, EngineError> {
    let viewer = crate::driver::viewer_of(&archived.state, who)?;
    let seq = archived.state.seq();
    if after_seq.is_some_and(|after| after > seq) {
        return Err(EngineError::BeyondEnd { latest: seq });
    }
    tokio::spawn(tell_archive(archived.state, viewer, after_seq.unwrap_or(seq), sink));
    Ok(Watching { latest: Arc::new(AtomicU64::new(seq)), seq, stop: None })
}

async fn tell_archive(state: MatchState, viewer: Viewer, after_seq: u64, sink: Sink) {
    use crate::driver::Update;
    let missed = state.see_missed(after_seq, usize::MAX, viewer);
    let events = missed.into_iter().map(|(seq, at, step)| {
        let mut event = convert::event(&state, seq, at, step);
        event.closed_form = true;
        Update::Event(Box::new(event))
    });
    let events: Vec<_> = events.collect();
    let snapshot = Update::Snapshot(Box::new(convert::snapshot(&state, viewer, Deadlines::default())));
    for update in events.into_iter().chain([snapshot]) {
        if sink.send(update).await.is_err() {
            return;
        }
    }
    sink.end_watch(state.id, state.seq(), None);
}

fn unreadable(what: &'static str) -> ReplayFault {
    ReplayFault::Unreadable { what }
}

fn secret_of(row: &MatchRow) -> Result<MatchSecret, ReplayFault> {
    let bytes: [u8; 32] = row.secret.as_slice().try_into().map_err(|_| unreadable("the secret"))?;
    Ok(MatchSecret::from_bytes(bytes))
}

/// A live match from its row and log.
fn live(row: &MatchRow, lines: &[LogLine]) -> Result<MatchState, ReplayFault> {
    let setup = convert::decode_setup(&row.config).ok_or_else(|| unreadable("the configuration"))?;
    let known = setup.options.kind().rules_version();
    if u32::try_from(row.rules_version) != Ok(known) {
        return Err(ReplayFault::RulesVersion { found: row.rules_version, known });
    }
    let mut steps = Vec::with_capacity(lines.len());
    for (seq, line) in (1..).zip(lines) {
        if line.seq != seq {
            return Err(ReplayFault::Gap { seq });
        }
        let entry = convert::decode_entry(&line.entry, &setup).ok_or_else(|| unreadable("an entry"))?;
        let request = line.caller.zip(line.request_id).map(|(caller, id)| (caller, id, Vec::new()));
        steps.push(Recorded { at: UnixMillis::new(line.at_ms), entry, request });
    }
    replay(row.match_id, setup, secret_of(row)?, UnixMillis::new(row.created_at_ms), &steps)
}

/// An ended match from its row.
pub(crate) fn archived(row: &MatchRow) -> Result<Archived, EngineError> {
    let read = || -> Result<Archived, ReplayFault> {
        let record = row.record.as_deref().ok_or_else(|| unreadable("the record"))?;
        let (setup, steps) = convert::decode_record(record).ok_or_else(|| unreadable("the record"))?;
        let state = replay(row.match_id, setup, secret_of(row)?, UnixMillis::new(row.created_at_ms), &steps)?;
        let requests = steps.into_iter().map(|step| step.request).collect();
        Ok(Archived { state, rules_version: row.rules_version, requests })
    };
    read().map_err(|fault| {
        tracing::error!(match_id = %row.match_id, %fault, "a record does not replay");
        EngineError::Quarantined
    })
}
