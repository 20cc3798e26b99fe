//! The way to a server.

use std::time::Duration;

use env::{Clock, Entropy};
use service::Authorities;
use tonic::transport::{Channel, Endpoint};
use tonic::{Response, Status};

use super::error::ClientError;
use super::patience::{Patience, asked_pause, is_passing};

const CONNECT_LIMIT: Duration = Duration::from_secs(5);
/// How long one unary call may take before it is tried again.
const CALL_LIMIT: Duration = Duration::from_secs(15);
const KEEPALIVE: Duration = Duration::from_secs(10);

/// A connection to a server, made when it is first used and again whenever it is lost.
#[derive(Clone)]
pub struct Connection {
    pub(super) channel: Channel,
    pub(super) clock: Clock,
    pub(super) entropy: Entropy,
}

impl Connection {
    /// A connection of its own to a server. Nothing is sent yet.
    ///
    /// # Errors
    /// [`ClientError::Address`].
    pub fn new(
        address: &str,
        authorities: &Authorities,
        clock: Clock,
        entropy: Entropy,
    ) -> Result<Self, ClientError> {
        let refused = |why| ClientError::Address { address: address.to_owned(), why };
        let endpoint =
            Endpoint::from_shared(web_address(address)).map_err(|error| refused(error.to_string()))?;
        let endpoint = authorities.secure(endpoint).map_err(|error| refused(format!("{error:#}")))?;
        let channel = endpoint
            .connect_timeout(CONNECT_LIMIT)
            .http2_keep_alive_interval(KEEPALIVE)
            .keep_alive_while_idle(true)
            .tcp_nodelay(true)
            .connect_lazy();
        Ok(Self { channel, clock, entropy })
    }

    /// The channel, for calls that need no credential.
    pub fn channel(&self) -> Channel {
        self.channel.clone()
    }

    /// The client's clock.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The client's own source of randomness: for request ids, device keys and cuts.
    pub fn entropy(&self) -> &Entropy {
        &self.entropy
    }

    /// Makes a call until it is answered: what passes by itself is tried again. Only for calls that are idempotent.
    ///
    /// # Errors
    /// [`ClientError::Call`] for a refusal, [`ClientError::Away`] if the server stays away.
    pub async fn call<T>(
        &self,
        name: &'static str,
        mut attempt: impl AsyncFnMut() -> Result<Response<T>, Status>,
    ) -> Result<T, ClientError> {
        let mut patience = Patience::new(self.clock.clone());
        loop {
            let answer = self.clock.timeout(CALL_LIMIT, attempt()).await;
            match answer.unwrap_or_else(|late| Err(Status::deadline_exceeded(late.to_string()))) {
                Ok(answer) => return Ok(answer.into_inner()),
                Err(status) if is_passing(&status) => {
                    patience.pause(asked_pause(&status), &format!("{name}: {status}")).await?;
                }
                Err(status) => return Err(ClientError::Call { call: name, status: Box::new(status) }),
            }
        }
    }
}

/// The address as a URL: `http://` is put before one that has no scheme.
pub fn web_address(address: &str) -> String {
    if address.contains("://") { address.to_owned() } else { format!("http://{address}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_without_a_scheme_is_plain_http() {
        assert_eq!(web_address("127.0.0.1:7420"), "http://127.0.0.1:7420");
        assert_eq!(web_address("https://jodi.example"), "https://jodi.example");
    }

    #[tokio::test]
    async fn address_that_is_none_is_refused() {
        let refused =
            Connection::new("no such place", &Authorities::default(), Clock::system(), Entropy::os());
        assert!(matches!(refused, Err(ClientError::Address { .. })));
    }
}
