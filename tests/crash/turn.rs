//! One test at a time: a hundred matches need the whole machine, claims that must be renewed in time do not like company, and
//! two engines with all their connections nearly fill a server.

use tokio::sync::{Mutex, MutexGuard};

static TURN: Mutex<()> = Mutex::const_new(());

/// Waits for the test's turn, which lasts as long as the value.
pub async fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().await
}
