//! Access tokens, refresh tokens and the keys behind them.

use std::time::Duration;

use ed25519_dalek::SigningKey;
use env::Clock;
use locale::Locale;
use service::{Credential, KeySource, TokenIssuer, TokenVerifier};
use uuid::Uuid;
use wire::errors::v1::ErrorReason as Reason;
use wire::lobby::v1::{ListSigningKeysRequest, ListTablesRequest, SignOutRequest, SigningKey as ListedKey};

use crate::house::{Guest, House, NOW, Process, fresh_key, reason};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

async fn keys(process: &Process) -> Vec<ListedKey> {
    process.accounts().list_signing_keys(ListSigningKeysRequest {}).await.unwrap().into_inner().keys
}

async fn call_with(house: &House, token: &str) -> Result<(), tonic::Status> {
    house.lobby.tables_as(token).list_tables(ListTablesRequest::default()).await.map(drop)
}

async fn sign_out(house: &House, token: &str) {
    let request = SignOutRequest { refresh_token: token.to_owned() };
    house.lobby.accounts().sign_out(request).await.unwrap();
}

#[tokio::test]
async fn access_token_opens_calls_until_it_expires() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    let token = &guest.tokens.access_token;
    house.time.advance(Duration::from_secs(15 * 60 - 1));
    assert!(call_with(&house, token).await.is_ok());
    house.time.advance(Duration::from_secs(1));
    assert_eq!(reason(call_with(&house, token).await), Reason::TokenExpired);
}

#[tokio::test]
async fn access_token_lives_as_long_as_configured() {
    let house = House::with(lobby::Settings { access_token_life_s: 120, ..Default::default() }).await;
    let guest = house.guest("Asha").await;
    let expires = guest.tokens.access_expires_at.unwrap().seconds;
    assert_eq!(expires - NOW.as_secs(), 120);
}

#[tokio::test]
async fn token_is_verified_with_the_listed_keys_alone() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    let verifier = TokenVerifier::new(house.clock.clone(), KeySource::Fixed);
    verifier.set_keys(keys(&house.lobby).await.into_iter().map(|key| (key.kid, key.public_key)));
    let caller = verifier.verify(&guest.tokens.access_token).await.unwrap();
    assert_eq!((caller.account_id.to_string(), caller.display_name), (guest.account_id, "Asha".to_owned()));
}

#[tokio::test]
async fn tokens_bear_the_language_from_the_next_exchange_on() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    let verifier = TokenVerifier::new(house.clock.clone(), KeySource::Fixed);
    verifier.set_keys(keys(&house.lobby).await.into_iter().map(|key| (key.kid, key.public_key)));
    guest.speak("hi").await.unwrap();
    assert_eq!(verifier.verify(&guest.tokens.access_token).await.unwrap().locale, None);
    let fresh = house.lobby.refresh(&guest.tokens.refresh_token).await.unwrap();
    assert_eq!(verifier.verify(&fresh.access_token).await.unwrap().locale, Some(Locale::Hindi));
    let anew = house.lobby.sign_in(&guest.key, "").await.unwrap().tokens.unwrap();
    assert_eq!(verifier.verify(&anew.access_token).await.unwrap().locale, Some(Locale::Hindi));
}

#[tokio::test]
async fn forged_token_is_refused() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    // Signed by a key of the forger's own, under the name of a listed one.
    let kid = keys(&house.lobby).await.remove(0).kid;
    let issuer = TokenIssuer::new(kid, &SigningKey::from_bytes(&[7; 32]));
    let (token, _) =
        issuer.issue(guest.account_id.parse().unwrap(), "Asha", house.clock.now(), Duration::from_secs(60));
    assert_eq!(reason(call_with(&house, &token).await), Reason::CredentialInvalid);
}

