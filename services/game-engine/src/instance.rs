//! Keeping the claim of this process, and taking over what dead ones left.

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt as _;
use tokio::sync::watch;
use uuid::Uuid;

use crate::engine::Engine;
use crate::store::{self, Lease};

/// Matches that are loaded at once.
const LOADS_AT_ONCE: usize = 8;
/// Matches that are taken over from dead instances at a time.
const ADOPT_BATCH: i64 = 200;

/// Renews the claim, takes over what dead instances left, and reports readiness: true while the claim holds.
pub(crate) async fn keep(engine: Arc<Engine>, life: Duration, address: String, ready: watch::Sender<bool>) {
    let clock = engine.context.clock.clone();
    let drain = engine.context.drain.clone();
    loop {
        match renew(&engine, life, &address).await {
            Ok(()) => {
                ready.send_replace(true);
                adopt(&engine).await;
            }
            Err(error) => {
                if ready.send_replace(false) {
                    tracing::warn!(%error, "the store is away");
                }
            }
        }
        tokio::select! {
            () = clock.sleep(life / 4) => {}
            () = drain.hard_end() => return,
        }
    }
}

/// Renews the claim; if another process has taken the name, stops all drivers and takes part again under a new epoch.
async fn renew(engine: &Arc<Engine>, life: Duration, address: &str) -> Result<(), sqlx::Error> {
    let lease = engine.lease.load_full();
    if store::renew(&engine.context.pool, &lease, life).await? {
        return Ok(());
    }
    tracing::warn!(instance = %lease.name, epoch = lease.epoch, "another process has taken this instance's name; all its matches are let go");
    engine.context.drivers.stop_all();
    let name = format!("{}~{:08x}", base_name(&lease.name), engine.context.entropy.u64() >> 32);
    let fresh = store::register(&engine.context.pool, &name, address, life).await?;
    engine.lease.store(Arc::new(fresh));
    Ok(())
}

/// The configured part of an instance's name.
fn base_name(name: &str) -> &str {
    name.split_once('~').map_or(name, |(base, _)| base)
}

/// Takes over matches of dead instances and begins to drive them, so that their clocks run.
async fn adopt(engine: &Arc<Engine>) {
    let lease = engine.lease.load_full();
    match store::adopt_dead(&engine.context.pool, &lease, ADOPT_BATCH).await {
        Ok(matches) if matches.is_empty() => {}
        Ok(matches) => {
            tracing::info!(matches = matches.len(), "took over matches of dead instances");
            load_all(engine, matches).await;
        }
        Err(error) => tracing::warn!(%error, "could not look for matches of dead instances"),
    }
}

/// Begins to drive the matches that earlier processes of this name left.
pub(crate) async fn resume(engine: Arc<Engine>, lease: Arc<Lease>) -> Result<(), sqlx::Error> {
    let matches = store::take_own(&engine.context.pool, &lease).await?;
    if !matches.is_empty() {
        tracing::info!(matches = matches.len(), "going on with the matches of an earlier process");
        tokio::spawn(async move { load_all(&engine, matches).await });
    }
    Ok(())
}

async fn load_all(engine: &Arc<Engine>, matches: Vec<Uuid>) {
    futures::stream::iter(matches)
        .for_each_concurrent(LOADS_AT_ONCE, |match_id| async move {
            if let Err(error) = engine.locate(match_id).await {
                tracing::warn!(%match_id, %error, "a match could not be loaded");
            }
        })
        .await;
}
