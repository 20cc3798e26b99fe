//! The bounded queue between callers and writers.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use env::Monotonic;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, oneshot};

use super::fate::Fate;

/// A row, and whom to tell about it.
pub(super) struct Waiting<R> {
    pub(super) row: R,
    pub(super) ticket: Ticket,
}

/// The right to report one row's fate, once.
pub(super) struct Ticket {
    pub(super) since: Monotonic,
    pub(super) reply: oneshot::Sender<Fate>,
    /// Room in the queue is given back only when the row's fate is known: the bound covers rows in flight too.
    pub(super) _room: OwnedSemaphorePermit,
}

pub(super) struct Queue<R> {
    state: Mutex<State<R>>,
    pub(super) room: Arc<Semaphore>,
    changed: Notify,
}

struct State<R> {
    waiting: VecDeque<Waiting<R>>,
    closed: bool,
}

impl<R> Queue<R> {
    pub(super) fn new(capacity: usize) -> Self {
        Self {
            state: Mutex::new(State { waiting: VecDeque::new(), closed: false }),
            room: Arc::new(Semaphore::new(capacity)),
            changed: Notify::new(),
        }
    }

    /// Adds a row, or hands it back if the queue is closed.
    pub(super) fn push(&self, waiting: Waiting<R>) -> Result<(), Waiting<R>> {
        let mut state = self.lock();
        if state.closed {
            return Err(waiting);
        }
        state.waiting.push_back(waiting);
        drop(state);
        self.changed.notify_one();
        Ok(())
    }

    /// Waits for rows; false once the queue is closed and empty.
    pub(super) async fn wait(&self) -> bool {
        loop {
            let mut changed = std::pin::pin!(self.changed.notified());
            // Registered before the look at the queue, so that nothing is missed in between.
            changed.as_mut().enable();
            if !self.lock().waiting.is_empty() {
                return true;
            }
            if self.is_finished() {
                return false;
            }
            changed.await;
        }
    }

    /// Takes the oldest `max` of the rows, if there are any.
    pub(super) fn take(&self, max: usize) -> Option<Vec<Waiting<R>>> {
        let mut state = self.lock();
        let count = state.waiting.len().min(max);
        let taken: Vec<_> = state.waiting.drain(..count).collect();
        let more = !state.waiting.is_empty();
        drop(state);
        if more {
            self.changed.notify_one();
        }
        (!taken.is_empty()).then_some(taken)
    }

    /// Returns rows that were taken but not sent to the front, in their order.
    pub(super) fn put_back(&self, rows: Vec<Waiting<R>>) {
        let mut state = self.lock();
        for waiting in rows.into_iter().rev() {
            state.waiting.push_front(waiting);
        }
        drop(state);
        self.changed.notify_one();
    }

    /// Takes the rows that have waited since `before` or longer.
    pub(super) fn take_older(&self, before: Monotonic) -> Vec<Waiting<R>> {
        let mut state = self.lock();
        // Rows come in the order of their arrival, give or take a race that does not matter here.
        let count = state.waiting.iter().take_while(|waiting| waiting.ticket.since <= before).count();
        state.waiting.drain(..count).collect()
    }

    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.room.close();
        self.changed.notify_waiters();
    }

    /// Whether nothing waits and nothing will.
    pub(super) fn is_finished(&self) -> bool {
        let state = self.lock();
        state.closed && state.waiting.is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, State<R>> {
        // No caller's code runs under the lock, so it cannot be left half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