#[tokio::test]
async fn token_of_another_suite_is_refused() {
    let house = House::open().await;
    let issuer = TokenIssuer::new("elsewhere", &SigningKey::from_bytes(&[7; 32]));
    let (token, _) = issuer.issue(Uuid::from_u128(1), "Asha", house.clock.now(), Duration::from_secs(60));
    assert_eq!(reason(call_with(&house, &token).await), Reason::CredentialInvalid);
}

#[tokio::test]
async fn call_without_a_token_is_refused() {
    let house = House::open().await;
    let mut nobody =
        wire::lobby::v1::table_service_client::TableServiceClient::new(house.lobby.channel.clone());
    let refused = nobody.list_tables(ListTablesRequest::default()).await;
    assert_eq!(reason(refused), Reason::CredentialMissing);
}

#[tokio::test]
async fn service_key_plays_no_games() {
    let house = House::open().await;
    let refused = call_with(&house, house.lobby.service_key.reveal()).await;
    assert_eq!(reason(refused), Reason::PermissionDenied);
}

#[tokio::test]
async fn exchange_gives_a_new_pair() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    house.time.advance(Duration::from_secs(600));
    let pair = house.lobby.refresh(&guest.tokens.refresh_token).await.unwrap();
    assert_ne!(pair.refresh_token, guest.tokens.refresh_token);
    assert_eq!(pair.access_expires_at.unwrap().seconds - house.clock.now().as_secs(), 15 * 60);
    assert!(call_with(&house, &pair.access_token).await.is_ok());
}

#[tokio::test]
async fn old_refresh_token_ends_the_whole_sign_in() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    let second = house.lobby.refresh(&guest.tokens.refresh_token).await.unwrap();
    let third = house.lobby.refresh(&second.refresh_token).await.unwrap();
    let stolen = house.lobby.refresh(&guest.tokens.refresh_token).await;
    assert_eq!(reason(stolen), Reason::RefreshTokenReused);
    assert_eq!(reason(house.lobby.refresh(&third.refresh_token).await), Reason::RefreshTokenReused);
}

#[tokio::test]
async fn lost_answer_is_given_again() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    house.lobby.refresh(&guest.tokens.refresh_token).await.unwrap();
    let again = house.lobby.refresh(&guest.tokens.refresh_token).await.unwrap();
    assert!(house.lobby.refresh(&again.refresh_token).await.is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn exchanges_at_the_same_time_are_all_answered() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    let token = &guest.tokens.refresh_token;
    let pairs = futures::future::join_all((0..4).map(|_| house.lobby.refresh(token))).await;
    let last = pairs.into_iter().map(Result::unwrap).next_back().unwrap();
    assert!(house.lobby.refresh(&last.refresh_token).await.is_ok());
}

#[tokio::test]
async fn unused_refresh_token_expires() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    house.time.advance(30 * DAY);
    assert_eq!(reason(house.lobby.refresh(&guest.tokens.refresh_token).await), Reason::TokenExpired);
}

#[tokio::test]
async fn text_that_is_no_refresh_token_is_refused() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    let altered = guest.tokens.refresh_token.replace("jodi_rt_", "jodi_rt_A");
    for noise in ["", "jodi_rt_", "x", &altered, &guest.tokens.access_token] {
        assert_eq!(reason(house.lobby.refresh(noise).await), Reason::CredentialInvalid, "{noise}");
    }
}

#[tokio::test]
async fn sign_out_ends_one_sign_in_and_no_other() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    let other = house.lobby.sign_in(&guest.key, "").await.unwrap().tokens.unwrap();
    sign_out(&house, &guest.tokens.refresh_token).await;
    sign_out(&house, &guest.tokens.refresh_token).await;
    assert_eq!(reason(house.lobby.refresh(&guest.tokens.refresh_token).await), Reason::CredentialInvalid);
    assert!(house.lobby.refresh(&other.refresh_token).await.is_ok());
}

