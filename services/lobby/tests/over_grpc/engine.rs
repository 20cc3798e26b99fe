//! A stand-in for the game engine, true to the contract of the two calls that the lobby makes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use env::{Clock, Entropy};
use service::{Caller, Credential, Drain, Part, Peer, Scope, ServiceKey, ServiceKeys};
use tokio::sync::watch;
use tokio_stream::Empty;
use tonic::{Request, Response, Status, Streaming};
use wire::Fault;
use wire::engine::v1::engine_service_server::{EngineService, EngineServiceServer};
use wire::engine::v1::match_feed_service_server::MatchFeedServiceServer;
use wire::engine::v1::*;
use wire::errors::v1::ErrorReason;
use wire::game::v1::game_options;

use crate::feed::StandInFeed;
use crate::house::serve;

/// How the engine behaves.
#[derive(Clone, Default)]
pub enum Mood {
    /// As it should.
    #[default]
    Well,
    /// It does nothing and answers nothing useful.
    Away,
    /// It does its work, but its answers do not arrive.
    Mute,
    /// It will not have a match.
    Refusing(Fault),
}

#[derive(Default)]
struct State {
    mood: Mood,
    /// Held, so that the engine stays ready.
    ready: Option<watch::Sender<bool>>,
    matches: HashMap<String, CreateMatchRequest>,
    asked: Vec<CreateMatchRequest>,
}

/// The stand-in. Clones are the same engine.
#[derive(Clone, Default)]
pub struct StandInEngine(Arc<Mutex<State>>);

impl StandInEngine {
    /// Serves a new engine that takes one service key, and a peer that presents it.
    pub async fn serve(clock: Clock, feed: StandInFeed) -> (Self, Peer) {
        let engine = Self::default();
        let key = ServiceKey::generate(&Entropy::os());
        let mut keys = ServiceKeys::default();
        keys.accept(&key, "lobby", &[Scope::MatchesCreate, Scope::MatchesRead]);
        let routed = engine.clone();
        let ready = watch::Sender::new(true);
        let receiver = ready.subscribe();
        engine.0.lock().unwrap().ready = Some(ready);
        let part = Part {
            names: vec!["jodi.engine.v1.EngineService"],
            ready: receiver,
            add_routes: Box::new(move |routes| {
                routes.add_service(EngineServiceServer::new(routed));
                routes.add_service(MatchFeedServiceServer::new(feed));
            }),
            farewell: None,
        };
        let drain = Drain::new(clock.clone(), Default::default(), Default::default());
        let channel = serve(part, keys, clock, drain).await.connect_lazy();
        (engine, Peer::new(channel, Credential::service_key(&key).unwrap()))
    }

    pub fn behave(&self, mood: Mood) {
        self.0.lock().unwrap().mood = mood;
    }

    /// The matches that exist.
    pub fn matches(&self) -> Vec<CreateMatchRequest> {
        self.0.lock().unwrap().matches.values().cloned().collect()
    }

    /// Every request to create a match, in order.
    pub fn asked(&self) -> Vec<CreateMatchRequest> {
        self.0.lock().unwrap().asked.clone()
    }
}

fn away() -> Status {
    Fault::new(ErrorReason::StoreUnavailable, "The store is away.").into()
}

#[tonic::async_trait]
impl EngineService for StandInEngine {
    async fn validate_options(
        &self,
        request: Request<ValidateOptionsRequest>,
    ) -> Result<Response<ValidateOptionsResponse>, Status> {
        Caller::of(&request).any()?;
        if matches!(self.0.lock().unwrap().mood, Mood::Away | Mood::Mute) {
            return Err(away());
        }
        let options = request.into_inner().options.unwrap_or_default();
        let Some(game_options::Game::Seep(mut seep)) = options.game else {
            return Err(Fault::new(ErrorReason::InvalidOptions, "No game.")
                .field("options", "no game is set")
                .into());
        };
        // Two options are enough: one that can be wrong, and one that costs the ladder.
        if seep.lead_to_win == Some(0) {
            return Err(Fault::new(ErrorReason::InvalidOptions, "The lead must be 1 to 10000.")
                .field("options.seep.lead_to_win", "must be 1 to 10000")
                .into());
        }
        let sweeps = *seep.sweeps.get_or_insert(true);
        seep.lead_to_win.get_or_insert(100);
        Ok(Response::new(ValidateOptionsResponse {
            options: Some(wire::game::v1::GameOptions { game: Some(game_options::Game::Seep(seep)) }),
            side_of_seat: vec![0, 1, 0, 1],
            ladder: if sweeps { "seep".to_owned() } else { String::new() },
            game: "seep".to_owned(),
            bot_levels: vec!["club".to_owned(), "greedy".to_owned()],
        }))
    }

    async fn create_match(
        &self,
        request: Request<CreateMatchRequest>,
    ) -> Result<Response<CreateMatchResponse>, Status> {
        Caller::of(&request).service(Scope::MatchesCreate)?;
        let request = request.into_inner();
        let mut state = self.0.lock().unwrap();
        state.asked.push(request.clone());
        match state.mood.clone() {
            Mood::Away => return Err(away()),
            Mood::Refusing(fault) => return Err(fault.into()),
            Mood::Well | Mood::Mute => {}
        }
        let known = state.matches.entry(request.match_id.clone()).or_insert_with(|| request.clone());
        if *known != request {
            return Err(Fault::new(ErrorReason::RequestIdReused, "Another match has this id.").into());
        }
        if matches!(state.mood, Mood::Mute) {
            return Err(Status::unavailable("the connection was lost"));
        }
        Ok(Response::new(CreateMatchResponse::default()))
    }

    async fn get_match(&self, _: Request<GetMatchRequest>) -> Result<Response<GetMatchResponse>, Status> {
        Err(not_here())
    }

    async fn list_matches(
        &self,
        _: Request<ListMatchesRequest>,
    ) -> Result<Response<ListMatchesResponse>, Status> {
        Err(not_here())
    }

    type SessionStream = Empty<Result<SessionResponse, Status>>;

    async fn session(
        &self,
        _: Request<Streaming<SessionRequest>>,
    ) -> Result<Response<Self::SessionStream>, Status> {
        Err(not_here())
    }

    async fn act(&self, _: Request<ActRequest>) -> Result<Response<ActResponse>, Status> {
        Err(not_here())
    }

    type WatchStream = Empty<Result<WatchResponse, Status>>;

    async fn watch(&self, _: Request<WatchRequest>) -> Result<Response<Self::WatchStream>, Status> {
        Err(not_here())
    }

    async fn cut(&self, _: Request<CutRequest>) -> Result<Response<CutResponse>, Status> {
        Err(not_here())
    }

    async fn resign(&self, _: Request<ResignRequest>) -> Result<Response<ResignResponse>, Status> {
        Err(not_here())
    }

    async fn abort_match(
        &self,
        _: Request<AbortMatchRequest>,
    ) -> Result<Response<AbortMatchResponse>, Status> {
        Err(not_here())
    }

    async fn get_record(&self, _: Request<GetRecordRequest>) -> Result<Response<GetRecordResponse>, Status> {
        Err(not_here())
    }
}

fn not_here() -> Status {
    Status::unimplemented("the lobby does not make this call")
}
