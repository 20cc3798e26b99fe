//! Connections that say nothing, too little, or stay too long, and too many of them.

use std::time::Duration;

use futures::FutureExt as _;
use service::Bounds;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tonic_health::pb::health_check_response::ServingStatus;

use crate::certificates::Authority;
use crate::house::{House, ask, follow, within};

/// More than any connection gets to say who it is.
const LONG: Duration = Duration::from_secs(11);

/// An age that no test comes to, in seconds.
const AGES: u64 = 1_000_000_000;

/// Connects and says this.
async fn say(house: &House, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    stream
}

/// Completes when the server has closed a connection.
async fn closed(mut stream: TcpStream) {
    let mut rest = Vec::new();
    // A reset is as good as an end.
    within("the end of a connection", stream.read_to_end(&mut rest)).await.ok();
}

/// Moves time on, again and again, until the connection is closed: it may be accepted only after the first time.
async fn closed_in_time(house: &House, stream: TcpStream) {
    let mut closed = std::pin::pin!(closed(stream));
    loop {
        tokio::select! {
            () = &mut closed => return,
            answer = ask(house.plain()) => { let _ = answer; }
        }
        house.time.advance(LONG);
    }
}

#[tokio::test]
async fn connection_that_does_not_say_its_protocol_is_closed_and_holds_nobody_up() {
    let house = House::open(Bounds { connection_age_s: AGES, ..Bounds::default() }).await;
    for greeting in [&b""[..], b"P", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r"] {
        let silent = say(&house, greeting).await;
        assert_eq!(ask(house.plain()).await.unwrap(), ServingStatus::Serving);
        closed_in_time(&house, silent).await;
    }
}

#[tokio::test]
async fn handshake_that_does_not_end_is_cut_and_holds_nobody_up() {
    let authority = Authority::new();
    let tls = authority.install(&authority.issue("server"));
    let house = House::behind(&tls).await;
    // The head of a record that never comes.
    let silent = say(&house, &[22, 3, 1, 2, 0]).await;
    let url = format!("https://{}", house.address);
    assert_eq!(ask(authority.believers().connect(&url).unwrap()).await.unwrap(), ServingStatus::Serving);
    closed_in_time(&house, silent).await;
}

#[tokio::test]
async fn request_that_greets_in_time_is_never_cut_for_its_silence() {
    let house = House::open(Bounds::default()).await;
    let mut stream = follow(house.plain()).await;
    house.time.advance(LONG * 10);
    assert_eq!(ask(house.plain()).await.unwrap(), ServingStatus::Serving);
    house.ready.send(false).unwrap();
    assert!(within("a message", stream.message()).await.unwrap().is_some());
}

#[tokio::test]
async fn headers_over_http_1_are_bounded() {
    let house = House::open(Bounds::default()).await;
    let long = format!("GET / HTTP/1.1\r\nhost: x\r\nlong: {}\r\n\r\n", "x".repeat(64 * 1024));
    let many = format!("GET / HTTP/1.1\r\nhost: x\r\n{}\r\n", "a: b\r\n".repeat(100));
    for request in [long, many] {
        let mut stream = TcpStream::connect(house.address).await.unwrap();
        // The server may answer and close before it has all been sent.
        let _ = stream.write_all(request.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = within("an answer", stream.read_to_end(&mut answer)).await;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
    }
}

#[tokio::test]
async fn connection_beyond_the_most_is_turned_away_and_a_place_that_is_free_again_is_given() {
    let house = House::open(Bounds { max_connections: 1, ..Bounds::default() }).await;
    let first = say(&house, b"").await;
    closed(say(&house, b"").await).await;
    drop(first);
    within("a place", async { while ask(house.plain()).await.is_err() {} }).await;
}

#[tokio::test]
async fn old_connection_is_asked_to_end_keeps_its_streams_for_the_grace_and_is_cut() {
    let bounds =
        Bounds { connection_age_s: 100, connection_grace_s: 50, max_connections: 1, ..Bounds::default() };
    let house = House::open(bounds).await;
    let channel = house.plain();
    let mut stream = follow(channel.clone()).await;
    house.time.advance(Duration::from_secs(100));
    // It takes no more calls, and there is no place for another connection.
    within("the old connection's end", async { while ask(channel.clone()).await.is_ok() {} }).await;
    assert!(stream.message().now_or_never().is_none(), "the stream lives on");
    within("the cut", async {
        loop {
            if let Some(ended) = stream.message().now_or_never() {
                return ended.unwrap_err();
            }
            house.time.advance(Duration::from_secs(10));
            let _ = ask(house.plain()).await;
        }
    })
    .await;
}

#[tokio::test]
async fn connection_without_calls_is_asked_to_end_and_its_place_is_free() {
    let bounds =
        Bounds { connection_age_s: AGES, connection_idle_s: 300, max_connections: 1, ..Bounds::default() };
    let house = House::open(bounds).await;
    let idle = house.plain();
    assert_eq!(ask(idle.clone()).await.unwrap(), ServingStatus::Serving);
    house.time.advance(Duration::from_secs(299));
    assert!(ask(house.plain()).await.is_err(), "it may rest as long as that");
    within("a place", async {
        while ask(house.plain()).await.is_err() {
            house.time.advance(Duration::from_secs(300));
        }
    })
    .await;
    drop(idle);
}

#[tokio::test]
async fn connection_with_an_open_stream_is_not_idle() {
    let bounds =
        Bounds { connection_age_s: AGES, connection_idle_s: 300, max_connections: 1, ..Bounds::default() };
    let house = House::open(bounds).await;
    let channel = house.plain();
    let mut stream = follow(channel.clone()).await;
    for _ in 0..10 {
        house.time.advance(Duration::from_secs(300));
        // On this connection, as there is no place for another.
        assert_eq!(ask(channel.clone()).await.unwrap(), ServingStatus::Serving);
    }
    assert!(stream.message().now_or_never().is_none(), "the stream lives on");
}
