//! A client that follows one match by its stream and notices every gap.

use uuid::Uuid;
use wire::engine::v1::watch_response::Update;
use wire::engine::v1::*;

use crate::world::{Client, within};

/// A stream of one match, and what came on it so far.
pub struct Follower {
    stream: tonic::Streaming<WatchResponse>,
    /// Every event, in order.
    pub events: Vec<MatchEvent>,
    /// The latest snapshot, as it came.
    pub snapshot: Option<MatchSnapshot>,
    /// The last seq received.
    pub seq: Option<u64>,
}

impl Follower {
    pub async fn open(
        mut client: Client,
        match_id: Uuid,
        after_seq: Option<u64>,
    ) -> Result<Self, tonic::Status> {
        let request = WatchRequest { match_id: match_id.to_string(), after_seq };
        let stream = within(client.watch(request)).await?.into_inner();
        Ok(Self { stream, events: Vec::new(), snapshot: None, seq: after_seq })
    }

    /// The next message; `None` at a good end.
    pub async fn next(&mut self) -> Result<Option<Update>, tonic::Status> {
        let Some(response) = within(self.stream.message()).await? else { return Ok(None) };
        let update = response.update.expect("every message is an update");
        match &update {
            Update::Snapshot(snapshot) => {
                if let Some(seq) = self.seq {
                    assert_eq!(snapshot.seq, seq, "a snapshot stands where the events have come to");
                }
                self.seq = Some(snapshot.seq);
                self.snapshot = Some((**snapshot).clone());
            }
            Update::Event(event) => {
                if let Some(seq) = self.seq {
                    assert_eq!(event.seq, seq + 1, "events come without gap and once");
                }
                self.seq = Some(event.seq);
                self.events.push((**event).clone());
            }
            Update::Heartbeat(_) | Update::Draining(_) | Update::TokenExpiring(_) => {}
        }
        Ok(Some(update))
    }

    /// The next event.
    pub async fn event(&mut self) -> MatchEvent {
        let event = async {
            loop {
                match self.next().await {
                    Ok(Some(Update::Event(event))) => return event,
                    Ok(Some(_)) => {}
                    other => panic!("an event should come, not {other:?}"),
                }
            }
        };
        // As a whole: heartbeats must not prolong it.
        *within(event).await
    }

    /// Reads until the event with this seq is there.
    pub async fn up_to(&mut self, seq: u64) {
        while self.seq.is_none_or(|last| last < seq) {
            self.next().await.unwrap().expect("the stream goes on");
        }
    }

    /// Reads until the match, as far as turn and end tell, is as wanted. The snapshot returned is the last one with turn and end kept up to date.
    pub async fn until(&mut self, is_wanted: impl Fn(&MatchSnapshot) -> bool) -> MatchSnapshot {
        loop {
            match self.next().await.unwrap() {
                Some(Update::Event(event)) => {
                    if let Some(snapshot) = &mut self.snapshot {
                        snapshot.seq = event.seq;
                        snapshot.turn = event.turn;
                        snapshot.end_reason = event.ended.map_or(0, |ended| ended.reason);
                    }
                }
                Some(_) => {}
                None => panic!("the stream ended too early"),
            }
            if let Some(snapshot) = self.snapshot.as_ref().filter(|snapshot| is_wanted(snapshot)) {
                return snapshot.clone();
            }
        }
    }

    /// Reads to the end of the stream: `Ok` for a good one.
    pub async fn rest(&mut self) -> Result<(), tonic::Status> {
        let rest = async {
            while self.next().await?.is_some() {}
            Ok(())
        };
        within(rest).await
    }
}
