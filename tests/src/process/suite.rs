//! The whole suite as one process: `jodi up`.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitStatus;

use env::Entropy;
use rustix::process::Signal;
use service::{Scope, ServiceKey};
use tokio::sync::{OnceCell, SemaphorePermit, watch};
use tonic::transport::Channel;
use tonic_health::pb::health_check_response::ServingStatus;

use super::child::text;
use super::room::room;
use super::{Child, HEALTH_NAMES, Handle, Home, Launch, await_health, binary};
use crate::DEADLINE;

/// How a suite is started.
#[derive(Clone, Debug, Default)]
pub struct SuiteSetup {
    database_url: Option<String>,
    environment: Vec<(String, String)>,
    keys: Vec<String>,
}

impl SuiteSetup {
    /// With a Postgres of its own, bots that need no time, one admin key, and players who may ask as often as tests do.
    pub fn new() -> Self {
        Self::default().env("JODI_ENGINE_BOT_DELAY_MS", 0).env("JODI_ACCOUNT_RATE", 0)
    }

    /// On this server instead of one of its own.
    #[must_use]
    pub fn on(mut self, database_url: impl Into<String>) -> Self {
        self.database_url = Some(database_url.into());
        self
    }

    /// With one more environment variable; `jodi up --help` lists them.
    #[must_use]
    pub fn env(mut self, name: &str, value: impl ToString) -> Self {
        self.environment.push((name.to_owned(), value.to_string()));
        self
    }

    /// Accepts one more service key.
    ///
    /// # Panics
    /// If the name is not 1 to 32 of `a-z 0-9 -`.
    #[must_use]
    pub fn key(mut self, key: &ServiceKey, name: &str, scopes: &[Scope]) -> Self {
        self.keys.push(key.line(name, scopes).expect("a key's name is plain"));
        self
    }

    /// Starts it.
    pub async fn start(self) -> Suite {
        Suite::start(self).await
    }
}

/// A running suite. Dropping it kills it and its Postgres, and removes its data.
pub struct Suite {
    launch: Launch,
    admin: ServiceKey,
    address: watch::Sender<SocketAddr>,
    // Before the home: its Postgres goes when it goes.
    child: Child,
    home: Home,
    /// A suite with a Postgres of its own needs none.
    _room: Option<SemaphorePermit<'static>>,
}

