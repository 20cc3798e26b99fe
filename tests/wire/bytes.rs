//! Bytes that are no messages, too many bytes, and methods that are none.

use jodi_tests::client::{Guest, fault, framed, raw_call, reason};
use jodi_tests::process::Suite;
use jodi_tests::within;
use prost::Message as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use wire::errors::v1::ErrorReason;

use crate::board::Board;

const ACT: &str = "/jodi.engine.v1.EngineService/Act";
const SESSION: &str = "/jodi.engine.v1.EngineService/Session";
const SIGN_IN: &str = "/jodi.lobby.v1.AccountService/SignInGuest";
const LADDERS: &str = "/jodi.ratings.v1.RatingsService/ListLadders";

/// Field 1 as a string of 127 bytes, of which none follow.
const BROKEN: [u8; 2] = [0x0a, 0x7f];

async fn call(path: &str, body: Vec<u8>) -> ErrorReason {
    let channel = Suite::shared().await.channel();
    let guest = Guest::sign_in(channel.clone(), "Asha").await;
    reason(raw_call(&channel, path, Some(&guest.tokens.access_token), body).await)
}

#[tokio::test]
async fn broken_message_is_malformed_in_every_service() {
    for path in [ACT, SESSION, SIGN_IN] {
        assert_eq!(call(path, framed(&BROKEN)).await, ErrorReason::MalformedMessage, "{path}");
    }
}

#[tokio::test]
async fn request_that_ends_inside_its_message_is_malformed() {
    for path in [ACT, SESSION, SIGN_IN, LADDERS] {
        let body = framed(&[0x0a, 0x01, b'x'])[..6].to_vec();
        assert_eq!(call(path, body).await, ErrorReason::MalformedMessage, "{path}");
    }
}

#[tokio::test]
async fn request_without_a_message_is_malformed() {
    for path in [ACT, SIGN_IN, LADDERS] {
        assert_eq!(call(path, Vec::new()).await, ErrorReason::MalformedMessage, "{path}");
    }
}

#[tokio::test]
async fn frame_with_an_unknown_flag_or_a_compressed_message_is_malformed() {
    for flag in [1, 9] {
        let mut body = framed(&[]);
        body[0] = flag;
        for path in [ACT, SESSION, SIGN_IN, LADDERS] {
            assert_eq!(call(path, body.clone()).await, ErrorReason::MalformedMessage, "{path} {flag}");
        }
    }
}

#[tokio::test]
async fn oversized_message_is_refused_with_the_limit_in_every_service() {
    let channel = Suite::shared().await.channel();
    let guest = Guest::sign_in(channel.clone(), "Asha").await;
    let body = framed(&vec![0x5a; service::MAX_MESSAGE_BYTES + 1]);
    for path in [ACT, SESSION, SIGN_IN, LADDERS] {
        let answer = raw_call(&channel, path, Some(&guest.tokens.access_token), body.clone()).await;
        let fault = fault(answer);
        assert_eq!(fault.reason(), ErrorReason::MessageTooLarge, "{path}");
        assert_eq!(fault.metadata()["limit_bytes"], service::MAX_MESSAGE_BYTES.to_string(), "{path}");
    }
}

#[tokio::test]
async fn message_that_claims_to_be_oversized_is_refused_before_it_comes() {
    for path in [ACT, SESSION, SIGN_IN, LADDERS] {
        assert_eq!(call(path, vec![0, 0xff, 0xff, 0xff, 0xff]).await, ErrorReason::MessageTooLarge, "{path}");
    }
}

#[tokio::test]
async fn unknown_methods_and_services_are_unknown() {
    for path in ["/jodi.engine.v1.EngineService/Cheat", "/jodi.engine.v9.EngineService/Act", "/x", "/"] {
        assert_eq!(call(path, framed(&[])).await, ErrorReason::MethodUnknown, "{path}");
    }
}

#[tokio::test]
async fn every_beginning_of_a_message_is_refused_and_changes_nothing() {
    let board = Board::dealt().await;
    let (guest, snapshot) = board.mover().await;
    let whole = board.act(&snapshot.turn.expect("a turn").legal_moves[0].text).encode_to_vec();
    let channel = board.suite.channel();
    board
        .unchanged(async {
            for length in 0..whole.len() {
                let body = framed(&whole[..length]);
                let answer = raw_call(&channel, ACT, Some(&guest.tokens.access_token), body).await;
                let reason = reason(answer);
                let expected = [ErrorReason::MalformedMessage, ErrorReason::InvalidField];
                assert!(expected.contains(&reason), "{length} bytes: {reason:?}");
            }
        })
        .await;
}

#[tokio::test]
async fn connection_that_speaks_no_http_is_closed_and_harms_nobody() {
    let suite = Suite::shared().await;
    for noise in
        [&b"GET / HTTP/1.0\r\n\r\n"[..], &[0xff; 256], b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\xff\xff\xff\xff"]
    {
        let mut stream = TcpStream::connect(suite.address()).await.unwrap();
        stream.write_all(noise).await.unwrap();
        stream.shutdown().await.unwrap();
        let mut answer = Vec::new();
        // A reset is as good as an end.
        within("the end of the connection", stream.read_to_end(&mut answer)).await.ok();
    }
    Guest::sign_in(suite.channel(), "Asha").await;
}
