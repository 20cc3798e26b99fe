//! Sitting down.

use crate::account::lock_account;
use crate::error::LobbyError;
use crate::ids::{AccountId, SeatNumber, TableId};
use crate::lobby::Lobby;
use crate::store;
use crate::table::{Table, TableCode, TableRefusal};

use super::create::require_room;

/// By what a table is named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Which {
    /// By its id; opens public tables only.
    Id(TableId),
    /// By its code; opens any table.
    Code(TableCode),
}

impl Lobby {
    /// Seats the caller, or moves a caller who sits there.
    ///
    /// # Errors
    /// The refusals of [`Table::join`], `NotFound`, `TooManyTables`, `AccountGone`.
    pub async fn join_table(
        &self,
        who: AccountId,
        which: &Which,
        wanted: Option<SeatNumber>,
    ) -> Result<Table, LobbyError> {
        let mut transaction = postgres::begin(&self.pool).await?;
        let account = lock_account(&mut transaction, who).await?;
        let id = match which {
            Which::Id(id) => *id,
            Which::Code(code) => {
                store::by_code(&mut transaction, code).await?.ok_or(TableRefusal::NotFound)?
            }
        };
        let mut table = store::lock_table(&mut transaction, id).await?.ok_or(TableRefusal::NotFound)?;
        if matches!(which, Which::Id(_)) && !table.is_visible_to(who) {
            return Err(TableRefusal::NotFound.into());
        }
        let before = table.version;
        let newcomer = table.seat_of(who).is_none();
        table.join(who, &account.display_name, wanted)?;
        if newcomer {
            require_room(&mut transaction, who).await?;
        }
        store::save(&mut transaction, &table, before, None, self.clock.now()).await?;
        store::commit(transaction).await?;
        Ok(table)
    }
}
