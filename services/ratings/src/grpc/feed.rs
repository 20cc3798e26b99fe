//! The stream of a ladder's feed.

use std::sync::Arc;
use std::time::Duration;

use env::Clock;
use service::{Caller, Drain, Life, LifeEvent, Outgoing, OutgoingStream, Place, Places, outgoing, timestamp};
use sqlx::PgPool;
use tokio::sync::watch;
use tonic::{Request, Response, Status};
use wire::Fault;
use wire::errors::v1::ErrorReason;
use wire::ratings::v1 as pb;
use wire::ratings::v1::rating_feed_service_server::RatingFeedService;
use wire::ratings::v1::watch_rating_changes_response::Update;

use super::{decode, encode};
use crate::error::Error;
use crate::event::LoggedEvent;
use crate::feed::{FeedEntry, Portion, Tails};
use crate::ids::LadderId;
use crate::rate::Bells;

/// Readers of all feeds at once, in all and of one caller.
const READERS_MAX: usize = 1024;
const READERS_OF_ONE: usize = 64;
/// Updates that wait for a slow reader.
const BUFFER: usize = 64;
/// A reader that takes nothing for this long is let go.
const READER_STALLED_AFTER: Duration = Duration::from_secs(60);
/// How often a reader that waits looks by itself, should its ladder not be rated by this process.
const LOOK_INTERVAL: Duration = Duration::from_secs(2);

/// The handlers.
#[derive(Clone)]
pub(crate) struct FeedGrpc {
    clock: Clock,
    drain: Drain,
    bells: Bells,
    places: Places,
    tails: Arc<Tails>,
}

impl FeedGrpc {
    pub(crate) fn new(pool: PgPool, clock: Clock, drain: Drain, bells: Bells) -> Self {
        let places = Places::new(READERS_MAX, READERS_OF_ONE);
        Self { clock, drain, bells, places, tails: Arc::new(Tails::new(pool)) }
    }

    async fn open(
        &self,
        request: Request<pb::WatchRatingChangesRequest>,
    ) -> Result<OutgoingStream<pb::WatchRatingChangesResponse>, Error> {
        let caller = Caller::of(&request);
        let place = self.places.take(&caller)?;
        let pb::WatchRatingChangesRequest { ladder, after } = request.into_inner();
        let ladder = decode::ladder(&ladder)?;
        // Whoever comes in between this look and the first portion is rung for.
        let mut rated = self.bells.rated_through(&ladder);
        let known = *rated.borrow_and_update();
        let first = self.tails.portion(&ladder, after, known).await?;
        let expires_at = match caller {
            Caller::Account(account) => Some(account.expires_at),
            Caller::Anonymous | Caller::Service(_) | Caller::Rejected(_) => None,
        };
        let (out, stream) = outgoing(BUFFER);
        let life = Life::new(self.clock.clone(), self.drain.clone(), expires_at);
        let (clock, tails, rated_through) = (self.clock.clone(), self.tails.clone(), first.rated_through);
        let feed = Feed { clock, tails, ladder, after, rated_through, rated, life, out, _place: place };
        tokio::spawn(feed.run(first));
        Ok(stream)
    }
}

#[tonic::async_trait]
impl RatingFeedService for FeedGrpc {
    type WatchRatingChangesStream = OutgoingStream<pb::WatchRatingChangesResponse>;

    async fn watch_rating_changes(
        &self,
        request: Request<pb::WatchRatingChangesRequest>,
    ) -> Result<Response<Self::WatchRatingChangesStream>, Status> {
        super::answer(self.open(request).await)
    }
}

/// Why a stream goes on no more.
enum Ended {
    /// Its reader is gone.
    Gone,
    /// It is to end with this.
    With(Fault),
}

impl From<Error> for Ended {
    fn from(error: Error) -> Self {
        Self::With(error.into())
    }
}

/// One reader's stream.
struct Feed {
    clock: Clock,
    tails: Arc<Tails>,
    ladder: LadderId,
    /// The last entry that was sent completely.
    after: u64,
    rated_through: i64,
    rated: watch::Receiver<i64>,
    life: Life,
    out: Outgoing<pb::WatchRatingChangesResponse>,
    _place: Place,
}

