//! The fast door: one bidirectional stream.

use service::Peer;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::{Request, Status, Streaming};
use wire::engine::v1::SessionRequest;

pub use super::codec::Received;
use super::codec::SessionCodec;

/// Requests that wait to be sent.
const BUFFER: usize = 16;
const METHOD: &str = "/jodi.engine.v1.EngineService/Session";

/// An open session.
pub struct SessionStream {
    requests: mpsc::Sender<SessionRequest>,
    answers: Streaming<Received>,
}

/// The session's sending half is gone; the receiving half says why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SendingEnded;

impl SessionStream {
    /// Opens a session under the peer's credential.
    ///
    /// # Errors
    /// The server's refusal, or that it could not be reached.
    pub async fn open(peer: Peer) -> Result<Self, Status> {
        let (requests, outgoing) = mpsc::channel(BUFFER);
        let mut client = tonic::client::Grpc::new(peer);
        client
            .ready()
            .await
            .map_err(|error| Status::unavailable(format!("the server cannot be reached: {error}")))?;
        let request = Request::new(ReceiverStream::new(outgoing));
        let method = PathAndQuery::from_static(METHOD);
        let answers = client.streaming(request, method, SessionCodec).await?.into_inner();
        Ok(Self { requests, answers })
    }

    /// Sends a request.
    ///
    /// # Errors
    /// [`SendingEnded`].
    pub async fn send(&self, request: SessionRequest) -> Result<(), SendingEnded> {
        self.requests.send(request).await.map_err(|_| SendingEnded)
    }

    /// The next message; `None` if the server ended the session well.
    ///
    /// # Errors
    /// What the session ended with.
    pub async fn next(&mut self) -> Result<Option<Received>, Status> {
        self.answers.message().await
    }
}
