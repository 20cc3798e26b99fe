//! The layer that gives a reason of the catalogue to errors that arise below the handlers, in the gRPC library: an
//! unreadable or oversized message, an unknown method.

use http::{Request, Response};
use tonic::body::Body;
use tonic::{Code, Status};
use wire::errors::v1::ErrorReason;
use wire::{Fault, fault_of};

use crate::around::{Answer, Around};
use crate::server::MAX_MESSAGE_BYTES;

/// Types the errors of everything below it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TypedErrors;

impl Around for TypedErrors {
    fn around<F, E>(&self, request: Request<Body>, call: impl FnOnce(Request<Body>) -> F) -> Answer<E>
    where
        F: Future<Output = Result<Response<Body>, E>> + Send + 'static,
        E: Send + 'static,
    {
        let response = call(request);
        Box::pin(async move {
            let response = response.await?;
            // Only a response that consists of its trailers carries the status here.
            let Some(status) = Status::from_header_map(response.headers()) else { return Ok(response) };
            Ok(typed_error(&status).map_or(response, |fault| Status::from(fault).into_http()))
        })
    }
}

/// The typed form of an error that the gRPC library made; `None` if it needs none.
pub fn typed_error(status: &Status) -> Option<Fault> {
    if status.code() == Code::Ok || fault_of(status).is_some() {
        return None;
    }
    let message = status.message();
    match status.code() {
        Code::Unimplemented | Code::Internal if message.contains("compress") => {
            Some(Fault::new(ErrorReason::MalformedMessage, "Requests must not be compressed."))
        }
        Code::OutOfRange | Code::ResourceExhausted if message.contains("message length too large") => Some(
            Fault::new(
                ErrorReason::MessageTooLarge,
                format!("A request may have {MAX_MESSAGE_BYTES} bytes at most."),
            )
            .with("limit_bytes", MAX_MESSAGE_BYTES),
        ),
        Code::Internal if message.contains("decode") => {
            Some(Fault::new(ErrorReason::MalformedMessage, "The bytes of the request are no such message."))
        }
        Code::Internal
            if message.contains("Missing request message") || message.contains("Unexpected EOF") =>
        {
            Some(Fault::new(ErrorReason::MalformedMessage, "The request ends before its message does."))
        }
        Code::Unimplemented => Some(Fault::new(ErrorReason::MethodUnknown, "There is no such method here.")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(status: &Status) -> Option<ErrorReason> {
        typed_error(status).map(|fault| fault.reason())
    }

    #[test]
    fn compressed_request_is_malformed_and_not_an_unknown_method() {
        let status = Status::unimplemented("Content is compressed with `gzip` which isn't supported");
        assert_eq!(reason(&status), Some(ErrorReason::MalformedMessage));
        assert_eq!(reason(&Status::unimplemented("")), Some(ErrorReason::MethodUnknown));
    }

    #[test]
    fn error_with_a_reason_stays_as_it_is() {
        assert_eq!(reason(&Fault::new(ErrorReason::Internal, "decode").into()), None);
    }
}
