//! The ring of signing keys in the store: which one signs, which ones are listed.
//!
//! A key is listed as long as tokens signed with it may be in force. Each process pushes the end of the key that it
//! signs with forward, so that a key nobody signs with any more goes by itself. A made key is replaced when it is
//! old; its successor is listed for a while before it signs, so that every verifier has it by then.

use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use ed25519_dalek::SigningKey;
use env::{Clock, Entropy, UnixMillis};
use service::TokenIssuer;
use sqlx::{PgConnection, PgPool};

use crate::error::LobbyError;
use crate::store;

use super::key::kid_of;

/// How long a new key is listed before it signs.
const LISTED_BEFORE_SIGNING: Duration = Duration::from_secs(10 * 60);
/// How long a key stays listed after the last token signed with it has expired: for clocks that differ, and for
/// processes that could not reach the store for a while.
const LISTED_AFTERWARDS: Duration = Duration::from_secs(60 * 60);
/// The advisory lock that keeps two processes from making a key each; any number that nobody else uses.
const RING_LOCK: i64 = 0x6a6f_6469_6b65_7973;

/// Spans that decide about keys.
#[derive(Clone, Copy, Debug)]
pub struct KeyLives {
    /// How long a token signed now is in force.
    pub access_token: Duration,
    /// How old a made key may become before it is replaced.
    pub made_key: Duration,
}

/// A public key for others to verify with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicKey {
    /// Its id.
    pub kid: String,
    /// 32 bytes.
    pub bytes: Vec<u8>,
}

/// The ring as one process uses it.
pub struct SigningRing {
    pool: PgPool,
    clock: Clock,
    entropy: Entropy,
    configured: Option<SigningKey>,
    lives: KeyLives,
    issuer: ArcSwap<TokenIssuer>,
}

/// A key that this process can sign with.
struct Signer {
    kid: String,
    key: SigningKey,
}

struct MadeKey {
    signer: Signer,
    created_at: UnixMillis,
    signs_from: UnixMillis,
}

impl SigningRing {
    /// Opens the ring: signs with the configured key, or else with the newest made one, which is made if there is
    /// none yet.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn open(
        pool: PgPool,
        clock: Clock,
        entropy: Entropy,
        configured: Option<SigningKey>,
        lives: KeyLives,
    ) -> Result<Self, LobbyError> {
        let signer = turn(&pool, &clock, &entropy, configured.as_ref(), lives).await?;
        let issuer = ArcSwap::from_pointee(TokenIssuer::new(signer.kid, &signer.key));
        Ok(Self { pool, clock, entropy, configured, lives, issuer })
    }

    /// What signs now.
    pub fn issuer(&self) -> Arc<TokenIssuer> {
        self.issuer.load_full()
    }

    /// Keeps the ring up to date: to be called every minute or so.
    ///
    /// # Errors
    /// Those of the store; the key in use then stays in use.
    pub async fn keep(&self) -> Result<(), LobbyError> {
        let configured = self.configured.as_ref();
        let signer = turn(&self.pool, &self.clock, &self.entropy, configured, self.lives).await?;
        self.issuer.store(Arc::new(TokenIssuer::new(signer.kid, &signer.key)));
        Ok(())
    }

    /// Every key that a token in force may be signed with, newest first.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn listed(&self) -> Result<Vec<PublicKey>, LobbyError> {
        let rows = sqlx::query!(
            "select kid, public_key from lobby.signing_key where listed_until > $1
             order by created_at desc, kid",
            self.clock.now_datetime()
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(|row| PublicKey { kid: row.kid, bytes: row.public_key }).collect())
    }
}

/// Chooses the key to sign with, makes one if one is due, and drops those that are over.
async fn turn(
    pool: &PgPool,
    clock: &Clock,
    entropy: &Entropy,
    configured: Option<&SigningKey>,
    lives: KeyLives,
) -> Result<Signer, LobbyError> {
    let now = clock.now();
    let mut transaction = postgres::begin(pool).await?;
    sqlx::query!("select pg_advisory_xact_lock($1)", RING_LOCK).fetch_one(&mut *transaction).await?;
    let signer = match configured {
        Some(key) => {
            let signer = Signer { kid: kid_of(key), key: key.clone() };
            insert(&mut transaction, &signer, Held::InConfiguration, (now, now), lives).await?;
            signer
        }
        None => {
            let made = made_keys(&mut transaction).await?;
            newest_due(&mut transaction, made, entropy, now, lives).await?
        }
    };
    extend(&mut transaction, &signer, now, lives).await?;
    // Made keys that are over, but not one that was made last: after a long stop it signs again.
    sqlx::query!(
        "delete from lobby.signing_key k where listed_until <= $1
         and exists (select from lobby.signing_key newer where newer.created_at > k.created_at)",
        now.to_datetime()
    )
    .execute(&mut *transaction)
    .await?;
    store::commit(transaction).await?;
    Ok(signer)
}

