//! Deleting the logs of ended matches, once no late append can be about.

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

/// Deletes spent logs until the server has drained.
pub(crate) async fn run(context: Arc<Context>) {
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
    }
}
