//! Who in this process waits for changes of which table.
//!
//! Carries no content: a watcher that is woken reads the table itself, so that any number of changes in a row cost it
//! one reading, and none is lost.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::ids::TableId;

/// The meeting place of changes and watchers. Clones share it.
#[derive(Clone, Default)]
pub struct Changes {
    tables: Arc<Mutex<Tables>>,
}

type Tables = HashMap<TableId, watch::Sender<()>>;

impl Changes {
    /// Waits for changes of a table from now on.
    pub fn watch(&self, table: TableId) -> Watcher {
        let receiver = self.tables().entry(table).or_default().subscribe();
        Watcher { table, receiver, changes: self.clone() }
    }

    /// A table has changed.
    pub fn changed(&self, table: TableId) {
        if let Some(sender) = self.tables().get(&table) {
            sender.send_replace(());
        }
    }

    /// Any table may have changed: announcements were missed.
    pub fn all_changed(&self) {
        self.tables().values().for_each(|sender| {
            sender.send_replace(());
        });
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        // The map is never left half changed.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One watcher of one table.
pub struct Watcher {
    table: TableId,
    receiver: watch::Receiver<()>,
    changes: Changes,
}

impl Watcher {
    /// Completes when the table has changed since the last time. Dropping the future loses nothing.
    pub async fn changed(&mut self) {
        self.receiver.changed().await.expect("the sender stays as long as it has a watcher");
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let mut tables = self.changes.tables();
        // This watcher's own receiver still counts.
        if tables.get(&self.table).is_some_and(|sender| sender.receiver_count() <= 1) {
            tables.remove(&self.table);
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn table(n: u128) -> TableId {
        TableId(Uuid::from_u128(n))
    }

    #[tokio::test]
    async fn watcher_learns_of_changes_made_while_it_was_busy() {
        let changes = Changes::default();
        let mut watcher = changes.watch(table(1));
        changes.changed(table(1));
        changes.changed(table(1));
        watcher.changed().await;
    }

    #[tokio::test]
    async fn watcher_does_not_learn_of_other_tables() {
        let changes = Changes::default();
        let mut watcher = changes.watch(table(1));
        changes.changed(table(2));
        assert!(futures::future::poll_immediate(watcher.changed()).await.is_none());
    }

    #[tokio::test]
    async fn every_watcher_learns_of_missed_announcements() {
        let changes = Changes::default();
        let mut watchers = [changes.watch(table(1)), changes.watch(table(2))];
        changes.all_changed();
        for watcher in &mut watchers {
            watcher.changed().await;
        }
    }

    #[test]
    fn nothing_is_kept_of_watchers_that_are_gone() {
        let changes = Changes::default();
        let (one, two) = (changes.watch(table(1)), changes.watch(table(1)));
        drop(one);
        assert_eq!(changes.tables().len(), 1);
        drop(two);
        assert!(changes.tables().is_empty());
    }
}
