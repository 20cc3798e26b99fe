//! The bound of all waiting.

use std::future::Future;
use std::time::Duration;

/// How long anything may take that is waited for. Long, because many tests share few cores; nothing waits for it to pass.
pub const DEADLINE: Duration = Duration::from_secs(60);

/// The outcome of something that must come within [`DEADLINE`].
///
/// # Panics
/// If it does not come.
#[track_caller]
pub fn within<F: Future>(what: &str, future: F) -> impl Future<Output = F::Output> {
    let caller = std::panic::Location::caller();
    async move {
        match tokio::time::timeout(DEADLINE, future).await {
            Ok(output) => output,
            Err(_) => panic!("{what}: not within {DEADLINE:?} ({caller})"),
        }
    }
}