/// The newest made key that may sign by now; adds one to the ring if the newest is old, or if there is none.
async fn newest_due(
    connection: &mut PgConnection,
    made: Vec<MadeKey>,
    entropy: &Entropy,
    now: UnixMillis,
    lives: KeyLives,
) -> Result<Signer, LobbyError> {
    let Some(newest) = made.first() else {
        let signer = make(entropy);
        insert(connection, &signer, Held::InStore, (now, now), lives).await?;
        return Ok(signer);
    };
    if newest.created_at.plus(lives.made_key) <= now {
        let signs_from = now.plus(LISTED_BEFORE_SIGNING);
        insert(connection, &make(entropy), Held::InStore, (now, signs_from), lives).await?;
    }
    let due = made.iter().position(|key| key.signs_from <= now);
    // A clock set back may leave none that is due; the oldest is known to most verifiers then.
    let chosen = due.unwrap_or(made.len() - 1);
    let mut made = made;
    Ok(made.swap_remove(chosen).signer)
}

fn make(entropy: &Entropy) -> Signer {
    let key = SigningKey::from_bytes(&entropy.bytes32());
    Signer { kid: kid_of(&key), key }
}

/// Where the private half of a key is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    InStore,
    InConfiguration,
}

/// Lists a key that is not listed yet; `times` are when it was made and from when it signs.
async fn insert(
    connection: &mut PgConnection,
    signer: &Signer,
    held: Held,
    times: (UnixMillis, UnixMillis),
    lives: KeyLives,
) -> Result<(), LobbyError> {
    let (created_at, signs_from) = times;
    let seed = signer.key.to_bytes();
    sqlx::query!(
        "insert into lobby.signing_key (kid, public_key, seed, created_at, signs_from, listed_until)
         values ($1, $2, $3, $4, $5, $6) on conflict (kid) do nothing",
        signer.kid,
        &signer.key.verifying_key().to_bytes()[..],
        (held == Held::InStore).then_some(&seed[..]),
        created_at.to_datetime(),
        signs_from.to_datetime(),
        listed_until(signs_from, lives).to_datetime()
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn extend(
    connection: &mut PgConnection,
    signer: &Signer,
    now: UnixMillis,
    lives: KeyLives,
) -> Result<(), LobbyError> {
    sqlx::query!(
        "update lobby.signing_key set listed_until = greatest(listed_until, $2) where kid = $1",
        signer.kid,
        listed_until(now, lives).to_datetime()
    )
    .execute(connection)
    .await?;
    Ok(())
}

fn listed_until(signed_at: UnixMillis, lives: KeyLives) -> UnixMillis {
    signed_at.plus(lives.access_token).plus(LISTED_AFTERWARDS)
}

/// The keys whose private half is in the store, newest first.
async fn made_keys(connection: &mut PgConnection) -> Result<Vec<MadeKey>, LobbyError> {
    let rows = sqlx::query!(
        r#"select kid, seed as "seed!", created_at, signs_from from lobby.signing_key
           where seed is not null order by created_at desc, kid"#
    )
    .fetch_all(connection)
    .await?;
    let read = |kid: String, seed: Vec<u8>| {
        let seed = seed.try_into().map_err(|_| LobbyError::Corrupt("a signing key has not 32 bytes"))?;
        Ok::<_, LobbyError>(Signer { kid, key: SigningKey::from_bytes(&seed) })
    };
    rows.into_iter()
        .map(|row| {
            let signer = read(row.kid, row.seed)?;
            Ok(MadeKey { signer, created_at: row.created_at.into(), signs_from: row.signs_from.into() })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use env::SimulatedTime;
    use postgres::testing::TestDb;

    use super::*;
    use crate::{MIGRATOR, SCHEMA};

    const MINUTE: Duration = Duration::from_secs(60);
    const DAY: Duration = Duration::from_secs(24 * 60 * 60);
    const LIVES: KeyLives = KeyLives { access_token: Duration::from_secs(15 * 60), made_key: DAY };

    struct Place {
        db: TestDb,
        clock: Clock,
        time: SimulatedTime,
    }

    impl Place {
        async fn new() -> Self {
            let (clock, time) = Clock::simulated(UnixMillis::new(1_800_000_000_000));
            Self { db: TestDb::new(&MIGRATOR, SCHEMA).await, clock, time }
        }

        async fn ring(&self, configured: Option<SigningKey>) -> SigningRing {
            let pool = self.db.pool().clone();
            SigningRing::open(pool, self.clock.clone(), Entropy::os(), configured, LIVES).await.unwrap()
        }
    }

    /// The id of the key that signs.
    fn signs(ring: &SigningRing, clock: &Clock) -> String {
        let (token, _) = ring.issuer().issue(uuid::Uuid::nil(), "x", clock.now(), MINUTE);
        let header = token.split('.').next().unwrap();
        use base64::Engine as _;
        let header = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(header).unwrap();
        let header = String::from_utf8(header).unwrap();
        let (_, kid) = header.split_once(r#""kid":""#).unwrap();
        kid.split('"').next().unwrap().to_owned()
    }

    async fn listed(ring: &SigningRing) -> Vec<String> {
        ring.listed().await.unwrap().into_iter().map(|key| key.kid).collect()
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn processes_that_begin_at_the_same_time_make_one_key() {
        let place = Place::new().await;
        let rings = futures::future::join_all((0..4).map(|_| place.ring(None))).await;
        let first = signs(&rings[0], &place.clock);
        assert!(rings.iter().all(|ring| signs(ring, &place.clock) == first));
        assert_eq!(listed(&rings[0]).await, [first]);
    }

    #[tokio::test]
    async fn key_that_is_old_is_replaced_by_one_that_was_listed_before() {
        let place = Place::new().await;
        let ring = place.ring(None).await;
        let old = signs(&ring, &place.clock);
        place.time.advance(DAY);
        ring.keep().await.unwrap();
        let both = listed(&ring).await;
        assert_eq!((both.len(), &both[1], signs(&ring, &place.clock)), (2, &old, old.clone()));
        place.time.advance(LISTED_BEFORE_SIGNING - Duration::from_millis(1));
        ring.keep().await.unwrap();
        assert_eq!(signs(&ring, &place.clock), old);
        place.time.advance(Duration::from_millis(1));
        ring.keep().await.unwrap();
        assert_eq!((signs(&ring, &place.clock), listed(&ring).await), (both[0].clone(), both));
    }

    #[tokio::test]
    async fn replaced_key_is_listed_until_its_last_token_has_long_expired() {
        let place = Place::new().await;
        let ring = place.ring(None).await;
        place.time.advance(DAY);
        ring.keep().await.unwrap();
        place.time.advance(LISTED_BEFORE_SIGNING);
        ring.keep().await.unwrap();
        // The old key signed last a day after it was made.
        place.time.advance(LIVES.access_token + LISTED_AFTERWARDS - LISTED_BEFORE_SIGNING - MINUTE);
        assert_eq!(listed(&ring).await.len(), 2);
        place.time.advance(MINUTE);
        ring.keep().await.unwrap();
        assert_eq!(listed(&ring).await, [signs(&ring, &place.clock)]);
    }

    #[tokio::test]
    async fn made_key_signs_again_after_a_long_stop() {
        let place = Place::new().await;
        let before = signs(&place.ring(None).await, &place.clock);
        place.time.advance(20 * MINUTE * 60);
        let ring = place.ring(None).await;
        assert_eq!((signs(&ring, &place.clock), listed(&ring).await), (before.clone(), vec![before]));
    }

    #[tokio::test]
    async fn configured_key_is_not_stored() {
        let place = Place::new().await;
        place.ring(Some(SigningKey::from_bytes(&[7; 32]))).await;
        let held: bool = sqlx::query_scalar("select bool_or(seed is not null) from lobby.signing_key")
            .fetch_one(place.db.pool())
            .await
            .unwrap();
        assert!(!held);
    }

    #[tokio::test]
    async fn configured_key_that_is_withdrawn_is_listed_no_more_in_time() {
        let place = Place::new().await;
        place.ring(Some(SigningKey::from_bytes(&[7; 32]))).await;
        place.time.advance(MINUTE);
        let ring = place.ring(None).await;
        assert_eq!(listed(&ring).await.len(), 2);
        place.time.advance(LIVES.access_token + LISTED_AFTERWARDS);
        ring.keep().await.unwrap();
        assert_eq!(listed(&ring).await, [signs(&ring, &place.clock)]);
    }
}
