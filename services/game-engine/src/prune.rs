//! Deleting what is not needed any more: the logs of ended matches, once no late append can be about, and old events of the feed.

use std::sync::Arc;
use std::time::Duration;

use crate::context::Context;
use crate::store;

/// How long a log stays after its match's end: well above the longest that a statement can be under way.
const KEEP: Duration = Duration::from_secs(60);
/// How often is looked for what can go.
const INTERVAL: Duration = Duration::from_secs(15);
/// Matches whose logs are deleted by one statement.
const BATCH: i64 = 100;
/// Events of the feed that are deleted by one statement.
const FEED_BATCH: i64 = 2_000;

/// Deletes spent logs, and events that are older than `feed_kept`, until the server has drained.
pub(crate) async fn run(context: Arc<Context>, feed_kept: Duration) {
    loop {
        tokio::select! {
            () = context.clock.sleep(INTERVAL) => {}
            () = context.drain.hard_end() => return,
        }
        let ended_before = context.clock.now().minus(KEEP);
        // What does not go now goes the next time.
        while matches!(store::prune(&context.pool, ended_before, BATCH).await, Ok(pruned) if pruned == BATCH)
        {
        }
        let numbered_before = context.clock.now().minus(feed_kept).as_i64();
        while matches!(store::prune_feed(&context.pool, numbered_before, FEED_BATCH).await, Ok(pruned) if pruned == FEED_BATCH)
        {
        }
    }
}
