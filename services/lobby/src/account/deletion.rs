//! Deleting an account: what made it a person's is erased, what others' results refer to stays.

use crate::error::LobbyError;
use crate::ids::AccountId;
use crate::lobby::Lobby;
use crate::store;
use crate::table::Stage;

use super::profile::lock_account;

/// The name that a deleted account is shown by.
pub const NEUTRAL_NAME: &str = "Former player";

impl Lobby {
    /// Erases an account's name, language and keys, ends its sign-ins and leaves its open tables. Deleting it again changes
    /// nothing. Its access tokens stay valid for the rest of their minutes, but open no table any more.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn delete_account(&self, id: AccountId) -> Result<(), LobbyError> {
        let mut transaction = postgres::begin(&self.pool).await?;
        match lock_account(&mut transaction, id).await {
            Ok(_) => {}
            Err(LobbyError::AccountGone) => return Ok(()),
            Err(other) => return Err(other),
        }
        let now = self.clock.now();
        for table_id in store::live_tables_of(&mut transaction, id).await? {
            let Some(mut table) = store::lock_table(&mut transaction, table_id).await? else { continue };
            // A match that is being created goes on without its player, as any match does.
            if table.stage != Stage::Open {
                continue;
            }
            let before = table.version;
            table.leave(id)?;
            store::save(&mut transaction, &table, before, None, now).await?;
        }
        sqlx::query!("delete from lobby.device_key where account_id = $1", id.0)
            .execute(&mut *transaction)
            .await?;
        sqlx::query!("delete from lobby.sign_in where account_id = $1", id.0)
            .execute(&mut *transaction)
            .await?;
        sqlx::query!(
            "update lobby.account set display_name = $2, locale = null, deleted_at = $3 where account_id = $1",
            id.0,
            NEUTRAL_NAME,
            now.to_datetime()
        )
        .execute(&mut *transaction)
        .await?;
        store::commit(transaction).await
    }
}
