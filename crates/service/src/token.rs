//! Access tokens: Ed25519-signed JWTs that every service verifies without asking anybody.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use arc_swap::ArcSwap;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::SigningKey;
use ed25519_dalek::pkcs8::EncodePrivateKey;
use env::{Clock, Monotonic, UnixMillis};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use locale::Locale;
use serde::{Deserialize, Serialize};
use tonic::transport::Channel;
use uuid::Uuid;
use wire::lobby::v1::ListSigningKeysRequest;
use wire::lobby::v1::account_service_client::AccountServiceClient;

use crate::caller::AccountCaller;

/// Issuer and audience of every token.
const ISSUER: &str = "jodi";
/// Verified tokens that are remembered; the oldest generation is dropped when it is full.
const CACHE_TOKENS: usize = 20_000;
/// Longest token that is looked at, in bytes.
const MAX_TOKEN_BYTES: usize = 2048;
/// An unknown key id makes the verifier ask for keys, but not more often than this.
const REFRESH_PAUSE: Duration = Duration::from_secs(1);
/// How long one request for keys may take.
const REFRESH_LIMIT: Duration = Duration::from_secs(3);

/// What an access token says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// The account.
    pub sub: Uuid,
    /// Its display name when the token was issued.
    pub name: String,
    /// The tag of the language that it had chosen by then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locale: Option<String>,
    /// Issued, in Unix seconds.
    pub iat: i64,
    /// Expires, in Unix seconds.
    pub exp: i64,
    /// Always `jodi`.
    pub iss: String,
    /// Always `jodi`.
    pub aud: String,
}

/// Signs access tokens; only the lobby has one.
pub struct TokenIssuer {
    kid: String,
    key: EncodingKey,
}

impl TokenIssuer {
    /// An issuer that signs with this key under this key id.
    pub fn new(kid: impl Into<String>, key: &SigningKey) -> Self {
        let der = key.to_pkcs8_der().expect("an Ed25519 key has a PKCS#8 form");
        Self { kid: kid.into(), key: EncodingKey::from_ed_der(der.as_bytes()) }
    }

    /// A token for an account that has chosen no language, and when it expires (a whole second).
    pub fn issue(
        &self,
        account_id: Uuid,
        name: &str,
        now: UnixMillis,
        life: Duration,
    ) -> (String, UnixMillis) {
        self.issue_in(None, account_id, name, now, life)
    }

    /// The same for an account that wants to be spoken to in a language, if it has chosen one.
    pub fn issue_in(
        &self,
        locale: Option<Locale>,
        account_id: Uuid,
        name: &str,
        now: UnixMillis,
        life: Duration,
    ) -> (String, UnixMillis) {
        let exp = now.plus(life).as_secs();
        let claims = Claims {
            sub: account_id,
            name: name.to_owned(),
            locale: locale.map(|locale| locale.tag().to_owned()),
            iat: now.as_secs(),
            exp,
            iss: ISSUER.to_owned(),
            aud: ISSUER.to_owned(),
        };
        let mut header = Header::new(Algorithm::EdDSA);
        header.kid = Some(self.kid.clone());
        let token =
            jsonwebtoken::encode(&header, &claims, &self.key).expect("claims and key are well-formed");
        (token, UnixMillis::new(exp * 1000))
    }
}

/// Why a token is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// Malformed, forged, or not ours.
    #[error("the access token is not one of this suite's")]
    Invalid,
    /// Its time is over.
    #[error("the access token has expired")]
    Expired,
    /// Its key is not known and the lobby could not be asked.
    #[error("the keys to check the access token with could not be had")]
    KeysUnavailable,
}

/// Where a verifier gets its keys.
#[derive(Clone)]
pub enum KeySource {
    /// From the lobby, by `ListSigningKeys`.
    Lobby(Channel),
    /// They are fixed.
    Fixed,
}

/// Verifies access tokens offline, with a memory of those already verified.
#[derive(Clone)]
pub struct TokenVerifier(Arc<Inner>);

struct Inner {
    clock: Clock,
    source: KeySource,
    keys: ArcSwap<HashMap<String, DecodingKey>>,
    verified: Mutex<HashMap<String, AccountCaller>>,
    refreshed: tokio::sync::Mutex<Option<Monotonic>>,
}

