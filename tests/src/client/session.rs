//! The fast door: one stream for everything.

use std::collections::VecDeque;

use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Status, Streaming};
use wire::engine::v1::session_request::Request;
use wire::engine::v1::session_response::Response;
use wire::engine::v1::{
    ActRequest, MatchEvent, MatchSnapshot, SessionRequest, SessionResponse, UnwatchRequest, WatchRequest,
    act_request,
};

use super::{Guest, fresh_id};
use crate::within;

/// Requests that wait to be sent.
const UP_BUFFER: usize = 64;

/// The sending half of a session. Dropping it half-closes the stream.
pub type Up = mpsc::Sender<SessionRequest>;

/// An open session.
pub struct Session {
    up: Up,
    down: Streaming<SessionResponse>,
    calls: u32,
    /// What came while a reply was waited for.
    passed: VecDeque<SessionResponse>,
}

impl Session {
    /// Opens a session.
    ///
    /// # Panics
    /// If that is refused.
    pub async fn open(guest: &Guest) -> Self {
        Self::try_open(guest).await.expect("a session opens")
    }

    /// Opens a session.
    ///
    /// # Errors
    /// Why that is refused.
    pub async fn try_open(guest: &Guest) -> Result<Self, Status> {
        let (up, requests) = mpsc::channel(UP_BUFFER);
        let opened = guest.engine().session(ReceiverStream::new(requests)).await?;
        Ok(Self { up, down: opened.into_inner(), calls: 0, passed: VecDeque::new() })
    }

    /// Sends a request; its call number. False news of an ended stream are left to [`Session::next`].
    pub async fn send(&mut self, request: Request) -> u32 {
        self.calls += 1;
        let call = self.calls;
        self.up.send(SessionRequest { call, request: Some(request) }).await.ok();
        call
    }

    /// Sends a request to which no reply is wanted.
    pub async fn send_uncalled(&mut self, request: Request) {
        self.up.send(SessionRequest { call: 0, request: Some(request) }).await.ok();
    }

    /// Sends a request and waits for its reply; what else comes meanwhile is kept for [`Session::next`].
    ///
    /// # Panics
    /// If the stream ends before.
    pub async fn ask(&mut self, request: Request) -> Response {
        let call = self.send(request).await;
        let mut passed = std::mem::take(&mut self.passed);
        let reply = within("a reply", async {
            loop {
                let message = self.go_on().await;
                if message.call == call {
                    return message;
                }
                passed.push_back(message);
            }
        })
        .await;
        self.passed = passed;
        reply.response.expect("a reply says something")
    }

    /// Watches a match; the reply.
    pub async fn watch(&mut self, match_id: &str, after_seq: Option<u64>) -> Response {
        self.ask(Request::Watch(WatchRequest { match_id: match_id.to_owned(), after_seq })).await
    }

    /// Stops watching a match; the reply.
    pub async fn unwatch(&mut self, match_id: &str) -> Response {
        self.ask(Request::Unwatch(UnwatchRequest { match_id: match_id.to_owned() })).await
    }

    /// Sends a move given as text, under a new request id; its call number.
    pub async fn act(&mut self, match_id: &str, text: &str, expected_seq: Option<u64>) -> u32 {
        let act = ActRequest {
            match_id: match_id.to_owned(),
            request_id: fresh_id(),
            expected_seq,
            r#move: Some(act_request::Move::Text(text.to_owned())),
        };
        self.send(Request::Act(act)).await
    }

    /// The next message; `None` at a good end.
    ///
    /// # Errors
    /// With what the stream ended.
    pub async fn next(&mut self) -> Result<Option<SessionResponse>, Status> {
        self.message().await
    }

    async fn go_on(&mut self) -> SessionResponse {
        self.message().await.expect("the session goes on").expect("the session goes on")
    }

    async fn message(&mut self) -> Result<Option<SessionResponse>, Status> {
        match self.passed.pop_front() {
            Some(message) => Ok(Some(message)),
            None => within("a message of the session", self.down.message()).await,
        }
    }

    /// The next snapshot; everything before it is dropped.
    ///
    /// # Panics
    /// If the stream ends before.
    pub async fn snapshot(&mut self) -> MatchSnapshot {
        within("a snapshot of the session", async {
            loop {
                if let Some(Response::Snapshot(snapshot)) = self.go_on().await.response {
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
        within("an event of the session", async {
            loop {
                if let Some(Response::Event(event)) = self.go_on().await.response {
                    return *event;
                }
            }
        })
        .await
    }

    /// The end of the stream; everything before it is dropped.
    pub async fn end(&mut self) -> Result<(), Status> {
        within("the end of the session", async {
            while self.message().await?.is_some() {}
            Ok(())
        })
        .await
    }
}
