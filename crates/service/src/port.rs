//! The public port: the socket that strangers reach.

use std::io;
use std::net::SocketAddr;

use anyhow::Context as _;
use futures::{Stream, StreamExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_stream::wrappers::TcpListenerStream;

use crate::web::WebOrigins;

/// A socket that listens, and how it treats those who come.
pub struct PublicPort {
    listener: TcpListener,
    address: SocketAddr,
    pub(crate) web_origins: WebOrigins,
}

impl PublicPort {
    /// Listens on an address; port 0 takes a free one.
    ///
    /// # Errors
    /// If the address is taken or not ours.
    pub async fn open(address: SocketAddr, web_origins: WebOrigins) -> anyhow::Result<Self> {
        let listener =
            TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address}"))?;
        Ok(Self { address: listener.local_addr()?, listener, web_origins })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn into_incoming(self) -> impl Stream<Item = io::Result<TcpStream>> {
        TcpListenerStream::new(self.listener).map(|accepted| {
            let stream = accepted?;
            stream.set_nodelay(true)?;
            Ok(stream)
        })
    }
}
