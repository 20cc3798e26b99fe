//! What the layers around every call have in common: each says what it does around one call, and is a layer by that.

use std::task::{Context, Poll};

use futures::future::BoxFuture;
use http::{Request, Response};
use tonic::body::Body;
use tower::{Layer, Service};

/// The answer to a call, once it begins.
pub(crate) type Answer<E> = BoxFuture<'static, Result<Response<Body>, E>>;

/// Something that is done around every call.
pub(crate) trait Around: Clone {
    /// Makes the call, at once or not at all, and sees to its answer.
    fn around<F, E>(&self, request: Request<Body>, call: impl FnOnce(Request<Body>) -> F) -> Answer<E>
    where
        F: Future<Output = Result<Response<Body>, E>> + Send + 'static,
        E: Send + 'static;
}

/// The layer that does it.
#[derive(Clone)]
pub(crate) struct AroundLayer<A>(pub(crate) A);

impl<A: Around, S> Layer<S> for AroundLayer<A> {
    type Service = AroundService<A, S>;

    fn layer(&self, inner: S) -> Self::Service {
        AroundService { around: self.0.clone(), inner }
    }
}

/// A service with something around it.
#[derive(Clone)]
pub(crate) struct AroundService<A, S> {
    around: A,
    inner: S,
}

impl<A, S> Service<Request<Body>> for AroundService<A, S>
where
    A: Around,
    S: Service<Request<Body>, Response = Response<Body>>,
    S::Future: Send + 'static,
    S::Error: Send + 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Answer<S::Error>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let Self { around, inner } = self;
        around.around(request, |request| inner.call(request))
    }
}
