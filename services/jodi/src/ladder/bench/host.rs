//! The ratings service on a socket of the loopback, over the database that is measured.

use std::time::Duration;

use anyhow::Context as _;
use env::{Clock, Entropy};
use postgres::PoolSettings;
use ratings::accept::Acceptor;
use ratings::rate::{Backlog, backlog};
use ratings::{SourceLadder, SourceName, Sources};
use service::{
    Auth, Credential, Drain, KeySource, Peer, PublicPort, Scope, Server, ServiceKey, ServiceKeys,
    TokenVerifier, connect_peer,
};
use sqlx::PgPool;
use tokio::task::JoinHandle;

use crate::ladder::load::{bench_track, spec};

/// The name of the only source.
const SOURCE: &str = "bench";

/// The service, running.
pub struct Host {
    /// For reading past the service.
    pub pool: PgPool,
    /// What time it is.
    pub clock: Clock,
    /// For reporting past the service.
    pub acceptor: Acceptor,
    address: String,
    key: ServiceKey,
    drain: Drain,
    serving: JoinHandle<anyhow::Result<()>>,
}

impl Host {
    /// Starts it, with one more connection to read by than there are `readers`.
    pub async fn start(database_url: &str, readers: u32) -> anyhow::Result<Self> {
        let (clock, entropy) = (Clock::system(), Entropy::os());
        let pool_of = async |name: &str, max_connections| {
            let settings = PoolSettings { max_connections, ..PoolSettings::new(name) };
            postgres::connect(database_url, &settings).await
        };
        let pool = pool_of("jodi-ladder-bench", readers + 1).await?;
        let drain = Drain::new(clock.clone(), Duration::ZERO, Duration::from_secs(1));
        let deps = ratings::Deps {
            pool: pool_of("jodi-ratings", readers + 8).await?,
            clock: clock.clone(),
            drain: drain.clone(),
        };
        let source = SourceName::new(SOURCE);
        let settings = ratings::Settings {
            suite_ladders: Vec::new(),
            guest_ladders: vec![spec()],
            source_ladders: vec![SourceLadder { source: source.clone(), ladder: spec().id }],
            rating_rest_ms: 50,
        };
        let running = ratings::start(settings, deps).await.context("starting the ratings service")?;
        let key = ServiceKey::generate(&entropy);
        let mut keys = ServiceKeys::default();
        keys.accept(&key, SOURCE, &[Scope::ResultsWrite]);
        let auth = Auth::new(TokenVerifier::new(clock.clone(), KeySource::Fixed), keys);
        let mut server = Server::new(clock.clone(), entropy, auth, drain.clone());
        server.add(running.part);
        let port = PublicPort::open(([127, 0, 0, 1], 0).into()).await?;
        let address = format!("http://{}", port.address());
        let raters = running.tasks;
        let serving = tokio::spawn(async move {
            let _raters = raters;
            server.serve(port, None).await
        });
        let sources = Sources::new([(source, spec().id)]);
        let acceptor = Acceptor { pool: pool.clone(), clock: clock.clone(), sources };
        Ok(Self { pool, clock, acceptor, address, key, drain, serving })
    }

    /// A connection of its own.
    pub fn connect(&self) -> anyhow::Result<Peer> {
        Ok(Peer::new(connect_peer(&self.address)?, Credential::service_key(&self.key)?))
    }

    /// Who reports.
    pub fn source(&self) -> SourceName {
        SourceName::new(SOURCE)
    }

    /// How far the rater is.
    pub async fn backlog(&self) -> anyhow::Result<Backlog> {
        Ok(backlog(&self.pool, &bench_track().ladder).await?)
    }

    /// Stops it.
    pub async fn stop(self) {
        self.drain.begin();
        let _ = self.serving.await;
    }
}
