//! Reading time and waiting for it. Both kinds of time are newtypes, so that a wall-clock reading (which may jump)
//! cannot be mixed with a monotonic one (which measures).

use std::fmt;
use std::future::Future;
use std::time::Duration;

use time::OffsetDateTime;

use crate::simulated::SimulatedTime;

/// A wall-clock reading: whole milliseconds since 1970-01-01T00:00:00Z. Negative before 1970.
///
/// It may jump in either direction when the machine's clock is set; measure durations with [`Monotonic`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct UnixMillis(i64);

impl UnixMillis {
    /// The reading for `millis` milliseconds since the epoch.
    pub const fn new(millis: i64) -> Self {
        Self(millis)
    }

    /// Milliseconds since the epoch.
    pub const fn as_i64(self) -> i64 {
        self.0
    }

    /// Whole seconds since the epoch, rounded down (the unit of JWT claims).
    pub const fn as_secs(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// The reading `span` later, saturating at the end of the range.
    pub fn plus(self, span: Duration) -> Self {
        Self(self.0.saturating_add(millis_of(span)))
    }

    /// The reading `span` earlier, saturating at the start of the range.
    pub fn minus(self, span: Duration) -> Self {
        Self(self.0.saturating_sub(millis_of(span)))
    }

    /// Time from `earlier` to `self`; zero if `earlier` is in fact later.
    pub fn since(self, earlier: Self) -> Duration {
        let millis = self.0.saturating_sub(earlier.0);
        Duration::from_millis(u64::try_from(millis).unwrap_or(0))
    }

    /// The same instant as a date and time in UTC, clamped to the years that both [`OffsetDateTime`] and Postgres can hold.
    pub fn to_datetime(self) -> OffsetDateTime {
        let clamped = self.0.clamp(MIN_DATETIME_MILLIS, MAX_DATETIME_MILLIS);
        OffsetDateTime::from_unix_timestamp_nanos(i128::from(clamped) * 1_000_000)
            .expect("the clamp keeps the reading within the years of OffsetDateTime")
    }
}

/// The beginning of the Julian period, 24 November 4714 before Christ, in milliseconds since the epoch: Postgres knows no earlier time.
const MIN_DATETIME_MILLIS: i64 = -210_866_803_200_000;
/// 9999-12-31T23:59:59.999Z in milliseconds since the epoch.
const MAX_DATETIME_MILLIS: i64 = 253_402_300_799_999;

fn millis_of(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

impl From<OffsetDateTime> for UnixMillis {
    /// Rounds down to whole milliseconds.
    fn from(at: OffsetDateTime) -> Self {
        let millis = at.unix_timestamp_nanos().div_euclid(1_000_000);
        Self(i64::try_from(millis).expect("every year of OffsetDateTime fits 64-bit milliseconds"))
    }
}

impl fmt::Display for UnixMillis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A reading that only ever grows, for measuring: microseconds since its [`Clock`] was made.
///
/// Readings of different clocks (or processes) cannot be compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Monotonic(u64);

impl Monotonic {
    /// The reading `micros` microseconds after the clock's origin.
    pub const fn from_micros(micros: u64) -> Self {
        Self(micros)
    }

    /// Microseconds since the clock's origin.
    pub const fn as_micros(self) -> u64 {
        self.0
    }

    /// Whole milliseconds since the clock's origin.
    pub const fn as_millis(self) -> u64 {
        self.0 / 1000
    }

    /// The reading `span` later, saturating at the end of the range (584,000 years).
    pub fn plus(self, span: Duration) -> Self {
        let micros = u64::try_from(span.as_micros()).unwrap_or(u64::MAX);
        Self(self.0.saturating_add(micros))
    }

    /// Time from `earlier` to `self`; zero if `earlier` is in fact later.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_micros(self.0.saturating_sub(earlier.0))
    }
}

/// What [`Clock::timeout`] returns when time ran out first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeadlinePassed;

impl fmt::Display for DeadlinePassed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the deadline passed")
    }
}

impl std::error::Error for DeadlinePassed {}

/// A source of time, cheap to clone. Clones share one origin and, when simulated, one time.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    /// Tokio's instant equals the standard one, except in a runtime whose time is paused, which it follows.
    System {
        origin: tokio::time::Instant,
    },
    Simulated(SimulatedTime),
}

impl Clock {
    /// The machine's clock, with its monotonic origin at this call.
    #[allow(clippy::disallowed_methods, reason = "this crate is the one that reads the machine's clock")]
    pub fn system() -> Self {
        Self(Source::System { origin: tokio::time::Instant::now() })
    }

    /// A clock that stands still at `start` until the returned handle moves it.
    pub fn simulated(start: UnixMillis) -> (Self, SimulatedTime) {
        let time = SimulatedTime::new(start);
        (Self(Source::Simulated(time.clone())), time)
    }