impl Suite {
    /// The suite that the tests of one process share, for those that need nothing special and harm nobody.
    pub async fn shared() -> &'static Self {
        static SHARED: OnceCell<Suite> = OnceCell::const_new();
        SHARED.get_or_init(|| SuiteSetup::new().start()).await
    }

    /// Starts a suite and waits until it serves.
    ///
    /// # Panics
    /// If it does not come to that.
    pub async fn start(setup: SuiteSetup) -> Self {
        let room = match &setup.database_url {
            Some(_) => Some(room().await),
            None => None,
        };
        let admin = ServiceKey::generate(&Entropy::os());
        let setup = setup.key(&admin, "operator", &[Scope::Admin]);
        let home = match &setup.database_url {
            Some(_) => Home::new(),
            None => Home::with_cluster().await,
        };
        let mut launch = Launch::of(binary("jodi"))
            .arg("up")
            .env("JODI_LISTEN", "127.0.0.1:0")
            .env("JODI_DATA_DIR", text(home.path()))
            .env("JODI_SERVICE_KEYS", setup.keys.join(";"));
        if let Some(url) = &setup.database_url {
            launch = launch.env("DATABASE_URL", url);
        }
        for (name, value) in &setup.environment {
            launch = launch.env(name, value);
        }
        let (child, address) = serve(&launch, &home).await;
        Self { launch, admin, address: watch::Sender::new(address), child, home, _room: room }
    }

    /// Where it serves; another port after each restart.
    pub fn address(&self) -> SocketAddr {
        *self.address.borrow()
    }

    /// Follows [`Suite::address`] through restarts.
    pub fn addresses(&self) -> watch::Receiver<SocketAddr> {
        self.address.subscribe()
    }

    /// A channel to where it serves now, which connects when it is first used.
    pub fn channel(&self) -> Channel {
        channel(self.address())
    }

    /// A key with every scope.
    pub fn admin(&self) -> &ServiceKey {
        &self.admin
    }

    /// Its process.
    pub fn child(&self) -> &Child {
        &self.child
    }

    /// Its data.
    pub fn home(&self) -> &Home {
        &self.home
    }

    /// The Postgres of its own, if that runs at this moment.
    pub fn postgres(&self) -> Option<Handle> {
        self.home.postgres()
    }

    /// Kills it with SIGKILL and waits until it is gone. Its Postgres then stops by itself.
    pub async fn kill(&mut self) {
        self.child.signal(Signal::KILL);
        self.child.exit().await;
    }

    /// Kills it and its Postgres at one moment, both with SIGKILL, and waits until both are gone.
    ///
    /// # Panics
    /// If no Postgres of its own runs.
    pub async fn kill_with_postgres(&mut self) {
        let postgres = self.postgres().expect("a Postgres of its own runs");
        self.child.signal(Signal::KILL);
        postgres.send(Signal::KILL);
        self.child.exit().await;
        let gone = tokio::task::spawn_blocking(move || postgres.wait(DEADLINE)).await;
        assert!(gone.expect("waiting does not panic"), "a killed Postgres ends");
    }

    /// Asks it to stop with SIGTERM and waits until it has.
    pub async fn stop(&mut self) -> ExitStatus {
        self.child.signal(Signal::TERM);
        self.child.exit().await
    }

    /// Starts it again on the same data, once it has ended.
    ///
    /// # Panics
    /// If it still runs, or does not come up.
    pub async fn restart(&mut self) {
        assert!(!self.child.is_alive(), "a suite is stopped or killed before it is started again");
        let (child, address) = serve(&self.launch, &self.home).await;
        self.child = child;
        self.address.send_replace(address);
    }
}

/// A channel that connects when it is first used, and again whenever the connection is lost.
pub(super) fn channel(address: SocketAddr) -> Channel {
    service::connect_peer(&format!("http://{address}")).expect("an address makes a URL")
}

async fn serve(launch: &Launch, home: &Home) -> (Child, SocketAddr) {
    let child = Child::start(launch);
    let address = child.printed_line("where it serves", served_at).await;
    let real = child.printed_line("where the data lies", data_in).await;
    if let Some(real) = real {
        home.lies_in(&real);
    }
    await_health(channel(address), HEALTH_NAMES[0], ServingStatus::Serving).await;
    (child, address)
}

/// The address in the greeting.
fn served_at(line: &str) -> Option<SocketAddr> {
    let rest = line.strip_prefix("Jodi serves")?.split_once("://")?.1;
    rest.split_whitespace().next()?.trim_end_matches('.').parse().ok()
}

/// The data directory in the greeting; `Some(None)` if the data lie in the server of `DATABASE_URL`.
fn data_in(line: &str) -> Option<Option<PathBuf>> {
    if line.contains("DATABASE_URL") {
        return Some(None);
    }
    let (_, path) = line.split_once("Postgres keeps the data in ")?;
    Some(Some(PathBuf::from(path.trim_end_matches('.'))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greeting_tells_the_address() {
        let line = "Jodi serves lobby, game engine and ladder on http://127.0.0.1:7420 (gRPC, plaintext).";
        assert_eq!(served_at(line), Some(SocketAddr::from(([127, 0, 0, 1], 7420))));
    }

    #[test]
    fn greeting_tells_where_the_data_lie() {
        assert_eq!(
            data_in("Its own Postgres keeps the data in /a/b.c."),
            Some(Some(PathBuf::from("/a/b.c")))
        );
        assert_eq!(data_in("The data is in the Postgres of DATABASE_URL."), Some(None));
        assert_eq!(data_in("Try next:"), None);
    }
}
