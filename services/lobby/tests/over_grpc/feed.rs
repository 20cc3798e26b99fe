//! A stand-in for the engine's feed of match events, true to its contract.

use std::pin::Pin;
use std::sync::Arc;

use futures::{Stream, StreamExt as _};
use service::{Caller, Scope};
use tokio::sync::watch;
use tokio_stream::wrappers::WatchStream;
use tonic::{Request, Response, Status};
use uuid::Uuid;
use wire::Fault;
use wire::engine::v1::match_feed_event::Event;
use wire::engine::v1::match_feed_service_server::MatchFeedService;
use wire::engine::v1::watch_match_events_response::Update;
use wire::engine::v1::*;
use wire::errors::v1::ErrorReason;

/// The feed. Clones are the same one.
#[derive(Clone)]
pub struct StandInFeed(Arc<watch::Sender<Events>>);

#[derive(Clone, Default)]
struct Events {
    all: Vec<MatchFeedEvent>,
    /// Events up to this number are not kept.
    pruned: u64,
}

impl Default for StandInFeed {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(Events::default())))
    }
}

/// The account on a seat of every match here.
pub fn account(seat: u128) -> Uuid {
    Uuid::from_u128(0xacc0 + seat)
}

fn seats() -> Vec<SeatAssignment> {
    let player = |seat: u128| {
        let display_name = format!("Player {seat}");
        let player = PlayerSeat { account_id: account(seat).to_string(), display_name };
        SeatAssignment { occupant: Some(seat_assignment::Occupant::Player(player)) }
    };
    (0..4).map(player).collect()
}

impl StandInFeed {
    fn push(&self, created_by: &str, event: Event) -> u64 {
        let mut number = 0;
        self.0.send_modify(|events| {
            number = events.all.len() as u64 + 1;
            events.all.push(MatchFeedEvent {
                number,
                match_id: Uuid::from_u128(number.into()).to_string(),
                at: Some(prost_types::Timestamp { seconds: 1_800_000_000, nanos: 250_000_000 }),
                created_by: created_by.to_owned(),
                event: Some(event),
            });
        });
        number
    }

    /// A match has started; the id of its event.
    pub fn start(&self, created_by: &str) -> String {
        let clocks = ClockSettings {
            turn_limit: Some(prost_types::Duration { seconds: 30, nanos: 0 }),
            bank: Some(prost_types::Duration { seconds: 60, nanos: 0 }),
        };
        let (game, ladder) = ("seep".to_owned(), "seep".to_owned());
        let started = MatchStarted { game, ladder, seats: seats(), clocks: Some(clocks), options: None };
        format!("evt_match_{}", self.push(created_by, Event::Started(started)))
    }

    /// A match was aborted.
    pub fn abort(&self, created_by: &str) -> String {
        let mut all = seats().into_iter();
        let mut seat =
            |seat: u32| FinishedSeat { seat, assignment: all.next(), left: seat == 1, ..Default::default() };
        let sides = [[0, 1], [2, 3]].map(|pair| FinishedSide {
            seats: pair.map(&mut seat).into_iter().collect(),
            place: 0,
            score: -3,
        });
        let finished = MatchFinished {
            game: "seep".to_owned(),
            reason: EndReason::Aborted as i32,
            unrated: UnratedReason::Aborted as i32,
            abort_reason: "the hall burns".to_owned(),
            sides: sides.into_iter().collect(),
            ..Default::default()
        };
        format!("evt_match_{}", self.push(created_by, Event::Finished(finished)))
    }

    /// The player on that seat is to act.
    pub fn turn(&self, created_by: &str, seat: u32) -> String {
        let player = PlayerSeat {
            account_id: account(seat.into()).to_string(),
            display_name: format!("Player {seat}"),
        };
        let (game, deadline) = ("seep".to_owned(), None);
        let turn = YourTurn { game, seat, player: Some(player), turn_seq: 7, deadline };
        format!("evt_match_{}", self.push(created_by, Event::YourTurn(turn)))
    }

    /// How many read it at this moment.
    pub fn readers(&self) -> usize {
        self.0.receiver_count()
    }

    /// Events up to this number are not kept any more.
    pub fn prune(&self, up_to: u64) {
        self.0.send_modify(|events| events.pruned = up_to);
    }
}

#[tonic::async_trait]
impl MatchFeedService for StandInFeed {
    type WatchMatchEventsStream =
        Pin<Box<dyn Stream<Item = Result<WatchMatchEventsResponse, Status>> + Send>>;

    async fn watch_match_events(
        &self,
        request: Request<WatchMatchEventsRequest>,
    ) -> Result<Response<Self::WatchMatchEventsStream>, Status> {
        Caller::of(&request).service(Scope::MatchesRead)?;
        let (latest, pruned) = (self.0.borrow().all.len() as u64, self.0.borrow().pruned);
        let mut sent = request.into_inner().after.unwrap_or(pruned);
        if sent > latest || sent < pruned {
            let fault = Fault::new(ErrorReason::SeqOutOfRange, "Out of range.");
            return Err(fault.with("oldest", pruned).with("latest", latest).into());
        }
        let stream = WatchStream::new(self.0.subscribe()).flat_map(move |events| {
            let from = usize::try_from(sent).unwrap().min(events.all.len());
            sent = events.all.len() as u64;
            let mut messages: Vec<_> = events.all[from..].iter().cloned().map(Update::Event).collect();
            messages.push(Update::Heartbeat(FeedHeartbeat { up_to: sent, latest: sent }));
            let messages =
                messages.into_iter().map(|update| Ok(WatchMatchEventsResponse { update: Some(update) }));
            tokio_stream::iter(messages.collect::<Vec<_>>())
        });
        Ok(Response::new(Box::pin(stream)))
    }
}
