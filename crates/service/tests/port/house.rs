//! A server that only tells its health.

use std::net::SocketAddr;
use std::time::Duration;

use env::{Clock, Entropy, SimulatedTime, UnixMillis};
use service::{
    Auth, Bounds, Drain, KeySource, Part, PublicPort, Server, ServiceKeys, TlsSettings, TokenVerifier,
    connect_peer,
};
use tokio::sync::watch;
use tonic::Status;
use tonic::transport::Channel;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

/// How long anything may take that is waited for.
const DEADLINE: Duration = Duration::from_secs(30);

/// A free port of this machine.
pub const LOOPBACK: ([u8; 4], u16) = ([127, 0, 0, 1], 0);

/// A running server.
pub struct House {
    pub address: SocketAddr,
    pub time: SimulatedTime,
    /// What it says of its health.
    pub ready: watch::Sender<bool>,
}

impl House {
    /// Serves on a free port within these bounds.
    pub async fn open(bounds: Bounds) -> Self {
        Self::serve(PublicPort::open(LOOPBACK.into()).await.unwrap().within(bounds))
    }

    /// The same behind TLS.
    pub async fn behind(tls: &TlsSettings) -> Self {
        Self::serve(PublicPort::open(LOOPBACK.into()).await.unwrap().behind(tls).await.unwrap())
    }

    fn serve(port: PublicPort) -> Self {
        let (clock, time) = Clock::simulated(UnixMillis::new(0));
        let address = port.address();
        let drain = Drain::new(clock.clone(), Duration::from_secs(2), Duration::from_secs(10));
        let nowhere = connect_peer("http://127.0.0.1:1").unwrap();
        let verifier = TokenVerifier::new(clock.clone(), KeySource::Lobby(nowhere));
        let auth = Auth::new(verifier, ServiceKeys::default());
        let mut server = Server::new(clock.clone(), Entropy::os(), auth, drain);
        let (ready, is_ready) = watch::channel(true);
        let add_routes = Box::new(|_: &mut _| {});
        server.add(Part { names: vec!["test"], ready: is_ready, add_routes, farewell: None });
        tokio::spawn(server.serve(port.by(clock), None));
        Self { address, time, ready }
    }

    /// A channel without TLS.
    pub fn plain(&self) -> Channel {
        connect_peer(&format!("http://{}", self.address)).unwrap()
    }
}

/// Asks for the server's health.
pub async fn ask(channel: Channel) -> Result<ServingStatus, Status> {
    let request = HealthCheckRequest { service: String::new() };
    let answer = within("the health", HealthClient::new(channel).check(request)).await?;
    Ok(answer.into_inner().status())
}

/// Follows the server's health.
pub async fn follow(channel: Channel) -> tonic::Streaming<tonic_health::pb::HealthCheckResponse> {
    let request = HealthCheckRequest { service: String::new() };
    let mut stream =
        within("a stream", HealthClient::new(channel).watch(request)).await.unwrap().into_inner();
    within("its first message", stream.message()).await.unwrap().unwrap();
    stream
}

/// The outcome of something that must come.
pub async fn within<F: Future>(what: &str, future: F) -> F::Output {
    tokio::time::timeout(DEADLINE, future).await.unwrap_or_else(|_| panic!("{what}: not within {DEADLINE:?}"))
}
