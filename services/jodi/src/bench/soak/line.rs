//! A connection that can be cut at its socket, as a network does it: nothing is said to the server.

use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, OnceLock};

use hyper_util::rt::TokioIo;
use service::{Credential, Peer};
use tonic::transport::{Channel, Endpoint};
use tower::service_fn;

use super::super::server::Server;

/// A connection of its own.
pub struct Line {
    channel: Channel,
    socket: Arc<OnceLock<TcpStream>>,
}

impl Line {
    /// Connects.
    ///
    /// # Errors
    /// If nobody listens.
    pub async fn connect(server: &Server) -> anyhow::Result<Self> {
        let host = server.host().to_owned();
        let socket = Arc::new(OnceLock::new());
        let kept = socket.clone();
        let connector = service_fn(move |_| {
            let (host, kept) = (host.clone(), kept.clone());
            async move {
                let stream = tokio::net::TcpStream::connect(host).await?;
                stream.set_nodelay(true)?;
                let stream = stream.into_std()?;
                // It connects once: a second connection would be another line.
                kept.set(stream.try_clone()?).map_err(|_| std::io::ErrorKind::AlreadyExists)?;
                tokio::net::TcpStream::from_std(stream).map(TokioIo::new)
            }
        });
        let endpoint = Endpoint::from_shared(server.address.clone())?;
        let channel = endpoint.connect_with_connector(connector).await?;
        Ok(Self { channel, socket })
    }

    /// The way to the server, presenting a token.
    ///
    /// # Errors
    /// If the token has characters that cannot stand in a header.
    pub fn peer(&self, access_token: &str) -> anyhow::Result<Peer> {
        Ok(Peer::new(self.channel.clone(), Credential::bearer(access_token)?))
    }

    /// Cuts it, whatever is open on it.
    ///
    /// # Errors
    /// If the socket is no longer connected.
    pub fn cut(self) -> std::io::Result<()> {
        self.socket.get().expect("it was connected").shutdown(Shutdown::Both)
    }
}
