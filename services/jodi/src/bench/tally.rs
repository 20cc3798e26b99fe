//! Who has received what: a move is done when the fourth seat has its event.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use env::{Clock, Monotonic};
use hdrhistogram::Histogram;

use super::crowd::SEATS;

/// Moves of a match that are remembered; the players cannot be further apart than one, whose event the others still await.
const REMEMBERED: usize = 8;

/// What is done with moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// They are made.
    WarmUp = 0,
    /// They are made and counted.
    Measure = 1,
    /// No more are made.
    Stop = 2,
}

/// The phase of a run, seen by all its players.
#[derive(Debug, Default)]
pub struct Present(AtomicU8);

impl Present {
    /// Goes on to a phase.
    pub fn set(&self, phase: Phase) {
        self.0.store(phase as u8, Ordering::Relaxed);
    }

    /// The phase.
    pub fn phase(&self) -> Phase {
        match self.0.load(Ordering::Relaxed) {
            0 => Phase::WarmUp,
            1 => Phase::Measure,
            _ => Phase::Stop,
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Move {
    seq: u64,
    sent: Monotonic,
    received: usize,
}

/// The moves under way in one match, and the waits of those that are done, in microseconds.
pub struct Tally {
    moves: Mutex<([Move; REMEMBERED], Histogram<u64>)>,
    clock: Clock,
}

impl Tally {
    /// Nothing yet.
    ///
    /// # Panics
    /// Never: three digits are a precision that histograms have.
    pub fn new(clock: &Clock) -> Self {
        let waits = Histogram::new(3).expect("a precision of three digits");
        Self { moves: Mutex::new(([Move::default(); REMEMBERED], waits)), clock: clock.clone() }
    }

    /// A move is sent; its event will have this seq.
    pub fn sent(&self, seq: u64) {
        let sent = self.clock.monotonic();
        self.lock().0[place(seq)] = Move { seq, sent, received: 0 };
    }

    /// A seat has received the event with this seq.
    pub fn received(&self, seq: u64, phase: Phase) {
        let mut tally = self.lock();
        let (moves, waits) = &mut *tally;
        let known = &mut moves[place(seq)];
        if known.seq != seq {
            return;
        }
        known.received += 1;
        if known.received == SEATS && phase == Phase::Measure {
            let waited = self.clock.monotonic().since(known.sent).as_micros();
            // A histogram that grows by itself takes whatever comes.
            let _ = waits.record(u64::try_from(waited).unwrap_or(u64::MAX));
        }
    }

    /// The waits so far.
    pub fn waits(&self) -> Histogram<u64> {
        self.lock().1.clone()
    }

    /// How many moves were counted so far.
    pub fn count(&self) -> u64 {
        self.lock().1.len()
    }

    fn lock(&self) -> MutexGuard<'_, ([Move; REMEMBERED], Histogram<u64>)> {
        self.moves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn place(seq: u64) -> usize {
    seq as usize % REMEMBERED
}
