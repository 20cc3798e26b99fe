//! Credentials that are none, or not good any more.

use std::time::Duration;

use ed25519_dalek::SigningKey;
use ed25519_dalek::pkcs8::EncodePrivateKey as _;
use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;
use env::{Clock, Entropy};
use jodi_tests::client::{Guest, Session, Watch, fault, framed, raw_call, reason};
use jodi_tests::process::{Suite, SuiteSetup};
use service::TokenIssuer;
use tokio::sync::OnceCell;
use tonic::Status;
use uuid::Uuid;
use wire::engine::v1::session_request::Request;
use wire::engine::v1::session_response::Response;
use wire::engine::v1::{FreshToken, ListMatchesRequest, Ping};
use wire::errors::v1::ErrorReason;
use wire::lobby::v1::account_service_client::AccountServiceClient;
use wire::lobby::v1::{
    GetAccountRequest, ListSigningKeysRequest, RefreshTokensRequest, SignOutRequest, TokenPair,
};

/// A suite whose signing key the tests know.
struct Mint {
    suite: Suite,
    key: SigningKey,
    kid: String,
}

impl Mint {
    async fn shared() -> &'static Self {
        static MINT: OnceCell<Mint> = OnceCell::const_new();
        MINT.get_or_init(Self::open).await
    }

    async fn open() -> Self {
        let key = SigningKey::from_bytes(&Entropy::os().bytes32());
        let pem = key.to_pkcs8_pem(LineEnding::LF).unwrap();
        let suite = SuiteSetup::new().env("JODI_LOBBY_SIGNING_KEY", pem.as_str()).start().await;
        let mut client = AccountServiceClient::new(suite.channel());
        let keys = client.list_signing_keys(ListSigningKeysRequest {}).await.unwrap().into_inner().keys;
        let own = keys.into_iter().find(|listed| listed.public_key == key.verifying_key().to_bytes());
        Self { suite, key, kid: own.expect("the configured key is published").kid }
    }

    /// A token for a guest that expires `life` from now, or that long ago.
    fn token(&self, guest: &Guest, life: Life) -> String {
        let now = Clock::system().now();
        let issuer = TokenIssuer::new(&self.kid, &self.key);
        let account = guest.account_id.parse().unwrap();
        match life {
            Life::Left(life) => issuer.issue(account, &guest.name, now, life).0,
            Life::OverSince(past) => issuer.issue(account, &guest.name, now.minus(past), Duration::ZERO).0,
        }
    }
}

enum Life {
    Left(Duration),
    OverSince(Duration),
}

/// The answers of all three services to this credential.
async fn answers(guest: &Guest, credential: &str) -> [Result<(), Status>; 3] {
    let guest = guest.bearing(credential);
    let account = GetAccountRequest::default();
    [
        guest.accounts().get_account(account).await.map(drop),
        guest.engine().list_matches(ListMatchesRequest::default()).await.map(drop),
        guest.ratings().list_ladders(wire::ratings::v1::ListLaddersRequest {}).await.map(drop),
    ]
}

async fn all_say(guest: &Guest, credential: &str, expected: ErrorReason) {
    for answer in answers(guest, credential).await {
        assert_eq!(reason(answer), expected, "{credential:.40}");
    }
}

#[tokio::test]
async fn token_signed_with_the_right_key_is_good_in_every_service() {
    let mint = Mint::shared().await;
    let guest = Guest::sign_in(mint.suite.channel(), "Asha").await;
    let token = mint.token(&guest, Life::Left(Duration::from_secs(60)));
    for answer in answers(&guest, &token).await {
        answer.unwrap();
    }
}

#[tokio::test]
async fn expired_token_is_expired_in_every_service() {
    let mint = Mint::shared().await;
    let guest = Guest::sign_in(mint.suite.channel(), "Asha").await;
    for past in [Duration::from_secs(1), Duration::from_secs(10_000)] {
        all_say(&guest, &mint.token(&guest, Life::OverSince(past)), ErrorReason::TokenExpired).await;
    }
}

#[tokio::test]
async fn token_signed_by_another_key_under_the_right_id_is_forged() {
    let mint = Mint::shared().await;
    let guest = Guest::sign_in(mint.suite.channel(), "Asha").await;
    let thief = SigningKey::from_bytes(&Entropy::os().bytes32());
    let issuer = TokenIssuer::new(&mint.kid, &thief);
    let account: Uuid = guest.account_id.parse().unwrap();
    let (token, _) = issuer.issue(account, "Asha", Clock::system().now(), Duration::from_secs(900));
    all_say(&guest, &token, ErrorReason::CredentialInvalid).await;
}

#[tokio::test]
async fn token_with_another_account_written_into_it_is_forged() {
    let mint = Mint::shared().await;
    let (guest, victim) = tokio::join!(
        Guest::sign_in(mint.suite.channel(), "Asha"),
        Guest::sign_in(mint.suite.channel(), "Bala")
    );
    let parts =
        |guest: &Guest| -> Vec<String> { guest.tokens.access_token.split('.').map(str::to_owned).collect() };
    let (own, stolen) = (parts(&guest), parts(&victim));
    let token = format!("{}.{}.{}", own[0], stolen[1], own[2]);
    all_say(&guest, &token, ErrorReason::CredentialInvalid).await;
}

