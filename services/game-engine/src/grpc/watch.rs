//! The stream of one match.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use service::{Caller, Life, LifeEvent, Outgoing, OutgoingStream, Place, outgoing, timestamp};
use tonic::Response;
use uuid::Uuid;
use wire::engine::v1 as pb;
use wire::engine::v1::watch_response::Update;

use crate::driver::{Sink, Who};
use crate::engine::{Engine, Watching};
use crate::error::EngineError;
use crate::forward::{LATEST_SEQ, Origin};

/// Updates that wait for a slow reader.
const BUFFER: usize = 64;

/// What is to be streamed, and to whom.
pub(super) struct Order {
    /// Who watches.
    pub(super) who: Who,
    /// What.
    pub(super) match_id: Uuid,
    /// The last seq that the reader has.
    pub(super) after_seq: Option<u64>,
}

/// Begins to stream a match. The place is held as long as the stream lives.
pub(super) async fn open(
    engine: Arc<Engine>,
    caller: &Caller,
    place: Option<Place>,
    order: Order,
    origin: &Origin,
) -> Result<Response<OutgoingStream<pb::WatchResponse>>, EngineError> {
    let Order { who, match_id, after_seq } = order;
    let (out, stream) = outgoing(BUFFER);
    let sink = Sink::watch(out.clone(), after_seq);
    let watching = engine.watch(match_id, who, after_seq, sink, origin).await?;
    let expires_at = match caller {
        Caller::Account(account) => Some(account.expires_at),
        Caller::Anonymous | Caller::Service(_) | Caller::Rejected(_) => None,
    };
    let mut response = Response::new(stream);
    // For another instance that forwards this stream.
    response.metadata_mut().insert(LATEST_SEQ, watching.latest.load(Ordering::Relaxed).into());
    let life = Life::new(engine.context.clock.clone(), engine.context.drain.clone(), expires_at);
    tokio::spawn(async move {
        live(life, out, match_id, watching).await;
        drop(place);
    });
    Ok(response)
}

/// Gives the stream its heartbeats and notices, and ends it in time.
async fn live(mut life: Life, out: Outgoing<pb::WatchResponse>, match_id: Uuid, watching: Watching) {
    loop {
        let event = tokio::select! {
            () = out.ended() => return,
            event = life.next() => event,
        };
        let update = match event {
            LifeEvent::Heartbeat => {
                let seq = watching.latest.load(Ordering::Relaxed);
                Update::Heartbeat(pb::Heartbeat {
                    latest: vec![pb::MatchSeq { match_id: match_id.to_string(), seq }],
                })
            }
            LifeEvent::Draining(at) => Update::Draining(pb::Draining { deadline: Some(timestamp(at)) }),
            LifeEvent::TokenExpiring(at) => {
                Update::TokenExpiring(pb::TokenExpiring { at: Some(timestamp(at)) })
            }
            LifeEvent::End(fault) => return out.finish(Err(fault)),
        };
        // A full buffer has worse to come: the driver ends such a stream at the next event.
        let _ = out.try_send(pb::WatchResponse { update: Some(update) });
    }
}
