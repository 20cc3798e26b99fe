//! Attacks by volume on the connections themselves: the suite's memory stays bounded, and another player is answered meanwhile.
//!
//! What was measured is printed with `--nocapture`.

use std::future::Future;
use std::net::SocketAddr;
use std::time::Duration;

use futures::future::join_all;
use jodi_tests::client::{Frames, Guest};
use jodi_tests::process::{Suite, SuiteSetup};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use wire::lobby::v1::GetAccountRequest;

const LIST_KEYS: &str = "/jodi.lobby.v1.AccountService/ListSigningKeys";
const SIGN_IN: &str = "/jodi.lobby.v1.AccountService/SignInGuest";
const REFLECTION: &str = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
/// How much the suite may grow by an attack that leaves nothing to keep, in KiB.
const MAX_GROWTH_KIB: u64 = 64 * 1024;
/// Silent connections come in so many waves of so many.
const WAVES: usize = 10;
const WAVE: usize = 200;
/// Connections, and calls on each, whose answers are never read.
const UNREAD: (u64, u64) = (20, 200);
/// How much the suite may grow by one answer that is never read, in KiB: the longest of its own messages, and no more.
const MAX_UNREAD_KIB: u64 = 64;
/// How long another player may wait meanwhile. Long, because attackers, suite and tests share few cores.
const MAX_WAIT: Duration = Duration::from_secs(15);
/// Calls of the other player beside each attack.
const LEAST_CALLS: usize = 20;

/// Resident memory of the suite's process, in KiB.
fn memory_kib(suite: &Suite) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", suite.child().pid())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Attacks a suite while a player makes one call after another.
async fn withstands<F: Future<Output = ()>>(
    attack: &str,
    max_growth_kib: u64,
    make: impl FnOnce(SocketAddr) -> F,
) {
    // One at a time, so that each is measured alone.
    static ONE: Semaphore = Semaphore::const_new(1);
    let _one = ONE.acquire().await.unwrap();
    let suite = SuiteSetup::new().start().await;
    let guest = Guest::sign_in(suite.channel(), "Asha").await;
    let before = memory_kib(&suite);
    let mut attacking = std::pin::pin!(make(suite.address()));
    let (mut over, mut calls, mut longest, mut most) = (false, 0, Duration::ZERO, before);
    while !over || calls < LEAST_CALLS {
        let mut accounts = guest.accounts();
        let clock = env::Clock::system();
        let mut call = std::pin::pin!(accounts.get_account(GetAccountRequest::default()));
        loop {
            tokio::select! {
                answer = &mut call => break drop(answer.unwrap()),
                () = &mut attacking, if !over => over = true,
            }
        }
        calls += 1;
        longest = longest.max(Duration::from_micros(clock.monotonic().as_micros()));
        most = most.max(memory_kib(&suite));
    }
    println!(
        "{attack}: memory {before} KiB before, {most} KiB at most; {calls} calls of another player, the slowest took {longest:?}"
    );
    assert!(most - before < max_growth_kib, "{attack}: from {before} to {most} KiB");
    assert!(longest < MAX_WAIT, "{attack}: another player waited {longest:?}");
}

#[tokio::test]
async fn thousands_of_silent_connections() {
    withstands("2,000 silent connections", MAX_GROWTH_KIB, async |server| {
        let mut silent = Vec::new();
        for _ in 0..WAVES {
            let connecting = (0..WAVE).map(|number: usize| async move {
                let mut stream = TcpStream::connect(server).await.unwrap();
                // Every second one has begun to say something.
                stream.write_all(&b"PRI * HT"[..8 * (number % 2)]).await.unwrap();
                stream
            });
            silent.extend(join_all(connecting).await);
            // Whoever is answered came after them, so they are all in: a wave does not run over the socket's backlog.
            sign_in(server).await;
        }
        // Those who have said nothing are sent away.
        for stream in silent {
            closed(stream).await;
        }
    })
    .await;
}

/// Somebody who behaves, on a connection of their own.
async fn sign_in(server: SocketAddr) {
    Guest::sign_in(service::connect_peer(&format!("http://{server}")).unwrap(), "Bala").await;
}

async fn closed(mut stream: TcpStream) {
    let mut byte = [0];
    let ended = tokio::io::AsyncReadExt::read(&mut stream, &mut byte);
    let ended = jodi_tests::within("the end of a silent connection", ended).await;
    assert!(ended.is_err() || ended.is_ok_and(|read| read == 0));
}

#[tokio::test]
async fn calls_that_are_given_up_as_fast_as_they_are_made() {
    withstands("rapid resets", MAX_GROWTH_KIB, async |server| {
        for _ in 0..20 {
            let mut attacker = Frames::connect(server, 65_535).await;
            let mut sent = 0;
            while sent < 20_000 && attacker.call_and_reset(LIST_KEYS).await {
                sent += 1;
            }
            assert!(sent < 20_000, "the server puts an end to it");
        }
    })
    .await;
}

#[tokio::test]
async fn headers_that_never_end() {
    withstands("headers without end", MAX_GROWTH_KIB, async |server| {
        for _ in 0..50 {
            let mut attacker = Frames::connect(server, 65_535).await;
            let sent = attacker.call_with_headers_without_end(10_000).await;
            assert!(sent < 10_000, "the server puts an end to it");
        }
    })
    .await;
}

#[tokio::test]
async fn answers_that_nobody_reads() {
    let (connections, calls) = UNREAD;
    let growth = connections * calls * MAX_UNREAD_KIB;
    withstands("answers that are never read", growth, async |server| {
        // Asks for a file description, which is long.
        let symbol = b"jodi.engine.v1.EngineService";
        let ask = [&[0x22, u8::try_from(symbol.len()).unwrap()], &symbol[..]].concat();
        let mut attackers = Vec::new();
        for _ in 0..connections {
            let mut attacker = Frames::connect(server, 0).await;
            for _ in 0..calls {
                assert!(attacker.call(REFLECTION, &ask).await);
            }
            attackers.push(attacker);
        }
        // They are all worked on once later ones are answered.
        sign_in(server).await;
    })
    .await;
}

#[tokio::test]
async fn calls_whose_message_never_comes() {
    // More than the server works on at once.
    let (connections, calls) = (12, 200);
    withstands("calls without a message", MAX_GROWTH_KIB, async |server| {
        let mut attackers = Vec::new();
        for _ in 0..connections {
            let mut attacker = Frames::connect(server, 65_535).await;
            for _ in 0..calls {
                assert!(attacker.call_without_message(SIGN_IN).await);
            }
            attackers.push(attacker);
        }
        // Enough of them to come after the last of those calls has begun.
        for _ in 0..50 {
            sign_in(server).await;
        }
    })
    .await;
}
