//! The stream of a ladder's feed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use env::Clock;
use service::{Caller, Drain, Life, LifeEvent, Outgoing, OutgoingStream, Place, Places, outgoing, timestamp};
use sqlx::PgPool;
use tokio::sync::{Semaphore, watch};
use tonic::{Request, Response, Status};
use wire::Fault;
use wire::errors::v1::ErrorReason;
use wire::ratings::v1 as pb;
use wire::ratings::v1::rating_feed_service_server::RatingFeedService;
use wire::ratings::v1::watch_rating_changes_response::Update;

use super::{decode, encode};
use crate::error::Error;
use crate::event::LoggedEvent;
use crate::feed::{self, FeedEntry, Portion};
use crate::ids::LadderId;
use crate::rate::Bells;

/// Readers of all feeds at once, in all and of one caller.
const READERS_MAX: usize = 1024;
const READERS_OF_ONE: usize = 64;
/// Connections to the store that all readers share, so that however many they are, others find some.
const CONNECTIONS: usize = 2;
/// Updates that wait for a slow reader.
const BUFFER: usize = 64;
/// A reader that takes nothing for this long is let go.
const READER_STALLED_AFTER: Duration = Duration::from_secs(60);
/// How often a reader that waits looks by itself, should its ladder not be rated by this process.
const LOOK_INTERVAL: Duration = Duration::from_secs(2);

/// The handlers.
#[derive(Clone)]
pub(crate) struct FeedGrpc {
    pool: PgPool,
    clock: Clock,
    drain: Drain,
    bells: Bells,
    places: Places,
    tails: Arc<Tails>,
}

impl FeedGrpc {
    pub(crate) fn new(pool: PgPool, clock: Clock, drain: Drain, bells: Bells) -> Self {
        let tails = Tails { reads: Semaphore::new(CONNECTIONS), latest: Mutex::default() };
        let places = Places::new(READERS_MAX, READERS_OF_ONE);
        Self { pool, clock, drain, bells, places, tails: Arc::new(tails) }
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
        let first = self.tails.portion(&self.pool, &ladder, after, known).await?;
        let expires_at = match caller {
            Caller::Account(account) => Some(account.expires_at),
            Caller::Anonymous | Caller::Service(_) | Caller::Rejected(_) => None,
        };
        let (out, stream) = outgoing(BUFFER);
        let life = Life::new(self.clock.clone(), self.drain.clone(), expires_at);
        let (pool, clock) = (self.pool.clone(), self.clock.clone());
        let (rated_through, tails) = (first.rated_through, self.tails.clone());
        let feed = Feed { pool, clock, tails, ladder, after, rated_through, rated, life, out, _place: place };
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

impl From<sqlx::Error> for Ended {
    fn from(error: sqlx::Error) -> Self {
        Error::from(error).into()
    }
}

/// What readers who keep up are all about to ask for: of each ladder, what follows the number that most of them are at.
struct Tails {
    reads: Semaphore,
    latest: Mutex<HashMap<LadderId, (u64, Arc<Portion>)>>,
}

impl Tails {
    /// The entries after number `after`, read once for all who ask for the same as long as nothing more is rated: a result may be
    /// taken back later, but that is an entry of its own. `known` is the last number that this process knows to be rated; nothing is
    /// remembered of ladders that others rate.
    async fn portion(
        &self,
        pool: &PgPool,
        ladder: &LadderId,
        after: u64,
        known: i64,
    ) -> Result<Arc<Portion>, Error> {
        let _turn = self.turn().await;
        if let Some((from, portion)) = self.latest().get(ladder)
            && (*from, portion.rated_through) == (after, known)
        {
            return Ok(Arc::clone(portion));
        }
        let portion = Arc::new(feed::portion(pool, ladder, after).await?);
        self.latest().insert(ladder.clone(), (after, Arc::clone(&portion)));
        Ok(portion)
    }

    /// One of the connections that readers share.
    async fn turn(&self) -> tokio::sync::SemaphorePermit<'_> {
        self.reads.acquire().await.expect("it is never closed")
    }

    fn latest(&self) -> std::sync::MutexGuard<'_, HashMap<LadderId, (u64, Arc<Portion>)>> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One reader's stream.
struct Feed {
    pool: PgPool,
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
            let portion = self.tails.portion(&self.pool, &self.ladder, self.after, known).await?;
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
            // No connection is held while the reader takes its time.
            let part = {
                let _turn = self.tails.turn().await;
                let mut connection = self.pool.acquire().await?;
                feed::part(&mut connection, &self.ladder, event, after).await?
            };
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
