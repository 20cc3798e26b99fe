//! Noting whose turn it is, for players who are not looking.

use cards::Seat;

use super::message::Who;
use super::sink::Sink;
use super::task::DriverTask;
use super::timers::is_automatic;
use crate::feed::Turn;
use crate::state::{Entry, MatchState, Occupant};

impl DriverTask {
    /// The present decision has begun: notes the person who is to make it, if one is.
    pub(super) fn await_player(&self) {
        match self.state.core().turn().filter(|seat| !is_automatic(&self.state, *seat)) {
            Some(seat) => self.await_seat(seat),
            None => self.awaited.clear(),
        }
    }

    fn await_seat(&self, seat: Seat) {
        let Occupant::Player { account_id, display_name } = self.state.setup.occupant(seat) else { return };
        let looks = |who: Who| who == Who::Account(*account_id);
        let streams = self.watchers.iter().filter(|w| looks(w.who) && !w.sink.is_closed());
        let turn = Turn {
            match_id: self.state.id,
            game: self.state.setup.options.kind(),
            seat,
            account_id: *account_id,
            display_name: display_name.clone(),
            turn_seq: turn_seq(&self.state, seat),
            began_at: self.start.wall,
            deadline: self.deadlines().turn,
            lease: self.lease.clone(),
        };
        let streams = streams.map(|w| w.sink.clone()).collect();
        self.awaited.begin(turn, streams, self.context.clock.monotonic());
    }

    /// Somebody looks through one more stream.
    pub(super) fn note_stream(&self, who: Who, stream: &Sink) {
        if let Who::Account(account_id) = who {
            self.awaited.join(account_id, stream);
        }
    }
}

/// The seq of the step that the seat's turn began with, whoever drove the match then.
fn turn_seq(state: &MatchState, of: Seat) -> u64 {
    let begins = |entry: &Entry| match entry {
        Entry::Deal { .. } | Entry::Play { .. } => true,
        Entry::Away { seat } | Entry::Back { seat } => *seat == of,
        Entry::Resign { .. } | Entry::Cut { .. } | Entry::Abort { .. } => false,
    };
    state.steps().iter().rposition(|step| begins(&step.entry)).map_or(0, |place| place as u64 + 1)
}
