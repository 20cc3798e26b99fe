//! Calling the instance that drives a match: the same API, once, with the caller's own credential.

use std::collections::HashMap;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};

use service::{Credential, connect_peer};
use tonic::service::Interceptor;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::Channel;
use tonic::{Code, Request, Status};
use uuid::Uuid;
use wire::engine::v1 as pb;
use wire::engine::v1::engine_service_client::EngineServiceClient;
use wire::errors::v1::ErrorReason;
use wire::{Fault, fault_of};

use crate::driver::{Command, CommandKind, Done, Move, Sink, Update};
use crate::engine::Watching;
use crate::error::EngineError;

/// Marks a call that was forwarded; it is not forwarded again.
pub(crate) const FORWARDED: &str = "x-jodi-forwarded";

/// How a call reached this instance.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The caller's credential, for calls to other instances on its behalf.
    pub token: Option<Arc<str>>,
    /// Has another instance forwarded it? Then this one answers it, or nobody does.
    pub forwarded: bool,
}

impl Origin {
    /// The origin of a request.
    pub fn of<T>(request: &Request<T>) -> Self {
        let metadata = request.metadata();
        let token = metadata.get("authorization").and_then(|value| value.to_str().ok());
        let token = token.and_then(|text| text.split_once(' ')).map(|(_, token)| token.into());
        Self { token, forwarded: metadata.contains_key(FORWARDED) }
    }
}

/// Channels to other instances, by address.
#[derive(Default)]
pub struct Forwarding {
    channels: Mutex<HashMap<String, Channel>>,
}

impl Forwarding {
    /// The instance at an address.
    ///
    /// # Errors
    /// `Internal` if the address that it registered is no URI.
    pub fn to(&self, address: &str) -> Result<Remote, EngineError> {
        let mut channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(channel) = channels.get(address) {
            return Ok(Remote { channel: channel.clone() });
        }
        let channel = connect_peer(address).map_err(|error| {
            tracing::error!(%address, %error, "an instance has registered an address that cannot be called");
            EngineError::Internal
        })?;
        channels.insert(address.to_owned(), channel.clone());
        Ok(Remote { channel })
    }
}

/// The instance that drives a match.
pub struct Remote {
    channel: Channel,
}

/// Adds the caller's credential and the mark of a forwarded call.
#[derive(Clone)]
struct AsCaller(Option<Credential>);

impl Interceptor for AsCaller {
    fn call(&mut self, request: Request<()>) -> Result<Request<()>, Status> {
        let mut request = match &mut self.0 {
            Some(credential) => credential.call(request)?,
            None => request,
        };
        request.metadata_mut().insert(FORWARDED, "1".parse().expect("plain text"));
        Ok(request)
    }
}

impl Remote {
    fn client(&self, origin: &Origin) -> EngineServiceClient<InterceptedService<Channel, AsCaller>> {
        let credential = origin.token.as_deref().and_then(|token| Credential::bearer(token).ok());
        EngineServiceClient::with_interceptor(self.channel.clone(), AsCaller(credential))
    }

