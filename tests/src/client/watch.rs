//! The stream of one match.

use tonic::{Status, Streaming};
use wire::engine::v1::watch_response::Update;
use wire::engine::v1::{MatchEvent, MatchSnapshot, WatchRequest, WatchResponse};

use super::Guest;
use crate::within;

/// An open watch.
pub struct Watch(Streaming<WatchResponse>);

impl Watch {
    /// Begins to watch.
    ///
    /// # Panics
    /// If that is refused.
    pub async fn open(guest: &Guest, match_id: &str, after_seq: Option<u64>) -> Self {
        Self::try_open(guest, match_id, after_seq).await.expect("the watch begins")
    }

    /// Begins to watch.
    ///
    /// # Errors
    /// Why that is refused.
    pub async fn try_open(guest: &Guest, match_id: &str, after_seq: Option<u64>) -> Result<Self, Status> {
        let request = WatchRequest { match_id: match_id.to_owned(), after_seq };
        Ok(Self(within("Watch", guest.engine().watch(request)).await?.into_inner()))
    }

    /// The next update; `None` at a good end.
    ///
    /// # Errors
    /// With what the stream ended.
    pub async fn next(&mut self) -> Result<Option<Update>, Status> {
        next_update(&mut self.0).await
    }

    /// The next snapshot; everything before it is dropped.
    ///
    /// # Panics
    /// If the stream ends before.
    pub async fn snapshot(&mut self) -> MatchSnapshot {
        within("a snapshot of the watch", async {
            loop {
                if let Update::Snapshot(snapshot) = self.go_on().await {
                    return *snapshot;
                }
            }
        })
        .await
    }

    /// The next event; everything before it is dropped.
    ///
    /// # Panics
    /// If the stream ends before.
    pub async fn event(&mut self) -> MatchEvent {
        next_event(&mut self.0).await
    }

    /// The seq at which somebody is to act, from here on. Deals come by themselves, and some are thrown in at once.
    ///
    /// # Panics
    /// If the stream ends before.
    pub async fn turn(&mut self) -> u64 {
        within("somebody's turn", async {
            loop {
                match self.go_on().await {
                    Update::Snapshot(snapshot) if snapshot.turn.is_some() => return snapshot.seq,
                    Update::Event(event) if event.turn.is_some() => return event.seq,
                    _ => {}
                }
            }
        })
        .await
    }

    /// The end of the stream; everything before it is dropped.
    pub async fn end(&mut self) -> Result<(), Status> {
        within("the end of the watch", async {
            while self.next().await?.is_some() {}
            Ok(())
        })
        .await
    }

    async fn go_on(&mut self) -> Update {
        self.next().await.expect("the watch goes on").expect("the watch goes on")
    }
}

/// Waits until somebody is to act in a match; its seq then.
///
/// # Panics
/// If the match ends before, or the guest may not watch it.
pub async fn await_turn(guest: &Guest, match_id: &str) -> u64 {
    Watch::open(guest, match_id, None).await.turn().await
}

/// The next update of a stream; `None` at a good end.
///
/// # Errors
/// With what the stream ended.
pub async fn next_update(stream: &mut Streaming<WatchResponse>) -> Result<Option<Update>, Status> {
    let message = within("an update of the watch", stream.message()).await?;
    Ok(message.map(|message| message.update.expect("an update says something")))
}

/// The next event of a stream; everything before it is dropped.
///
/// # Panics
/// If the stream ends before.
pub async fn next_event(stream: &mut Streaming<WatchResponse>) -> MatchEvent {
    within("an event of the watch", async {
        loop {
            let update = next_update(stream).await.expect("the watch goes on").expect("the watch goes on");
            if let Update::Event(event) = update {
                return *event;
            }
        }
    })
    .await
}
