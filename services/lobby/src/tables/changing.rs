//! Changes of open tables by those who sit there.

use sqlx::PgConnection;

use crate::error::LobbyError;
use crate::ids::{AccountId, SeatNumber, TableId};
use crate::lobby::Lobby;
use crate::store;
use crate::table::{BotLevel, Readiness, Stage, Table, TableRefusal};

use super::create::NewTable;

/// What the host does with a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatChange {
    /// Puts a bot there.
    Bot(BotLevel),
    /// Empties it.
    Empty,
}

impl Lobby {
    /// Leaves a table.
    ///
    /// # Errors
    /// `NotFound`, `Closed`.
    pub async fn leave_table(&self, who: AccountId, id: TableId) -> Result<(), LobbyError> {
        self.change(who, id, |table| table.leave(who)).await.map(drop)
    }

    /// Puts a bot on a seat or empties it.
    ///
    /// # Errors
    /// Those of [`Table::seat_bot`] and [`Table::empty_seat`], `NotFound`, and for a bot `EngineRefused` and `EngineAway`.
    pub async fn set_seat(
        &self,
        who: AccountId,
        id: TableId,
        seat: SeatNumber,
        change: SeatChange,
    ) -> Result<Table, LobbyError> {
        if let SeatChange::Bot(level) = &change {
            let table = self.changeable(who, id).await?;
            self.engine.check_bot_level(&table.settings.choice.options, level).await?;
        }
        self.change(who, id, |table| match change {
            SeatChange::Bot(level) => table.seat_bot(who, seat, level),
            SeatChange::Empty => table.empty_seat(who, seat),
        })
        .await
    }

    /// Says whether the caller is ready.
    ///
    /// # Errors
    /// Those of [`Table::set_readiness`], and `NotFound`.
    pub async fn set_ready(
        &self,
        who: AccountId,
        id: TableId,
        readiness: Readiness,
    ) -> Result<Table, LobbyError> {
        self.change(who, id, |table| table.set_readiness(who, readiness)).await
    }

    /// Changes the settings.
    ///
    /// # Errors
    /// Those of [`Table::change_settings`], `NotFound`, `EngineRefused`, `EngineAway`.
    pub async fn update_table(
        &self,
        who: AccountId,
        id: TableId,
        wanted: NewTable,
    ) -> Result<Table, LobbyError> {
        self.changeable(who, id).await?;
        let (settings, sides) = wanted.checked(&self.engine).await?;
        self.change(who, id, |table| table.change_settings(who, settings, &sides)).await
    }

    /// The table, if its host asks and it is open. Asked before the engine is, which is not bothered for others: they learn nothing of the
    /// options.
    async fn changeable(&self, who: AccountId, id: TableId) -> Result<Table, LobbyError> {
        let table = self.table(who, id).await?;
        if table.host != Some(who) {
            let seated = table.seat_of(who).is_some();
            return Err(if seated { TableRefusal::NotHost } else { TableRefusal::NotSeated }.into());
        }
        if table.stage != Stage::Open {
            return Err(TableRefusal::Closed.into());
        }
        Ok(table)
    }

    /// One change of one table that the caller can see, in one transaction.
    async fn change<F>(&self, who: AccountId, id: TableId, change: F) -> Result<Table, LobbyError>
    where
        F: FnOnce(&mut Table) -> Result<(), TableRefusal>,
    {
        let mut transaction = postgres::begin(&self.pool).await?;
        let mut table = lock_visible(&mut transaction, who, id).await?;
        let before = table.version;
        change(&mut table)?;
        if table.version != before {
            store::save(&mut transaction, &table, before, None, self.clock.now()).await?;
            store::commit(transaction).await?;
        }
        Ok(table)
    }
}

/// The table, locked until the transaction ends, if the caller can see it.
pub(super) async fn lock_visible(
    connection: &mut PgConnection,
    who: AccountId,
    id: TableId,
) -> Result<Table, LobbyError> {
    let found = store::lock_table(connection, id).await?;
    Ok(found.filter(|table| table.is_visible_to(who)).ok_or(TableRefusal::NotFound)?)
}
