//! The drivers of this process, by match. Each match is loaded once, however many ask for it at the same time.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OnceCell, mpsc};
use uuid::Uuid;

use crate::driver::{Handle, Message};

type Slot = Arc<OnceCell<Handle>>;

/// The drivers of this process.
#[derive(Default)]
pub struct Drivers(Mutex<HashMap<Uuid, Slot>>);

impl Drivers {
    fn slots(&self) -> MutexGuard<'_, HashMap<Uuid, Slot>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The driver of a match, if it runs here.
    pub fn find(&self, match_id: Uuid) -> Option<Handle> {
        let slot = self.slots().get(&match_id).cloned()?;
        slot.get().filter(|handle| !handle.mailbox.is_closed()).cloned()
    }

    /// The driver of a match; `load` is run by the first who asks, and the others wait for it. If it fails, the next one tries again.
    ///
    /// # Errors
    /// What `load` said.
    pub async fn find_or_load<E>(
        &self,
        match_id: Uuid,
        load: impl Future<Output = Result<Handle, E>>,
    ) -> Result<Handle, E> {
        let slot = self.slots().entry(match_id).or_default().clone();
        let loaded = slot.get_or_try_init(|| load).await.cloned();
        if loaded.is_err() {
            let mut slots = self.slots();
            if slots.get(&match_id).is_some_and(|s| Arc::ptr_eq(s, &slot) && s.get().is_none()) {
                slots.remove(&match_id);
            }
        }
        loaded
    }

    /// Forgets a driver that stops; a successor's entry is left alone.
    pub fn forget(&self, match_id: Uuid, mailbox: Option<&mpsc::Sender<Message>>) {
        let mut slots = self.slots();
        let is_his = slots.get(&match_id).and_then(|slot| slot.get()).is_some_and(|handle| match mailbox {
            Some(mailbox) => handle.mailbox.same_channel(mailbox),
            None => handle.mailbox.is_closed(),
        });
        if is_his {
            slots.remove(&match_id);
        }
    }

    /// How many matches are driven here.
    pub fn len(&self) -> usize {
        self.slots().len()
    }

    /// Is none driven here?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The matches that are driven here.
    pub fn matches(&self) -> Vec<Uuid> {
        let slots = self.slots();
        slots.iter().filter(|(_, slot)| slot.get().is_some()).map(|(match_id, _)| *match_id).collect()
    }

    /// Stops the driver of a match that somebody else drives, or has driven. One that is being loaded stays: it is loaded from what
    /// the store says now.
    pub fn stop(&self, match_id: Uuid) {
        let mut slots = self.slots();
        if let Some(handle) = slots.get(&match_id).and_then(|slot| slot.get()) {
            handle.stop.cancel();
            slots.remove(&match_id);
        }
    }

    /// Forgets all drivers; they stop by themselves, because their claim is lost.
    pub fn clear(&self) {
        self.slots().clear();
    }
}