    /// The wall-clock time.
    #[allow(clippy::disallowed_methods, reason = "this crate is the one that reads the machine's clock")]
    pub fn now(&self) -> UnixMillis {
        match &self.0 {
            Source::System { .. } => OffsetDateTime::now_utc().into(),
            Source::Simulated(time) => time.wall(),
        }
    }

    /// The wall-clock time as a date and time in UTC, to the millisecond.
    pub fn now_datetime(&self) -> OffsetDateTime {
        self.now().to_datetime()
    }

    /// The monotonic time, for measuring and for deadlines.
    #[allow(clippy::disallowed_methods, reason = "this crate is the one that reads the machine's clock")]
    pub fn monotonic(&self) -> Monotonic {
        match &self.0 {
            Source::System { origin } => {
                Monotonic::default().plus(tokio::time::Instant::now().saturating_duration_since(*origin))
            }
            Source::Simulated(time) => time.monotonic(),
        }
    }

    /// Completes once `span` has passed. Needs a Tokio runtime when the clock is the system's.
    pub async fn sleep(&self, span: Duration) {
        self.sleep_until(self.monotonic().plus(span)).await;
    }

    /// Completes once [`Clock::monotonic`] has reached `deadline`, at once if it already has. Dropping the future
    /// is safe.
    pub async fn sleep_until(&self, deadline: Monotonic) {
        match &self.0 {
            Source::System { origin } => {
                let span = deadline.since(Monotonic::default());
                match origin.checked_add(span) {
                    Some(at) => tokio::time::sleep_until(at).await,
                    // Beyond what the machine's clock can hold: never.
                    None => std::future::pending().await,
                }
            }
            Source::Simulated(time) => time.reached(deadline).await,
        }
    }

    /// The output of `work`, if it is ready before `limit` has passed.
    ///
    /// # Errors
    /// [`DeadlinePassed`] if time ran out first; `work` is then dropped.
    pub async fn timeout<F: Future>(&self, limit: Duration, work: F) -> Result<F::Output, DeadlinePassed> {
        tokio::select! {
            // Work that is ready wins over a deadline that passes at the same instant.
            biased;
            output = work => Ok(output),
            () = self.sleep(limit) => Err(DeadlinePassed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn datetime_conversion_rounds_down_before_and_after_the_epoch() {
        let nanos = |n| OffsetDateTime::from_unix_timestamp_nanos(n).unwrap();
        assert_eq!(UnixMillis::from(nanos(1_999_999)), UnixMillis::new(1));
        assert_eq!(UnixMillis::from(nanos(-1)), UnixMillis::new(-1));
        assert_eq!(UnixMillis::new(-1).as_secs(), -1);
    }

    #[test]
    fn datetime_conversion_returns_every_reading_unchanged() {
        for millis in [0, 1, -1, 1_700_000_000_123, MIN_DATETIME_MILLIS, MAX_DATETIME_MILLIS] {
            let reading = UnixMillis::new(millis);
            assert_eq!(UnixMillis::from(reading.to_datetime()), reading);
        }
    }

    #[test]
    fn datetime_conversion_clamps_readings_outside_its_years() {
        assert_eq!(UnixMillis::new(i64::MAX).to_datetime().year(), 9999);
        assert_eq!(UnixMillis::new(i64::MIN).to_datetime().year(), -4713);
    }

    #[test]
    fn span_to_a_later_reading_is_zero() {
        assert_eq!(UnixMillis::new(5).since(UnixMillis::new(9)), Duration::ZERO);
        assert_eq!(Monotonic::from_micros(5).since(Monotonic::from_micros(9)), Duration::ZERO);
    }

    #[test]
    fn system_monotonic_never_goes_back() {
        let clock = Clock::system();
        let readings: Vec<_> = (0..1000).map(|_| clock.monotonic()).collect();
        assert!(readings.is_sorted());
    }

    #[test]
    fn system_wall_clock_is_past_the_year_this_was_written() {
        assert!(Clock::system().now_datetime().year() >= 2025);
    }

    #[tokio::test]
    async fn system_sleep_lasts_at_least_its_span() {
        let clock = Clock::system();
        let before = clock.monotonic();
        clock.sleep(Duration::from_millis(5)).await;
        assert!(clock.monotonic().since(before) >= Duration::from_millis(5));
    }

    #[tokio::test]
    async fn timeout_returns_the_output_of_work_that_is_ready() {
        assert_eq!(Clock::system().timeout(Duration::ZERO, async { 7 }).await, Ok(7));
    }

    #[tokio::test]
    async fn timeout_gives_up_on_work_that_never_ends() {
        let forever = std::future::pending::<()>();
        assert_eq!(Clock::system().timeout(Duration::from_millis(1), forever).await, Err(DeadlinePassed));
    }
}
