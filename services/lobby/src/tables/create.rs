//! Opening tables.

use sqlx::PgConnection;
use sqlx::types::Uuid;
use wire::game::v1::GameOptions;

use crate::account::lock_account;
use crate::engine::{CheckedOptions, Engine};
use crate::error::LobbyError;
use crate::ids::{AccountId, TableId};
use crate::lobby::Lobby;
use crate::store::{self, Creation};
use crate::table::{Clocks, Table, TableCode, TableSettings, Visibility};

use super::MAX_LIVE_TABLES;

/// How often a code is drawn until one is free. Even with a million live tables one draw in ten thousand is taken.
const CODE_DRAWS: usize = 8;

/// Settings as a caller asks for them; the engine has not seen the options yet.
#[derive(Clone, PartialEq, Debug)]
pub struct NewTable {
    /// The game and its options.
    pub options: GameOptions,
    /// The time players have.
    pub clocks: Clocks,
    /// Who may find the table.
    pub visibility: Visibility,
    /// True to play for the ladder.
    pub rated: bool,
    /// True if others may watch.
    pub spectators: bool,
}

impl NewTable {
    /// The settings with options that the engine has checked, and the side of each seat.
    pub(super) async fn checked(self, engine: &Engine) -> Result<(TableSettings, Vec<u8>), LobbyError> {
        let CheckedOptions { choice, sides } = engine.check_options(self.options).await?;
        let settings = TableSettings {
            choice,
            clocks: self.clocks,
            visibility: self.visibility,
            rated: self.rated,
            spectators: self.spectators,
        };
        Ok((settings, sides))
    }
}

impl Lobby {
    /// Opens a table with the caller on seat 0. The same call again (by `request_id` and the hash of the request) returns
    /// the table as it stands by then.
    ///
    /// # Errors
    /// `RequestIdReused`, `TooManyTables`, `EngineRefused`, `EngineAway`, `AccountGone`.
    pub async fn create_table(
        &self,
        creator: AccountId,
        request_id: Uuid,
        request_hash: [u8; 32],
        wanted: NewTable,
    ) -> Result<Table, LobbyError> {
        let creation = Creation { creator, request_id, request_hash };
        // Looked up before the engine is asked, so that a retry is answered even while the engine is away.
        let mut connection = self.pool.acquire().await?;
        if let Some(table) = created_before(&mut connection, &creation).await? {
            return Ok(table);
        }
        drop(connection);
        let (settings, sides) = wanted.checked(&self.engine).await?;
        self.store_new(&creation, settings, &sides).await
    }

    async fn store_new(
        &self,
        creation: &Creation,
        settings: TableSettings,
        sides: &[u8],
    ) -> Result<Table, LobbyError> {
        let mut transaction = postgres::begin(&self.pool).await?;
        let account = lock_account(&mut transaction, creation.creator).await?;
        if let Some(table) = created_before(&mut transaction, creation).await? {
            return Ok(table);
        }
        require_room(&mut transaction, creation.creator).await?;
        let id = TableId(self.entropy.uuid_v7(&self.clock));
        let code = TableCode::draw(&self.entropy);
        let host = (account.id, account.display_name);
        let mut table = Table::open(id, code, settings, sides, host, self.clock.now());
        for _ in 0..CODE_DRAWS {
            if store::insert(&mut transaction, &table, creation).await? {
                store::commit(transaction).await?;
                return Ok(table);
            }
            table.code = TableCode::draw(&self.entropy);
        }
        Err(LobbyError::Contention)
    }
}

/// Refuses an account that sits at too many tables. The caller has locked the account, so that no two calls of it
/// count at the same time.
pub(super) async fn require_room(
    connection: &mut PgConnection,
    account: AccountId,
) -> Result<(), LobbyError> {
    let seated = store::seated_at_live_tables(connection, account).await?;
    if seated < MAX_LIVE_TABLES { Ok(()) } else { Err(LobbyError::TooManyTables { limit: MAX_LIVE_TABLES }) }
}

async fn created_before(
    connection: &mut PgConnection,
    creation: &Creation,
) -> Result<Option<Table>, LobbyError> {
    let found = store::by_request(connection, creation.creator, creation.request_id).await?;
    let Some((id, hash)) = found else { return Ok(None) };
    if hash != creation.request_hash {
        return Err(LobbyError::RequestIdReused);
    }
    store::read_table(connection, id).await
}