impl TokenVerifier {
    /// A verifier without keys; it asks its source when the first token comes.
    pub fn new(clock: Clock, source: KeySource) -> Self {
        Self(Arc::new(Inner {
            clock,
            source,
            keys: ArcSwap::default(),
            verified: Mutex::default(),
            refreshed: tokio::sync::Mutex::new(None),
        }))
    }

    /// Sets the keys: key id and Ed25519 public key of 32 bytes. Tokens of keys that are gone are forgotten.
    pub fn set_keys(&self, keys: impl IntoIterator<Item = (String, Vec<u8>)>) {
        let keys = keys
            .into_iter()
            .filter(|(_, key)| key.len() == 32)
            .filter_map(|(kid, key)| {
                let decoding = DecodingKey::from_ed_components(&URL_SAFE_NO_PAD.encode(key)).ok()?;
                Some((kid, decoding))
            })
            .collect::<HashMap<_, _>>();
        self.0.keys.store(Arc::new(keys));
        self.verified().clear();
    }

    /// Whose token it is.
    ///
    /// # Errors
    /// [`TokenError`]; a token with an unknown key id makes the verifier ask its source first.
    pub async fn verify(&self, token: &str) -> Result<AccountCaller, TokenError> {
        let now = self.0.clock.now();
        if let Some(caller) = self.verified().get(token).cloned() {
            return if caller.expires_at > now { Ok(caller) } else { Err(TokenError::Expired) };
        }
        if token.len() > MAX_TOKEN_BYTES {
            return Err(TokenError::Invalid);
        }
        let header = jsonwebtoken::decode_header(token).map_err(|_| TokenError::Invalid)?;
        let kid = header.kid.filter(|_| header.alg == Algorithm::EdDSA).ok_or(TokenError::Invalid)?;
        if !self.0.keys.load().contains_key(&kid) {
            self.refresh().await?;
        }
        let keys = self.0.keys.load();
        let key = keys.get(&kid).ok_or(TokenError::Invalid)?;
        let caller = decode(token, key)?;
        if caller.expires_at <= now {
            return Err(TokenError::Expired);
        }
        self.remember(token, caller.clone(), now);
        Ok(caller)
    }

    fn verified(&self) -> std::sync::MutexGuard<'_, HashMap<String, AccountCaller>> {
        self.0.verified.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn remember(&self, token: &str, caller: AccountCaller, now: UnixMillis) {
        let mut verified = self.verified();
        if verified.len() >= CACHE_TOKENS {
            verified.retain(|_, c| c.expires_at > now);
            if verified.len() >= CACHE_TOKENS {
                verified.clear();
            }
        }
        verified.insert(token.to_owned(), caller);
    }

    /// Asks the source for keys, one request at a time and not more often than [`REFRESH_PAUSE`].
    async fn refresh(&self) -> Result<(), TokenError> {
        let KeySource::Lobby(channel) = &self.0.source else { return Ok(()) };
        let mut refreshed = self.0.refreshed.lock().await;
        let now = self.0.clock.monotonic();
        if refreshed.is_some_and(|at| now.since(at) < REFRESH_PAUSE) {
            return Ok(());
        }
        let mut client = AccountServiceClient::new(channel.clone());
        let asked =
            self.0.clock.timeout(REFRESH_LIMIT, client.list_signing_keys(ListSigningKeysRequest {})).await;
        let Ok(Ok(response)) = asked else { return Err(TokenError::KeysUnavailable) };
        self.set_keys(response.into_inner().keys.into_iter().map(|k| (k.kid, k.public_key)));
        *refreshed = Some(now);
        Ok(())
    }
}

