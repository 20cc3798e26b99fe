//! Collecting what a seat is shown of a deal while a match is played.

use cards::{Seat, Viewer};
use games::{Event, Match, Seen};

use crate::Sight;

/// Remembers for one seat what it was shown of the deal in progress.
#[derive(Clone, Debug)]
pub struct Watcher {
    seat: Seat,
    deal: u32,
    seen: Vec<Seen>,
}

impl Watcher {
    /// A watcher for a seat that has seen nothing yet.
    pub const fn new(seat: Seat) -> Self {
        Self { seat, deal: 0, seen: Vec::new() }
    }

    /// Notes an event right after its step, in the form that the seat is shown live. Every event of a match goes
    /// through here once, in order; with a new deal the last one is forgotten.
    pub fn note(&mut self, game: &Match, event: &Event) {
        if event.deal() != self.deal {
            self.deal = event.deal();
            self.seen.clear();
        }
        self.seen.push(game.seen(event, Viewer::Seat(self.seat)));
    }

    /// What the seat sees if it is to act now, else `None`.
    pub fn sight(&self, game: &Match) -> Option<Sight> {
        Sight::new(game, self.seat, self.seen.clone())
    }

    /// What the seat was shown of the deal in progress.
    pub fn seen(&self) -> &[Seen] {
        &self.seen
    }
}
