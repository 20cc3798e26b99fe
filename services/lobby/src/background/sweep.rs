//! Closing tables that were left open, and removing what nobody asks for any more.

use std::time::Duration;

use env::UnixMillis;

use crate::error::LobbyError;
use crate::ids::TableId;
use crate::lobby::Lobby;
use crate::store;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// An open table that nobody has changed for this long is closed.
const ABANDONED_AFTER: Duration = DAY;
/// Started and closed tables are kept this long, for seats that were away. The engine knows its matches for longer.
const KEPT_AFTER_THE_END: Duration = DAY.saturating_mul(7);
/// Sign-ins are kept this long after they expired, so that their tokens are told from unknown ones.
const SIGN_IN_KEPT: Duration = DAY.saturating_mul(30);
/// Rows of each kind that one sweep takes up.
const MAX_SWEPT: i64 = 200;

impl Lobby {
    /// Closes abandoned tables, removes tables that ended long ago and sign-ins that expired long ago; some of each.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn sweep(&self) -> Result<(), LobbyError> {
        let now = self.clock.now();
        for table in self.abandoned(now).await? {
            self.close_abandoned(table, now).await?;
        }
        sqlx::query!(
            "delete from lobby.card_table where table_id in (
                 select table_id from lobby.card_table
                 where state in ('started', 'closed') and changed_at < $1 limit $2)",
            now.minus(KEPT_AFTER_THE_END).to_datetime(),
            MAX_SWEPT
        )
        .execute(&self.pool)
        .await?;
        sqlx::query!(
            "delete from lobby.sign_in where family_hash in (
                 select family_hash from lobby.sign_in where expires_at < $1 limit $2)",
            now.minus(SIGN_IN_KEPT).to_datetime(),
            MAX_SWEPT
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn abandoned(&self, now: UnixMillis) -> Result<Vec<TableId>, LobbyError> {
        let ids = sqlx::query_scalar!(
            "select table_id from lobby.card_table where state = 'open' and changed_at < $1
             order by changed_at limit $2",
            now.minus(ABANDONED_AFTER).to_datetime(),
            MAX_SWEPT
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(ids.into_iter().map(TableId).collect())
    }

    async fn close_abandoned(&self, id: TableId, now: UnixMillis) -> Result<(), LobbyError> {
        let mut transaction = self.pool.begin().await?;
        let Some(mut table) = store::lock_table(&mut transaction, id).await? else { return Ok(()) };
        let changed_at =
            sqlx::query_scalar!("select changed_at from lobby.card_table where table_id = $1", id.0)
                .fetch_one(&mut *transaction)
                .await?;
        // Somebody may have come back before the lock was had.
        if UnixMillis::from(changed_at) >= now.minus(ABANDONED_AFTER) {
            return Ok(());
        }
        let before = table.version;
        table.close();
        store::save(&mut transaction, &table, before, None, now).await?;
        store::commit(transaction).await
    }
}
