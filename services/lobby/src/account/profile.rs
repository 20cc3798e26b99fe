//! An account's public face and its language: reading and changing.

use env::UnixMillis;
use locale::Locale;
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
    /// The language that it chose, if it did; nobody else's business.
    pub locale: Option<Locale>,
    /// When it was created.
    pub created_at: UnixMillis,
}

impl Lobby {
    /// One account. A deleted one is shown under its neutral name, so that results of others stay readable.
    ///
    /// # Errors
    /// `AccountNotFound`.
    pub async fn account(&self, id: AccountId) -> Result<Account, LobbyError> {
        let row = sqlx::query!(
            "select display_name, locale, created_at from lobby.account where account_id = $1",
            id.0
        )
        .fetch_optional(&self.pool)
        .await?
        .ok_or(LobbyError::AccountNotFound)?;
        Ok(Account {
            id,
            display_name: row.display_name,
            locale: read_locale(row.locale),
            created_at: row.created_at.into(),
        })
    }

    /// Changes an account. Open tables show a new name at once; tokens bear what is new from their next exchange on.
    ///
    /// # Errors
    /// `AccountGone`.
    pub async fn change_account(&self, id: AccountId, change: AccountChange) -> Result<Account, LobbyError> {
        let mut transaction = postgres::begin(&self.pool).await?;
        let before = lock_account(&mut transaction, id).await?;
        let account = before.clone().after(change);
        if account != before {
            sqlx::query!(
                "update lobby.account set display_name = $2, locale = $3 where account_id = $1",
                id.0,
                account.display_name,
                account.locale.map(Locale::tag)
            )
            .execute(&mut *transaction)
            .await?;
        }
        if account.display_name != before.display_name {
            for table in store::live_tables_of(&mut transaction, id).await? {
                store::announce(&mut transaction, table).await?;
            }
        }
        store::commit(transaction).await?;
        Ok(account)
    }
}

/// What is to change of an account; `None` leaves it as it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AccountChange {
    /// The new name, which must be a valid one.
    pub display_name: Option<String>,
    /// The new language, or that none is chosen any more.
    pub locale: Option<Option<Locale>>,
}

impl Account {
    fn after(self, change: AccountChange) -> Self {
        Self {
            display_name: change.display_name.unwrap_or(self.display_name),
            locale: change.locale.unwrap_or(self.locale),
            ..self
        }
    }
}

/// A stored language. One that a newer build knows and this one does not is as good as none.
pub(crate) fn read_locale(tag: Option<String>) -> Option<Locale> {
    tag.and_then(|tag| tag.parse().ok())
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
        "select display_name, locale, created_at from lobby.account
         where account_id = $1 and deleted_at is null for no key update",
        id.0
    )
    .fetch_optional(connection)
    .await?
    .ok_or(LobbyError::AccountGone)?;
    Ok(Account {
        id,
        display_name: row.display_name,
        locale: read_locale(row.locale),
        created_at: row.created_at.into(),
    })
}
