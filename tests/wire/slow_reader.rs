//! Streams that are opened and never read: they lose their place, and nobody else notices.

use futures::future::join_all;
use jodi_tests::client::{Guest, Session, Watch, first_move, next_update, play_to_end, reason, seep_deals};
use tonic::transport::Endpoint;
use wire::engine::v1::WatchRequest;
use wire::engine::v1::session_response::Response;
use wire::engine::v1::watch_response::Update;
use wire::errors::v1::ErrorReason;

use crate::board::Board;

/// Deals of the match: many times more events than any buffer holds.
const DEALS: u32 = 6;

impl Board {
    /// A guest's second device, whose connection takes hardly anything before it is read.
    async fn narrow_device(&self, seat: usize) -> Guest {
        let endpoint = Endpoint::from_shared(format!("http://{}", self.suite.address())).unwrap();
        let channel = endpoint.initial_stream_window_size(512).connect().await.unwrap();
        self.guests[seat].on(channel)
    }

    async fn all_play(&self) -> u64 {
        let playing = self.guests.iter().map(|guest| play_to_end(guest, &self.match_id, first_move));
        let played = join_all(playing).await;
        played[0].events.last().expect("a match has events").seq
    }
}

#[tokio::test]
async fn unread_watch_ends_as_slow_and_is_resumed_without_a_gap() {
    let board = Board::dealt_of(|plan| plan.options(seep_deals(DEALS))).await;
    let device = board.narrow_device(1).await;
    let request = WatchRequest { match_id: board.match_id.clone(), after_seq: None };
    let mut unread = device.engine().watch(request).await.unwrap().into_inner();
    let last = board.all_play().await;

    let mut had = 0;
    let status = loop {
        match next_update(&mut unread).await {
            Ok(Some(Update::Snapshot(snapshot))) => had = snapshot.seq,
            Ok(Some(Update::Event(event))) => {
                assert_eq!(event.seq, had + 1, "what comes before the end has no gap");
                had = event.seq;
            }
            Ok(Some(_)) => {}
            Ok(None) => panic!("a stream that was not read cannot have told everything"),
            Err(status) => break status,
        }
    };
    assert_eq!(reason(Err::<(), _>(status)), ErrorReason::SlowReader);
    assert!(had < last);

    let mut resumed = Watch::open(&device, &board.match_id, Some(had)).await;
    for seq in had + 1..=last {
        assert_eq!(resumed.event().await.seq, seq);
    }
    assert_eq!(resumed.snapshot().await.seq, last);
}

#[tokio::test]
async fn unread_session_ends_as_slow() {
    let board = Board::dealt_of(|plan| plan.options(seep_deals(DEALS))).await;
    let device = board.narrow_device(2).await;
    let mut unread = Session::open(&device).await;
    let watching = unread.watch(&board.match_id, None).await;
    assert!(matches!(watching, Response::Watching(_)), "{watching:?}");
    board.all_play().await;
    assert_eq!(reason(unread.end().await), ErrorReason::SlowReader);
}
