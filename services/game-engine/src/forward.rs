//! Calling the instance that drives a match: the same API, once, with the caller's own credential.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use env::Clock;
use locale::Locale;
use service::{AccountCaller, Authorities, Credential, accepted_language, language_of};
use tonic::metadata::AsciiMetadataValue;
use tonic::service::Interceptor;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::Channel;
use tonic::{Code, Request, Response, Status};
use uuid::Uuid;
use wire::engine::v1 as pb;
use wire::engine::v1::engine_service_client::EngineServiceClient;
use wire::errors::v1::ErrorReason;
use wire::{Fault, fault_of};

use crate::convert::seat_in;
use crate::driver::{Brief, Command, CommandKind, Done, Move, Sink, Update, moved_away};
use crate::engine::Watching;
use crate::error::EngineError;

/// Marks a call that was forwarded; it is not forwarded again.
pub(crate) const FORWARDED: &str = "x-jodi-forwarded";

/// Bears the latest seq of a match at the beginning of its stream.
pub(crate) const LATEST_SEQ: &str = "x-jodi-seq";
/// How long a forwarded call may take: longer than the other instance waits for its own driver.
const FORWARD_LIMIT: Duration = Duration::from_secs(12);

/// How a call reached this instance.
#[derive(Clone, Default)]
pub struct Origin {
    /// The caller's credential, for calls to other instances on its behalf.
    pub token: Option<Arc<str>>,
    /// Has another instance forwarded it? Then this one answers it, or nobody does.
    pub forwarded: bool,
    /// The language to speak to the player in.
    pub locale: Locale,
    /// The language that the metadata asked for, for accounts that have chosen none.
    accepted: Option<Locale>,
}

impl fmt::Debug for Origin {
    /// Never shows the credential.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Origin").field("forwarded", &self.forwarded).finish_non_exhaustive()
    }
}

impl Origin {
    /// The origin of a request.
    pub fn of<T>(request: &Request<T>) -> Self {
        let metadata = request.metadata();
        let token = metadata.get("authorization").and_then(|value| value.to_str().ok());
        let token = token.and_then(|text| text.split_once(' ')).map(|(_, token)| token.into());
        Self {
            token,
            forwarded: metadata.contains_key(FORWARDED),
            locale: language_of(request),
            accepted: accepted_language(request),
        }
    }

    /// Goes on under a fresh token of the same account, which may have chosen another language by now.
    pub fn renew(&mut self, account: &AccountCaller, token: Arc<str>) {
        self.token = Some(token);
        self.locale = account.locale.or(self.accepted).unwrap_or_default();
    }
}

/// Channels to other instances, by address.
pub struct Forwarding {
    clock: Clock,
    authorities: Authorities,
    channels: Mutex<HashMap<String, Channel>>,
}

impl Forwarding {
    /// No channel yet.
    pub fn new(clock: Clock, authorities: Authorities) -> Self {
        Self { clock, authorities, channels: Mutex::default() }
    }

    /// The instance at an address.
    ///
    /// # Errors
    /// `PeerAway` if the instance has registered no address that can be called.
    pub fn to(&self, address: &str) -> Result<Remote, EngineError> {
        let mut channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        let channel = match channels.get(address) {
            Some(channel) => channel.clone(),
            None => {
                let channel = self.authorities.connect(address).map_err(|error| {
                    tracing::error!(%address, %error, "an instance has registered no address that can be called");
                    EngineError::PeerAway
                })?;
                channels.insert(address.to_owned(), channel.clone());
                channel
            }
        };
        Ok(Remote { clock: self.clock.clone(), channel })
    }
}

/// The instance that drives a match.
pub struct Remote {
    clock: Clock,
    channel: Channel,
}

/// Adds the caller's credential and language, and the mark of a forwarded call.
#[derive(Clone)]
struct AsCaller {
    credential: Option<Credential>,
    locale: Locale,
}

impl Interceptor for AsCaller {
    fn call(&mut self, request: Request<()>) -> Result<Request<()>, Status> {
        let mut request = match &mut self.credential {
            Some(credential) => credential.call(request)?,
            None => request,
        };
        let metadata = request.metadata_mut();
        metadata.insert(FORWARDED, AsciiMetadataValue::from_static("1"));
        metadata.insert("accept-language", AsciiMetadataValue::from_static(self.locale.tag()));
        Ok(request)
    }
}

