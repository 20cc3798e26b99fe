//! gRPC inside one process: an in-memory transport to a server of this process.

use std::io;

use hyper_util::rt::TokioIo;
use tokio::io::DuplexStream;
use tokio::sync::mpsc;
use tonic::transport::{Channel, Endpoint, Uri};

/// Bytes in flight in each direction of an in-memory connection.
const PIPE_BYTES: usize = 64 * 1024;
/// Connections that wait to be taken.
const BACKLOG: usize = 64;

/// A place where a server of this process takes in-memory connections.
pub struct InProcess {
    connections: mpsc::Receiver<DuplexStream>,
}

impl InProcess {
    /// A place, and a channel that leads to it. Calls wait until the server takes them.
    pub fn new() -> (Self, Channel) {
        let (sender, connections) = mpsc::channel(BACKLOG);
        let connector = tower::service_fn(move |_: Uri| {
            let sender = sender.clone();
            async move {
                let (ours, theirs) = tokio::io::duplex(PIPE_BYTES);
                let gone = |_| io::Error::new(io::ErrorKind::ConnectionRefused, "the server has stopped");
                sender.send(theirs).await.map_err(gone)?;
                Ok::<_, io::Error>(TokioIo::new(ours))
            }
        });
        // The name is never resolved: the connector ignores it.
        let channel = Endpoint::from_static("http://in-process").connect_with_connector_lazy(connector);
        (Self { connections }, channel)
    }

    /// The connections, as a server takes them in.
    pub fn into_incoming(self) -> impl futures::Stream<Item = io::Result<DuplexStream>> + Send + 'static {
        use tokio_stream::StreamExt as _;
        tokio_stream::wrappers::ReceiverStream::new(self.connections).map(Ok)
    }
}
