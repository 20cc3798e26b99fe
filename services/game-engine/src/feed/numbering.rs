//! Giving events their numbers, and telling the streams how far the feed has come.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, watch};

use crate::context::Context;
use crate::store::{self, Numbering};

/// Events that get their numbers in one transaction.
const BATCH: i64 = 500;
/// How often is looked without being rung for: events of other instances, and of a process that died before it rang.
const POLL: Duration = Duration::from_millis(500);

/// Rings when an event was written, and knows how far the feed has come.
#[derive(Debug)]
pub struct FeedSignal {
    written: Notify,
    latest: watch::Sender<i64>,
}

impl Default for FeedSignal {
    fn default() -> Self {
        Self { written: Notify::new(), latest: watch::Sender::new(0) }
    }
}

impl FeedSignal {
    /// An event was written: let it have its number.
    pub fn ring(&self) {
        self.written.notify_one();
    }

    /// Follows the feed's latest number, as far as this process knows it.
    pub fn latest(&self) -> watch::Receiver<i64> {
        self.latest.subscribe()
    }
}

/// Gives numbers until the server has drained. Every instance does; the lock in the store lets one at a time.
pub(crate) async fn number(context: Arc<Context>) {
    loop {
        match number_all(&context).await {
            Ok(latest) => {
                context.feed.latest.send_if_modified(|known| std::mem::replace(known, latest) != latest);
            }
            Err(error) => tracing::debug!(%error, "events cannot get their numbers at the moment; they wait"),
        }
        tokio::select! {
            () = context.feed.written.notified() => {}
            () = context.clock.sleep(POLL) => {}
            () = context.drain.hard_end() => return,
        }
    }
}

async fn number_all(context: &Context) -> Result<i64, sqlx::Error> {
    let bounds = store::feed_bounds(&context.pool).await?;
    if !bounds.waiting {
        return Ok(bounds.latest);
    }
    loop {
        let now_ms = context.clock.now().as_i64();
        let Numbering { latest, taken } = store::number_waiting(&context.pool, now_ms, BATCH).await?;
        if taken < BATCH {
            return Ok(latest);
        }
    }
}
