//! The simulated twin of the machine's clock: time that a test moves by hand.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use crate::clock::{Monotonic, UnixMillis};

/// The handle that moves a simulated [`Clock`](crate::Clock). Clones move the same time.
#[derive(Clone, Debug)]
pub struct SimulatedTime(Arc<watch::Sender<Reading>>);

#[derive(Clone, Copy, Debug)]
struct Reading {
    wall: UnixMillis,
    /// Kept apart from `wall` in full precision: steps below a millisecond add up.
    wall_micros: u64,
    monotonic: Monotonic,
}

impl SimulatedTime {
    pub(crate) fn new(start: UnixMillis) -> Self {
        let reading = Reading { wall: start, wall_micros: 0, monotonic: Monotonic::default() };
        Self(Arc::new(watch::Sender::new(reading)))
    }

    /// Lets `span` pass on both the wall clock and the monotonic one, and wakes every sleeper that is due.
    pub fn advance(&self, span: Duration) {
        self.0.send_modify(|reading| {
            reading.monotonic = reading.monotonic.plus(span);
            let micros = Duration::from_micros(reading.wall_micros).saturating_add(span);
            reading.wall = reading.wall.plus(micros);
            reading.wall_micros = u64::from(micros.subsec_micros() % 1000);
        });
    }

    /// Sets the wall clock to `wall`, forward or back, as an operator may; monotonic time does not move.
    pub fn set_wall(&self, wall: UnixMillis) {
        self.0.send_modify(|reading| {
            reading.wall = wall;
            reading.wall_micros = 0;
        });
    }

    pub(crate) fn wall(&self) -> UnixMillis {
        self.0.borrow().wall
    }

    pub(crate) fn monotonic(&self) -> Monotonic {
        self.0.borrow().monotonic
    }

    pub(crate) async fn reached(&self, deadline: Monotonic) {
        // The sender lives in `self`, so the channel stays open while this waits.
        let arrived = self.0.subscribe().wait_for(|reading| reading.monotonic >= deadline).await.is_ok();
        assert!(arrived, "simulated time outlives its sleepers");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Clock;

    #[test]
    fn simulated_time_stands_still_until_it_is_advanced() {
        let (clock, time) = Clock::simulated(UnixMillis::new(1_000));
        assert_eq!((clock.now(), clock.monotonic()), (UnixMillis::new(1_000), Monotonic::from_micros(0)));
        time.advance(Duration::from_millis(250));
        assert_eq!(
            (clock.now(), clock.monotonic()),
            (UnixMillis::new(1_250), Monotonic::from_micros(250_000))
        );
    }

    #[test]
    fn steps_below_a_millisecond_add_up_on_the_wall_clock() {
        let (clock, time) = Clock::simulated(UnixMillis::new(0));
        for _ in 0..10 {
            time.advance(Duration::from_micros(300));
        }
        assert_eq!(clock.now(), UnixMillis::new(3));
    }

    #[test]
    fn setting_the_wall_clock_back_leaves_monotonic_time_alone() {
        let (clock, time) = Clock::simulated(UnixMillis::new(9_000));
        time.advance(Duration::from_secs(1));
        time.set_wall(UnixMillis::new(0));
        assert_eq!((clock.now(), clock.monotonic().as_millis()), (UnixMillis::new(0), 1_000));
    }

    #[tokio::test]
    async fn sleeper_wakes_when_time_reaches_its_deadline_and_not_before() {
        let (clock, time) = Clock::simulated(UnixMillis::new(0));
        let mut sleeper = std::pin::pin!(clock.sleep(Duration::from_secs(30)));
        assert!(poll_once(sleeper.as_mut()).await.is_pending());
        time.advance(Duration::from_secs(29));
        assert!(poll_once(sleeper.as_mut()).await.is_pending());
        time.advance(Duration::from_secs(1));
        sleeper.await;
    }

    #[tokio::test]
    async fn timeout_passes_when_simulated_time_does() {
        let (clock, time) = Clock::simulated(UnixMillis::new(0));
        let mut waiting =
            std::pin::pin!(clock.timeout(Duration::from_millis(10), std::future::pending::<()>()));
        assert!(poll_once(waiting.as_mut()).await.is_pending());
        time.advance(Duration::from_millis(10));
        assert!(waiting.await.is_err());
    }

    /// Polls once.
    async fn poll_once<F: Future + Unpin>(mut future: F) -> std::task::Poll<F::Output> {
        std::future::poll_fn(|cx| std::task::Poll::Ready(std::pin::Pin::new(&mut future).poll(cx))).await
    }
}
