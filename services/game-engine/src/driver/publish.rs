//! Publishing: every committed step goes to every watcher, as far as the watcher may see it.

use cards::Viewer;
use env::UnixMillis;
use wire::Fault;
use wire::engine::v1 as pb;
use wire::errors::v1::ErrorReason;

use super::message::{Message, WatchOrder, Who};
use super::sink::{NotTaken, Update, moved_away};
use super::task::DriverTask;
use super::watcher::{Progress, Watcher, WatcherId};
use crate::convert;
use crate::error::EngineError;
use crate::state::{Applied, Entry};

/// Missed events that a watcher is given at a time. Each time costs a replay of the match.
const CATCH_UP_BATCH: usize = 256;
/// Watches of one account: a few devices, and connections that are dead but not known to be.
const MAX_WATCHES_PER_ACCOUNT: usize = 8;
/// Spectators of one match. Seats always find a place.
const MAX_SPECTATORS: usize = 200;

impl DriverTask {
    /// Sends a step that was just committed to all watchers that are up to date.
    pub(super) fn publish(&mut self, at: UnixMillis, entry: &Entry, applied: &Applied) {
        let deadlines = self.deadlines();
        let state = &self.state;
        let make = |viewer| {
            let step = state.see(entry, applied, viewer);
            let mut event = Box::new(convert::event(state, state.seq(), at, step));
            convert::add_live_parts(&mut event, state, entry, viewer, deadlines);
            event
        };
        // Most viewers watch once. Of those that watch more often the event is kept, and copied.
        let shared = viewers_of_many(&self.watchers);
        let mut kept: Vec<(Viewer, Box<pb::MatchEvent>)> = Vec::with_capacity(shared.len());
        let over = state.end().is_some();
        self.watchers.retain(|watcher| {
            if watcher.progress != Progress::Live {
                return !watcher.sink.is_closed();
            }
            let viewer = watcher.viewer;
            let event = match kept.iter().find(|(known, _)| *known == viewer) {
                Some((_, event)) => event.clone(),
                None => {
                    let event = make(viewer);
                    if shared.contains(&viewer) {
                        kept.push((viewer, event.clone()));
                    }
                    event
                }
            };
            match watcher.sink.try_send(Update::Event(event)) {
                Ok(()) if over => watcher.sink.end(state.id, Ok(())),
                Ok(()) => return true,
                Err(NotTaken::Ended) => {}
                Err(NotTaken::Full) => {
                    tracing::info!(match_id = %state.id, viewer = ?watcher.viewer, "a reader was too slow and lost its stream");
                    watcher.sink.end_slow();
                }
            }
            false
        });
    }

    /// Takes in a watcher: a snapshot, or first the events that it missed.
    pub(super) async fn watch(&mut self, order: WatchOrder) -> Result<(), EngineError> {
        let viewer = self.viewer(order.who)?;
        let latest = self.state.seq();
        if order.after_seq.is_some_and(|after| after > latest) {
            return Err(EngineError::BeyondEnd { latest });
        }
        self.make_place(order.who, viewer)?;
        self.welcome_back(order.who).await;
        let latest = self.state.seq();
        order.sink.begin(self.state.id, latest);
        self.note_stream(order.who, &order.sink);
        let id = self.new_watcher_id();
        let progress = Progress::CatchingUp { given: order.after_seq.unwrap_or(latest) };
        self.watchers.push(Watcher { id, who: order.who, viewer, sink: order.sink, progress });
        self.catch_up(id);
        Ok(())
    }

    /// Bounds the watchers. An account with too many loses the oldest, which most likely is a connection that died unnoticed.
    fn make_place(&mut self, who: Who, viewer: Viewer) -> Result<(), EngineError> {
        self.watchers.retain(|w| !w.sink.is_closed());
        if matches!(who, Who::Account(_))
            && self.watchers.iter().filter(|w| w.who == who).count() >= MAX_WATCHES_PER_ACCOUNT
            && let Some(oldest) = self.watchers.iter().position(|w| w.who == who)
        {
            let text = format!(
                "One account watches a match {MAX_WATCHES_PER_ACCOUNT} times at most; this was the oldest watch."
            );
            let watcher = self.watchers.remove(oldest);
            watcher.sink.end(self.state.id, Err(Fault::new(ErrorReason::Overloaded, text)));
        }
        let spectators = self.watchers.iter().filter(|w| w.viewer == Viewer::Spectator).count();
        if viewer == Viewer::Spectator && spectators >= MAX_SPECTATORS {
            return Err(EngineError::Crowded);
        }
        Ok(())
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
        if watcher.sink.is_closed() {
            self.watchers.remove(place);
            return;
        }
        let missed = self.state.see_missed(given, CATCH_UP_BATCH, watcher.viewer);
        let mut updates: Vec<Update> = Vec::with_capacity(missed.len() + 1);
        let mut given = given;
        for (seq, at, step) in missed {
            updates.push(Update::Event(Box::new(convert::closed_event(&self.state, seq, at, step))));
            given = seq;
        }
        // With room for the snapshot too.
        if given == self.state.seq() && watcher.sink.room() > updates.len() {
            updates.push(Update::Snapshot(Box::new(self.snapshot(watcher.viewer))));
            self.complete(place, updates);
        } else {
            self.watchers[place].progress = Progress::CatchingUp { given };
            self.feed(place, updates);
        }
    }

    /// The rest fits: the watcher is live from here.
    fn complete(&mut self, place: usize, updates: Vec<Update>) {
        let watcher = &mut self.watchers[place];
        watcher.progress = Progress::Live;
        let sent = updates.into_iter().try_for_each(|update| watcher.sink.try_send(update));
        let over = self.state.end().is_some();
        match sent {
            Ok(()) if over => watcher.sink.end(self.state.id, Ok(())),
            Ok(()) => return,
            Err(NotTaken::Ended) => {}
            Err(NotTaken::Full) => watcher.sink.end_slow(),
        }
        self.watchers.remove(place);
    }

    /// A task of its own waits for room in the watcher's stream, so that the driver never does, and reports back. The snapshot is
    /// not its to send: one that was made now would be old by the time it is read.
    fn feed(&mut self, place: usize, events: Vec<Update>) {
        let Watcher { id, sink, .. } = &self.watchers[place];
        let (id, sink, mailbox) = (*id, sink.clone(), self.own_mailbox.clone());
        let clock = self.context.clock.clone();
        tokio::spawn(async move {
            for event in events {
                if sink.send(&clock, event).await.is_err() {
                    break;
                }
            }
            // A snapshot, and an event that may come right after it.
            sink.make_room(&clock, 2).await;
            // Also after the end of the watch: the driver then forgets the watcher.
            if let Some(mailbox) = mailbox.upgrade() {
                let _ = mailbox.send(Message::CaughtUp(id)).await;
            }
        });
    }

    /// The match is driven elsewhere: watchers resume there.
    pub(super) fn end_watchers_moved(&mut self) {
        for watcher in self.watchers.drain(..) {
            watcher.sink.end(self.state.id, Err(moved_away()));
        }
    }
}

/// As whom more than one of them watches.
fn viewers_of_many(watchers: &[Watcher]) -> Vec<Viewer> {
    let mut many = Vec::new();
    for (place, watcher) in watchers.iter().enumerate() {
        let viewer = watcher.viewer;
        if !many.contains(&viewer) && watchers[..place].iter().any(|earlier| earlier.viewer == viewer) {
            many.push(viewer);
        }
    }
    many
}
