//! Following a feed: each event once into the deliveries of those who are to get it.

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt as _;
use service::Peer;
use tonic::Status;
use wire::engine::v1::match_feed_service_client::MatchFeedServiceClient;
use wire::engine::v1::watch_match_events_response::Update;
use wire::engine::v1::{WatchMatchEventsRequest, WatchMatchEventsResponse};
use wire::errors::v1::ErrorReason;

use super::Webhooks;
use super::event::Event;
use super::from_match::from_match;
use super::store;

/// The cursor of the engine's feed.
const MATCHES: &str = "match";
/// Messages of a feed that are stored in one transaction.
pub(super) const BATCH: usize = 100;
/// The first and the longest pause before a feed is opened again.
const MIN_PAUSE: Duration = Duration::from_millis(250);
const MAX_PAUSE: Duration = Duration::from_secs(15);

/// Why a feed is not followed at the moment.
#[derive(Debug, thiserror::Error)]
pub(super) enum FollowError {
    /// The store is away or refuses.
    #[error("the store: {0}")]
    Store(#[from] sqlx::Error),
    /// The feed has ended.
    #[error("{:?}: {}", .0.code(), .0.message())]
    Feed(#[from] Status),
}

/// What came of following for a while.
pub(super) struct Pauses {
    next: Duration,
}

impl Pauses {
    pub fn new() -> Self {
        Self { next: MIN_PAUSE }
    }

    /// Events came: the next trouble is a new one.
    pub fn reset(&mut self) {
        self.next = MIN_PAUSE;
    }

    /// The pause now; the next one is longer. Tells of the trouble when it begins.
    pub fn after(&mut self, feed: &str, error: &FollowError) -> Duration {
        let pause = self.next;
        if pause == MIN_PAUSE {
            tracing::info!(feed, %error, "a feed is opened again");
        } else {
            tracing::debug!(feed, %error, "a feed cannot be followed at the moment");
        }
        self.next = (pause * 2).min(MAX_PAUSE);
        pause
    }
}

/// Follows the feed of matches, for ever.
pub async fn follow_matches(hooks: Arc<Webhooks>, engine: Peer) {
    let mut pauses = Pauses::new();
    loop {
        let Err(error) = follow_once(&hooks, engine.clone(), &mut pauses).await else { continue };
        if let FollowError::Feed(status) = &error
            && let Err(error) = hooks.move_cursor_inside(MATCHES, status).await
        {
            tracing::debug!(%error, "the cursor of a feed could not be moved");
        }
        hooks.clock.sleep(pauses.after(MATCHES, &error)).await;
    }
}

async fn follow_once(hooks: &Webhooks, engine: Peer, pauses: &mut Pauses) -> Result<(), FollowError> {
    let cursor = store::cursor(&hooks.pool, MATCHES).await?;
    let after = cursor.and_then(|number| u64::try_from(number).ok());
    let mut client = MatchFeedServiceClient::new(engine);
    let request = WatchMatchEventsRequest { after, ..Default::default() };
    let stream = client.watch_match_events(request).await?.into_inner();
    let mut chunks = stream.ready_chunks(BATCH);
    while let Some(chunk) = chunks.next().await {
        let (events, end) = events_of(chunk);
        if let Some((last, _)) = events.last() {
            let up_to = *last;
            let events = events.into_iter().filter_map(|(number, event)| Some((number, event?))).collect();
            hooks.store_events(MATCHES, up_to, events).await?;
            pauses.reset();
        }
        if let Some(status) = end {
            return Err(status.into());
        }
    }
    Ok(())
}

type Numbered = (i64, Option<Event>);

/// The events before the end, if it is among them. One that this build does not know has its number all the same.
fn events_of(chunk: Vec<Result<WatchMatchEventsResponse, Status>>) -> (Vec<Numbered>, Option<Status>) {
    let mut events = Vec::new();
    for message in chunk {
        match message.map(|message| message.update) {
            Ok(Some(Update::Event(event))) => {
                events.push((i64::try_from(event.number).unwrap_or(i64::MAX), from_match(event)));
            }
            Ok(Some(Update::Heartbeat(_)) | None) => {}
            // Its stream would end later anyway, and holds the engine up until then.
            Ok(Some(Update::Draining(_))) => return (events, Some(Status::unavailable("the engine drains"))),
            Err(status) => return (events, Some(status)),
        }
    }
    (events, None)
}

impl Webhooks {
    /// Stores what endpoints are to get of these events, unless another process has, and that the feed was read up to a number.
    pub(super) async fn store_events(
        &self,
        feed: &str,
        up_to: i64,
        events: Vec<(i64, Event)>,
    ) -> Result<(), sqlx::Error> {
        if store::dispatch(&self.pool, &self.rights, feed, up_to, &events, self.clock.now()).await? > 0 {
            self.stored.notify_one();
        }
        Ok(())
    }

    /// A feed that does not reach back to the cursor, or has not come so far, is followed from where it can be: what is lost is lost, and an operator
    /// is told.
    async fn move_cursor_inside(&self, feed: &str, end: &Status) -> Result<(), sqlx::Error> {
        let Some(fault) = wire::fault_of(end).filter(|f| f.reason() == ErrorReason::SeqOutOfRange) else {
            return Ok(());
        };
        let bound = |name: &str| fault.metadata().get(name)?.parse::<i64>().ok();
        let (Some(oldest), Some(latest)) = (bound("oldest"), bound("latest")) else { return Ok(()) };
        let Some(cursor) = store::cursor(&self.pool, feed).await? else { return Ok(()) };
        let inside = cursor.clamp(oldest.min(latest), latest);
        tracing::error!(
            feed,
            cursor,
            inside,
            "a feed has no events after the cursor; webhooks may be missing"
        );
        store::set_cursor(&self.pool, feed, inside).await
    }
}
