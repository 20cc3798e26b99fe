//! The calls of one connection that are under way, so that one without any is noticed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use env::{Clock, Monotonic};

/// Counts them. Clones count together.
#[derive(Clone)]
pub(super) struct Calls(Arc<Count>);

struct Count {
    clock: Clock,
    under_way: AtomicUsize,
    /// When the last of them ended, or the connection was made.
    ended_at: AtomicU64,
}

impl Calls {
    /// None yet.
    pub(super) fn none(clock: &Clock) -> Self {
        let ended_at = AtomicU64::new(clock.monotonic().as_micros());
        Self(Arc::new(Count { clock: clock.clone(), under_way: AtomicUsize::new(0), ended_at }))
    }

    /// One more, until it is dropped.
    pub(super) fn begin(&self) -> Call {
        self.0.under_way.fetch_add(1, Ordering::AcqRel);
        Call(self.clone())
    }

    /// Completes when none has been under way for so long. A call costs no more for it than being counted: it is looked once in
    /// that time.
    pub(super) async fn idle(&self, limit: Duration) {
        loop {
            let now = self.0.clock.monotonic();
            let since = match self.0.under_way.load(Ordering::Acquire) {
                0 => Monotonic::from_micros(self.0.ended_at.load(Ordering::Acquire)),
                _ => now,
            };
            let due = since.plus(limit);
            if due <= now {
                return;
            }
            self.0.clock.sleep_until(due).await;
        }
    }
}

/// A call that is under way, until it is dropped.
pub(super) struct Call(Calls);

impl Drop for Call {
    fn drop(&mut self) {
        let count = &self.0.0;
        // First the time: whoever sees that none is under way sees since when.
        count.ended_at.store(count.clock.monotonic().as_micros(), Ordering::Release);
        count.under_way.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use env::UnixMillis;
    use futures::FutureExt as _;

    use super::*;

    const LIMIT: Duration = Duration::from_secs(10);

    #[tokio::test]
    async fn connection_is_idle_when_its_last_call_has_been_over_for_the_limit() {
        let (clock, time) = Clock::simulated(UnixMillis::new(0));
        let calls = Calls::none(&clock);
        let mut idle = std::pin::pin!(calls.idle(LIMIT));
        let (first, second) = (calls.begin(), calls.begin());
        drop(first);
        for _ in 0..5 {
            time.advance(LIMIT);
            assert!(idle.as_mut().now_or_never().is_none(), "a call is under way");
        }
        time.advance(LIMIT / 2);
        drop(second);
        time.advance(LIMIT / 2);
        assert!(idle.as_mut().now_or_never().is_none(), "its call has just ended");
        time.advance(LIMIT / 2);
        assert!(idle.as_mut().now_or_never().is_some());
    }
}
