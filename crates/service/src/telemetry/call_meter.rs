//! The layer that counts and times every call, to its real end: that of a stream stands in its trailers, and one that its
//! client has left ends as cancelled.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use env::{Clock, Monotonic};
use http::{Request, Response};
use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};
use tonic::body::Body;
use tonic::{Code, Status};
use tower::layer::util::Identity;
use tower::util::{Either, option_layer};

use super::methods::{Method, Methods};
use super::metrics_page::metrics_are_kept;
use crate::around::{Answer, Around, AroundLayer};

/// The layer, or none if no metrics are kept.
pub(crate) fn call_meter(clock: &Clock) -> Either<AroundLayer<CallMeter>, Identity> {
    let meter = || {
        let sets = [
            wire::DESCRIPTOR_SET,
            tonic_health::pb::FILE_DESCRIPTOR_SET,
            tonic_reflection::pb::v1::FILE_DESCRIPTOR_SET,
            tonic_reflection::pb::v1alpha::FILE_DESCRIPTOR_SET,
        ];
        AroundLayer(CallMeter { clock: clock.clone(), methods: Arc::new(Methods::of(&sets)) })
    };
    option_layer(metrics_are_kept().then(meter))
}

/// Counts and times calls.
#[derive(Clone)]
pub(crate) struct CallMeter {
    clock: Clock,
    methods: Arc<Methods>,
}

impl Around for CallMeter {
    fn around<F, E>(&self, request: Request<Body>, call: impl FnOnce(Request<Body>) -> F) -> Answer<E>
    where
        F: Future<Output = Result<Response<Body>, E>> + Send + 'static,
        E: Send + 'static,
    {
        let method = self.methods.at(request.uri().path()).clone();
        let mut open = OpenCall::begin(method, self.clock.clone());
        let response = call(request);
        Box::pin(async move {
            let response = response.await?;
            if let Some(status) = Status::from_header_map(response.headers()) {
                open.end(status.code());
            } else if open.method.streams() {
                return Ok(response.map(|inner| Body::new(MeteredBody { inner, call: open })));
            } else {
                open.end(Code::Ok);
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
