//! The layer that waits for the whole of a request before anything is done for it: a call whose message does not come holds nothing
//! that others need.
//!
//! Requests that are one message only, of methods that are known: streams of requests are handed on as they begin.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use env::Clock;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full};
use hyper::body::{Body as _, Bytes};
use tokio::sync::oneshot;
use tonic::Status;
use tonic::body::Body;
use tower::{Layer, Service};
use wire::Fault;
use wire::errors::v1::ErrorReason;

use crate::around::Answer;
use crate::rpcs::{Rpc, rpcs};
use crate::server::MAX_MESSAGE_BYTES;

/// How long a request may be on its way.
const LIMIT: Duration = Duration::from_secs(10);
/// Requests that may be on their way at a time. When another one comes, the oldest gives way: honest ones need a moment.
const AT_ONCE: usize = 1_024;
/// What stands before a message.
const PREFIX_BYTES: usize = 5;
/// When a request that gave way may be made again.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// The layer.
#[derive(Clone)]
pub(crate) struct Arrivals(Arc<Shared>);

struct Shared {
    /// The paths of the methods whose requests are one message.
    methods: HashSet<String>,
    clock: Clock,
    arriving: Mutex<Arriving>,
}

/// The requests on their way, by the order in which they began. What is dropped here gives way.
#[derive(Default)]
struct Arriving {
    begun: u64,
    waiting: BTreeMap<u64, oneshot::Sender<()>>,
}

/// A request on its way.
struct OnItsWay {
    shared: Arc<Shared>,
    number: u64,
    gives_way: oneshot::Receiver<()>,
}

impl Drop for OnItsWay {
    fn drop(&mut self) {
        self.shared.arriving().waiting.remove(&self.number);
    }
}

impl Shared {
    fn arriving(&self) -> MutexGuard<'_, Arriving> {
        // Nothing of others runs under the lock.
        self.arriving.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Arrivals {
    /// For the methods of the suite and of health.
    pub(crate) fn new(clock: Clock) -> Self {
        let all = rpcs(&[wire::DESCRIPTOR_SET, tonic_health::pb::FILE_DESCRIPTOR_SET]);
        let with_one_message = all.iter().filter(|rpc| !rpc.method.client_streaming());
        let methods = with_one_message.map(Rpc::path).collect();
        Self(Arc::new(Shared { methods, clock, arriving: Mutex::default() }))
    }

    fn begin(&self) -> OnItsWay {
        let (stays, gives_way) = oneshot::channel();
        let mut arriving = self.0.arriving();
        arriving.begun += 1;
        let number = arriving.begun;
        if arriving.waiting.len() >= AT_ONCE {
            arriving.waiting.pop_first();
        }
        arriving.waiting.insert(number, stays);
        OnItsWay { shared: self.0.clone(), number, gives_way }
    }

    /// The request with all that belongs to it.
    async fn whole(&self, request: Request<Body>) -> Result<Request<Body>, Status> {
        let (head, body) = request.into_parts();
        if body.is_end_stream() {
            return Ok(Request::from_parts(head, body));
        }
        let mut on_its_way = self.begin();
        let taken = tokio::select! {
            biased;
            taken = take(body) => taken?,
            _ = &mut on_its_way.gives_way => {
                let text = "Too many requests are on their way to the server, and this one has been for longest.";
                return Err(Fault::new(ErrorReason::Overloaded, text).retry_after(RETRY_AFTER).into());
            }
            () = self.0.clock.sleep(LIMIT) => {
                let text = format!("The request did not arrive within {} s.", LIMIT.as_secs());
                return Err(Fault::new(ErrorReason::DeadlineExceeded, text).into());
            }
        };
        Ok(Request::from_parts(head, Body::new(Full::new(taken))))
    }
}

/// All of a body, or so much that the handler sees it to be too long.
async fn take(mut body: Body) -> Result<Bytes, Status> {
    let mut taken = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| Status::cancelled("The client left before its request was whole."))?;
        let Ok(data) = frame.into_data() else { continue };
        if taken.is_empty() && body.is_end_stream() {
            return Ok(data);
        }
        taken.extend_from_slice(&data);
        if taken.len() > PREFIX_BYTES + MAX_MESSAGE_BYTES {
            break;
        }
    }
    Ok(taken.into())
}

impl<S> Layer<S> for Arrivals {
    type Service = ArrivalService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        ArrivalService { arrivals: self.clone(), inner }
    }
}

/// A service that is called with whole requests.
#[derive(Clone)]
pub(crate) struct ArrivalService<S> {
    arrivals: Arrivals,
    inner: S,
}

