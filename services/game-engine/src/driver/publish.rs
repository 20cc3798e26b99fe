//! Publishing: every committed step goes to every watcher, as far as the watcher may see it.

use cards::Viewer;
use env::UnixMillis;
use wire::Fault;
use wire::engine::v1 as pb;
use wire::errors::v1::ErrorReason;

use super::message::{Message, WatchOrder, Who};
use super::task::DriverTask;
use super::watcher::{Progress, Update, Watcher, WatcherId};
use crate::convert;
use crate::error::EngineError;
use crate::state::{Applied, Entry};

/// Missed events that a watcher is given at a time.
const CATCH_UP_BATCH: usize = 32;
/// Watchers of one match.
const MAX_WATCHERS: usize = 256;

impl DriverTask {
    /// Sends a step that was just committed to all watchers that are up to date.
    pub(super) fn publish(&mut self, at: UnixMillis, entry: &Entry, applied: &Applied) {
        let deadlines = self.deadlines();
        let mut made: Vec<(Viewer, pb::MatchEvent)> = Vec::with_capacity(4);
        let state = &self.state;
        let over = state.end().is_some();
        self.watchers.retain(|watcher| {
            if watcher.sink.is_closed() {
                return false;
            }
            if watcher.progress != Progress::Live {
                return true;
            }
            let known = made.iter().position(|(viewer, _)| *viewer == watcher.viewer);
            let known = known.unwrap_or_else(|| {
                let step = state.see(entry, applied, watcher.viewer);
                let mut event = convert::event(state, state.seq(), at, step);
                convert::add_live_parts(&mut event, state, entry, watcher.viewer, deadlines);
                made.push((watcher.viewer, event));
                made.len() - 1
            });
            let event = Box::new(made[known].1.clone());
            if watcher.sink.try_send(Update::Event(event)).is_err() {
                tracing::info!(match_id = %state.id, viewer = ?watcher.viewer, "a reader was too slow and lost its stream");
                watcher.sink.end_slow();
                return false;
            }
            if over {
                watcher.sink.end_watch(state.id, state.seq(), None);
            }
            !over
        });
    }

    /// Takes in a watcher: a snapshot, or first the events that it missed.
    pub(super) async fn watch(&mut self, order: WatchOrder) -> Result<(WatcherId, u64), EngineError> {
        let viewer = self.viewer(order.who)?;
        let latest = self.state.seq();
        if order.after_seq.is_some_and(|after| after > latest) {
            return Err(EngineError::BeyondEnd { latest });
        }
        self.watchers.retain(|w| !w.sink.is_closed());
        if self.watchers.len() >= MAX_WATCHERS {
            return Err(EngineError::Busy);
        }
        self.welcome_back(order.who).await;
        let id = self.new_watcher_id();
        let given = order.after_seq.unwrap_or_else(|| self.state.seq());
        self.watchers.push(Watcher {
            id,
            viewer,
            sink: order.sink,
            progress: Progress::CatchingUp { given },
        });
        self.catch_up(id);
        Ok((id, self.state.seq()))
    }

    /// A player who watches again is back. If the store is away this waits for the player's next move.
    async fn welcome_back(&mut self, who: Who) {
        let Who::Account(account_id) = who else { return };
        let Some(seat) = self.state.setup.seat_of(account_id) else { return };
        if self.state.core().seats[seat.index()].away
            && let Err(error) = self.own_step(Entry::Back { seat }).await
        {
            tracing::warn!(match_id = %self.state.id, %error, "a player's return must wait");
        }
    }

    /// Gives a watcher the next of the events that it missed; once there are none left, the snapshot, and it is up to date.
    pub(super) fn catch_up(&mut self, id: WatcherId) {
        let Some(place) = self.watchers.iter().position(|w| w.id == id) else { return };
        let watcher = &self.watchers[place];
        let Progress::CatchingUp { given } = watcher.progress else { return };
        let missed = self.state.see_missed(given, CATCH_UP_BATCH, watcher.viewer);
        let mut updates: Vec<Update> = Vec::with_capacity(missed.len() + 1);
        let mut given = given;
        for (seq, at, step) in missed {
            let mut event = convert::event(&self.state, seq, at, step);
            event.closed_form = true;
            updates.push(Update::Event(Box::new(event)));
            given = seq;
        }
        let complete = given == self.state.seq();
        if complete {
            updates.push(Update::Snapshot(Box::new(self.snapshot(watcher.viewer))));
        }
        if complete && watcher.sink.room() > updates.len() {
            self.complete(place, updates);
        } else {
            self.watchers[place].progress = Progress::CatchingUp { given };
            self.feed(place, updates);
        }
    }

    /// The rest fits: the watcher is live from here.
    fn complete(&mut self, place: usize, updates: Vec<Update>) {
        let watcher = &mut self.watchers[place];
        let sent = updates.into_iter().all(|update| watcher.sink.try_send(update).is_ok());
        watcher.progress = Progress::Live;
        if !sent {
            watcher.sink.end_slow();
        } else if self.state.end().is_some() {
            watcher.sink.end_watch(self.state.id, self.state.seq(), None);
        }
        if !sent || self.state.end().is_some() {
            self.watchers.remove(place);
        }
    }

    /// A task of its own waits for room in the watcher's stream, so that the driver never does, and reports back.
    fn feed(&mut self, place: usize, updates: Vec<Update>) {
        let Watcher { id, sink, .. } = &self.watchers[place];
        let (id, sink, mailbox) = (*id, sink.clone(), self.own_mailbox.clone());
        tokio::spawn(async move {
            for update in updates {
                // A snapshot that was made now would be old by the time it is read; the last round makes a new one.
                if matches!(update, Update::Event(_)) && sink.send(update).await.is_err() {
                    return;
                }
            }
            // A snapshot, and an event that may come right after it.
            sink.wait_for_room(2).await;
            if let Some(mailbox) = mailbox.upgrade() {
                let _ = mailbox.send(Message::CaughtUp(id)).await;
            }
        });
    }

    /// The match is driven elsewhere: watchers resume there.
    pub(super) fn end_watchers_moved(&mut self) {
        let fault = || {
            Fault::new(
                ErrorReason::Draining,
                "The match is driven by another instance now. Watch again from the last seq received.",
            )
        };
        for watcher in self.watchers.drain(..) {
            watcher.sink.end_watch(self.state.id, self.state.seq(), Some(fault()));
        }
    }
}
