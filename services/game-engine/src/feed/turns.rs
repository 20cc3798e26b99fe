//! Whose turn it is in every match driven here, and who of them is not looking.
//!
//! A driver notes here what it knows anyway and never waits; one entry a match, which the next turn replaces, so that the board is
//! bounded by the matches.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cards::Seat;
use env::{Monotonic, UnixMillis};
use games::GameKind;
use uuid::Uuid;

use crate::driver::Sink;
use crate::store::Lease;

/// A turn of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The match.
    pub match_id: Uuid,
    /// The game.
    pub game: GameKind,
    /// The seat.
    pub seat: Seat,
    /// Who sits there.
    pub account_id: Uuid,
    /// The name to show.
    pub display_name: String,
    /// The seq of the step that it began with.
    pub turn_seq: u64,
    /// When it began.
    pub began_at: UnixMillis,
    /// When the autopilot acts.
    pub deadline: Option<UnixMillis>,
    /// The claim under which the match is driven.
    pub lease: Lease,
}

/// The turns of all matches that are driven here.
#[derive(Debug, Default)]
pub struct TurnBoard(Mutex<Board>);

#[derive(Debug, Default)]
struct Board {
    last_slot: u64,
    turns: HashMap<u64, Awaited>,
}

#[derive(Debug)]
struct Awaited {
    turn: Turn,
    /// Streams of the player that were live when they were last looked at.
    streams: Vec<Sink>,
    /// Since when there has been none.
    absent_since: Option<Monotonic>,
    was_told: bool,
}

/// Where one driver notes its match's turn. What it noted goes with it.
#[derive(Debug)]
pub(crate) struct TurnSlot {
    board: Arc<TurnBoard>,
    slot: u64,
}

/// A turn that is to be told, and where it was noted.
#[derive(Clone, Debug)]
pub(crate) struct DueTurn {
    slot: u64,
    pub turn: Turn,
}

impl TurnBoard {
    fn board(&self) -> MutexGuard<'_, Board> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a driver.
    pub(crate) fn slot(self: &Arc<Self>) -> TurnSlot {
        let mut board = self.board();
        board.last_slot += 1;
        TurnSlot { board: self.clone(), slot: board.last_slot }
    }

    /// Turns that were not told yet and whose players have been absent for `absence`, at most so many.
    pub(crate) fn due(&self, now: Monotonic, absence: Duration, at_most: usize) -> Vec<DueTurn> {
        let mut due = Vec::new();
        for (&slot, awaited) in &mut self.board().turns {
            if due.len() >= at_most {
                break;
            }
            if !awaited.was_told && awaited.is_absent_for(now) >= Some(absence) {
                due.push(DueTurn { slot, turn: awaited.turn.clone() });
            }
        }
        due
    }

    /// These turns were told. A turn that took the place of one meanwhile was not.
    pub(crate) fn told(&self, turns: &[DueTurn]) {
        let mut board = self.board();
        for told in turns {
            if let Some(awaited) = board.turns.get_mut(&told.slot)
                && awaited.turn.turn_seq == told.turn.turn_seq
            {
                awaited.was_told = true;
            }
        }
    }
}

impl Awaited {
    /// For how long the player has had no stream; `None` if there is one.
    fn is_absent_for(&mut self, now: Monotonic) -> Option<Duration> {
        self.streams.retain(|stream| !stream.is_closed());
        self.absent_since = if self.streams.is_empty() { self.absent_since.or(Some(now)) } else { None };
        self.absent_since.map(|since| now.since(since))
    }
}

impl TurnSlot {
    /// A person's turn has begun, who looks through these streams.
    pub fn begin(&self, turn: Turn, streams: Vec<Sink>, now: Monotonic) {
        let absent_since = streams.is_empty().then_some(now);
        let awaited = Awaited { turn, streams, absent_since, was_told: false };
        self.board.board().turns.insert(self.slot, awaited);
    }

    /// An account looks through one more stream.
    pub fn join(&self, account_id: Uuid, stream: &Sink) {
        if let Some(awaited) = self.board.board().turns.get_mut(&self.slot)
            && awaited.turn.account_id == account_id
        {
            awaited.streams.push(stream.clone());
            awaited.absent_since = None;
        }
    }

    /// It is nobody's turn, or a bot's.
    pub fn clear(&self) {
        self.board.board().turns.remove(&self.slot);
    }
}

impl Drop for TurnSlot {
    fn drop(&mut self) {
        self.clear();
    }
}