impl<S> Service<Request<Body>> for ArrivalService<S>
where
    S: Service<Request<Body>, Response = Response<Body>> + Clone + Send + 'static,
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
        if !self.arrivals.0.methods.contains(request.uri().path()) {
            return Box::pin(self.inner.call(request));
        }
        // The one that has said that it is ready is called, later.
        let next = self.inner.clone();
        let mut inner = std::mem::replace(&mut self.inner, next);
        let arrivals = self.arrivals.clone();
        Box::pin(async move {
            match arrivals.whole(request).await {
                Ok(request) => inner.call(request).await,
                Err(status) => Ok(status.into_http()),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use env::UnixMillis;
    use futures::{StreamExt as _, stream};
    use http_body_util::StreamBody;
    use hyper::body::Frame;
    use tokio::task::JoinHandle;
    use tonic::Code;
    use tower::{ServiceExt as _, service_fn};

    use super::*;

    const METHOD: &str = "/jodi.engine.v1.EngineService/Act";

    fn request(path: &str, pieces: Vec<Result<&'static str, Status>>, ends: bool) -> Request<Body> {
        let pieces = pieces.into_iter().map(|piece| piece.map(|data| Frame::data(Bytes::from(data))));
        let rest = if ends { stream::empty().boxed() } else { stream::pending().boxed() };
        let body = Body::new(StreamBody::new(stream::iter(pieces).chain(rest)));
        Request::builder().uri(path).body(body).unwrap()
    }

    /// Calls a service that answers with the bytes it was given, or `never` if its body has not ended yet.
    fn call(arrivals: &Arrivals, request: Request<Body>) -> JoinHandle<Response<Body>> {
        let echo = service_fn(|request: Request<Body>| async {
            let whole = futures::FutureExt::now_or_never(request.into_body().collect());
            let bytes = whole.map_or(Bytes::from_static(b"never"), |whole| whole.unwrap().to_bytes());
            Ok::<_, ()>(Response::new(Body::new(Full::new(bytes))))
        });
        let service = arrivals.layer(echo);
        tokio::spawn(async move { service.oneshot(request).await.unwrap() })
    }

    async fn said(answer: JoinHandle<Response<Body>>) -> Bytes {
        answer.await.unwrap().into_body().collect().await.unwrap().to_bytes()
    }

    async fn refusal(answer: JoinHandle<Response<Body>>) -> Status {
        Status::from_header_map(answer.await.unwrap().headers()).expect("it is refused")
    }

    fn reason(status: &Status) -> ErrorReason {
        wire::fault_of(status).unwrap().reason()
    }

    #[tokio::test]
    async fn request_in_pieces_is_handed_on_whole() {
        let arrivals = Arrivals::new(Clock::system());
        let answer = call(&arrivals, request(METHOD, vec![Ok("a"), Ok("bc")], true));
        assert_eq!(said(answer).await, "abc");
    }

    #[tokio::test]
    async fn stream_of_requests_is_handed_on_as_it_begins() {
        let arrivals = Arrivals::new(Clock::system());
        let session = "/jodi.engine.v1.EngineService/Session";
        assert_eq!(said(call(&arrivals, request(session, vec![], false))).await, "never");
    }

    #[tokio::test]
    async fn request_that_does_not_come_is_given_up() {
        let (clock, time) = Clock::simulated(UnixMillis::new(0));
        let arrivals = Arrivals::new(clock);
        let answer = call(&arrivals, request(METHOD, vec![Ok("a")], false));
        tokio::task::yield_now().await;
        time.advance(LIMIT);
        assert_eq!(reason(&refusal(answer).await), ErrorReason::DeadlineExceeded);
        assert!(arrivals.0.arriving().waiting.is_empty());
    }

    #[tokio::test]
    async fn oldest_of_too_many_gives_way() {
        let (clock, _time) = Clock::simulated(UnixMillis::new(0));
        let arrivals = Arrivals::new(clock);
        let oldest = call(&arrivals, request(METHOD, vec![], false));
        tokio::task::yield_now().await;
        let others: Vec<_> = (0..AT_ONCE).map(|_| call(&arrivals, request(METHOD, vec![], false))).collect();
        assert_eq!(reason(&refusal(oldest).await), ErrorReason::Overloaded);
        assert_eq!(said(call(&arrivals, request(METHOD, vec![Ok("a")], true))).await, "a");
        let waiting = others.iter().filter(|answer| !answer.is_finished()).count();
        assert!(waiting >= AT_ONCE - 1, "{waiting}");
    }

    #[tokio::test]
    async fn client_that_leaves_in_the_middle_has_cancelled_its_call() {
        let arrivals = Arrivals::new(Clock::system());
        let broken = vec![Ok("a"), Err(Status::unknown("the connection is broken"))];
        let refused = refusal(call(&arrivals, request(METHOD, broken, true))).await;
        assert_eq!(refused.code(), Code::Cancelled);
    }
}
