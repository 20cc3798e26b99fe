//! Hears of changed tables from every process of the lobby, this one included.

use std::time::Duration;

use env::Clock;
use sqlx::PgPool;
use sqlx::postgres::PgListener;
use uuid::Uuid;

use crate::changes::Changes;
use crate::ids::TableId;
use crate::store::CHANGES;

/// Pause before listening again after the connection was lost.
const PAUSE: Duration = Duration::from_millis(500);

/// Passes announcements on, for ever. After a gap everybody is told to look, because something may have been missed.
pub async fn listen(pool: PgPool, clock: Clock, changes: Changes) {
    loop {
        if let Err(error) = listen_once(&pool, &changes).await {
            tracing::warn!(%error, "not listening for changed tables");
        }
        changes.all_changed();
        clock.sleep(PAUSE).await;
    }
}

async fn listen_once(pool: &PgPool, changes: &Changes) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(CHANGES).await?;
    changes.all_changed();
    loop {
        match listener.try_recv().await? {
            Some(notification) => match Uuid::try_parse(notification.payload()) {
                Ok(id) => changes.changed(TableId(id)),
                Err(_) => tracing::warn!("an announcement of something that is no table was passed over"),
            },
            // The connection was lost and is there again.
            None => changes.all_changed(),
        }
    }
}
