//! Calls as a browser makes them: gRPC-Web over HTTP/1.1, asked for permission first.

use std::net::SocketAddr;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode};
use http_body_util::{BodyExt as _, Full};
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use tonic::Status;

use super::framed;
use crate::within;

/// The flag of the frame that carries the trailers.
const TRAILERS: u8 = 0x80;

/// What a server answers to a browser.
#[derive(Debug)]
pub struct WebAnswer {
    /// The status of HTTP, which says nothing about the call.
    pub http: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

impl WebAnswer {
    /// A header as text; empty if it is not there.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("headers are plain text"))
    }

    /// The status of the call, which stands in the headers if it ended at once, else in the last frame of the body.
    ///
    /// # Panics
    /// If there is none.
    pub fn status(&self) -> Status {
        Status::from_header_map(&self.headers).unwrap_or_else(|| {
            let trailers = self.frames().into_iter().find(|(flag, _)| *flag == TRAILERS);
            let (_, text) = trailers.expect("an answer ends with its trailers");
            Status::from_header_map(&fields(&text)).expect("the trailers have a status")
        })
    }

    /// The first message.
    ///
    /// # Panics
    /// If there is none.
    pub fn message(&self) -> Bytes {
        let first = self.frames().into_iter().find(|(flag, _)| *flag == 0);
        first.expect("an answer has a message").1
    }

    fn frames(&self) -> Vec<(u8, Bytes)> {
        let mut rest = self.body.clone();
        let mut frames = Vec::new();
        while !rest.is_empty() {
            let head = rest.split_to(5);
            let length = u32::from_be_bytes([head[1], head[2], head[3], head[4]]);
            let length = usize::try_from(length).expect("a test's message is short");
            frames.push((head[0], rest.split_to(length)));
        }
        frames
    }
}

fn fields(text: &[u8]) -> HeaderMap {
    let text = std::str::from_utf8(text).expect("trailers are plain text");
    let field = |line: &str| {
        let (name, value) = line.split_once(':').expect("a trailer has a name and a value");
        let name = HeaderName::try_from(name).expect("a trailer has a plain name");
        (name, HeaderValue::try_from(value.trim()).expect("a trailer has a plain value"))
    };
    text.lines().filter(|line| !line.is_empty()).map(field).collect()
}

/// A page that a browser loaded from somewhere.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Where from.
    pub origin: &'static str,
    /// The server that it calls.
    pub server: SocketAddr,
}

impl Page {
    /// Asks as a browser does whether the page may send these headers.
    pub async fn ask(&self, path: &str, headers: &str) -> WebAnswer {
        let request = self.request(Method::OPTIONS, path);
        let request = request
            .header("access-control-request-method", "POST")
            .header("access-control-request-headers", headers);
        self.send(request, Vec::new()).await
    }

    /// Calls an RPC with one message.
    pub async fn call(&self, path: &str, credential: Option<&str>, message: &[u8]) -> WebAnswer {
        let mut request = self.request(Method::POST, path);
        request = request.header("content-type", "application/grpc-web+proto").header("x-grpc-web", "1");
        if let Some(credential) = credential {
            request = request.header("authorization", format!("Bearer {credential}"));
        }
        self.send(request, framed(message)).await
    }

    fn request(&self, method: Method, path: &str) -> http::request::Builder {
        let uri = format!("http://{}{path}", self.server);
        Request::builder().method(method).uri(uri).header("origin", self.origin)
    }

    async fn send(&self, request: http::request::Builder, body: Vec<u8>) -> WebAnswer {
        let request = request.body(Full::new(Bytes::from(body))).expect("a test's request is well-formed");
        let client = Client::builder(TokioExecutor::new()).build_http::<Full<Bytes>>();
        let answer = within("an answer", client.request(request)).await.expect("the server answers");
        let (parts, body) = answer.into_parts();
        let body = within("the answer's end", body.collect()).await.expect("the answer comes to its end");
        WebAnswer { http: parts.status, headers: parts.headers, body: body.to_bytes() }
    }
}
