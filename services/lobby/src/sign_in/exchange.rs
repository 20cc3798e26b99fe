//! Beginning, exchanging and ending sign-ins, in the store.

use env::UnixMillis;
use sqlx::PgConnection;

use crate::account::{Account, read_locale};
use crate::error::LobbyError;
use crate::ids::AccountId;
use crate::lobby::Lobby;
use crate::store;

use super::refresh_token::{HalfHash, RefreshToken};
use super::rotation::{Ended, SignIn, SignInRefusal};

/// Sign-ins that an account may have at a time; a further one ends the one that was refreshed longest ago.
const MAX_SIGN_INS: i64 = 32;

/// A pair of tokens. Not `Debug`, so that no log shows one.
pub struct TokenPair {
    /// The signed access token.
    pub access: String,
    /// When it expires.
    pub access_expires_at: UnixMillis,
    /// The refresh token.
    pub refresh: RefreshToken,
    /// When it expires if it is not used.
    pub refresh_expires_at: UnixMillis,
}

impl Lobby {
    /// A new sign-in of an account that the caller has locked.
    pub(crate) async fn begin_sign_in(
        &self,
        connection: &mut PgConnection,
        account: &Account,
    ) -> Result<TokenPair, LobbyError> {
        let pair = self.pair(account, RefreshToken::first(&self.entropy));
        sqlx::query!(
            "delete from lobby.sign_in where family_hash in (
                 select family_hash from lobby.sign_in where account_id = $1
                 order by refreshed_at desc offset $2)",
            account.id.0,
            MAX_SIGN_INS - 1
        )
        .execute(&mut *connection)
        .await?;
        sqlx::query!(
            "insert into lobby.sign_in
                 (family_hash, account_id, unused_hashes, created_at, refreshed_at, expires_at)
             values ($1, $2, array[$3::bytea], $4, $4, $5)",
            &pair.refresh.family_hash()[..],
            account.id.0,
            &pair.refresh.fresh_hash()[..],
            self.clock.now_datetime(),
            pair.refresh_expires_at.to_datetime()
        )
        .execute(connection)
        .await?;
        Ok(pair)
    }

    /// Exchanges a refresh token for a new pair.
    ///
    /// # Errors
    /// [`SignInRefusal`] and those of the store.
    pub async fn refresh(&self, token: &str) -> Result<TokenPair, LobbyError> {
        let presented = RefreshToken::read(token).ok_or(SignInRefusal::Invalid)?;
        let mut transaction = postgres::begin(&self.pool).await?;
        let family = presented.family_hash();
        let (mut sign_in, account) =
            lock_sign_in(&mut transaction, family).await?.ok_or(SignInRefusal::Invalid)?;
        let successor = presented.successor(&self.entropy);
        let now = self.clock.now();
        let verdict = sign_in.exchange(
            presented.fresh_hash(),
            successor.fresh_hash(),
            now,
            now.plus(self.lives.refresh_token),
        );
        match verdict {
            Ok(()) => save(&mut transaction, family, &sign_in, now).await?,
            Err(SignInRefusal::Reused) => {
                tracing::warn!(account = %sign_in.account, "an old refresh token was presented");
                end(&mut transaction, family, Ended::TokenReused).await?;
            }
            Err(SignInRefusal::Invalid | SignInRefusal::Expired) => {}
        }
        store::commit(transaction).await?;
        verdict?;
        Ok(self.pair(&account, successor))
    }

    /// Ends the sign-in of a refresh token, old or new. Unknown tokens and ended sign-ins are passed over: what the
    /// caller wants is so already.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn sign_out(&self, token: &str) -> Result<(), LobbyError> {
        let Some(presented) = RefreshToken::read(token) else { return Ok(()) };
        let mut transaction = postgres::begin(&self.pool).await?;
        end(&mut transaction, presented.family_hash(), Ended::SignedOut).await?;
        store::commit(transaction).await
    }

    fn pair(&self, account: &Account, refresh: RefreshToken) -> TokenPair {
        let now = self.clock.now();
        let issuer = self.signing.issuer();
        let (access, access_expires_at) = issuer.issue_in(
            account.locale,
            account.id.0,
            &account.display_name,
            now,
            self.lives.access_token,
        );
        let refresh_expires_at = now.plus(self.lives.refresh_token);
        TokenPair { access, access_expires_at, refresh, refresh_expires_at }
    }
}

/// The sign-in, locked until the transaction ends, and its account.
async fn lock_sign_in(
    connection: &mut PgConnection,
    family: HalfHash,
) -> Result<Option<(SignIn, Account)>, LobbyError> {
    let row = sqlx::query!(
        "select s.account_id, s.unused_hashes, s.last_used_hash, s.expires_at, s.ended_because,
                a.display_name, a.locale, a.created_at
         from lobby.sign_in s join lobby.account a using (account_id)
         where s.family_hash = $1 for update of s",
        &family[..]
    )
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let half = |bytes: Vec<u8>| {
        HalfHash::try_from(bytes).map_err(|_| LobbyError::Corrupt("a token hash has not 32 bytes"))
    };
    let sign_in = SignIn {
        account: AccountId(row.account_id),
        unused: row.unused_hashes.into_iter().map(half).collect::<Result<_, _>>()?,
        last_used: row.last_used_hash.map(half).transpose()?,
        expires_at: row.expires_at.into(),
        ended: row.ended_because.as_deref().map(read_ended).transpose()?,
    };
    let account = Account {
        id: sign_in.account,
        display_name: row.display_name,
        locale: read_locale(row.locale),
        created_at: row.created_at.into(),
    };
    Ok(Some((sign_in, account)))
}

async fn save(
    connection: &mut PgConnection,
    family: HalfHash,
    sign_in: &SignIn,
    now: UnixMillis,
) -> Result<(), LobbyError> {
    let unused: Vec<Vec<u8>> = sign_in.unused.iter().map(|hash| hash.to_vec()).collect();
    sqlx::query!(
        "update lobby.sign_in
         set unused_hashes = $2, last_used_hash = $3, refreshed_at = $4, expires_at = $5
         where family_hash = $1",
        &family[..],
        &unused,
        sign_in.last_used.as_ref().map(|hash| &hash[..]),
        now.to_datetime(),
        sign_in.expires_at.to_datetime()
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Ends a sign-in that has not ended yet.
async fn end(connection: &mut PgConnection, family: HalfHash, why: Ended) -> Result<(), LobbyError> {
    let because = match why {
        Ended::SignedOut => "signed_out",
        Ended::TokenReused => "token_reused",
    };
    sqlx::query!(
        "update lobby.sign_in set ended_because = $2 where family_hash = $1 and ended_because is null",
        &family[..],
        because
    )
    .execute(connection)
    .await?;
    Ok(())
}

fn read_ended(text: &str) -> Result<Ended, LobbyError> {
    match text {
        "signed_out" => Ok(Ended::SignedOut),
        "token_reused" => Ok(Ended::TokenReused),
        _ => Err(LobbyError::Corrupt("a sign-in ended for an unknown reason")),
    }
}