impl Remote {
    fn client(&self, origin: &Origin) -> EngineServiceClient<InterceptedService<Channel, AsCaller>> {
        let credential = origin.token.as_deref().and_then(|token| Credential::bearer(token).ok());
        let as_caller = AsCaller { credential, locale: origin.locale };
        EngineServiceClient::with_interceptor(self.channel.clone(), as_caller)
    }

    /// Waits for an answer, but not for ever.
    async fn answer<T>(
        &self,
        call: impl Future<Output = Result<Response<T>, Status>>,
    ) -> Result<T, EngineError> {
        match self.clock.timeout(FORWARD_LIMIT, call).await {
            Ok(answer) => answer.map(Response::into_inner).map_err(remote_error),
            Err(_) => Err(EngineError::Unknown),
        }
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
                let done = self.answer(client.act(request)).await?;
                Ok(Done { seq: done.seq, replayed: done.replayed, match_over: false })
            }
            CommandKind::Cut { entropy } => {
                let request = pb::CutRequest { match_id, request_id, entropy: entropy.as_bytes().to_vec() };
                let done = self.answer(client.cut(request)).await?;
                Ok(Done { seq: done.seq, replayed: done.replayed, match_over: false })
            }
            CommandKind::Resign => {
                let request = pb::ResignRequest { match_id, request_id };
                let done = self.answer(client.resign(request)).await?;
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
        let response = self.answer(self.client(origin).get_match(request)).await?;
        response.r#match.ok_or(EngineError::Internal)
    }

    /// The same in a few words.
    ///
    /// # Errors
    /// What the other instance said.
    pub async fn brief(&self, match_id: Uuid, origin: &Origin) -> Result<Brief, EngineError> {
        let snapshot = self.snapshot(match_id, origin).await?;
        let turn = snapshot.turn.and_then(|turn| seat_in(snapshot.seats.len(), turn.seat));
        Ok(Brief { is_cutting: snapshot.state == pb::MatchState::Cutting as i32, turn })
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
        let response = self.answer(self.client(origin).abort_match(request)).await?;
        response.r#match.ok_or(EngineError::Internal)
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
        let mut client = self.client(origin);
        let opened = self.clock.timeout(FORWARD_LIMIT, client.watch(request)).await;
        let response = opened.map_err(|_| EngineError::Unknown)?.map_err(remote_error)?;
        let latest = response.metadata().get(LATEST_SEQ).and_then(|seq| seq.to_str().ok()?.parse().ok());
        let latest = latest.or(after_seq).unwrap_or(0);
        sink.begin(match_id, latest);
        let latest = Arc::new(AtomicU64::new(latest));
        tokio::spawn(pipe(self.clock.clone(), match_id, response.into_inner(), sink, latest.clone()));
        Ok(Watching { latest })
    }
}

/// Passes updates on until either end of the pipe is closed.
async fn pipe(
    clock: Clock,
    match_id: Uuid,
    mut stream: tonic::Streaming<pb::WatchResponse>,
    sink: Sink,
    latest: Arc<AtomicU64>,
) {
    let end = loop {
        let received = tokio::select! {
            received = stream.message() => received,
            () = sink.closed() => return,
        };
        let update = match received {
            Ok(Some(response)) => response.update,
            Ok(None) => break Ok(()),
            Err(status) => break Err(pipe_fault(&status)),
        };
        let Some(update) = update.and_then(update_of) else { continue };
        latest.fetch_max(update.seq(), Ordering::Relaxed);
        if sink.send(&clock, update).await.is_err() {
            return;
        }
    };
    sink.end(match_id, end);
}

/// What to pass on. The other instance's notices are its own: this server gives the client its own ones.
fn update_of(update: pb::watch_response::Update) -> Option<Update> {
    use pb::watch_response::Update as U;
    match update {
        U::Snapshot(snapshot) => Some(Update::Snapshot(snapshot)),
        U::Event(event) => Some(Update::Event(event)),
        U::Heartbeat(_) | U::Draining(_) | U::TokenExpiring(_) => None,
    }
}

/// Why the pipe ended, as the client should see it. A token that expired there may have been renewed here.
fn pipe_fault(status: &Status) -> Fault {
    fault_of(status).filter(|fault| fault.reason() != ErrorReason::TokenExpired).unwrap_or_else(moved_away)
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
