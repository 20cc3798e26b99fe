//! Rounds that are made again and again: starts to drive, keys to keep, left-overs to sweep.

use std::sync::Arc;
use std::time::Duration;

use crate::error::LobbyError;
use crate::lobby::Lobby;
use crate::webhooks::{self, Webhooks};

/// Between two looks for starts that are due. An attempt that is put off comes this much later at most.
const START_ROUND: Duration = Duration::from_secs(1);
/// Between two looks at the signing keys.
const KEY_ROUND: Duration = Duration::from_secs(60);
/// Between two sweeps.
const SWEEP_ROUND: Duration = Duration::from_secs(60);

/// Goes on with starts that were not settled, those of an earlier process first.
pub async fn drive_starts(lobby: Arc<Lobby>) {
    while let Err(error) = lobby.hasten_starts().await {
        report("starts", &error);
        lobby.clock.sleep(START_ROUND).await;
    }
    loop {
        if let Err(error) = lobby.drive_due_starts().await {
            report("starts", &error);
        }
        lobby.clock.sleep(START_ROUND).await;
    }
}

/// Keeps the ring of signing keys.
pub async fn keep_keys(lobby: Arc<Lobby>) {
    loop {
        lobby.clock.sleep(KEY_ROUND).await;
        if let Err(error) = lobby.signing.keep().await {
            report("keys", &error);
        }
    }
}

/// Closes abandoned tables and removes what is over.
pub async fn sweep(lobby: Arc<Lobby>) {
    loop {
        if let Err(error) = lobby.sweep().await {
            report("sweep", &error);
        }
        lobby.clock.sleep(SWEEP_ROUND).await;
    }
}

/// Removes deliveries and secrets that are over.
pub async fn prune_webhooks(hooks: Arc<Webhooks>) {
    loop {
        if let Err(error) = webhooks::prune(&hooks).await {
            report("webhooks", &error);
        }
        hooks.clock.sleep(SWEEP_ROUND).await;
    }
}

fn report(round: &'static str, error: &LobbyError) {
    // A store that is away is told by the probe, once, and not by every round.
    if error.is_store_away() {
        tracing::debug!(round, %error, "a round was left out");
    } else {
        tracing::error!(round, %error, "a round failed");
    }
}
