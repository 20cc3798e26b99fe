//! One attempt: a POST, and what came of it.

use std::error::Error;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use env::Clock;
use http::header::{CONTENT_TYPE, USER_AGENT};
use http::{Method, Request, StatusCode, Uri};
use http_body_util::Full;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::dns::Name;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use tower::Service;

use super::addresses::Addresses;

/// Idle connections that are kept for one endpoint, and how long.
const IDLE_CONNECTIONS: usize = 2;
const IDLE_FOR: Duration = Duration::from_secs(30);
const AGENT: &str = "jodi-webhooks/1";

/// What is sent in one attempt.
pub(super) struct Attempt<'a> {
    pub url: &'a str,
    pub event_id: &'a str,
    pub timestamp_s: i64,
    pub signatures: String,
    pub body: String,
}

/// Why an attempt was no delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum PostError {
    /// The stored address cannot be called.
    #[error("the address cannot be called")]
    Address,
    /// It leads to an address that is not public.
    #[error("the address is not a public one; --webhook-private-addresses of the lobby allows it")]
    NotPublic,
    /// No connection could be made.
    #[error("no connection could be made")]
    NoConnection,
    /// The connection was lost before there was an answer.
    #[error("the connection was lost")]
    Lost,
    /// There was no answer in time.
    #[error("there was no answer within {} s", .0.as_secs())]
    TimedOut(Duration),
    /// The answer was another one than 2xx.
    #[error("the answer was {}", .0.as_u16())]
    Answered(StatusCode),
}

/// Posts. Follows no redirect, asks no proxy, keeps no cookie.
pub(super) struct Poster {
    client: Client<HttpsConnector<HttpConnector<PublicNames>>, Full<Bytes>>,
    clock: Clock,
    limit: Duration,
    addresses: Addresses,
}

impl Poster {
    pub fn new(clock: Clock, limit: Duration, addresses: Addresses) -> Self {
        let mut tcp = HttpConnector::new_with_resolver(PublicNames(addresses));
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        let connector = HttpsConnectorBuilder::new()
            .with_provider_and_webpki_roots(rustls::crypto::ring::default_provider())
            .expect("the provider has the default versions of TLS")
            .https_or_http()
            .enable_http1()
            .wrap_connector(tcp);
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_max_idle_per_host(IDLE_CONNECTIONS)
            .pool_idle_timeout(IDLE_FOR)
            .build(connector);
        Self { client, clock, limit, addresses }
    }

    /// Makes one attempt.
    pub async fn post(&self, attempt: Attempt<'_>) -> Result<(), PostError> {
        let request = self.request(attempt)?;
        let answered = self.clock.timeout(self.limit, self.answer(request)).await;
        match answered {
            Ok(Ok(status)) if status.is_success() => Ok(()),
            Ok(Ok(status)) => Err(PostError::Answered(status)),
            Ok(Err(error)) => Err(error),
            Err(_) => Err(PostError::TimedOut(self.limit)),
        }
    }

    fn request(&self, attempt: Attempt<'_>) -> Result<Request<Full<Bytes>>, PostError> {
        let uri: Uri = attempt.url.parse().map_err(|_| PostError::Address)?;
        // The connector looks no number up, so that no resolver sees it.
        if let Some(address) = literal(&uri)
            && !self.addresses.allow(address)
        {
            return Err(PostError::NotPublic);
        }
        Request::builder()
            .method(Method::POST)
            .uri(uri)
            .header(CONTENT_TYPE, "application/json")
            .header(USER_AGENT, AGENT)
            .header("webhook-id", attempt.event_id)
            .header("webhook-timestamp", attempt.timestamp_s)
            .header("webhook-signature", attempt.signatures)
            .body(Full::new(Bytes::from(attempt.body)))
            .map_err(|_| PostError::Address)
    }

    async fn answer(&self, request: Request<Full<Bytes>>) -> Result<StatusCode, PostError> {
        let response = self.client.request(request).await.map_err(|error| {
            if is_refused_name(&error) {
                PostError::NotPublic
            } else if error.is_connect() {
                PostError::NoConnection
            } else {
                PostError::Lost
            }
        })?;
        // What it says does not matter, nor whether it comes to an end: a connection on which more is to come is given up.
        Ok(response.status())
    }
}

fn literal(uri: &Uri) -> Option<IpAddr> {
    let host = uri.host()?;
    host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host).parse().ok()
}

fn is_refused_name(error: &(dyn Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if error.is::<NotPublicName>() {
            return true;
        }
        cause = error.source();
    }
    false
}

/// Names of which no address may be called.
#[derive(Debug)]
struct NotPublicName;

impl fmt::Display for NotPublicName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name has no public address")
    }
}

impl Error for NotPublicName {}

/// Looks names up and lets only addresses through that may be called. What it gives is what is connected to: a name that changes its
/// address between a check and a call finds no gap.
#[derive(Clone, Copy)]
struct PublicNames(Addresses);

impl Service<Name> for PublicNames {
    type Response = std::vec::IntoIter<SocketAddr>;
    type Error = Box<dyn Error + Send + Sync>;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let addresses = self.0;
        Box::pin(async move {
            // The port is the connector's to set.
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            let known = !found.is_empty();
            let allowed: Vec<_> = found.into_iter().filter(|a| addresses.allow(a.ip())).collect();
            if known && allowed.is_empty() { Err(NotPublicName.into()) } else { Ok(allowed.into_iter()) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(url: &str) -> Attempt<'_> {
        let (event_id, signatures, body) = ("evt", "v1,x".to_owned(), "{}".to_owned());
        Attempt { url, event_id, timestamp_s: 1, signatures, body }
    }

    #[tokio::test]
    async fn address_of_this_machine_is_refused_by_number_and_by_name() {
        let poster = Poster::new(Clock::system(), Duration::from_secs(5), Addresses::Public);
        for url in
            ["http://127.0.0.1:1/", "http://[::1]:1/", "http://localhost:1/", "https://[::ffff:10.0.0.1]/"]
        {
            assert_eq!(poster.post(attempt(url)).await, Err(PostError::NotPublic), "{url}");
        }
    }

    #[tokio::test]
    async fn nobody_at_the_address_is_no_connection() {
        let poster = Poster::new(Clock::system(), Duration::from_secs(5), Addresses::Any);
        assert_eq!(poster.post(attempt("http://127.0.0.1:1/")).await, Err(PostError::NoConnection));
    }
}
