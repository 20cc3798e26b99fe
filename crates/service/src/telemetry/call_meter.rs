//! The layer that counts and times every call, to its real end: that of a stream stands in its trailers, and one that its
//! client has left ends as cancelled.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use env::{Clock, Monotonic};
use futures::future::BoxFuture;
use http::{Request, Response};
use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};
use tonic::body::Body;
use tonic::{Code, Status};
use tower::util::{Either, option_layer};
use tower::{Layer, Service, layer::util::Identity};

use super::methods::{Method, Methods};
use super::metrics_page::metrics_are_kept;

/// The layer, or none if no metrics are kept.
pub(crate) fn call_meter(clock: &Clock) -> Either<CallMeter, Identity> {
    let meter = || {
        let sets = [
            wire::DESCRIPTOR_SET,
            tonic_health::pb::FILE_DESCRIPTOR_SET,
            tonic_reflection::pb::v1::FILE_DESCRIPTOR_SET,
            tonic_reflection::pb::v1alpha::FILE_DESCRIPTOR_SET,
        ];
        CallMeter { clock: clock.clone(), methods: Arc::new(Methods::of(&sets)) }
    };
    option_layer(metrics_are_kept().then(meter))
}

/// Counts and times calls.
#[derive(Clone)]
pub(crate) struct CallMeter {
    clock: Clock,
    methods: Arc<Methods>,
}

impl<S> Layer<S> for CallMeter {
    type Service = CallMeterService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        CallMeterService { meter: self.clone(), inner }
    }
}

#[derive(Clone)]
pub(crate) struct CallMeterService<S> {
    meter: CallMeter,
    inner: S,
}

impl<S> Service<Request<Body>> for CallMeterService<S>
where
    S: Service<Request<Body>, Response = Response<Body>>,
    S::Future: Send + 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = BoxFuture<'static, Result<S::Response, S::Error>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let method = self.meter.methods.at(request.uri().path()).clone();
        let mut call = OpenCall::begin(method, self.meter.clock.clone());
        let response = self.inner.call(request);
        Box::pin(async move {
            let response = response.await?;
            if let Some(status) = Status::from_header_map(response.headers()) {
                call.end(status.code());
            } else if call.method.streams() {
                return Ok(response.map(|inner| Body::new(MeteredBody { inner, call })));
            } else {
                call.end(Code::Ok);
            }
            Ok(response)
        })
    }
}

/// A call that has not ended. If it is dropped like this, its client has left.
struct OpenCall {
    method: Arc<Method>,
    clock: Clock,
    begun: Monotonic,
    is_open: bool,
}

impl OpenCall {
    fn begin(method: Arc<Method>, clock: Clock) -> Self {
        if let Some(open) = method.open() {
            open.increment(1);
        }
        let begun = clock.monotonic();
        Self { method, clock, begun, is_open: true }
    }

    /// It has ended; only the first end counts.
    fn end(&mut self, code: Code) {
        if !std::mem::take(&mut self.is_open) {
            return;
        }
        if let Some(open) = self.method.open() {
            open.decrement(1);
        }
        self.method.end(code, self.clock.monotonic().since(self.begun).as_secs_f64());
    }
}

impl Drop for OpenCall {
    fn drop(&mut self) {
        self.end(Code::Cancelled);
    }
}

/// The body of a stream, whose trailers say how the call ended.
struct MeteredBody {
    inner: Body,
    call: OpenCall,
}

impl HttpBody for MeteredBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let frame = ready!(Pin::new(&mut self.inner).poll_frame(cx));
        match &frame {
            Some(Ok(frame)) => {
                if let Some(status) = frame.trailers_ref().and_then(Status::from_header_map) {
                    self.call.end(status.code());
                }
            }
            Some(Err(status)) => self.call.end(status.code()),
            // A stream without trailers is broken.
            None => self.call.end(Code::Unknown),
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}
