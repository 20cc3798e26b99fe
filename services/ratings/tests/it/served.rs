//! A server over a world: a real one on a loopback port, behind the layers that all services share.

use std::time::Duration;

use ed25519_dalek::SigningKey;
use env::Entropy;
use ratings::ladder::LadderSpec;
use ratings::result::SideKind;
use ratings::{Deps, Running, Settings, SourceLadder, SourceName};
use service::{
    Auth, Credential, Drain, KeySource, Peer, PublicPort, Scope, Server, ServiceKey, ServiceKeys,
    TokenIssuer, TokenVerifier, connect_peer, timestamp,
};
use tokio::task::JoinHandle;
use tonic::Status;
use tonic::transport::Channel;
use uuid::Uuid;
use wire::errors::v1::ErrorReason;
use wire::ratings::v1::ratings_service_client::RatingsServiceClient;
use wire::ratings::v1::{self as pb};
use wire::{Fault, fault_of};

use crate::world::{HOUR, START, World, account, ladder_id, name};

/// A server over a world, which ends with it.
pub struct Served {
    pub world: World,
    pub channel: Channel,
    pub drain: Drain,
    keys: [(&'static str, ServiceKey); 4],
    token: String,
    tasks: JoinHandle<()>,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.drain.begin();
        self.tasks.abort();
    }
}

pub fn settings() -> Settings {
    let spec =
        |id: &str, side_kind| LadderSpec { id: ladder_id(id), game: id.into(), side_kind, name: id.into() };
    Settings {
        suite_ladders: vec![spec("seep", SideKind::Pair), spec("solo", SideKind::Solo)],
        guest_ladders: vec![spec("chess", SideKind::Solo)],
        source_ladders: vec![SourceLadder { source: SourceName::new("acme"), ladder: ladder_id("chess") }],
        rating_rest_ms: 0,
    }
}

/// Serves a new world; a drain ends it at once.
pub async fn serve() -> Served {
    serve_with_grace(Duration::ZERO).await
}

/// Serves a new world, whose streams live on for `grace` once it drains.
pub async fn serve_with_grace(grace: Duration) -> Served {
    let world = World::new().await;
    let entropy = Entropy::seeded(1);
    let drain = Drain::new(world.clock.clone(), grace, 2 * grace);
    let mut accepted = ServiceKeys::default();
    let keys = [
        ("engine", Scope::ResultsWrite),
        ("acme", Scope::ResultsWrite),
        ("viewer", Scope::MatchesRead),
        ("operator", Scope::Admin),
    ]
    .map(|(name, scope)| {
        let key = ServiceKey::generate(&entropy);
        accepted.accept(&key, name, &[scope]);
        (name, key)
    });
    let signing = SigningKey::from_bytes(&entropy.bytes32());
    let verifier = TokenVerifier::new(world.clock.clone(), KeySource::Fixed);
    verifier.set_keys([("k1".to_owned(), signing.verifying_key().to_bytes().to_vec())]);
    let issuer = TokenIssuer::new("k1", &signing);
    let (token, _) = issuer.issue(Uuid::from_u128(1), "Asha", world.clock.now(), Duration::from_secs(600));
    let deps = Deps { pool: world.pool().clone(), clock: world.clock.clone(), drain: drain.clone() };
    let running = ratings::start(settings(), deps).await.unwrap();
    let mut server = Server::new(world.clock.clone(), entropy, Auth::new(verifier, accepted), drain.clone());
    let Running { part, tasks: raters } = running;
    server.add(part);
    let port = PublicPort::open("127.0.0.1:0".parse().unwrap()).await.unwrap();
    let channel = connect_peer(&format!("http://{}", port.address())).unwrap();
    let tasks = tokio::spawn(async move {
        let _raters = raters;
        server.serve(port, None).await.unwrap();
    });
    Served { world, channel, drain, keys, token, tasks }
}

impl Served {
    pub fn service(&self, name: &str) -> RatingsServiceClient<Peer> {
        RatingsServiceClient::with_interceptor(self.channel.clone(), self.key_of(name))
    }

    pub fn player(&self) -> RatingsServiceClient<Peer> {
        RatingsServiceClient::with_interceptor(self.channel.clone(), self.token())
    }

    /// The service key of that name.
    pub fn key_of(&self, name: &str) -> Credential {
        let (_, key) = self.keys.iter().find(|(known, _)| *known == name).unwrap();
        Credential::service_key(key).unwrap()
    }

    /// A player's access token, good for ten minutes.
    pub fn token(&self) -> Credential {
        Credential::bearer(&self.token).unwrap()
    }

    pub fn anonymous(&self) -> RatingsServiceClient<Channel> {
        RatingsServiceClient::new(self.channel.clone())
    }

    /// Reports a game and waits until it is rated.
    pub async fn rated(&self, request: pb::SubmitResultRequest) -> pb::Result {
        let (ladder, result_id) = (ladder_id(&request.ladder), request.result_id.clone());
        self.service("engine").submit_result(request).await.unwrap();
        while ratings::rate::backlog(self.world.pool(), &ladder).await.unwrap().waiting() > 0 {
            tokio::task::yield_now().await;
        }
        let request = pb::GetResultRequest { source: String::new(), result_id };
        self.player().get_result(request).await.unwrap().into_inner().result.unwrap()
    }
}

pub fn pairs(id: &str, winners: [u128; 2], losers: [u128; 2]) -> pb::SubmitResultRequest {
    let player = |n: u128| pb::ResultPlayer {
        account_id: account(n).uuid().to_string(),
        display_name: name(Uuid::from_u128(n)),
        ..Default::default()
    };
    let side =
        |players: [u128; 2], place| pb::ResultSide { players: players.map(player).into(), place, score: 7 };
    pb::SubmitResultRequest {
        result_id: id.into(),
        ladder: "seep".into(),
        played_at: Some(timestamp(START.plus(HOUR))),
        sides: vec![side(winners, 1), side(losers, 2)],
        abandoned: false,
    }
}

pub fn entity(accounts: &[u128]) -> Option<pb::Entity> {
    Some(pb::Entity { account_ids: accounts.iter().map(|n| account(*n).uuid().to_string()).collect() })
}

pub fn fault<T: std::fmt::Debug>(outcome: Result<T, Status>) -> Fault {
    fault_of(&outcome.unwrap_err()).expect("every refusal bears a reason")
}

pub fn reason<T: std::fmt::Debug>(outcome: Result<T, Status>) -> ErrorReason {
    fault(outcome).reason()
}
