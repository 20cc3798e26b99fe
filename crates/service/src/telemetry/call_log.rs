//! One line in the log for every call, with its request id.

use env::{Clock, Entropy};
use http::{HeaderValue, Request, Response};
use tonic::body::Body;
use tonic::{Code, Status};
use tracing::Instrument as _;

use super::traces;
use crate::around::{Answer, Around};

/// Carries the id of a call, up (if the client chose one) and down.
const REQUEST_ID: &str = "x-request-id";
/// Longest request id that is taken from a client, in bytes.
const MAX_REQUEST_ID_BYTES: usize = 64;

/// The layer that gives every call an id and writes one line when it is answered.
#[derive(Clone)]
pub(crate) struct CallLog {
    pub(crate) clock: Clock,
    pub(crate) entropy: Entropy,
}

impl Around for CallLog {
    fn around<F, E>(&self, request: Request<Body>, call: impl FnOnce(Request<Body>) -> F) -> Answer<E>
    where
        F: Future<Output = Result<Response<Body>, E>> + Send + 'static,
        E: Send + 'static,
    {
        let id = request_id(&request).unwrap_or_else(|| format!("{:016x}", self.entropy.u64()));
        let method = request.uri().path().to_owned();
        let span = tracing::info_span!("call", method = %method, request_id = %id);
        traces::adopt(&span, request.headers());
        let clock = self.clock.clone();
        let begun = clock.monotonic();
        let response = call(request);
        let work = async move {
            let mut response = response.await?;
            let code = Status::from_header_map(response.headers()).map_or(Code::Ok, |s| s.code());
            let took_us = clock.monotonic().since(begun).as_micros();
            match code {
                Code::Internal | Code::DataLoss | Code::Unknown => {
                    tracing::error!(?code, took_us, "call failed")
                }
                _ => tracing::debug!(?code, took_us, "call answered"),
            }
            if let Ok(value) = HeaderValue::from_str(&id) {
                response.headers_mut().insert(REQUEST_ID, value);
            }
            Ok(response)
        };
        Box::pin(work.instrument(span))
    }
}

/// The client's own id, if it is short and plain.
fn request_id<B>(request: &Request<B>) -> Option<String> {
    let id = request.headers().get(REQUEST_ID)?.to_str().ok()?;
    let plain = id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    (plain && (1..=MAX_REQUEST_ID_BYTES).contains(&id.len())).then(|| id.to_owned())
}
