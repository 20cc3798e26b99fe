//! How long a client waits for a server that is away, and what counts as away.

use std::time::Duration;

use env::{Clock, Monotonic};
use tonic::{Code, Status};
use wire::engine::v1::Refused;
use wire::errors::v1::ErrorReason;
use wire::fault_of;

use super::error::ClientError;

/// How long a client tries before it gives up. A restart takes seconds; a crashed Postgres must recover too.
const PATIENCE: Duration = Duration::from_secs(60);
const FIRST_PAUSE: Duration = Duration::from_millis(25);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Waits between attempts, longer each time, until patience ends.
#[derive(Debug)]
pub struct Patience {
    clock: Clock,
    since: Monotonic,
    pause: Duration,
}

impl Patience {
    /// Patience that begins now.
    pub fn new(clock: Clock) -> Self {
        Self { since: clock.monotonic(), clock, pause: FIRST_PAUSE }
    }

    /// Waits until the next attempt is due: as long as the server asked for, if it did.
    ///
    /// # Errors
    /// [`ClientError::Away`] once patience has ended; `last` is why the last attempt failed.
    pub async fn pause(&mut self, asked: Option<Duration>, last: &str) -> Result<(), ClientError> {
        if self.clock.monotonic().since(self.since) > PATIENCE {
            return Err(ClientError::Away { seconds: PATIENCE.as_secs(), last: last.to_owned() });
        }
        self.clock.sleep(asked.unwrap_or(self.pause).min(LONGEST_PAUSE)).await;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        Ok(())
    }
}

/// Will another attempt help? True for everything that a restart of a server or of its store can cause.
pub(super) fn is_passing(status: &Status) -> bool {
    match fault_of(status) {
        Some(fault) => is_passing_reason(fault.reason()),
        // No service of the suite said this: the connection broke, or something in between.
        None => matches!(
            status.code(),
            Code::Unavailable | Code::Unknown | Code::Cancelled | Code::Internal | Code::DeadlineExceeded
        ),
    }
}

/// The same for a reason of the catalogue.
pub(super) fn is_passing_reason(reason: ErrorReason) -> bool {
    matches!(
        reason,
        ErrorReason::StoreUnavailable
            | ErrorReason::OutcomeUnknown
            | ErrorReason::Draining
            | ErrorReason::Overloaded
            | ErrorReason::DeadlineExceeded
            | ErrorReason::SlowReader
    )
}

/// When the server asked to be called again.
pub(super) fn asked_pause(status: &Status) -> Option<Duration> {
    pause_of(&fault_of(status)?.into_refused())
}

/// The same for a refusal inside a session.
pub(super) fn pause_of(refused: &Refused) -> Option<Duration> {
    Duration::try_from(refused.retry_after?).ok()
}

#[cfg(test)]
mod tests {
    use env::UnixMillis;
    use wire::Fault;

    use super::*;

    #[test]
    fn broken_connection_and_absent_store_pass() {
        assert!(is_passing(&Status::unknown("transport error")));
        assert!(is_passing(&Fault::new(ErrorReason::StoreUnavailable, "away").into()));
        assert!(is_passing(&Fault::new(ErrorReason::OutcomeUnknown, "perhaps").into()));
    }

    #[test]
    fn refusals_do_not_pass() {
        assert!(!is_passing(&Fault::new(ErrorReason::IllegalMove, "no").into()));
        assert!(!is_passing(&Fault::new(ErrorReason::Internal, "a fault of ours").into()));
        assert!(!is_passing(&Status::unimplemented("no such call")));
    }

    #[test]
    fn server_says_when_to_come_back() {
        let status =
            Fault::new(ErrorReason::Overloaded, "full").retry_after(Duration::from_millis(250)).into();
        assert_eq!(asked_pause(&status), Some(Duration::from_millis(250)));
    }

    #[tokio::test]
    async fn patience_ends_with_the_last_failure() {
        let (clock, time) = Clock::simulated(UnixMillis::new(0));
        let mut patience = Patience::new(clock);
        let mut attempts = 0;
        let error = loop {
            let (paused, ()) = tokio::join!(patience.pause(None, "connection refused"), async {
                time.advance(LONGEST_PAUSE);
            });
            match paused {
                Ok(()) => attempts += 1,
                Err(error) => break error,
            }
        };
        assert_eq!(attempts, 61);
        assert!(error.to_string().contains("connection refused"));
    }
}
