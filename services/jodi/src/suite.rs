//! The three services in one process, behind one port. They call each other by gRPC over an in-memory transport, through the same
//! layers and with service keys, as they would between machines.

use std::net::SocketAddr;

use anyhow::Context as _;
use clap::Args;
use env::{Clock, Entropy};
use service::{
    Auth, Authorities, Credential, Drain, InProcess, KeySettings, KeySource, Peer, PublicPort, Scope, Server,
    ServerSettings, ServiceKey, ServiceKeys, TokenVerifier,
};

use crate::database::{Database, DatabaseSettings};

/// The file of accepted service keys in the data directory, which `jodi keys` writes.
pub const KEYS_FILE: &str = "keys";

/// Flags of a suite.
#[derive(Args, Clone, Debug)]
pub struct SuiteSettings {
    #[command(flatten)]
    pub server: ServerSettings,
    #[command(flatten)]
    pub authorities: Authorities,
    #[command(flatten)]
    pub database: DatabaseSettings,
    #[command(flatten)]
    pub keys: KeySettings,
    #[command(flatten)]
    pub lobby: lobby::Settings,
    #[command(flatten)]
    pub engine: game_engine::Settings,
    #[command(flatten)]
    pub ratings: ratings::Settings,
}

/// A suite that is ready to serve.
pub struct Suite {
    /// Where it listens.
    pub address: SocketAddr,
    /// The same as a URL.
    pub url: String,
    /// Is it reached by TLS?
    pub is_secure: bool,
    /// Ends it.
    pub drain: Drain,
    server: Server,
    port: PublicPort,
    in_process: InProcess,
    database: Database,
    rater: tokio::task::JoinSet<()>,
}

impl Suite {
    /// Starts Postgres if need be, brings the schemas up to date, starts the services and listens.
    ///
    /// # Errors
    /// Whatever keeps it from serving, in words that say what to do.
    pub async fn start(settings: SuiteSettings) -> anyhow::Result<Self> {
        let (clock, entropy) = (Clock::system(), Entropy::os());
        let port = settings.server.open().await?;
        let (address, url) = (port.address(), port.url());
        let is_secure = port.is_secure();
        let database = Database::open(&settings.database).await?;
        database.migrate().await?;

        let drain = settings.server.drain(clock.clone());
        let (in_process, channel) = InProcess::new();
        let mut keys = accepted_keys(&settings)?;
        let lobby_key = own_key(&entropy, &mut keys, "lobby", &[Scope::MatchesCreate, Scope::MatchesRead]);
        let engine_key = own_key(&entropy, &mut keys, "engine", &[Scope::ResultsWrite]);
        let peer = |key: &ServiceKey| anyhow::Ok(Peer::new(channel.clone(), Credential::service_key(key)?));
        let auth =
            Auth::new(TokenVerifier::new(clock.clone(), KeySource::Lobby(channel.clone())), keys.clone());
        let mut server = Server::new(clock.clone(), entropy.clone(), auth.clone(), drain.clone());

        settings.ratings.warn_of_missing_keys(&keys);
        let ratings = ratings::Deps {
            pool: database.pool("jodi-ratings").await?,
            clock: clock.clone(),
            drain: drain.clone(),
        };
        let ratings =
            ratings::start(settings.ratings, ratings).await.context("starting the ratings service")?;
        server.add(ratings.part);
        let engine = game_engine::Deps {
            pool: database.pool("jodi-engine").await?,
            clock: clock.clone(),
            store_clock: clock.clone(),
            entropy: entropy.clone(),
            drain: drain.clone(),
            auth,
            authorities: settings.authorities,
            ratings: peer(&engine_key)?,
        };
        server.add(game_engine::start(&settings.engine, engine).await.context("starting the game engine")?);
        let lobby = lobby::Deps {
            pool: database.pool("jodi-lobby").await?,
            clock,
            entropy,
            drain: drain.clone(),
            engine: peer(&lobby_key)?,
            ratings: peer(&lobby_key)?,
            keys,
        };
        server.add(lobby::start(settings.lobby, lobby).await.context("starting the lobby")?);
        Ok(Self { address, url, is_secure, drain, server, port, in_process, database, rater: ratings.tasks })
    }

    /// What there is to say about the database.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// Serves until the drain is over, then stops the suite's own Postgres.
    ///
    /// # Errors
    /// If the transport fails, or the suite's own Postgres cannot be brought back any more.
    pub async fn serve(self) -> anyhow::Result<()> {
        let Self { server, port, in_process, database, rater, .. } = self;
        let lost = async {
            match &database.embedded {
                Some(embedded) => embedded.failed().await,
                None => std::future::pending().await,
            }
        };
        let served = tokio::select! {
            served = server.serve(port, Some(in_process)) => served,
            error = lost => Err(error.into()),
        };
        drop(rater);
        database.close().await;
        served
    }
}

/// The keys of the configuration, and those of the data directory.
fn accepted_keys(settings: &SuiteSettings) -> anyhow::Result<ServiceKeys> {
    let mut keys = settings.keys.load()?;
    let path = settings.database.data_dir.join(KEYS_FILE);
    match std::fs::read_to_string(&path) {
        Ok(text) => keys.extend(ServiceKeys::parse(&text).with_context(|| path.display().to_string())?),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(|| format!("reading {}", path.display())),
    }
    Ok(keys)
}

/// A key for the suite's own calls, which lives as long as the process and is known to nobody else.
fn own_key(entropy: &Entropy, keys: &mut ServiceKeys, name: &str, scopes: &[Scope]) -> ServiceKey {
    let key = ServiceKey::generate(entropy);
    keys.accept(&key, name, scopes);
    key
}
