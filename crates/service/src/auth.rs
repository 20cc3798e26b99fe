//! The layer that finds out who calls, before every handler.

use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use futures::future::BoxFuture;
use http::header::AUTHORIZATION;
use http::{HeaderValue, Request, Response};
use tonic::body::Body;
use tower::{Layer, Service};
use wire::Fault;
use wire::errors::v1::ErrorReason;

use crate::caller::Caller;
use crate::keys::{PREFIX, ServiceKeys};
use crate::token::{TokenError, TokenVerifier};

/// When a caller whose token's key could not be had should try again.
const RETRY_KEYS: Duration = Duration::from_millis(500);

/// Knows all credentials that a server accepts.
#[derive(Clone)]
pub struct Auth {
    verifier: TokenVerifier,
    keys: Arc<ServiceKeys>,
}

impl Auth {
    /// Accepts access tokens by the verifier, and these service keys.
    pub fn new(verifier: TokenVerifier, keys: ServiceKeys) -> Self {
        Self { verifier, keys: Arc::new(keys) }
    }

    /// Who presents this credential.
    ///
    /// # Errors
    /// `CREDENTIAL_INVALID`, `TOKEN_EXPIRED`, or `STORE_UNAVAILABLE` while the keys to check it with cannot be had.
    pub async fn identify(&self, credential: &str) -> Result<Caller, Fault> {
        if credential.starts_with(PREFIX) {
            let caller = self.keys.look_up(credential);
            return caller.cloned().map(Caller::Service).ok_or_else(|| {
                Fault::new(
                    ErrorReason::CredentialInvalid,
                    "This service key is not one that the server accepts.",
                )
            });
        }
        self.verifier.verify(credential).await.map(Caller::Account).map_err(|error| match error {
            TokenError::Invalid => {
                Fault::new(ErrorReason::CredentialInvalid, "The access token is not one of this suite's.")
            }
            TokenError::Expired => {
                Fault::new(ErrorReason::TokenExpired, "The access token has expired; refresh it.")
            }
            TokenError::KeysUnavailable => Fault::new(
                ErrorReason::StoreUnavailable,
                "The keys to check the access token with cannot be had at the moment.",
            )
            .retry_after(RETRY_KEYS),
        })
    }

    async fn caller_by(&self, value: Option<HeaderValue>) -> Result<Caller, Fault> {
        let Some(value) = value else { return Ok(Caller::Anonymous) };
        let text = value.to_str().unwrap_or_default();
        match text.split_once(' ') {
            Some((scheme, credential)) if scheme.eq_ignore_ascii_case("bearer") => {
                self.identify(credential.trim()).await
            }
            _ => Err(Fault::new(
                ErrorReason::CredentialInvalid,
                "The metadata `authorization` must be `Bearer TOKEN`.",
            )),
        }
    }
}

impl<S> Layer<S> for Auth {
    type Service = AuthService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        AuthService { auth: self.clone(), inner }
    }
}

/// The service that [`Auth`] makes.
#[derive(Clone)]
pub struct AuthService<S> {
    auth: Auth,
    inner: S,
}

impl<S> Service<Request<Body>> for AuthService<S>
where
    S: Service<Request<Body>, Response = Response<Body>> + Clone + Send + 'static,
    S::Future: Send,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = BoxFuture<'static, Result<S::Response, S::Error>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let auth = self.auth.clone();
        // The clone takes the place of the service that was polled ready.
        let ready = self.inner.clone();
        let mut inner = std::mem::replace(&mut self.inner, ready);
        let credential = request.headers().get(AUTHORIZATION).cloned();
        Box::pin(async move {
            // A client that sends its token with every call must be able to refresh an expired one: whether a bad
            // credential matters is for the handler to say.
            let caller = auth.caller_by(credential).await.unwrap_or_else(Caller::Rejected);
            request.extensions_mut().insert(caller);
            inner.call(request).await
        })
    }
}