#[tokio::test]
async fn token_of_another_suite_is_foreign() {
    let (mint, other) = tokio::join!(Mint::shared(), Suite::shared());
    let (guest, foreigner) =
        tokio::join!(Guest::sign_in(mint.suite.channel(), "Asha"), Guest::sign_in(other.channel(), "Asha"));
    all_say(&guest, &foreigner.tokens.access_token, ErrorReason::CredentialInvalid).await;
}

#[tokio::test]
async fn noise_is_no_credential() {
    let suite = Suite::shared().await;
    let guest = Guest::sign_in(suite.channel(), "Asha").await;
    let unsigned = "eyJhbGciOiJub25lIiwia2lkIjoiYSJ9.e30.";
    for noise in ["", "x", "a.b.c", unsigned, &"x".repeat(5000), "jodi_sk_", "jodi_sk_AAAA"] {
        all_say(&guest, noise, ErrorReason::CredentialInvalid).await;
    }
    all_say(&guest, &guest.tokens.refresh_token, ErrorReason::CredentialInvalid).await;
}

#[tokio::test]
async fn other_schemes_are_no_credentials() {
    let suite = Suite::shared().await;
    let mut request = tonic::Request::new(GetAccountRequest::default());
    request.metadata_mut().insert("authorization", "Basic YTpi".parse().unwrap());
    let answer = AccountServiceClient::new(suite.channel()).get_account(request).await;
    assert_eq!(reason(answer), ErrorReason::CredentialInvalid);
}

#[tokio::test]
async fn missing_credential_is_missing() {
    let suite = Suite::shared().await;
    let path = "/jodi.engine.v1.EngineService/Session";
    let answer = raw_call(&suite.channel(), path, None, framed(&[])).await;
    assert_eq!(reason(answer), ErrorReason::CredentialMissing);
}

#[tokio::test]
async fn session_ends_with_its_token_after_a_notice() {
    let mint = Mint::shared().await;
    let guest = Guest::sign_in(mint.suite.channel(), "Asha").await;
    let short = guest.bearing(&mint.token(&guest, Life::Left(Duration::from_secs(2))));
    let mut session = Session::open(&short).await;
    let notice = session.next().await.unwrap().unwrap().response;
    assert!(matches!(notice, Some(Response::TokenExpiring(_))), "{notice:?}");
    assert_eq!(reason(session.end().await), ErrorReason::TokenExpired);
}

#[tokio::test]
async fn session_goes_on_under_a_fresh_token() {
    let mint = Mint::shared().await;
    let guest = Guest::sign_in(mint.suite.channel(), "Asha").await;
    let short = guest.bearing(&mint.token(&guest, Life::Left(Duration::from_secs(2))));
    let mut old = Session::open(&short).await;
    let mut renewed = Session::open(&short).await;
    let fresh = FreshToken { access_token: guest.tokens.access_token.clone() };
    assert!(matches!(renewed.ask(Request::Token(fresh)).await, Response::Done(_)));
    // The end of the old one tells that the old token is over.
    assert_eq!(reason(old.end().await), ErrorReason::TokenExpired);
    assert!(matches!(renewed.ask(Request::Ping(Ping {})).await, Response::Pong(_)));
}

#[tokio::test]
async fn watch_ends_with_its_token() {
    let mint = Mint::shared().await;
    let guest = Guest::sign_in(mint.suite.channel(), "Asha").await;
    let backend = jodi_tests::client::Backend::new(mint.suite.channel(), mint.suite.admin());
    let plan = jodi_tests::client::MatchPlan::of(std::slice::from_ref(&guest)).cut_window(60_000);
    let match_id = backend.create(plan).await;
    let short = guest.bearing(&mint.token(&guest, Life::Left(Duration::from_secs(2))));
    let mut watch = Watch::open(&short, &match_id, None).await;
    assert_eq!(reason(watch.end().await), ErrorReason::TokenExpired);
}

async fn refresh(guest: &Guest, token: &str) -> Result<TokenPair, Status> {
    let request = RefreshTokensRequest { refresh_token: token.to_owned() };
    Ok(guest.accounts().refresh_tokens(request).await?.into_inner().tokens.expect("a pair of tokens"))
}

#[tokio::test]
async fn refresh_token_used_twice_revokes_the_sign_in() {
    let guest = Guest::sign_in(Suite::shared().await.channel(), "Asha").await;
    let first = guest.tokens.refresh_token.clone();
    let second = refresh(&guest, &first).await.unwrap();
    let third = refresh(&guest, &second.refresh_token).await.unwrap();
    assert_eq!(reason(refresh(&guest, &first).await), ErrorReason::RefreshTokenReused);
    let revoked = fault(refresh(&guest, &third.refresh_token).await).reason();
    let expected = [ErrorReason::RefreshTokenReused, ErrorReason::CredentialInvalid];
    assert!(expected.contains(&revoked), "{revoked:?}");
}

#[tokio::test]
async fn refresh_token_of_a_signed_out_device_is_invalid() {
    let guest = Guest::sign_in(Suite::shared().await.channel(), "Asha").await;
    let refresh_token = guest.tokens.refresh_token.clone();
    let request = SignOutRequest { refresh_token: refresh_token.clone() };
    guest.accounts().sign_out(request.clone()).await.unwrap();
    guest.accounts().sign_out(request).await.unwrap();
    assert_eq!(reason(refresh(&guest, &refresh_token).await), ErrorReason::CredentialInvalid);
    for noise in ["", "x", &"x".repeat(5000)] {
        assert_eq!(reason(refresh(&guest, noise).await), ErrorReason::CredentialInvalid);
    }
}
