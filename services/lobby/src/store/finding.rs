//! Finding tables: by code, by request, by account, and page by page.

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use sqlx::types::Uuid;

use crate::error::LobbyError;
use crate::ids::{AccountId, TableId};
use crate::table::TableCode;

/// A place in a list of tables, newest first: after this one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// The last table that was shown.
    pub after: Uuid,
}

/// The table with a code: the live one, else the one that had it last.
pub async fn by_code(connection: &mut PgConnection, code: &TableCode) -> Result<Option<TableId>, LobbyError> {
    let found = sqlx::query_scalar!(
        "select table_id from lobby.card_table where code = $1
         order by (state in ('open', 'starting')) desc, created_at desc limit 1",
        code.as_str()
    )
    .fetch_optional(connection)
    .await?;
    Ok(found.map(TableId))
}

/// The table that a call of `creator` with this id created, and the hash of what was asked for.
pub async fn by_request(
    connection: &mut PgConnection,
    creator: AccountId,
    request_id: Uuid,
) -> Result<Option<(TableId, Vec<u8>)>, LobbyError> {
    let found = sqlx::query!(
        "select table_id, request_hash from lobby.card_table where creator = $1 and request_id = $2",
        creator.0,
        request_id
    )
    .fetch_optional(connection)
    .await?;
    Ok(found.map(|row| (TableId(row.table_id), row.request_hash)))
}

/// How many tables that are open or starting the account sits at.
pub async fn seated_at_live_tables(
    connection: &mut PgConnection,
    account: AccountId,
) -> Result<i64, LobbyError> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from lobby.seat join lobby.card_table using (table_id)
           where account_id = $1 and state in ('open', 'starting')"#,
        account.0
    )
    .fetch_one(connection)
    .await?;
    Ok(count)
}

/// Tables that are open or starting where the account sits, in the order in which tables are locked.
pub async fn live_tables_of(
    connection: &mut PgConnection,
    account: AccountId,
) -> Result<Vec<TableId>, LobbyError> {
    let ids = sqlx::query_scalar!(
        "select table_id from lobby.seat join lobby.card_table using (table_id)
         where account_id = $1 and state in ('open', 'starting') order by table_id",
        account.0
    )
    .fetch_all(connection)
    .await?;
    Ok(ids.into_iter().map(TableId).collect())
}

/// Public tables that can be joined, newest first.
pub async fn joinable(
    connection: &mut PgConnection,
    after: Option<Place>,
    limit: i64,
) -> Result<Vec<TableId>, LobbyError> {
    let ids = sqlx::query_scalar!(
        "select table_id from lobby.card_table
         where state = 'open' and visibility = 'public' and free_seats > 0 and table_id < $1
         order by table_id desc limit $2",
        bound(after),
        limit
    )
    .fetch_all(connection)
    .await?;
    Ok(ids.into_iter().map(TableId).collect())
}

/// Tables of every kind where the account sits, newest first.
pub async fn mine(
    connection: &mut PgConnection,
    account: AccountId,
    after: Option<Place>,
    limit: i64,
) -> Result<Vec<TableId>, LobbyError> {
    let ids = sqlx::query_scalar!(
        "select table_id from lobby.seat where account_id = $1 and table_id < $2
         order by table_id desc limit $3",
        account.0,
        bound(after),
        limit
    )
    .fetch_all(connection)
    .await?;
    Ok(ids.into_iter().map(TableId).collect())
}

/// All ids are below the greatest UUID, whose version bits no table has.
fn bound(after: Option<Place>) -> Uuid {
    after.map_or(Uuid::max(), |place| place.after)
}
