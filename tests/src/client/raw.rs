//! Calls made of bytes that no generated client would send.

use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE, TE};
use http::{HeaderMap, HeaderValue, Method, Request};
use http_body_util::{BodyExt as _, Full};
use prost::Message;
use prost_types::FileDescriptorSet;
use tonic::body::Body;
use tonic::transport::Channel;
use tonic::{Code, Status};
use tower::{Service as _, ServiceExt as _};

use crate::within;

/// The path of every RPC of the suite, such as `/jodi.engine.v1.EngineService/Act`.
///
/// # Panics
/// Never: the compiled-in descriptor set is well-formed.
pub fn every_rpc() -> Vec<String> {
    let set = FileDescriptorSet::decode(wire::DESCRIPTOR_SET).expect("the descriptor set is well-formed");
    let mut paths = Vec::new();
    for file in &set.file {
        for service in &file.service {
            for method in &service.method {
                paths.push(format!("/{}.{}/{}", file.package(), service.name(), method.name()));
            }
        }
    }
    paths
}

/// A message in its gRPC frame: not compressed, its length, its bytes.
pub fn framed(message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).expect("a test's message is short").to_be_bytes();
    [&[0], &length[..], message].concat()
}

/// Feeds have no end of their own: of these the first message is the whole answer.
fn is_feed(path: &str) -> bool {
    path.contains("FeedService/Watch")
}

/// Calls an RPC with these bytes as the whole body of the request; the bytes of the whole response, of a feed those of its first message.
///
/// # Errors
/// The status that the call ended with.
///
/// # Panics
/// If there is no answer, or it has no status.
pub async fn raw_call(
    channel: &Channel,
    path: &str,
    credential: Option<&str>,
    body: Vec<u8>,
) -> Result<Bytes, Status> {
    // The channel sets scheme and authority itself.
    let mut request = Request::new(Body::new(Full::new(Bytes::from(body))));
    *request.method_mut() = Method::POST;
    *request.uri_mut() = path.parse().expect("a path is a URI");
    request.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/grpc"));
    request.headers_mut().insert(TE, HeaderValue::from_static("trailers"));
    if let Some(credential) = credential {
        let value = HeaderValue::try_from(format!("Bearer {credential}")).expect("plain text");
        request.headers_mut().insert(AUTHORIZATION, value);
    }
    let mut channel = channel.clone();
    let answered = async {
        let ready = channel.ready().await.expect("the server takes calls");
        let response = ready.call(request).await.expect("the server answers");
        if let Some(status) = Status::from_header_map(response.headers()) {
            return ended(status, Bytes::new());
        }
        let mut body = response.into_body();
        if is_feed(path) {
            let frame = body.frame().await.expect("a feed answers").expect("the answer comes");
            return match frame.into_data() {
                Ok(bytes) => Ok(bytes),
                Err(frame) => ended(status_of(frame.trailers_ref()), Bytes::new()),
            };
        }
        let body = body.collect().await.expect("the answer comes to its end");
        let status = status_of(body.trailers());
        ended(status, body.to_bytes())
    };
    within(path, answered).await
}

fn status_of(trailers: Option<&HeaderMap>) -> Status {
    trailers.and_then(Status::from_header_map).expect("an answer has a status")
}

fn ended(status: Status, bytes: Bytes) -> Result<Bytes, Status> {
    if status.code() == Code::Ok { Ok(bytes) } else { Err(status) }
}
