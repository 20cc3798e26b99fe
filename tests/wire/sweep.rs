//! Every RPC of every service, called by strangers and with nonsense: the answer always has a reason of the catalogue, and
//! is never a fault of ours.

use bytes::Bytes;
use env::Entropy;
use jodi_tests::client::{Guest, every_rpc, framed, raw_call, reason};
use jodi_tests::process::Suite;
use tonic::{Code, Status};
use wire::errors::v1::ErrorReason;

/// RPCs that need no credential.
const FOR_ANYONE: [&str; 7] = [
    "/jodi.lobby.v1.AccountService/SignInGuest",
    "/jodi.lobby.v1.AccountService/RefreshTokens",
    "/jodi.lobby.v1.AccountService/SignOut",
    "/jodi.lobby.v1.AccountService/ListSigningKeys",
    "/jodi.game.v1.CatalogueService/ListGames",
    "/jodi.game.v1.CatalogueService/DescribeGame",
    "/jodi.game.v1.CatalogueService/DescribeActions",
];
/// Nonsense messages for each RPC and caller.
const SAMPLES: u64 = 24;
/// Longest nonsense, in bytes.
const MAX_NOISE_BYTES: u64 = 96;

/// Nothing, or a reason of the catalogue that is not a fault of ours.
#[track_caller]
fn typed(path: &str, answer: Result<Bytes, Status>) {
    if let Err(status) = answer {
        let fault = wire::fault_of(&status);
        let fault = fault.unwrap_or_else(|| panic!("{path} ended without a reason: {status:?}"));
        assert_eq!(fault.code(), status.code(), "{path}");
        let ours = matches!(status.code(), Code::Internal | Code::Unknown | Code::DataLoss);
        assert!(!ours, "{path}: {status:?}");
    }
}

fn noise(seed: u64) -> Vec<u8> {
    let entropy = Entropy::seeded(seed);
    let mut bytes = vec![0; usize::try_from(entropy.u64() % MAX_NOISE_BYTES).expect("short")];
    entropy.fill(&mut bytes);
    bytes
}

#[test]
fn every_service_is_swept() {
    let rpcs = every_rpc();
    for service in [
        "/jodi.lobby.v1.AccountService/",
        "/jodi.lobby.v1.TableService/",
        "/jodi.lobby.v1.WebhookService/",
        "/jodi.engine.v1.EngineService/",
        "/jodi.engine.v1.MatchFeedService/",
        "/jodi.game.v1.CatalogueService/",
        "/jodi.ratings.v1.RatingsService/",
    ] {
        assert!(rpcs.iter().any(|path| path.starts_with(service)), "{service}");
    }
    for path in FOR_ANYONE {
        assert!(rpcs.iter().any(|rpc| rpc == path), "{path}");
    }
}

#[tokio::test]
async fn every_rpc_asks_a_stranger_for_a_credential() {
    let channel = Suite::shared().await.channel();
    for path in every_rpc() {
        let answer = raw_call(&channel, &path, None, framed(&[])).await;
        if FOR_ANYONE.contains(&path.as_str()) {
            typed(&path, answer);
        } else {
            assert_eq!(reason(answer), ErrorReason::CredentialMissing, "{path}");
        }
    }
}

#[tokio::test]
async fn every_rpc_answers_an_empty_message_of_an_account() {
    let channel = Suite::shared().await.channel();
    for path in every_rpc() {
        // One account each: among the RPCs is the one that deletes it.
        let guest = Guest::sign_in(channel.clone(), "Asha").await;
        let answer = raw_call(&channel, &path, Some(&guest.tokens.access_token), framed(&[])).await;
        typed(&path, answer);
    }
}

#[tokio::test]
async fn every_rpc_answers_an_empty_message_of_an_operator() {
    let suite = Suite::shared().await;
    for path in every_rpc() {
        typed(&path, raw_call(&suite.channel(), &path, Some(suite.admin().reveal()), framed(&[])).await);
    }
}

#[tokio::test]
async fn every_rpc_answers_nonsense() {
    let suite = Suite::shared().await;
    let channel = suite.channel();
    for path in every_rpc() {
        let guest = Guest::sign_in(channel.clone(), "Asha").await;
        let credentials = [None, Some(guest.tokens.access_token.as_str()), Some(suite.admin().reveal())];
        for seed in 0..SAMPLES {
            for credential in credentials {
                let answer = raw_call(&channel, &path, credential, framed(&noise(seed))).await;
                typed(&format!("{path} with seed {seed}"), answer);
            }
        }
    }
    assert!(suite.child().is_alive());
}

#[tokio::test]
async fn every_rpc_that_needs_a_credential_refuses_an_unknown_one() {
    let channel = Suite::shared().await.channel();
    for path in every_rpc() {
        for unknown in ["jodi_sk_unknown", "a.b.c"] {
            let answer = raw_call(&channel, &path, Some(unknown), framed(&[])).await;
            if FOR_ANYONE.contains(&path.as_str()) {
                // Whoever signs in or refreshes may still send a credential that is over.
                assert_eq!(
                    answer.is_ok(),
                    raw_call(&channel, &path, None, framed(&[])).await.is_ok(),
                    "{path}"
                );
                typed(&path, answer);
            } else {
                assert_eq!(reason(answer), ErrorReason::CredentialInvalid, "{path}");
            }
        }
    }
}
