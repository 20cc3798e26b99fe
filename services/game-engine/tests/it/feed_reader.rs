//! A backend that reads the feed of match events.

use tonic::{Status, Streaming};
use uuid::Uuid;
use wire::engine::v1::match_feed_event::Event;
use wire::engine::v1::watch_match_events_response::Update;
use wire::engine::v1::{
    Draining, FeedHeartbeat, MatchEventKind, MatchFeedEvent, WatchMatchEventsRequest,
    WatchMatchEventsResponse,
};

use crate::world::{Engine, within};

/// A stream of the feed.
pub struct FeedReader {
    stream: Streaming<WatchMatchEventsResponse>,
    /// The number of the last event.
    pub number: u64,
}

/// The whole feed after a number.
pub fn all_after(after: u64) -> WatchMatchEventsRequest {
    WatchMatchEventsRequest { after: Some(after), ..Default::default() }
}

/// Only events of these kinds.
pub fn only(kinds: &[MatchEventKind]) -> WatchMatchEventsRequest {
    let kinds = kinds.iter().map(|kind| *kind as i32).collect();
    WatchMatchEventsRequest { after: Some(0), kinds, ..Default::default() }
}

/// A word for what an event tells.
pub fn word(event: &MatchFeedEvent) -> &'static str {
    match event.event.as_ref().unwrap() {
        Event::Started(_) => "started",
        Event::Finished(_) => "finished",
        Event::YourTurn(_) => "turn",
    }
}

/// What events tell, with their matches.
pub fn words(events: &[MatchFeedEvent]) -> Vec<(&'static str, Uuid)> {
    events.iter().map(|event| (word(event), event.match_id.parse().unwrap())).collect()
}

impl FeedReader {
    /// With the key of the service that reads.
    pub async fn open(engine: &Engine, request: WatchMatchEventsRequest) -> Result<Self, Status> {
        Self::open_as(engine, engine.keys()[1], request).await
    }

    pub async fn open_as(
        engine: &Engine,
        key: &str,
        request: WatchMatchEventsRequest,
    ) -> Result<Self, Status> {
        let stream = within(engine.feed(key).watch_match_events(request)).await?.into_inner();
        Ok(Self { stream, number: 0 })
    }

    async fn update(&mut self) -> Result<Update, Status> {
        let message = within(self.stream.message()).await?.expect("the feed has no good end");
        Ok(message.update.expect("a message says something"))
    }

    /// The next event.
    pub async fn next(&mut self) -> MatchFeedEvent {
        loop {
            if let Update::Event(event) = self.update().await.unwrap() {
                assert!(event.number > self.number, "numbers rise");
                self.number = event.number;
                return event;
            }
        }
    }

    /// As many events.
    pub async fn take(&mut self, count: usize) -> Vec<MatchFeedEvent> {
        let mut events = Vec::new();
        while events.len() < count {
            events.push(self.next().await);
        }
        events
    }

    /// Everything up to the first heartbeat: what is stored. And that heartbeat.
    pub async fn stored(&mut self) -> (Vec<MatchFeedEvent>, FeedHeartbeat) {
        let mut events = Vec::new();
        loop {
            match self.update().await.unwrap() {
                Update::Event(event) => events.push(event),
                Update::Heartbeat(heartbeat) => return (events, heartbeat),
                Update::Draining(_) => panic!("nobody drains"),
            }
        }
    }

    /// The notice of a drain, and how the stream ends after it.
    pub async fn drained(mut self) -> (Draining, Status) {
        let draining = loop {
            if let Update::Draining(draining) = self.update().await.unwrap() {
                break draining;
            }
        };
        loop {
            if let Err(status) = self.update().await {
                return (draining, status);
            }
        }
    }
}