/// Checks signature, issuer and audience. Expiry is checked against the injected clock, by the caller.
fn decode(token: &str, key: &DecodingKey) -> Result<AccountCaller, TokenError> {
    let mut validation = Validation::new(Algorithm::EdDSA);
    validation.set_issuer(&[ISSUER]);
    validation.set_audience(&[ISSUER]);
    validation.validate_exp = false;
    let claims =
        jsonwebtoken::decode::<Claims>(token, key, &validation).map_err(|_| TokenError::Invalid)?.claims;
    Ok(AccountCaller {
        account_id: claims.sub,
        display_name: claims.name,
        // A language that this build does not speak is as good as none.
        locale: claims.locale.and_then(|tag| tag.parse().ok()),
        expires_at: UnixMillis::new(claims.exp.saturating_mul(1000)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: UnixMillis = UnixMillis::new(1_700_000_000_000);

    fn key(seed: u8) -> SigningKey {
        SigningKey::from_bytes(&[seed; 32])
    }

    fn verifier() -> (TokenVerifier, env::SimulatedTime) {
        let (clock, time) = Clock::simulated(NOW);
        let verifier = TokenVerifier::new(clock, KeySource::Fixed);
        verifier.set_keys([("a".to_owned(), key(1).verifying_key().to_bytes().to_vec())]);
        (verifier, time)
    }

    fn token(kid: &str, seed: u8) -> String {
        TokenIssuer::new(kid, &key(seed)).issue(Uuid::nil(), "Asha", NOW, Duration::from_secs(900)).0
    }

    #[tokio::test]
    async fn good_token_names_its_account_until_it_expires() {
        let (verifier, time) = verifier();
        let token = token("a", 1);
        let caller = verifier.verify(&token).await.unwrap();
        assert_eq!((caller.account_id, caller.display_name.as_str()), (Uuid::nil(), "Asha"));
        time.advance(Duration::from_secs(899));
        assert!(verifier.verify(&token).await.is_ok());
        time.advance(Duration::from_secs(1));
        assert_eq!(verifier.verify(&token).await, Err(TokenError::Expired));
    }

    #[tokio::test]
    async fn token_bears_the_language_that_was_chosen() {
        let (verifier, _time) = verifier();
        let issuer = TokenIssuer::new("a", &key(1));
        let life = Duration::from_secs(900);
        let (token, _) = issuer.issue_in(Some(Locale::Welsh), Uuid::nil(), "Asha", NOW, life);
        assert_eq!(verifier.verify(&token).await.unwrap().locale, Some(Locale::Welsh));
        let (token, _) = issuer.issue(Uuid::nil(), "Asha", NOW, life);
        assert_eq!(verifier.verify(&token).await.unwrap().locale, None);
    }

    #[test]
    fn claims_without_a_language_or_with_an_unknown_one_are_read() {
        let claims = |locale: &str| {
            format!(
                r#"{{"sub":"{}","name":"x",{locale}"iat":0,"exp":9,"iss":"jodi","aud":"jodi"}}"#,
                Uuid::nil()
            )
        };
        let read = |text: String| serde_json::from_str::<Claims>(&text).unwrap().locale;
        assert_eq!(read(claims("")), None);
        assert_eq!(read(claims(r#""locale":"tlh","#)), Some("tlh".to_owned()));
    }

    #[tokio::test]
    async fn token_that_was_expired_when_first_seen_is_expired() {
        let (verifier, time) = verifier();
        time.advance(Duration::from_secs(1000));
        assert_eq!(verifier.verify(&token("a", 1)).await, Err(TokenError::Expired));
    }

    #[tokio::test]
    async fn forged_token_is_invalid() {
        assert_eq!(verifier().0.verify(&token("a", 2)).await, Err(TokenError::Invalid));
    }

    #[tokio::test]
    async fn token_of_an_unknown_key_is_invalid() {
        assert_eq!(verifier().0.verify(&token("b", 1)).await, Err(TokenError::Invalid));
    }

    #[tokio::test]
    async fn token_of_a_retired_key_is_invalid_though_it_was_seen() {
        let (verifier, _time) = verifier();
        let token = token("a", 1);
        verifier.verify(&token).await.unwrap();
        verifier.set_keys([]);
        assert_eq!(verifier.verify(&token).await, Err(TokenError::Invalid));
    }

    #[tokio::test]
    async fn unsigned_token_is_invalid() {
        let header = URL_SAFE_NO_PAD.encode(br#"{"alg":"none","kid":"a"}"#);
        let claims = URL_SAFE_NO_PAD.encode(br#"{"sub":"00000000-0000-0000-0000-000000000000","name":"x","iat":0,"exp":9999999999,"iss":"jodi","aud":"jodi"}"#);
        assert_eq!(verifier().0.verify(&format!("{header}.{claims}.")).await, Err(TokenError::Invalid));
    }

    #[tokio::test]
    async fn noise_is_invalid() {
        for noise in ["", ".", "a.b.c", "é", &"x".repeat(5000)] {
            assert_eq!(verifier().0.verify(noise).await, Err(TokenError::Invalid));
        }
    }
}