impl Feed {
    async fn run(mut self, first: Arc<Portion>) {
        if let Ended::With(fault) = self.follow(first).await {
            self.out.finish(Err(fault));
        }
    }

    async fn follow(&mut self, first: Arc<Portion>) -> Ended {
        let mut portion = first;
        loop {
            if let Err(ended) = self.send_portion(&portion).await {
                return ended;
            }
            portion = match self.next_portion().await {
                Ok(portion) => portion,
                Err(ended) => return ended,
            };
        }
    }

    /// What follows, as soon as there is something.
    async fn next_portion(&mut self) -> Result<Arc<Portion>, Ended> {
        loop {
            let known = *self.rated.borrow_and_update();
            let portion = self.tails.portion(&self.ladder, self.after, known).await?;
            self.rated_through = portion.rated_through;
            if !portion.entries.is_empty() {
                return Ok(portion);
            }
            self.wait().await?;
        }
    }

    /// Waits until more is rated, or until it is time to look.
    async fn wait(&mut self) -> Result<(), Ended> {
        let look_at = self.clock.monotonic().plus(LOOK_INTERVAL);
        loop {
            let event = tokio::select! {
                biased;
                () = self.out.ended() => return Err(Ended::Gone),
                event = self.life.next() => event,
                Ok(()) = self.rated.changed() => return Ok(()),
                () = self.clock.sleep_until(look_at) => return Ok(()),
            };
            self.live(event)?;
        }
    }

    async fn send_portion(&mut self, portion: &Portion) -> Result<(), Ended> {
        for entry in &portion.entries {
            let sequence = entry.sequence().unsigned_abs();
            match entry {
                FeedEntry::Result(result) => self.send(Update::Result(encode::result(result))).await?,
                FeedEntry::Event(event) => self.send_event(event).await?,
            }
            self.after = sequence;
        }
        Ok(())
    }

    async fn send_event(&mut self, event: &LoggedEvent) -> Result<(), Ended> {
        let mut after = None;
        loop {
            let part = self.tails.part(&self.ladder, event, after).await?;
            let complete = part.complete;
            after = part.lines.last().copied();
            self.send(Update::Event(encode::event_part(event.clone(), part))).await?;
            if complete {
                return Ok(());
            }
        }
    }

    /// Sends once there is room. The stream lives on while it waits.
    async fn send(&mut self, update: Update) -> Result<(), Ended> {
        let stalled_at = self.clock.monotonic().plus(READER_STALLED_AFTER);
        loop {
            let event = tokio::select! {
                biased;
                () = self.out.ended() => return Err(Ended::Gone),
                event = self.life.next() => event,
                () = self.out.wait_for_room(1) => break,
                () = self.clock.sleep_until(stalled_at) => {
                    let text = "The feed was not read for a minute; watch again after the last complete entry.";
                    return Err(Ended::With(Fault::new(ErrorReason::SlowReader, text)));
                }
            };
            self.live(event)?;
        }
        let message = pb::WatchRatingChangesResponse { update: Some(update) };
        self.out.try_send(message).map_err(|_| Ended::Gone)
    }

    fn live(&self, event: LifeEvent) -> Result<(), Ended> {
        match event {
            LifeEvent::Heartbeat => {
                let beat = pb::FeedHeartbeat {
                    rated_through: self.rated_through.unsigned_abs(),
                    sent_at: Some(timestamp(self.clock.now())),
                };
                // Without room there is enough to show that the stream lives.
                let _ = self
                    .out
                    .try_send(pb::WatchRatingChangesResponse { update: Some(Update::Heartbeat(beat)) });
                Ok(())
            }
            // A reader loses nothing by an end that comes without notice: it watches again from where it was.
            LifeEvent::Draining(_) | LifeEvent::TokenExpiring(_) => Ok(()),
            LifeEvent::End(fault) => Err(Ended::With(fault)),
        }
    }
}
