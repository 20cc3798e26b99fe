//! An account's public face: reading and renaming.

use env::UnixMillis;
use sqlx::PgConnection;

use crate::error::LobbyError;
use crate::ids::AccountId;
use crate::lobby::Lobby;
use crate::store;

/// An account's public face.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// Its id.
    pub id: AccountId,
    /// The name to show.
    pub display_name: String,
    /// When it was created.
    pub created_at: UnixMillis,
}

impl Lobby {
    /// One account. A deleted one is shown under its neutral name, so that results of others stay readable.
    ///
    /// # Errors
    /// `AccountNotFound`.
    pub async fn account(&self, id: AccountId) -> Result<Account, LobbyError> {
        let row =
            sqlx::query!("select display_name, created_at from lobby.account where account_id = $1", id.0)
                .fetch_optional(&self.pool)
                .await?
                .ok_or(LobbyError::AccountNotFound)?;
        Ok(Account { id, display_name: row.display_name, created_at: row.created_at.into() })
    }

    /// Gives an account another name, which must be a valid one. Open tables show it at once; tokens with their
    /// next exchange.
    ///
    /// # Errors
    /// `AccountGone`.
    pub async fn rename(&self, id: AccountId, display_name: &str) -> Result<Account, LobbyError> {
        let mut transaction = self.pool.begin().await?;
        let account = lock_account(&mut transaction, id).await?;
        if account.display_name != display_name {
            sqlx::query!(
                "update lobby.account set display_name = $2 where account_id = $1",
                id.0,
                display_name
            )
            .execute(&mut *transaction)
            .await?;
            for table in store::live_tables_of(&mut transaction, id).await? {
                store::announce(&mut transaction, table).await?;
            }
        }
        store::commit(transaction).await?;
        Ok(Account { display_name: display_name.to_owned(), ..account })
    }
}

/// The account, locked until the transaction ends: changes of one account's tables and sign-ins follow each other.
///
/// Locks are taken in one order everywhere, account before tables, so that none wait for each other in a ring.
///
/// # Errors
/// `AccountGone` if it was deleted or never was.
pub(crate) async fn lock_account(
    connection: &mut PgConnection,
    id: AccountId,
) -> Result<Account, LobbyError> {
    let row = sqlx::query!(
        "select display_name, created_at from lobby.account
         where account_id = $1 and deleted_at is null for no key update",
        id.0
    )
    .fetch_optional(connection)
    .await?
    .ok_or(LobbyError::AccountGone)?;
    Ok(Account { id, display_name: row.display_name, created_at: row.created_at.into() })
}