    /// Makes a change there.
    ///
    /// # Errors
    /// What the other instance said.
    pub async fn command(
        &self,
        match_id: Uuid,
        command: &Command,
        origin: &Origin,
    ) -> Result<Done, EngineError> {
        let mut client = self.client(origin);
        let (match_id, request_id) = (match_id.to_string(), command.request_id.to_string());
        match command.kind.clone() {
            CommandKind::Act { action, expected_seq } => {
                let action = Some(match action {
                    Move::Action(action) => pb::act_request::Move::Action(action),
                    Move::Text(text) => pb::act_request::Move::Text(text),
                });
                let request = pb::ActRequest { match_id, request_id, expected_seq, r#move: action };
                let done = client.act(request).await.map_err(remote_error)?.into_inner();
                Ok(Done { seq: done.seq, replayed: done.replayed, match_over: false })
            }
            CommandKind::Cut { entropy } => {
                let request = pb::CutRequest { match_id, request_id, entropy: entropy.as_bytes().to_vec() };
                let done = client.cut(request).await.map_err(remote_error)?.into_inner();
                Ok(Done { seq: done.seq, replayed: done.replayed, match_over: false })
            }
            CommandKind::Resign => {
                let request = pb::ResignRequest { match_id, request_id };
                let done = client.resign(request).await.map_err(remote_error)?.into_inner();
                Ok(Done { seq: done.seq, replayed: done.replayed, match_over: done.match_over })
            }
        }
    }

    /// The match as the caller sees it there.
    ///
    /// # Errors
    /// What the other instance said.
    pub async fn snapshot(&self, match_id: Uuid, origin: &Origin) -> Result<pb::MatchSnapshot, EngineError> {
        let request = pb::GetMatchRequest { match_id: match_id.to_string() };
        let response = self.client(origin).get_match(request).await.map_err(remote_error)?;
        response.into_inner().r#match.ok_or(EngineError::Internal)
    }

    /// Ends the match there.
    ///
    /// # Errors
    /// What the other instance said.
    pub async fn abort(
        &self,
        match_id: Uuid,
        why: &str,
        origin: &Origin,
    ) -> Result<pb::MatchSnapshot, EngineError> {
        let request = pb::AbortMatchRequest { match_id: match_id.to_string(), why: why.to_owned() };
        let response = self.client(origin).abort_match(request).await.map_err(remote_error)?;
        response.into_inner().r#match.ok_or(EngineError::Internal)
    }

    /// Streams the match from there into a sink.
    ///
    /// # Errors
    /// What the other instance said.
    pub async fn watch(
        &self,
        match_id: Uuid,
        after_seq: Option<u64>,
        sink: Sink,
        origin: &Origin,
    ) -> Result<Watching, EngineError> {
        let request = pb::WatchRequest { match_id: match_id.to_string(), after_seq };
        let stream = self.client(origin).watch(request).await.map_err(remote_error)?.into_inner();
        let seq = after_seq.unwrap_or(0);
        let latest = Arc::new(AtomicU64::new(seq));
        tokio::spawn(pipe(match_id, stream, sink, latest.clone()));
        Ok(Watching { latest, seq, stop: None })
    }
}

/// Passes updates on until the other instance's stream ends. Its notices are its own: this server gives the client its own ones.
async fn pipe(
    match_id: Uuid,
    mut stream: tonic::Streaming<pb::WatchResponse>,
    sink: Sink,
    latest: Arc<AtomicU64>,
) {
    use pb::watch_response::Update as U;
    use std::sync::atomic::Ordering::Relaxed;
    loop {
        let update = match stream.message().await {
            Ok(Some(response)) => response.update,
            Ok(None) => return sink.end_watch(match_id, latest.load(Relaxed), None),
            Err(status) => {
                let fault = fault_of(&status).unwrap_or_else(|| {
                    Fault::new(
                        ErrorReason::Draining,
                        "The instance that drives the match is gone. Watch again from the last seq received.",
                    )
                });
                return sink.end_watch(match_id, latest.load(Relaxed), Some(fault));
            }
        };
        let update = match update {
            Some(U::Snapshot(snapshot)) => {
                latest.store(snapshot.seq, Relaxed);
                Update::Snapshot(Box::new(snapshot))
            }
            Some(U::Event(event)) => {
                latest.store(event.seq, Relaxed);
                Update::Event(Box::new(event))
            }
            _ if sink.is_closed() => return,
            _ => continue,
        };
        if sink.send(update).await.is_err() {
            return;
        }
    }
}

/// What another instance said, as this one's own answer. A lost connection leaves the outcome unknown.
fn remote_error(status: Status) -> EngineError {
    match fault_of(&status) {
        Some(fault) if fault.reason() == ErrorReason::Draining => EngineError::Moved,
        Some(fault) => EngineError::Request(fault),
        None if matches!(status.code(), Code::Unavailable | Code::Unknown | Code::Cancelled) => {
            EngineError::Unknown
        }
        None => {
            tracing::error!(%status, "another instance gave an answer without a reason");
            EngineError::Internal
        }
    }
}
