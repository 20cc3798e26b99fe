//! Keeping the claim of this process, and taking over what dead ones left.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt as _;
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::claim::Claim;
use crate::engine::Engine;
use crate::error::EngineError;
use crate::store::{self, Lease, Renewal};

/// Matches that are loaded at once.
const LOADS_AT_ONCE: usize = 8;
/// Matches that are taken over from dead instances at a time.
const ADOPT_BATCH: i64 = 200;
/// How long a match waits to be loaded while the store is away.
const RELOAD_PAUSE: Duration = Duration::from_millis(500);
/// How long a renewal waits for its connection.
const CONNECT_LIMIT: Duration = Duration::from_secs(2);
/// Renewals in the life of a claim: so many may fail before it runs out.
const RENEWALS: u32 = 4;
/// After a claim ran out, a takeover that had begun before it was renewed may still be under way. So many renewals check for it.
const CHECKS_AFTER_LAPSE: u8 = 2;

/// Keeps the claim until the drain gives it up.
pub(crate) struct Keeper {
    engine: Arc<Engine>,
    /// A connection of its own: a renewal must not wait behind the calls of clients.
    pool: PgPool,
    /// How long a claim lives without being renewed.
    life: Duration,
    /// Where other instances reach this one.
    address: String,
    /// True while the claim can be renewed.
    ready: watch::Sender<bool>,
    checks_due: u8,
    loading: Option<JoinHandle<()>>,
}

impl Keeper {
    pub(crate) fn new(
        engine: Arc<Engine>,
        life: Duration,
        address: String,
        ready: watch::Sender<bool>,
    ) -> Self {
        let options = (*engine.context.pool.connect_options()).clone();
        let pool =
            PgPoolOptions::new().max_connections(1).acquire_timeout(CONNECT_LIMIT).connect_lazy_with(options);
        Self { engine, pool, life, address, ready, checks_due: 0, loading: None }
    }

    /// Renews the claim, takes over what dead instances left, and reports readiness. When streams are to end, or earlier if nobody
    /// is connected any more, it gives the matches up, so that other instances need not wait for this one's silence.
    pub(crate) async fn run(mut self, nobody_is_left: CancellationToken) {
        let (clock, drain) = (self.engine.context.clock.clone(), self.engine.context.drain.clone());
        let keeping = async {
            loop {
                self.beat().await;
                clock.sleep(self.life / RENEWALS).await;
            }
        };
        tokio::select! {
            () = keeping => {}
            () = drain.streams_end() => {}
            () = nobody_is_left.cancelled() => {}
        }
        let claim = self.engine.claim.load_full();
        let_go(&self.engine, &claim);
        if let Err(error) = store::release(&self.pool, &claim.lease).await {
            tracing::warn!(%error, "the claim could not be given up; others wait until it runs out");
        }
    }

    async fn beat(&mut self) {
        match self.renew().await {
            Ok(()) => {
                self.ready.send_replace(true);
                self.adopt().await;
            }
            Err(error) => {
                if self.ready.send_replace(false) {
                    tracing::warn!(%error, "the store is away");
                }
            }
        }
    }

    async fn renew(&mut self) -> Result<(), sqlx::Error> {
        let claim = self.engine.claim.load_full();
        match store::renew(&self.pool, &claim.lease, self.life).await? {
            Renewal::Held => {}
            Renewal::Lapsed => {
                tracing::warn!(instance = %claim.lease.name, "this instance's claim had run out for a while");
                self.checks_due = CHECKS_AFTER_LAPSE;
            }
            Renewal::Lost => return self.begin_anew(&claim).await,
        }
        if self.checks_due > 0 {
            drop_taken(&self.engine, &self.pool, &claim.lease).await?;
            self.checks_due -= 1;
        }
        Ok(())
    }

    /// Another process has taken the name: all drivers stop, and this one takes part again under a name of its own.
    async fn begin_anew(&mut self, lost: &Claim) -> Result<(), sqlx::Error> {
        let Lease { name, epoch } = &lost.lease;
        tracing::warn!(instance = %name, epoch, "another process has taken this instance's name; all its matches are let go");
        let_go(&self.engine, lost);
        let fresh = format!("{}~{:08x}", base_name(name), self.engine.context.entropy.u64() >> 32);
        let lease = store::register(&self.pool, &fresh, &self.address, self.life).await?;
        self.engine.claim.store(Arc::new(Claim::new(lease)));
        Ok(())
    }

    /// Takes over matches of dead instances and begins to drive them, so that their clocks run. Loading goes on beside, because a
    /// claim that is not renewed in time is lost.
    async fn adopt(&mut self) {
        if self.loading.as_ref().is_some_and(|loading| !loading.is_finished()) {
            return;
        }
        let claim = self.engine.claim.load_full();
        match store::adopt_dead(&self.pool, &claim.lease, ADOPT_BATCH).await {
            Ok(matches) if matches.is_empty() => {}
            Ok(matches) => {
                tracing::info!(matches = matches.len(), "took over matches of dead instances");
                // A driver from before another instance had the match would go on from where it stopped.
                matches.iter().for_each(|match_id| self.engine.context.drivers.stop(*match_id));
                self.loading = Some(tokio::spawn(load_all(self.engine.clone(), matches)));
            }
            Err(error) => tracing::warn!(%error, "could not look for matches of dead instances"),
        }
    }
}

/// Stops all drivers under a claim.
fn let_go(engine: &Engine, claim: &Claim) {
    claim.lost.cancel();
    engine.context.drivers.clear();
}

/// Stops the drivers of matches that others took over while the claim had run out.
async fn drop_taken(engine: &Engine, pool: &PgPool, lease: &Lease) -> Result<(), sqlx::Error> {
    // In this order: a match that is loaded after the list was read is not on it, and stays.
    let here = engine.context.drivers.matches();
    let ours: HashSet<Uuid> = store::driven_by(pool, lease).await?.into_iter().collect();
    for match_id in here.into_iter().filter(|match_id| !ours.contains(match_id)) {
        tracing::info!(%match_id, "another instance took this match over");
        engine.context.drivers.stop(match_id);
    }
    Ok(())
}

/// The configured part of an instance's name.
fn base_name(name: &str) -> &str {
    name.split_once('~').map_or(name, |(base, _)| base)
}

/// Begins to drive the matches that earlier processes of this name left.
pub(crate) async fn resume(engine: Arc<Engine>, lease: &Lease) -> Result<(), sqlx::Error> {
    let matches = store::take_own(&engine.context.pool, lease).await?;
    if !matches.is_empty() {
        tracing::info!(matches = matches.len(), "going on with the matches of an earlier process");
        tokio::spawn(load_all(engine, matches));
    }
    Ok(())
}

async fn load_all(engine: Arc<Engine>, matches: Vec<Uuid>) {
    let engine = &engine;
    futures::stream::iter(matches)
        .for_each_concurrent(LOADS_AT_ONCE, |match_id| async move {
            let clock = &engine.context.clock;
            while let Err(error) = engine.locate(match_id).await {
                tracing::warn!(%match_id, %error, "a match could not be loaded");
                if !matches!(error, EngineError::StoreAway) {
                    return;
                }
                clock.sleep(RELOAD_PAUSE).await;
            }
        })
        .await;
}
