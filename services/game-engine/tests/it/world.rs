//! A database, a recording ratings service, and engines that are started and crashed at will.

use std::convert::Infallible;
use std::future::Future;
use std::net::SocketAddr;
use std::time::Duration;

use ed25519_dalek::SigningKey;
use env::{Clock, Entropy, SimulatedTime, UnixMillis};
use game_engine::{Deps, Settings};
use locale::Locale;
use postgres::PoolSettings;
use postgres::testing::TestDb;
use service::{
    Auth, Authorities, Credential, Drain, KeySource, Peer, PublicPort, Scope, Server, ServiceKey,
    ServiceKeys, TokenIssuer, TokenVerifier, connect_peer,
};
use sqlx::PgPool;
use tokio::runtime::Runtime;
use tokio::sync::{oneshot, watch};
use tonic::Status;
use tonic::transport::{Channel, Endpoint};
use uuid::Uuid;
use wire::engine::v1::engine_service_client::EngineServiceClient;
use wire::engine::v1::match_feed_service_client::MatchFeedServiceClient;
use wire::errors::v1::ErrorReason;
use wire::game::v1::ListGamesRequest;
use wire::game::v1::catalogue_service_client::CatalogueServiceClient;

use crate::ratings::Ratings;

pub type Client = EngineServiceClient<Peer>;

/// When simulated clocks begin.
pub const NOW: UnixMillis = UnixMillis::new(1_800_000_000_000);
/// What no step of a test may take.
const PATIENCE: Duration = Duration::from_secs(40);
const KID: &str = "test";
const GRACE: Duration = Duration::from_secs(2);
const HARD: Duration = Duration::from_secs(10);

/// The output of `work`, which must not take for ever.
pub async fn within<T>(work: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, work).await.expect("this should have happened long ago")
}

/// The reason that an error bears.
pub fn reason(status: &Status) -> ErrorReason {
    let fault = wire::fault_of(status);
    fault.unwrap_or_else(|| panic!("an error without a reason: {status:?}")).reason()
}

/// Everything that engines share.
pub struct World {
    pub db: TestDb,
    pub ratings: Ratings,
    ratings_url: String,
    keys: ServiceKeys,
    admin: ServiceKey,
    creator: ServiceKey,
    reader: ServiceKey,
}

impl World {
    pub async fn new() -> Self {
        let db = TestDb::new(&game_engine::MIGRATOR, game_engine::SCHEMA).await;
        let ratings = Ratings::default();
        let ratings_url = ratings.serve().await;
        let mut keys = ServiceKeys::default();
        let mut key = |name: &str, scope| {
            let key = ServiceKey::from_text(format!("jodi_sk_{name}"));
            keys.accept(&key, name, &[scope]);
            key
        };
        let admin = key("admin", Scope::Admin);
        let creator = key("creator", Scope::MatchesCreate);
        let reader = key("reader", Scope::MatchesRead);
        Self { db, ratings, ratings_url, keys, admin, creator, reader }
    }

    pub fn pool(&self) -> &PgPool {
        self.db.pool()
    }

    /// An engine of that instance name, to be started.
    pub fn engine(&self, name: &str) -> Spec<'_> {
        Spec {
            world: self,
            settings: Settings {
                instance: name.to_owned(),
                address: String::new(),
                bot_delay_ms: 0,
                bot_threads: 1,
                lease_s: 3600,
                log_writers: 2,
                feed_days: 14,
            },
            url: self.db.url(),
            clock: Clock::system(),
            store_clock: Clock::system(),
            seed: 1,
        }
    }

    /// How the claim of an instance looks to others once it has been silent for too long.
    pub async fn let_claim_run_out(&self, name: &str) {
        let statement =
            "update engine.instance set lease_until = now() - interval '1 second' where name = $1";
        let changed = sqlx::query(statement).bind(name).execute(self.pool()).await.unwrap();
        assert_eq!(changed.rows_affected(), 1);
    }

    /// Rows of a match's log.
    pub async fn log_rows(&self, match_id: Uuid) -> i64 {
        let statement = "select count(*) from engine.match_action where match_id = $1";
        sqlx::query_scalar(statement).bind(match_id).fetch_one(self.pool()).await.unwrap()
    }

    /// How the row of a match stands: 1 live, 2 finished, 3 aborted, 4 quarantined.
    pub async fn row_state(&self, match_id: Uuid) -> i16 {
        let statement = "select state from engine.match where match_id = $1";
        sqlx::query_scalar(statement).bind(match_id).fetch_one(self.pool()).await.unwrap()
    }
}

