//! HTTP/2 by hand: frames that no well-behaved library would send.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::framed;
use crate::within;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const CONTINUATION: u8 = 9;

const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;

/// The setting that says how much may be sent on a stream before it is asked for.
const INITIAL_WINDOW_SIZE: u16 = 4;
/// Why a stream is given up: nobody wants its answer any more.
const CANCEL: u32 = 8;

/// A connection that speaks HTTP/2, and need not speak it well.
pub struct Frames {
    stream: TcpStream,
    next_stream: u32,
}

impl Frames {
    /// Connects and greets, with this much room for each answer.
    ///
    /// # Panics
    /// If nobody listens there.
    pub async fn connect(server: SocketAddr, window: u32) -> Self {
        let stream = within("a connection", TcpStream::connect(server)).await.expect("the server accepts");
        let mut frames = Self { stream, next_stream: 1 };
        let setting = [&INITIAL_WINDOW_SIZE.to_be_bytes()[..], &window.to_be_bytes()].concat();
        frames.stream.write_all(PREFACE).await.expect("the server reads");
        frames.send(&frame(SETTINGS, 0, 0, &setting)).await;
        frames
    }

    /// Sends bytes; false if the server has closed the connection.
    pub async fn send(&mut self, bytes: &[u8]) -> bool {
        within("sending", self.stream.write_all(bytes)).await.is_ok()
    }

    /// Calls an RPC with one message, and does not read what comes; false if the server has closed the connection.
    pub async fn call(&mut self, path: &str, message: &[u8]) -> bool {
        let stream = self.stream();
        let call = [
            frame(HEADERS, END_HEADERS, stream, &headers(path)),
            frame(DATA, END_STREAM, stream, &framed(message)),
        ];
        self.send(&call.concat()).await
    }

    /// Calls an RPC with a message that never comes; false if the server has closed the connection.
    pub async fn call_without_message(&mut self, path: &str) -> bool {
        let stream = self.stream();
        self.send(&frame(HEADERS, END_HEADERS, stream, &headers(path))).await
    }

    /// Calls an RPC and gives the call up at once; false if the server has closed the connection.
    pub async fn call_and_reset(&mut self, path: &str) -> bool {
        let stream = self.stream();
        let call = [
            frame(HEADERS, END_HEADERS, stream, &headers(path)),
            frame(RST_STREAM, 0, stream, &CANCEL.to_be_bytes()),
        ];
        self.send(&call.concat()).await
    }

    /// Begins a call with headers that go on with each of these and never end; how many were sent before the server had
    /// closed the connection.
    pub async fn call_with_headers_without_end(&mut self, most: usize) -> usize {
        let stream = self.stream();
        if !self.send(&frame(HEADERS, 0, stream, &headers("/"))).await {
            return 0;
        }
        let name = "x".repeat(1024);
        let more = frame(CONTINUATION, 0, stream, &header(&name, &"y".repeat(8 * 1024)));
        for sent in 0..most {
            if !self.send(&more).await {
                return sent;
            }
        }
        most
    }

    /// Completes when the server has closed the connection; what it said until then is thrown away.
    pub async fn closed(&mut self) {
        let mut bytes = [0; 16 * 1024];
        within("the end of a connection", async {
            while self.stream.read(&mut bytes).await.is_ok_and(|read| read > 0) {}
        })
        .await;
    }

    fn stream(&mut self) -> u32 {
        let stream = self.next_stream;
        self.next_stream += 2;
        stream
    }
}

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).expect("a test's frame is short").to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

fn headers(path: &str) -> Vec<u8> {
    [
        header(":method", "POST"),
        header(":scheme", "http"),
        header(":authority", "jodi"),
        header(":path", path),
        header("content-type", "application/grpc"),
        header("te", "trailers"),
    ]
    .concat()
}

/// A header that is not to be remembered, neither name nor value packed.
fn header(name: &str, value: &str) -> Vec<u8> {
    [&[0], &string(name)[..], &string(value)].concat()
}

fn string(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    match text.len() {
        short @ 0..127 => bytes.push(u8::try_from(short).expect("it is below 127")),
        long => {
            bytes.push(127);
            let mut rest = long - 127;
            while rest >= 128 {
                bytes.push(u8::try_from(rest % 128).expect("it is below 128") | 128);
                rest /= 128;
            }
            bytes.push(u8::try_from(rest).expect("it is below 128"));
        }
    }
    bytes.extend_from_slice(text.as_bytes());
    bytes
}
