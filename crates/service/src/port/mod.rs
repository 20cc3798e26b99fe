//! The public port: the socket that strangers reach, and what is done with those who come.
//!
//! The library's own accept loop has no limit for a connection that never says which protocol it speaks, none for the
//! number of connections, spins when descriptors run out, and cuts a connection at its greatest age without a word if a
//! grace is set. So the loop is here; it is all that is: what a call is stays with the layers and the routes.

mod bounds;
mod calls;
mod connection;
mod doors;
mod received;
mod tls;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use env::{Clock, Entropy};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::task::TaskTracker;

use crate::drain::Drain;
use crate::rates::{RateSettings, Rates};
use crate::web::WebOrigins;

pub use bounds::Bounds;
use connection::Connections;
pub(crate) use connection::Handler;
use doors::Doors;
use tls::Loaded;
pub use tls::{TlsError, TlsSettings};

/// Pause after a connection could not be accepted: mostly for want of descriptors, which come back when others end.
const PAUSE_AFTER_FAILURE: Duration = Duration::from_millis(50);
/// Between two warnings that connections are turned away.
const WARN_AGAIN: Duration = Duration::from_secs(10);

/// A socket that listens, and how it treats those who come.
pub struct PublicPort {
    listener: TcpListener,
    address: SocketAddr,
    bounds: Bounds,
    tls: Option<Loaded>,
    pub(crate) web_origins: WebOrigins,
    /// How often callers may call; any number without it.
    pub(crate) rates: Option<Rates>,
    /// How long networks and callers take has nothing to do with the time that the services decide by.
    pub(crate) clock: Clock,
}

impl PublicPort {
    /// Listens on an address, in plaintext and to no pages; port 0 takes a free one.
    ///
    /// # Errors
    /// If the address is taken or not ours.
    pub async fn open(address: SocketAddr) -> anyhow::Result<Self> {
        let listener =
            TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address}"))?;
        let address = listener.local_addr()?;
        let (bounds, web_origins) = Default::default();
        Ok(Self { listener, address, bounds, tls: None, web_origins, rates: None, clock: Clock::system() })
    }

    /// The same for pages of these origins.
    #[must_use]
    pub fn for_pages(self, web_origins: WebOrigins) -> Self {
        Self { web_origins, ..self }
    }

    /// The same behind TLS, if the settings name a certificate.
    ///
    /// # Errors
    /// Why the files cannot be used.
    pub async fn behind(self, tls: &TlsSettings) -> Result<Self, TlsError> {
        Ok(Self { tls: tls.load().await?, ..self })
    }

    /// The same for callers who call no oftener than this.
    #[must_use]
    pub fn at(self, rates: &RateSettings) -> Self {
        Self { rates: Some(Rates::new(rates)), ..self }
    }

    /// The same within these bounds.
    #[must_use]
    pub fn within(self, bounds: Bounds) -> Self {
        Self { bounds, ..self }
    }

    /// The same by another clock than the machine's.
    #[must_use]
    pub fn by(self, clock: Clock) -> Self {
        Self { clock, ..self }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Is it reached by TLS?
    pub fn is_secure(&self) -> bool {
        self.tls.is_some()
    }

    /// Its URL.
    pub fn url(&self) -> String {
        let scheme = if self.is_secure() { "https" } else { "http" };
        format!("{scheme}://{}", self.address)
    }

    /// Takes connections until the drain begins, and completes when the last of them has ended.
    pub(crate) async fn serve(self, handler: Handler, drain: Drain) {
        // Chance that decides nothing but when connections end.
        let (clock, entropy) = (self.clock, Entropy::os());
        let tls = self.tls.map(|loaded| loaded.follow(clock.clone(), drain.clone()));
        let doors = Doors::of(&self.bounds);
        let connections = Connections::new(handler, tls, self.bounds, clock.clone(), entropy, drain.clone());
        let connections = Arc::new(connections);
        let open = TaskTracker::new();
        let mut warned = None;
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                _ = drain.draining() => break,
            };
            let (stream, from) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    warn(&clock, &mut warned, &format!("a connection could not be accepted: {error}"));
                    clock.sleep(PAUSE_AFTER_FAILURE).await;
                    continue;
                }
            };
            // Turned away at once, not left waiting: a client may find another server, and the backlog stays empty for probes.
            let let_in = match doors.let_in(from.ip()) {
                Ok(let_in) => let_in,
                Err(turned_away) => {
                    warn(&clock, &mut warned, &turned_away.to_string());
                    continue;
                }
            };
            let connections = connections.clone();
            open.spawn(async move {
                connections.serve(stream).await;
                drop(let_in);
            });
        }
        // Whoever comes now finds no server here instead of one that does not answer.
        drop(self.listener);
        open.close();
        open.wait().await;
    }
}

/// Warns, unless it has just done so.
fn warn(clock: &Clock, warned: &mut Option<env::Monotonic>, what: &str) {
    let now = clock.monotonic();
    if warned.is_none_or(|at| now.since(at) >= WARN_AGAIN) {
        tracing::warn!("{what}");
        *warned = Some(now);
    }
}

/// Moves are small and cannot wait for one another.
fn without_delay(stream: &TcpStream) {
    // A socket that refuses has been closed, which is noticed when it is read.
    let _ = stream.set_nodelay(true);
}