/// An access token of an account that no test outlives.
pub fn token(account_id: Uuid) -> String {
    token_for(account_id, Duration::from_secs(1000 * 24 * 3600))
}

/// An access token with this life from [`NOW`] on.
pub fn token_for(account_id: Uuid, life: Duration) -> String {
    TokenIssuer::new(KID, &signing_key()).issue(account_id, "Somebody", NOW, life).0
}

/// An access token of an account that has chosen that language.
pub fn token_in(account_id: Uuid, locale: Option<Locale>) -> String {
    let life = Duration::from_secs(1000 * 24 * 3600);
    TokenIssuer::new(KID, &signing_key()).issue_in(locale, account_id, "Somebody", NOW, life).0
}

fn signing_key() -> SigningKey {
    SigningKey::from_bytes(&[7; 32])
}

/// An engine that does not run yet.
pub struct Spec<'w> {
    world: &'w World,
    settings: Settings,
    url: String,
    clock: Clock,
    store_clock: Clock,
    seed: u64,
}

impl Spec<'_> {
    /// On another way to the database.
    pub fn on(mut self, url: &str) -> Self {
        url.clone_into(&mut self.url);
        self
    }

    pub fn clock(mut self, clock: &Clock) -> Self {
        self.clock = clock.clone();
        self
    }

    /// Waits for the store by this clock too, so that an outage may last as long as a test says.
    pub fn store_clock(mut self, clock: &Clock) -> Self {
        self.store_clock = clock.clone();
        self
    }

    pub fn bots_after(mut self, delay: Duration) -> Self {
        self.settings.bot_delay_ms = u64::try_from(delay.as_millis()).unwrap();
        self
    }

    /// Other instances can call it.
    pub fn reachable(mut self) -> Self {
        "yes".clone_into(&mut self.settings.address);
        self
    }

    /// With other secrets.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// With claims that live so many seconds, and are renewed four times in that time.
    pub fn lease_s(mut self, seconds: u64) -> Self {
        self.settings.lease_s = seconds;
        self
    }

    pub async fn start(self) -> Engine {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.unwrap();
        let open = PublicPort::open(SocketAddr::from(([127, 0, 0, 1], 0)));
        let port = runtime.spawn(open).await.unwrap().unwrap();
        let url = format!("http://{}", port.address());
        let mut settings = self.settings;
        if !settings.address.is_empty() {
            settings.address.clone_from(&url);
        }
        let (clock, store_clock) = (self.clock, self.store_clock);
        let verifier = TokenVerifier::new(clock.clone(), KeySource::Fixed);
        verifier.set_keys([(KID.to_owned(), signing_key().verifying_key().to_bytes().to_vec())]);
        let auth = Auth::new(verifier, self.world.keys.clone());
        let drain = Drain::new(clock.clone(), GRACE, HARD);
        let entropy = Entropy::seeded(self.seed);
        let (database, ratings_url) = (self.url, self.world.ratings_url.clone());
        let (ready_sender, ready) = oneshot::channel();
        let (ended_sender, ended) = watch::channel(false);
        let server_drain = drain.clone();
        runtime.spawn(async move {
            let pool = postgres::connect(&database, &PoolSettings::new("engine")).await.unwrap();
            let mut server = Server::new(clock.clone(), entropy.clone(), auth.clone(), server_drain.clone());
            let ratings = Ratings::peer(&ratings_url);
            let deps = Deps {
                pool,
                clock,
                store_clock,
                entropy,
                drain: server_drain,
                auth,
                authorities: Authorities::default(),
                ratings,
            };
            server.add(game_engine::start(&settings, deps).await.unwrap());
            ready_sender.send(()).unwrap();
            server.serve(port, None).await.unwrap();
            ended_sender.send(true).ok();
        });
        within(ready).await.expect("the engine starts");
        let keys = [&self.world.admin, &self.world.creator, &self.world.reader];
        let [admin, creator, reader] = keys.map(|key| key.reveal().to_owned());
        Engine {
            channel: connect_peer(&url).unwrap(),
            url,
            drain,
            ended,
            admin,
            creator,
            reader,
            runtime: Some(runtime),
        }
    }
}

