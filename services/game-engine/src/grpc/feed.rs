//! `MatchFeedService`: the feed of match events.

use std::sync::Arc;
use std::sync::atomic::AtomicI64;

use service::{Caller, Life, OutgoingStream, Place, Places, Scope, ServiceCaller, outgoing, parse_uuid};
use tonic::{Request, Response, Status};
use uuid::Uuid;
use wire::Fault;
use wire::engine::v1 as pb;
use wire::engine::v1::match_feed_service_server::MatchFeedService;

use crate::context::Context;
use crate::error::EngineError;
use crate::feed::Reader;
use crate::store::{self, FeedBounds, FeedFilter, FeedKind};

/// Readers of the feed at once, in all and of one service.
const READERS_MAX: usize = 256;
const READERS_OF_ONE: usize = 16;
/// Events that wait for a slow reader.
const BUFFER: usize = 64;
const MAX_ACCOUNTS: usize = 500;
/// A filter names each kind once at most.
const MAX_KINDS: usize = 3;

/// The service.
#[derive(Clone)]
pub struct FeedApi {
    context: Arc<Context>,
    places: Places,
}

impl FeedApi {
    /// The feed of this engine.
    pub fn new(context: Arc<Context>) -> Self {
        Self { context, places: Places::new(READERS_MAX, READERS_OF_ONE) }
    }

    async fn open(
        &self,
        place: Place,
        filter: FeedFilter,
        after: Option<u64>,
    ) -> Result<OutgoingStream<pb::WatchMatchEventsResponse>, EngineError> {
        let bounds = store::feed_bounds(&self.context.pool).await.map_err(EngineError::store)?;
        let after = begin(after, bounds)?;
        let (out, stream) = outgoing(BUFFER);
        let reader = Reader {
            context: self.context.clone(),
            filter,
            out,
            sent_up_to: AtomicI64::new(after),
            latest: AtomicI64::new(bounds.latest),
        };
        let life = Life::new(self.context.clock.clone(), self.context.drain.clone(), None);
        tokio::spawn(async move {
            reader.run(life).await;
            drop(place);
        });
        Ok(stream)
    }
}

/// Where a reader begins.
fn begin(after: Option<u64>, bounds: FeedBounds) -> Result<i64, EngineError> {
    let FeedBounds { latest, pruned: oldest, .. } = bounds;
    let Some(after) = after else { return Ok(oldest) };
    match i64::try_from(after) {
        Ok(after) if (oldest..=latest).contains(&after) => Ok(after),
        _ => Err(EngineError::OutsideFeed { oldest, latest }),
    }
}

#[tonic::async_trait]
impl MatchFeedService for FeedApi {
    type WatchMatchEventsStream = OutgoingStream<pb::WatchMatchEventsResponse>;

    async fn watch_match_events(
        &self,
        request: Request<pb::WatchMatchEventsRequest>,
    ) -> Result<Response<Self::WatchMatchEventsStream>, Status> {
        let caller = Caller::of(&request);
        let reader = caller.service(Scope::MatchesRead)?;
        let filter = filter(reader, request.get_ref())?;
        let place = self.places.take(&caller)?;
        let stream = self.open(place, filter, request.get_ref().after).await.map_err(Fault::from)?;
        Ok(Response::new(stream))
    }
}

fn filter(reader: &ServiceCaller, request: &pb::WatchMatchEventsRequest) -> Result<FeedFilter, Fault> {
    if request.kinds.len() > MAX_KINDS {
        return Err(Fault::invalid("kinds", format!("are more than the {MAX_KINDS} that there are")));
    }
    if request.account_ids.len() > MAX_ACCOUNTS {
        return Err(Fault::invalid("account_ids", format!("are more than {MAX_ACCOUNTS}")));
    }
    let account = |(n, id): (usize, &String)| parse_uuid(&format!("account_ids[{n}]"), id);
    Ok(FeedFilter {
        kinds: request.kinds.iter().map(kind).collect::<Result<_, _>>()?,
        created_by: request.created_by_me.then(|| reader.name.clone()),
        accounts: request.account_ids.iter().enumerate().map(account).collect::<Result<Vec<Uuid>, _>>()?,
    })
}

fn kind(kind: &i32) -> Result<FeedKind, Fault> {
    match pb::MatchEventKind::try_from(*kind) {
        Ok(pb::MatchEventKind::Started) => Ok(FeedKind::Started),
        Ok(pb::MatchEventKind::Finished) => Ok(FeedKind::Finished),
        Ok(pb::MatchEventKind::YourTurn) => Ok(FeedKind::YourTurn),
        Ok(pb::MatchEventKind::Unspecified) | Err(_) => Err(Fault::invalid("kinds", "names no kind")),
    }
}
