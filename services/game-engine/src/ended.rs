//! Ended matches: what can still be asked of them.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use cards::Viewer;
use env::Clock;
use wire::engine::v1 as pb;

use crate::convert::{self, Deadlines};
use crate::driver::{Command, Done, Sink, Update, Who, payload_hash, viewer_of};
use crate::engine::Watching;
use crate::error::EngineError;
use crate::state::{Archived, EndKind, MatchState, Refusal};

/// The recorded outcome of a retried request; anything new is too late.
pub(crate) fn command(archived: &Archived, command: &Command) -> Result<Done, EngineError> {
    let setup = &archived.state.setup;
    let seat = setup.seat_of(command.account_id).ok_or(EngineError::NotYourMatch)?;
    let hash = payload_hash(setup.options.kind(), &command.kind)?;
    let done = |seq| Done { seq, replayed: true, match_over: true };
    match archived.find_request(command.account_id, command.request_id) {
        Some((seq, made_by)) if made_by == hash => Ok(done(seq)),
        Some(_) => Err(EngineError::RequestReused),
        None => match command.kind {
            crate::driver::CommandKind::Resign => {
                archived.state.resigned_at(seat).map(done).ok_or(Refusal::Over.into())
            }
            _ => Err(Refusal::Over.into()),
        },
    }
}

/// The match as it ended.
pub(crate) fn snapshot(archived: &Archived, who: Who) -> Result<pb::MatchSnapshot, EngineError> {
    let viewer = viewer_of(&archived.state, who)?;
    Ok(convert::snapshot(&archived.state, viewer, Deadlines::default()))
}

/// The answer to an abort: a match that was aborted before is what was asked for.
pub(crate) fn abort(archived: &Archived) -> Result<pb::MatchSnapshot, EngineError> {
    match archived.state.end() {
        Some(EndKind::Aborted) => snapshot(archived, Who::Observer),
        _ => Err(Refusal::Over.into()),
    }
}

/// Streams what was missed, a snapshot, the end.
pub(crate) fn watch(
    clock: &Clock,
    archived: Archived,
    who: Who,
    after_seq: Option<u64>,
    sink: Sink,
) -> Result<Watching, EngineError> {
    let viewer = viewer_of(&archived.state, who)?;
    let seq = archived.state.seq();
    if after_seq.is_some_and(|after| after > seq) {
        return Err(EngineError::BeyondEnd { latest: seq });
    }
    sink.begin(archived.state.id, seq);
    tokio::spawn(tell(clock.clone(), archived.state, viewer, after_seq.unwrap_or(seq), sink));
    Ok(Watching { latest: Arc::new(AtomicU64::new(seq)) })
}

async fn tell(clock: Clock, state: MatchState, viewer: Viewer, after_seq: u64, sink: Sink) {
    let missed = state.see_missed(after_seq, usize::MAX, viewer);
    for (seq, at, step) in missed {
        let event = convert::closed_event(&state, seq, at, step);
        if sink.send(&clock, Update::Event(Box::new(event))).await.is_err() {
            return;
        }
    }
    let snapshot = Update::Snapshot(Box::new(convert::snapshot(&state, viewer, Deadlines::default())));
    if sink.send(&clock, snapshot).await.is_ok() {
        sink.end(state.id, Ok(()));
    }
}
