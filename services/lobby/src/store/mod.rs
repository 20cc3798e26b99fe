//! Tables in Postgres: rows to values and back. Every function runs inside the caller's transaction.
//!
//! No decision is taken here; what may be done with a table, [`crate::table`] says.

mod finding;
mod row;
mod saving;
mod starting;

use sqlx::{PgConnection, Postgres, Transaction};

use crate::error::LobbyError;
use crate::ids::TableId;
use crate::table::Table;

pub use finding::{Place, by_code, by_request, joinable, live_tables_of, mine, seated_at_live_tables};
pub use row::{read_table, read_tables};
pub use saving::{Creation, insert, save};
pub use starting::{DueStart, PendingStart, claim_due, hasten, pending};

/// The channel on which changes of tables are announced, to this process and all others.
pub const CHANGES: &str = "lobby_table";

/// Tells every watcher of a table, in whatever process, to look again once this transaction has committed.
pub async fn announce(connection: &mut PgConnection, table: TableId) -> Result<(), LobbyError> {
    sqlx::query!("select pg_notify($1, $2)", CHANGES, table.0.to_string()).fetch_one(connection).await?;
    Ok(())
}

/// Commits. A failure leaves open whether it was one: the caller must not say that nothing changed.
pub async fn commit(transaction: Transaction<'_, Postgres>) -> Result<(), LobbyError> {
    transaction.commit().await.map_err(LobbyError::Commit)
}

/// The table, locked until the transaction ends: its changes follow each other, so that no seat is given twice.
pub async fn lock_table(connection: &mut PgConnection, id: TableId) -> Result<Option<Table>, LobbyError> {
    let found =
        sqlx::query_scalar!("select version from lobby.card_table where table_id = $1 for update", id.0)
            .fetch_optional(&mut *connection)
            .await?;
    match found {
        // A statement of its own: it sees what was committed while this one waited for the lock.
        Some(_) => read_table(connection, id).await,
        None => Ok(None),
    }
}
