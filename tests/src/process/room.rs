//! How many sets of services share the test process's one Postgres at a time: its connections are counted.

use tokio::sync::{Semaphore, SemaphorePermit};

/// Sets of services at a time. Each keeps three pools of connections, and the server takes a hundred.
const SETS: usize = 2;

static ROOM: Semaphore = Semaphore::const_new(SETS);

/// Waits until there is room for one more set, and holds it.
pub(super) async fn room() -> SemaphorePermit<'static> {
    ROOM.acquire().await.expect("it is never closed")
}
