//! The layer that honours a caller's deadline (`grpc-timeout`), with a reason of the catalogue.

use std::time::Duration;

use env::Clock;
use http::{HeaderMap, Request, Response};
use tonic::Status;
use tonic::body::Body;
use wire::Fault;
use wire::errors::v1::ErrorReason;

use crate::around::{Answer, Around};

const HEADER: &str = "grpc-timeout";
/// Digits that the protocol allows.
const MAX_DIGITS: usize = 8;

/// Ends calls of everything below it whose deadline passes before they are answered. A stream is answered when it begins.
#[derive(Clone)]
pub(crate) struct Deadlines(pub(crate) Clock);

impl Around for Deadlines {
    fn around<F, E>(&self, request: Request<Body>, call: impl FnOnce(Request<Body>) -> F) -> Answer<E>
    where
        F: Future<Output = Result<Response<Body>, E>> + Send + 'static,
        E: Send + 'static,
    {
        let limit = limit(request.headers());
        let answer = call(request);
        let Some(limit) = limit else { return Box::pin(answer) };
        let clock = self.0.clone();
        Box::pin(async move {
            clock.timeout(limit, answer).await.unwrap_or_else(|_| {
                let fault = Fault::new(
                    ErrorReason::DeadlineExceeded,
                    "The caller's deadline passed before there was an answer.",
                );
                Ok(Status::from(fault).into_http())
            })
        })
    }
}

/// How long the caller waits; `None` if it does not say so in the protocol's form.
fn limit(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(HEADER)?.to_str().ok()?;
    let unit = text.chars().next_back()?;
    let digits = text.strip_suffix(unit)?;
    let plain = (1..=MAX_DIGITS).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number: u64 = digits.parse().ok().filter(|_| plain)?;
    match unit {
        'H' => Some(Duration::from_secs(number * 60 * 60)),
        'M' => Some(Duration::from_secs(number * 60)),
        'S' => Some(Duration::from_secs(number)),
        'm' => Some(Duration::from_millis(number)),
        'u' => Some(Duration::from_micros(number)),
        'n' => Some(Duration::from_nanos(number)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use tower::{Layer as _, Service as _};

    use super::*;
    use crate::around::AroundLayer;

    fn limit_of(text: &str) -> Option<Duration> {
        let mut headers = HeaderMap::new();
        headers.insert(HEADER, text.parse().unwrap());
        limit(&headers)
    }

    #[test]
    fn deadline_is_read_in_every_unit_of_the_protocol() {
        let units = [("1H", 3_600_000), ("2M", 120_000), ("3S", 3_000), ("4m", 4), ("5000u", 5)];
        for (text, millis) in units {
            assert_eq!(limit_of(text), Some(Duration::from_millis(millis)), "{text}");
        }
        assert_eq!(limit_of("6n"), Some(Duration::from_nanos(6)));
        assert_eq!(limit_of("99999999H"), Some(Duration::from_secs(99_999_999 * 3600)));
    }

    #[test]
    fn deadline_in_another_form_is_none() {
        for text in ["", "S", "1", "1s", "+1S", "-1S", "1.5S", "123456789S", "1 S"] {
            assert_eq!(limit_of(text), None, "{text}");
        }
    }

    #[tokio::test]
    async fn call_whose_deadline_passes_has_the_reason() {
        let (clock, time) = Clock::simulated(env::UnixMillis::new(0));
        let never =
            tower::service_fn(|_: Request<Body>| std::future::pending::<Result<Response<Body>, ()>>());
        let mut service = AroundLayer(Deadlines(clock)).layer(never);
        let request = Request::builder().header(HEADER, "1S").body(Body::empty()).unwrap();
        let answer = tokio::spawn(service.call(request));
        tokio::task::yield_now().await;
        time.advance(Duration::from_secs(1));
        let answer = answer.await.unwrap().unwrap();
        let status = Status::from_header_map(answer.headers()).unwrap();
        assert_eq!(wire::fault_of(&status).unwrap().reason(), ErrorReason::DeadlineExceeded);
    }
}