#[tokio::test]
async fn sign_ins_of_an_account_are_bounded() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    let mut last = None;
    for _ in 0..32 {
        house.time.advance(Duration::from_secs(1));
        last = house.lobby.sign_in(&guest.key, "").await.unwrap().tokens;
    }
    assert_eq!(reason(house.lobby.refresh(&guest.tokens.refresh_token).await), Reason::CredentialInvalid);
    assert!(house.lobby.refresh(&last.unwrap().refresh_token).await.is_ok());
}

#[tokio::test]
async fn store_holds_neither_keys_nor_tokens_of_players() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    house.lobby.refresh(&guest.tokens.refresh_token).await.unwrap();
    let rows: String = sqlx::query_scalar(
        "select coalesce(string_agg(row, ' '), '') from (
             select d::text as row from lobby.device_key d union all select s::text from lobby.sign_in s) rows",
    )
    .fetch_one(house.db.pool())
    .await
    .unwrap();
    for secret in secrets(&guest) {
        assert!(!rows.contains(&secret), "{secret} in {rows}");
    }
}

/// What must not be found: the device key, and both halves of the refresh token, as Postgres prints bytes.
fn secrets(guest: &Guest) -> Vec<String> {
    use base64::Engine as _;
    let hex = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
    let text = guest.tokens.refresh_token.strip_prefix("jodi_rt_").unwrap();
    let token = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(text).unwrap();
    vec![hex(&guest.key), hex(&token[..32]), hex(&token[32..])]
}

#[tokio::test]
async fn processes_of_one_lobby_share_their_key() {
    let house = House::open().await;
    let second = house.another_process().await;
    let guest = second.guest("Asha").await;
    assert_eq!(keys(&house.lobby).await, keys(&second).await);
    assert!(call_with(&house, &guest.tokens.access_token).await.is_ok());
}

/// RFC 8410 10.3.
const PEM: &str = "-----BEGIN PRIVATE KEY-----\n\
    MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n\
    -----END PRIVATE KEY-----\n";
/// Its public half.
const PUBLIC: [u8; 4] = [0x19, 0xbf, 0x44, 0x09];

#[tokio::test]
async fn configured_key_signs_and_its_predecessor_stays_listed() {
    let house = House::open().await;
    let made = keys(&house.lobby).await.remove(0);
    let old = house.guest("Asha").await;
    house.time.advance(Duration::from_secs(2));
    let (_, engine) = crate::engine::StandInEngine::serve(house.clock.clone(), house.feed.clone()).await;
    let settings = lobby::Settings { signing_key: Some(PEM.into()), ..Default::default() };
    let second = crate::house::process(settings, house.db.pool().clone(), house.clock.clone(), engine).await;
    let listed = keys(&second).await;
    assert_eq!((&listed[0].public_key[..4], &listed[1]), (&PUBLIC[..], &made));
    let mut tables = second.tables_as(&old.tokens.access_token);
    assert!(tables.list_tables(ListTablesRequest::default()).await.is_ok());
}

#[tokio::test]
async fn configured_key_that_is_none_stops_the_start() {
    let house = House::open().await;
    let (clock, _) = Clock::simulated(NOW);
    let deps = lobby::Deps {
        pool: house.db.pool().clone(),
        clock: clock.clone(),
        entropy: env::Entropy::os(),
        drain: service::Drain::new(clock, Duration::ZERO, Duration::ZERO),
        engine: service::Peer::new(house.lobby.channel.clone(), Credential::bearer("x").unwrap()),
        ratings: crate::house::nowhere(),
        keys: service::ServiceKeys::default(),
    };
    let settings = lobby::Settings { signing_key: Some("no key".into()), ..Default::default() };
    assert!(lobby::start(settings, deps).await.is_err());
}

#[tokio::test]
async fn sign_in_by_key_goes_on_after_the_tokens_are_gone() {
    let house = House::open().await;
    let key = fresh_key();
    let first = house.lobby.sign_in(&key, "Asha").await.unwrap();
    house.time.advance(400 * DAY);
    let again = house.lobby.sign_in(&key, "").await.unwrap();
    assert_eq!(first.account, again.account);
}
