//! Calling another service of the suite.

use std::time::Duration;

use tonic::metadata::{Ascii, MetadataValue};
use tonic::service::Interceptor;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status};

use crate::authorities::Authorities;
use crate::keys::ServiceKey;
use crate::telemetry::{TRACEPARENT, traceparent};

const CONNECT_LIMIT: Duration = Duration::from_secs(5);
const KEEPALIVE: Duration = Duration::from_secs(20);

/// Adds a credential to every call, and where it comes from if that is traced.
#[derive(Clone)]
pub struct Credential(MetadataValue<Ascii>);

impl Credential {
    /// Presents a service key.
    ///
    /// # Errors
    /// If the key has characters that cannot stand in a header.
    pub fn service_key(key: &ServiceKey) -> anyhow::Result<Self> {
        Self::bearer(key.reveal())
    }

    /// Presents a token.
    ///
    /// # Errors
    /// If the token has characters that cannot stand in a header.
    pub fn bearer(token: &str) -> anyhow::Result<Self> {
        let mut value: MetadataValue<Ascii> = format!("Bearer {token}").parse()?;
        value.set_sensitive(true);
        Ok(Self(value))
    }
}

impl Interceptor for Credential {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        request.metadata_mut().insert("authorization", self.0.clone());
        if let Some(traceparent) = traceparent() {
            request.metadata_mut().insert(TRACEPARENT, traceparent);
        }
        Ok(request)
    }
}

/// A channel that presents a credential with every call.
pub type Peer = InterceptedService<Channel, Credential>;

impl Authorities {
    /// A channel to a peer, which connects when it is first used and again whenever the connection is lost.
    ///
    /// # Errors
    /// If the address is no URI, or is an `https` one for which the certificates cannot be used.
    pub fn connect(&self, address: &str) -> anyhow::Result<Channel> {
        let endpoint = Endpoint::from_shared(address.to_owned())?
            .connect_timeout(CONNECT_LIMIT)
            .http2_keep_alive_interval(KEEPALIVE)
            .keep_alive_while_idle(true)
            .tcp_nodelay(true);
        Ok(self.secure(endpoint)?.connect_lazy())
    }
}

/// The same with no certificates but those that browsers trust.
///
/// # Errors
/// If the address is no URI.
pub fn connect_peer(address: &str) -> anyhow::Result<Channel> {
    Authorities::default().connect(address)
}
