//! The bound of all waiting.

use std::future::Future;
use std::panic::Location;
use std::time::Duration;

/// How long anything may take that is waited for. Long, because many tests share few cores; nothing waits for it to pass.
pub const DEADLINE: Duration = Duration::from_secs(60);
/// Between two looks at something that does not tell by itself when it has changed.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// The outcome of something that must come within [`DEADLINE`].
///
/// # Panics
/// If it does not come.
#[track_caller]
pub fn within<F: Future>(what: &str, future: F) -> impl Future<Output = F::Output> {
    let caller = Location::caller();
    async move {
        match tokio::time::timeout(DEADLINE, future).await {
            Ok(output) => output,
            Err(_) => panic!("{what}: not within {DEADLINE:?} ({caller})"),
        }
    }
}

/// What a look finds, which is repeated until it finds something. Only for what offers no stream to wait on.
///
/// # Panics
/// If it finds nothing within [`DEADLINE`].
#[track_caller]
pub fn eventually<T, F: Future<Output = Option<T>>>(
    what: &str,
    mut look: impl FnMut() -> F,
) -> impl Future<Output = T> {
    within(what, async move {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    })
}
