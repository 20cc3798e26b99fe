//! Removing deliveries and secrets that are over.

use std::time::Duration;

use crate::error::LobbyError;

use super::{Webhooks, store};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// What was delivered is kept so long, to be looked up and sent again.
const DELIVERED_KEPT: Duration = DAY.saturating_mul(3);
/// Dead letters, and what a disabled endpoint was to get, are kept so long.
const OTHERS_KEPT: Duration = DAY.saturating_mul(30);
/// Rows that one statement removes.
const MAX_REMOVED: i64 = 5_000;

/// Removes some of what is over.
///
/// # Errors
/// Those of the store.
pub async fn prune(hooks: &Webhooks) -> Result<(), LobbyError> {
    let now = hooks.clock.now();
    let (delivered_before, others_before) = (now.minus(DELIVERED_KEPT), now.minus(OTHERS_KEPT));
    store::prune(&hooks.pool, now, delivered_before, others_before, MAX_REMOVED).await
}