/// An engine that runs, in a runtime of its own.
pub struct Engine {
    pub url: String,
    pub drain: Drain,
    channel: Channel,
    ended: watch::Receiver<bool>,
    admin: String,
    creator: String,
    reader: String,
    runtime: Option<Runtime>,
}

impl Engine {
    /// A client that presents this credential.
    pub fn client(&self, credential: &str) -> Client {
        let credential = Credential::bearer(credential).unwrap();
        EngineServiceClient::with_interceptor(self.channel.clone(), credential)
    }

    /// A client on a connection of its own.
    pub fn own_connection(&self, credential: &str) -> Client {
        let channel = connect_peer(&self.url).unwrap();
        EngineServiceClient::with_interceptor(channel, Credential::bearer(credential).unwrap())
    }

    /// A client on a connection of its own through which little fits at a time.
    pub fn narrow_connection(&self, credential: &str) -> Client {
        let endpoint = Endpoint::from_shared(self.url.clone()).unwrap();
        let channel = endpoint.initial_stream_window_size(512).connect_lazy();
        EngineServiceClient::with_interceptor(channel, Credential::bearer(credential).unwrap())
    }

    /// A client of the feed that presents this credential.
    pub fn feed(&self, credential: &str) -> MatchFeedServiceClient<Peer> {
        let credential = Credential::bearer(credential).unwrap();
        MatchFeedServiceClient::with_interceptor(self.channel.clone(), credential)
    }

    /// The keys of the services that create, read, and do everything.
    pub fn keys(&self) -> [&str; 3] {
        [&self.creator, &self.reader, &self.admin]
    }

    /// A client without any credential.
    pub fn anonymous(&self) -> EngineServiceClient<Channel> {
        EngineServiceClient::new(self.channel.clone())
    }

    /// A client of the catalogue, without any credential.
    pub fn catalogue(&self) -> CatalogueServiceClient<Channel> {
        CatalogueServiceClient::new(self.channel.clone())
    }

    pub fn admin(&self) -> Client {
        self.client(&self.admin)
    }

    pub fn creator(&self) -> Client {
        self.client(&self.creator)
    }

    pub fn reader(&self) -> Client {
        self.client(&self.reader)
    }

    /// Ends all its tasks wherever they are, as a crash of the process would.
    pub fn crash(mut self) {
        self.end();
    }

    fn end(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }

    /// Waits until a drain that has begun is over.
    pub async fn drained(&mut self) {
        within(self.ended.wait_for(|ended| *ended)).await.expect("the server ends well");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.end();
    }
}

/// A clock that a test moves, and a handle to do so.
pub fn simulated() -> (Clock, SimulatedTime) {
    Clock::simulated(NOW)
}

/// Simulated time that goes on by itself, in steps that each take as long as a question to the database and one to the engine:
/// on a machine that has other things to do, time must not run away from those who work in it.
pub async fn tick(time: &SimulatedTime, step: Duration, pool: &PgPool, engine: &Engine) -> Infallible {
    let mut catalogue = engine.catalogue();
    loop {
        time.advance(step);
        sqlx::query("select 1").execute(pool).await.unwrap();
        within(catalogue.list_games(ListGamesRequest {})).await.unwrap();
    }
}
