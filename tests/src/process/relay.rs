//! A loopback port that leads to wherever a server is: servers that name each other can then all listen on port 0, and a
//! test can cut the way between them.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::AbortHandle;

/// A port in front of another one. Connections wait until it leads somewhere.
pub struct Relay {
    address: SocketAddr,
    target: Arc<watch::Sender<Option<SocketAddr>>>,
    accepting: AbortHandle,
}

impl Relay {
    /// A port that leads nowhere yet. It serves while the value and the current runtime live.
    ///
    /// # Panics
    /// If no loopback port is free.
    pub async fn listen() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a loopback port is free");
        let address = listener.local_addr().expect("a bound listener has an address");
        let target = Arc::new(watch::Sender::new(None));
        let accepting = tokio::spawn(accept(listener, target.clone())).abort_handle();
        Self { address, target, accepting }
    }

    /// The port as a URL.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// From now on it leads there. Connections to where it led before are closed.
    pub fn lead_to(&self, target: SocketAddr) {
        self.target.send_replace(Some(target));
    }

    /// Closes all connections; new ones wait until it leads somewhere again.
    pub fn cut(&self) {
        self.target.send_replace(None);
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.accepting.abort();
        self.cut();
    }
}

async fn accept(listener: TcpListener, target: Arc<watch::Sender<Option<SocketAddr>>>) {
    while let Ok((mut near, _)) = listener.accept().await {
        let mut target = target.subscribe();
        tokio::spawn(async move {
            let Some(address) = target.wait_for(Option::is_some).await.ok().and_then(|target| *target) else {
                return;
            };
            let Ok(mut far) = TcpStream::connect(address).await else { return };
            near.set_nodelay(true).ok();
            far.set_nodelay(true).ok();
            tokio::select! {
                _ = tokio::io::copy_bidirectional(&mut near, &mut far) => {}
                _ = target.wait_for(|now| *now != Some(address)) => {}
            }
        });
    }
}
