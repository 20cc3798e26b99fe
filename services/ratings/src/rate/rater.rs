//! The task that rates one ladder: woken by every acceptance in this process, and by a poll for those in others.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use env::Clock;
use sqlx::PgPool;
use tokio::sync::{Notify, watch};

use super::batch::{Progress, rate_batch};
use super::fold::{FOLD_AT, fold, unfolded};
use super::load::{Backlog, backlog};
use crate::error::Error;
use crate::ids::LadderId;
use crate::meters::RaterMeters;

/// How often a rater looks for results that other processes have accepted.
pub const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// The first and the longest wait after a failure; each failure in a row doubles it.
const BACKOFF_FIRST: Duration = Duration::from_millis(100);
const BACKOFF_MAX: Duration = Duration::from_secs(5);

/// Two bells per ladder: one wakes its rater, the other those who wait for what it has rated.
#[derive(Clone, Debug, Default)]
pub struct Bells(Arc<BTreeMap<LadderId, Arc<Bell>>>);

/// The bells of one ladder.
#[derive(Debug, Default)]
struct Bell {
    accepted: Notify,
    /// The last number that is rated, as far as this process knows, whoever has rated it.
    rated_through: watch::Sender<i64>,
}

impl Bells {
    /// Bells for `ladders`.
    pub fn new(ladders: impl IntoIterator<Item = LadderId>) -> Self {
        Self(Arc::new(ladders.into_iter().map(|ladder| (ladder, Arc::default())).collect()))
    }

    /// Wakes the rater of `ladder`; a ladder that this process does not rate is left to the others' polls.
    pub fn ring(&self, ladder: &LadderId) {
        if let Some(bell) = self.0.get(ladder) {
            bell.accepted.notify_one();
        }
    }

    /// Changes whenever more of `ladder` is rated. On a ladder that this process does not rate it never does.
    pub fn rated_through(&self, ladder: &LadderId) -> watch::Receiver<i64> {
        self.of(ladder).rated_through.subscribe()
    }

    /// The ladders that this process rates.
    pub fn ladders(&self) -> impl Iterator<Item = &LadderId> {
        self.0.keys()
    }

    fn of(&self, ladder: &LadderId) -> Arc<Bell> {
        self.0.get(ladder).cloned().unwrap_or_default()
    }
}

/// The rater of one ladder.
pub struct Rater {
    pool: PgPool,
    clock: Clock,
    ladder: LadderId,
    bell: Arc<Bell>,
    rest: Duration,
    meters: RaterMeters,
}

impl Rater {
    /// A rater of `ladder`, woken by its bell.
    pub fn new(pool: PgPool, clock: Clock, ladder: LadderId, bells: &Bells) -> Self {
        let (bell, meters) = (bells.of(&ladder), RaterMeters::of(&ladder));
        Self { pool, clock, ladder, bell, rest: Duration::ZERO, meters }
    }

    /// Rests for so long once nothing waits, so that what comes meanwhile is rated together.
    pub fn resting(self, rest: Duration) -> Self {
        Self { rest, ..self }
    }

    /// Rates until it is dropped, which is safe at any point: a transaction that is cut off changes nothing.
    pub async fn run(self) {
        let mut failures = 0_u32;
        loop {
            match self.rate_backlog().await {
                Ok(()) => {
                    if failures > 0 {
                        tracing::info!(ladder = %self.ladder, failures, "rating goes on");
                    }
                    failures = 0;
                    self.clock.sleep(self.rest).await;
                    tokio::select! {
                        () = self.bell.accepted.notified() => {}
                        () = self.clock.sleep(POLL_INTERVAL) => {}
                    }
                }
                Err(error) => {
                    if failures == 0 {
                        tracing::error!(ladder = %self.ladder, %error, "rating stopped; it is retried");
                    }
                    self.meters.failures.increment(1);
                    self.clock.sleep(backoff(failures)).await;
                    failures = failures.saturating_add(1);
                }
            }
        }
    }

    async fn rate_backlog(&self) -> Result<(), Error> {
        // A look before the lock: a poll that finds nothing writes nothing.
        while self.look().await?.waiting() > 0 {
            let started = self.clock.monotonic();
            let Progress::Advanced(entries) = rate_batch(&self.pool, &self.ladder).await? else { break };
            let took = self.clock.monotonic().since(started);
            self.meters.batch_seconds.record(took);
            let micros = took.as_micros();
            tracing::debug!(ladder = %self.ladder, entries, micros, "rated");
            if unfolded(&self.pool, &self.ladder).await? >= FOLD_AT {
                fold(&self.pool, &self.ladder).await?;
            }
        }
        Ok(())
    }

    /// How far the ladder is rated, by whatever process; those who wait for it are told.
    async fn look(&self) -> Result<Backlog, Error> {
        let backlog = backlog(&self.pool, &self.ladder).await?;
        self.meters.backlog.set(u32::try_from(backlog.waiting()).unwrap_or(u32::MAX));
        self.bell.rated_through.send_if_modified(|known| {
            std::mem::replace(known, backlog.rated_through) != backlog.rated_through
        });
        Ok(backlog)
    }
}

fn backoff(failures: u32) -> Duration {
    BACKOFF_FIRST.saturating_mul(1 << failures.min(10)).min(BACKOFF_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backoff_doubles_up_to_its_bound() {
        assert_eq!(backoff(0), BACKOFF_FIRST);
        assert_eq!(backoff(1), 2 * BACKOFF_FIRST);
        assert_eq!(backoff(u32::MAX), BACKOFF_MAX);
    }
}
