//! Telling absent players' turns: in batches, beside the drivers. What cannot be written now is written later, unless the turn has
//! passed by then.

use std::sync::Arc;
use std::time::Duration;

use super::turns::DueTurn;
use crate::context::Context;
use crate::convert::encode_turn;
use crate::store::{self, TurnRow};

/// How often is looked for absent players.
const INTERVAL: Duration = Duration::from_millis(500);
/// How long a player must have had no stream: one that comes back at once, as after a takeover, was not away.
const ABSENCE: Duration = Duration::from_secs(2);
/// Turns that are written by one statement.
const BATCH: usize = 200;

/// Tells turns until streams are to end: those that begin while the server drains are told by whoever takes the match over.
pub(crate) async fn tell(context: Arc<Context>) {
    loop {
        tokio::select! {
            () = context.clock.sleep(INTERVAL) => {}
            () = context.drain.streams_end() => return,
        }
        if let Err(error) = tell_due(&context).await {
            tracing::debug!(%error, "turns cannot be told at the moment; they wait");
        }
    }
}

async fn tell_due(context: &Context) -> Result<(), sqlx::Error> {
    loop {
        let due = context.turns.due(context.clock.monotonic(), ABSENCE, BATCH);
        if due.is_empty() {
            return Ok(());
        }
        let rows: Vec<TurnRow> = due.iter().map(row).collect();
        store::write_turns(&context.pool, &rows).await?;
        context.turns.told(&due);
        context.feed.ring();
    }
}

fn row(due: &DueTurn) -> TurnRow {
    TurnRow {
        match_id: due.turn.match_id,
        account_id: due.turn.account_id,
        payload: encode_turn(&due.turn),
        lease: due.turn.lease.clone(),
    }
}
