//! Signing a guest in by a device key.

use sqlx::PgConnection;

use crate::error::LobbyError;
use crate::ids::AccountId;
use crate::lobby::Lobby;
use crate::sign_in::TokenPair;
use crate::store;

use super::device_key::DeviceKey;
use super::made_up_name::made_up_name;
use super::profile::{Account, lock_account};

/// How often a sign-in looks again when another call with the same key, or a deletion, came in between.
const ATTEMPTS: usize = 4;

/// A guest who is signed in.
pub struct SignedIn {
    /// The account.
    pub account: Account,
    /// Its tokens.
    pub tokens: TokenPair,
    /// True if this call created the account.
    pub created: bool,
}

/// Whether an account was found or made.
enum Entry {
    Found(Account),
    Created(Account),
    /// Somebody else was faster; look again.
    Overtaken,
}

impl Lobby {
    /// Signs in whoever holds the key; the first time, this creates the account, named as asked for or, with `None`,
    /// by a made-up name.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn sign_in_guest(
        &self,
        key: &DeviceKey,
        display_name: Option<String>,
    ) -> Result<SignedIn, LobbyError> {
        for _ in 0..ATTEMPTS {
            let mut transaction = postgres::begin(&self.pool).await?;
            let (account, created) = match self.enter(&mut transaction, key, &display_name).await? {
                Entry::Found(account) => (account, false),
                Entry::Created(account) => (account, true),
                Entry::Overtaken => continue,
            };
            let tokens = self.begin_sign_in(&mut transaction, &account).await?;
            store::commit(transaction).await?;
            return Ok(SignedIn { account, tokens, created });
        }
        Err(LobbyError::Contention)
    }

    async fn enter(
        &self,
        connection: &mut PgConnection,
        key: &DeviceKey,
        display_name: &Option<String>,
    ) -> Result<Entry, LobbyError> {
        let known =
            sqlx::query_scalar!("select account_id from lobby.device_key where key_hash = $1", key.hash())
                .fetch_optional(&mut *connection)
                .await?;
        if let Some(id) = known {
            return match lock_account(connection, AccountId(id)).await {
                Ok(account) => Ok(Entry::Found(account)),
                // Deleted between the two statements; the key is free again.
                Err(LobbyError::AccountGone) => Ok(Entry::Overtaken),
                Err(other) => Err(other),
            };
        }
        let account = Account {
            id: AccountId(self.entropy.uuid_v7(&self.clock)),
            display_name: display_name.clone().unwrap_or_else(|| made_up_name(&self.entropy)),
            locale: None,
            created_at: self.clock.now(),
        };
        let inserted = insert(connection, &account, key).await?;
        Ok(if inserted { Entry::Created(account) } else { Entry::Overtaken })
    }
}

/// False if the key has an account by now; the caller rolls back.
async fn insert(
    connection: &mut PgConnection,
    account: &Account,
    key: &DeviceKey,
) -> Result<bool, LobbyError> {
    let created_at = account.created_at.to_datetime();
    sqlx::query!(
        "insert into lobby.account (account_id, display_name, created_at) values ($1, $2, $3)",
        account.id.0,
        account.display_name,
        created_at
    )
    .execute(&mut *connection)
    .await?;
    let inserted = sqlx::query!(
        "insert into lobby.device_key (key_hash, account_id, created_at) values ($1, $2, $3)
         on conflict (key_hash) do nothing",
        key.hash(),
        account.id.0,
        created_at
    )
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() == 1)
}
