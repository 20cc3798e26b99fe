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
/// Tables that one sweep closes, each in a transaction of its own.
const MAX_CLOSED: i64 = 200;
/// Rows of each kind that one sweep removes, in one statement: some 80 a second, more than one lobby makes.
const MAX_REMOVED: i64 = 5_000;

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
            MAX_REMOVED
        )
        .execute(&self.pool)
        .await?;
        sqlx::query!(
            "delete from lobby.sign_in where family_hash in (
                 select family_hash from lobby.sign_in where expires_at < $1 limit $2)",
            now.minus(SIGN_IN_KEPT).to_datetime(),
            MAX_REMOVED
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
            MAX_CLOSED
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(ids.into_iter().map(TableId).collect())
    }

    async fn close_abandoned(&self, id: TableId, now: UnixMillis) -> Result<(), LobbyError> {
        let mut transaction = postgres::begin(&self.pool).await?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::Account;
    use crate::alone::Alone;
    use crate::table::Stage;

    async fn open_table(alone: &Alone, host: &Account) -> TableId {
        let table = alone.new_table(host);
        alone.store(&table).await;
        table.id
    }

    async fn sign_ins(alone: &Alone) -> i64 {
        let count = sqlx::query_scalar("select count(*) from lobby.sign_in");
        count.fetch_one(alone.db.pool()).await.unwrap()
    }

    #[tokio::test]
    async fn open_table_is_closed_after_a_day_without_change() {
        let alone = Alone::new().await;
        let (host, other) = (alone.guest().await, alone.guest().await);
        let id = open_table(&alone, &host).await;
        alone.time.advance(DAY - Duration::from_secs(1));
        let which = crate::tables::Which::Id(id);
        alone.lobby.join_table(other.id, &which, None).await.unwrap();
        alone.time.advance(DAY);
        alone.lobby.sweep().await.unwrap();
        assert_eq!(alone.lobby.table(host.id, id).await.unwrap().stage, Stage::Open);
        alone.time.advance(Duration::from_secs(1));
        alone.lobby.sweep().await.unwrap();
        let closed = alone.lobby.table(host.id, id).await.unwrap();
        assert_eq!((closed.stage, closed.seat_of(host.id)), (Stage::Closed, None));
    }

    #[tokio::test]
    async fn closed_table_is_removed_after_a_week() {
        let alone = Alone::new().await;
        let host = alone.guest().await;
        let id = open_table(&alone, &host).await;
        alone.lobby.leave_table(host.id, id).await.unwrap();
        alone.time.advance(7 * DAY);
        alone.lobby.sweep().await.unwrap();
        assert!(alone.lobby.table(host.id, id).await.is_ok());
        alone.time.advance(Duration::from_secs(1));
        alone.lobby.sweep().await.unwrap();
        assert!(alone.lobby.table(host.id, id).await.is_err());
    }

    #[tokio::test]
    async fn expired_sign_in_is_removed_a_month_later() {
        let alone = Alone::new().await;
        alone.guest().await;
        alone.time.advance(DAY + SIGN_IN_KEPT);
        alone.lobby.sweep().await.unwrap();
        assert_eq!(sign_ins(&alone).await, 1);
        alone.time.advance(Duration::from_secs(1));
        alone.lobby.sweep().await.unwrap();
        assert_eq!(sign_ins(&alone).await, 0);
    }
}
