//! One reader of the feed: pages from the store into its stream, from its cursor on.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use prost::Message as _;
use service::{Life, LifeEvent, Outgoing, timestamp};
use wire::Fault;
use wire::engine::v1 as pb;
use wire::engine::v1::watch_match_events_response::Update;

use crate::context::Context;
use crate::driver::slow_reader;
use crate::error::EngineError;
use crate::store::{self, FeedFilter, FeedPage, NumberedEvent, PageBounds};

/// Events that are read at a time.
const PAGE: i64 = 200;
/// Numbers that are looked at for one page, so that a filter that lets little pass does not hold a connection for long.
const SCAN: i64 = 5_000;
/// How long to wait before the store is asked again.
const REREAD: Duration = Duration::from_secs(1);
/// How long a reader may leave its buffer full.
const READ_LIMIT: Duration = Duration::from_secs(30);

/// A reader.
pub(crate) struct Reader {
    pub context: Arc<Context>,
    pub filter: FeedFilter,
    pub out: Outgoing<pb::WatchMatchEventsResponse>,
    /// The number up to which everything that is wanted was sent.
    pub sent_up_to: AtomicI64,
    /// The feed's latest number when it was last read.
    pub latest: AtomicI64,
}

impl Reader {
    /// Feeds the stream until it ends.
    pub async fn run(self, life: Life) {
        let end = tokio::select! {
            biased;
            () = self.out.ended() => return,
            fault = self.live(life) => fault,
            fault = self.pump() => fault,
        };
        self.out.finish(Err(end));
    }

    /// Sends page after page, and then what comes. Returns why it ends.
    async fn pump(&self) -> Fault {
        let mut latest = self.context.feed.latest();
        let mut was_behind = true;
        loop {
            let page = match self.page().await {
                Ok(page) => page,
                Err(EngineError::StoreAway) => {
                    self.context.clock.sleep(REREAD).await;
                    continue;
                }
                Err(error) => return error.into(),
            };
            let up_to = page.up_to;
            let is_behind = up_to < page.latest;
            if let Err(fault) = self.send_page(page).await {
                return fault;
            }
            if !is_behind {
                if was_behind && let Err(fault) = self.send(self.heartbeat()).await {
                    return fault;
                }
                // The sender lives as long as the context that this reader holds.
                let _ = latest.wait_for(|latest| *latest > up_to).await;
            }
            was_behind = is_behind;
        }
    }

    async fn page(&self) -> Result<FeedPage, EngineError> {
        let after = self.sent_up_to.load(Ordering::Relaxed);
        let bounds = PageBounds { after, events: PAGE, numbers: SCAN };
        let page = store::feed_page(&self.context.pool, &self.filter, bounds).await?;
        if page.pruned > after {
            return Err(EngineError::OutsideFeed { oldest: page.pruned, latest: page.latest });
        }
        Ok(page)
    }

    async fn send_page(&self, page: FeedPage) -> Result<(), Fault> {
        self.latest.store(page.latest, Ordering::Relaxed);
        for event in page.events {
            let number = event.number;
            self.send(Update::Event(message(event)?)).await?;
            self.sent_up_to.store(number, Ordering::Relaxed);
        }
        self.sent_up_to.store(page.up_to, Ordering::Relaxed);
        Ok(())
    }

    async fn send(&self, update: Update) -> Result<(), Fault> {
        let message = pb::WatchMatchEventsResponse { update: Some(update) };
        match self.context.clock.timeout(READ_LIMIT, self.out.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(slow_reader()),
        }
    }

    fn heartbeat(&self) -> Update {
        let number = |of: &AtomicI64| u64::try_from(of.load(Ordering::Relaxed)).unwrap_or(0);
        Update::Heartbeat(pb::FeedHeartbeat { up_to: number(&self.sent_up_to), latest: number(&self.latest) })
    }

    /// Gives the stream its heartbeats and notices. Returns why it ends.
    async fn live(&self, mut life: Life) -> Fault {
        loop {
            let update = match life.next().await {
                LifeEvent::Heartbeat => self.heartbeat(),
                LifeEvent::Draining(at) => Update::Draining(pb::Draining { deadline: Some(timestamp(at)) }),
                // A service key does not expire.
                LifeEvent::TokenExpiring(_) => continue,
                LifeEvent::End(fault) => return fault,
            };
            // A full buffer shows by itself that the stream lives.
            let _ = self.out.try_send(pb::WatchMatchEventsResponse { update: Some(update) });
        }
    }
}

fn message(event: NumberedEvent) -> Result<pb::MatchFeedEvent, Fault> {
    let decoded = pb::MatchFeedEvent::decode(event.payload.as_slice());
    let message = decoded.map_err(|error| {
        tracing::error!(number = event.number, %error, "an event of the feed cannot be read");
        Fault::from(EngineError::Internal)
    })?;
    let number = u64::try_from(event.number).unwrap_or(0);
    Ok(pb::MatchFeedEvent { number, created_by: event.created_by, ..message })
}
