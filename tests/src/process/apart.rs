//! The three services as three processes on one Postgres.

use std::net::SocketAddr;

use env::Entropy;
use service::{Scope, ServiceKey};
use tokio::sync::SemaphorePermit;
use tonic::transport::Channel;
use tonic_health::pb::health_check_response::ServingStatus;

use super::child::run;
use super::room::room;
use super::suite::channel;
use super::{Child, HEALTH_NAMES, Launch, Relay, await_health, binary};

/// How the three are started.
#[derive(Clone, Debug)]
pub struct ApartSetup {
    database_url: String,
    in_roles: bool,
    environment: Vec<(String, String)>,
}

impl ApartSetup {
    /// On the server of this URL, which gets all three schemas.
    pub fn on(database_url: impl Into<String>) -> Self {
        Self { database_url: database_url.into(), in_roles: false, environment: Vec::new() }
    }

    /// Each with the role of its own that deploy/postgres/roles.sql makes, and the schemas with their owner.
    #[must_use]
    pub fn in_roles(mut self) -> Self {
        self.in_roles = true;
        self
    }

    /// With one more environment variable for all three.
    #[must_use]
    pub fn env(mut self, name: &str, value: impl ToString) -> Self {
        self.environment.push((name.to_owned(), value.to_string()));
        self
    }

    /// Brings the schemas up to date, as starting does first.
    ///
    /// # Panics
    /// If that fails.
    pub async fn migrate(&self) {
        run(&self.launch("jodi").arg("migrate")).await;
    }

    /// Starts them.
    pub async fn start(self) -> Apart {
        Apart::start(self).await
    }

    fn database_url_of(&self, program: &str) -> String {
        if !self.in_roles {
            return self.database_url.clone();
        }
        let role = match program {
            "jodi" => "owner",
            "game-engine" => "engine",
            service => service,
        };
        let (_, place) =
            self.database_url.split_once('@').expect("the URL of a test's database names a user");
        format!("postgres://jodi_{role}@{place}")
    }

    fn launch(&self, program: &str) -> Launch {
        let mut launch = Launch::of(binary(program))
            .env("JODI_LISTEN", "127.0.0.1:0")
            .env("JODI_LOG_FORMAT", "json")
            .env("JODI_ENGINE_BOT_DELAY_MS", 0)
            .env("DATABASE_URL", self.database_url_of(program));
        for (name, value) in &self.environment {
            launch = launch.env(name, value);
        }
        launch
    }
}

/// A running service.
pub struct Alone {
    /// Its process.
    pub child: Child,
    /// Where it serves.
    pub address: SocketAddr,
    /// How it was started, to start it again or a second one like it.
    pub launch: Launch,
}

impl Alone {
    /// Starts it and waits until it serves.
    pub async fn start(launch: Launch) -> Self {
        let child = Child::start(&launch);
        let address = child.printed_line("its address", logged_address).await;
        let alone = Self { child, address, launch };
        await_health(alone.channel(), HEALTH_NAMES[0], ServingStatus::Serving).await;
        alone
    }

    /// A channel to it.
    pub fn channel(&self) -> Channel {
        channel(self.address)
    }
}

/// The three services, each a process of its own. Dropping it kills them.
pub struct Apart {
    /// Accounts, tokens and tables.
    pub lobby: Alone,
    /// Matches.
    pub engine: Alone,
    /// The ladder.
    pub ratings: Alone,
    /// A key with every scope, which all three accept.
    pub admin: ServiceKey,
    /// The ways by which they reach each other.
    pub ways: Ways,
    _room: SemaphorePermit<'static>,
}

/// The ways by which services reach each other: a test can cut them.
pub struct Ways {
    /// To the lobby.
    pub lobby: Relay,
    /// To the engine.
    pub engine: Relay,
    /// To the ratings.
    pub ratings: Relay,
}

impl Apart {
    /// Brings the schemas up to date with `jodi migrate` and starts the three.
    ///
    /// # Panics
    /// If one of them does not come up.
    pub async fn start(setup: ApartSetup) -> Self {
        let room = room().await;
        setup.migrate().await;
        let generate = || ServiceKey::generate(&Entropy::os());
        let (admin, lobby_key, engine_key) = (generate(), generate(), generate());
        let line =
            |key: &ServiceKey, name, scopes: &[Scope]| key.line(name, scopes).expect("a key's name is plain");
        let keys = [
            line(&admin, "operator", &[Scope::Admin]),
            line(&lobby_key, "lobby", &[Scope::MatchesCreate, Scope::MatchesRead]),
            line(&engine_key, "engine", &[Scope::ResultsWrite]),
        ];
        let ways = Ways {
            lobby: Relay::listen().await,
            engine: Relay::listen().await,
            ratings: Relay::listen().await,
        };
        let launch = |program| {
            setup
                .launch(program)
                .env("JODI_SERVICE_KEYS", keys.join(";"))
                .env("JODI_ENGINE_ADDRESS", ways.engine.url())
                .env("JODI_LOBBY_ADDRESS", ways.lobby.url())
                .env("JODI_RATINGS_ADDRESS", ways.ratings.url())
                .env("JODI_LOBBY_ENGINE", ways.engine.url())
                .env("JODI_LOBBY_ENGINE_KEY", lobby_key.reveal())
                .env("JODI_ENGINE_RATINGS_KEY", engine_key.reveal())
        };
        let (lobby, engine, ratings) = tokio::join!(
            Alone::start(launch("lobby")),
            Alone::start(launch("game-engine")),
            Alone::start(launch("ratings"))
        );
        ways.lobby.lead_to(lobby.address);
        ways.engine.lead_to(engine.address);
        ways.ratings.lead_to(ratings.address);
        Self { lobby, engine, ratings, admin, ways, _room: room }
    }
}

/// The address in the line that says that a service serves.
fn logged_address(line: &str) -> Option<SocketAddr> {
    let fields: serde_json::Value = serde_json::from_str(line).ok()?;
    fields.get("message")?.as_str().filter(|message| message.contains("serv"))?;
    fields.get("address")?.as_str()?.parse().ok()
}
