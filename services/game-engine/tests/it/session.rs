//! A client's session, which keeps what it did not ask for.

use std::collections::VecDeque;

use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use wire::engine::v1::session_request::Request;
use wire::engine::v1::session_response::Response;
use wire::engine::v1::{Ping, SessionRequest, SessionResponse, UnwatchRequest, WatchRequest};

use crate::table::{Player, Table};
use crate::world::{Client, within};

/// An open session.
pub struct Session {
    pub up: Option<mpsc::Sender<SessionRequest>>,
    down: tonic::Streaming<SessionResponse>,
    calls: u32,
    /// What came while something else was waited for.
    pub passed: VecDeque<SessionResponse>,
}

impl Session {
    pub async fn open(mut client: Client) -> Self {
        let (up, requests) = mpsc::channel(16);
        let down = within(client.session(ReceiverStream::new(requests))).await.unwrap().into_inner();
        Self { up: Some(up), down, calls: 0, passed: VecDeque::new() }
    }

    pub async fn of(player: &Player) -> Self {
        Self::open(player.client.clone()).await
    }

    pub async fn send_as(&mut self, call: u32, request: Request) {
        let request = SessionRequest { call, request: Some(request) };
        self.up.as_ref().unwrap().send(request).await.unwrap();
    }

    pub async fn send(&mut self, request: Request) -> u32 {
        self.calls += 1;
        self.send_as(self.calls, request).await;
        self.calls
    }

    /// The next message in the order in which they came; `None` at a good end.
    pub async fn next(&mut self) -> Result<Option<SessionResponse>, tonic::Status> {
        match self.passed.pop_front() {
            Some(message) => Ok(Some(message)),
            None => within(self.down.message()).await,
        }
    }

    pub async fn message(&mut self) -> SessionResponse {
        self.next().await.unwrap().expect("the session goes on")
    }

    /// The reply to a call; what comes before it is kept.
    pub async fn reply(&mut self, call: u32) -> Response {
        let mut passed = VecDeque::new();
        let reply = loop {
            let message = self.message().await;
            if message.call == call {
                break message.response.unwrap();
            }
            passed.push_back(message);
        };
        passed.append(&mut self.passed);
        self.passed = passed;
        reply
    }

    pub async fn ask(&mut self, request: Request) -> Response {
        let call = self.send(request).await;
        self.reply(call).await
    }

    pub async fn watch(&mut self, table: &Table, after_seq: Option<u64>) -> Response {
        self.ask(watch(table, after_seq)).await
    }

    /// Everything up to the pong of a ping: whatever was on its way is there then.
    pub async fn settle(&mut self) -> Vec<Response> {
        let call = self.send(Request::Ping(Ping {})).await;
        let mut came = Vec::new();
        loop {
            let message = self.message().await;
            if message.call == call {
                return came;
            }
            came.push(message.response.unwrap());
        }
    }

    pub async fn end(&mut self) -> tonic::Status {
        loop {
            match self.next().await {
                Ok(Some(_)) => {}
                Ok(None) => panic!("the session ended well"),
                Err(status) => return status,
            }
        }
    }
}

pub fn watch(table: &Table, after_seq: Option<u64>) -> Request {
    Request::Watch(WatchRequest { match_id: table.match_id.to_string(), after_seq })
}

pub fn unwatch(table: &Table) -> Request {
    Request::Unwatch(UnwatchRequest { match_id: table.match_id.to_string() })
}

pub fn event_seqs(came: &[Response]) -> Vec<u64> {
    let seq =
        |response: &Response| if let Response::Event(event) = response { Some(event.seq) } else { None };
    came.iter().filter_map(seq).collect()
}
