//! What a match waits for by itself, and when.

use std::time::Duration;

use cards::{Seat, Stage};
use env::{Clock, Monotonic, UnixMillis};

use crate::convert::Deadlines;
use crate::state::{Entry, MatchState};

/// Something that is due at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// Deal: the cut is over, or a deal follows on the last one.
    Deal,
    /// A bot plays for this seat.
    Bot(Seat),
    /// The time of this seat is over.
    TurnOver(Seat),
}

/// When the decision that is now awaited began to be awaited, by both clocks. A new driver begins it anew, and so does time in
/// which the store was away: nobody is charged for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnStart {
    pub(super) monotonic: Monotonic,
    pub(super) wall: UnixMillis,
}

impl TurnStart {
    pub(super) fn now(clock: &Clock) -> Self {
        Self { monotonic: clock.monotonic(), wall: clock.now() }
    }
}

/// Time for the present decision: the turn limit and what is left of the bank; `None` without clocks.
fn allowance(state: &MatchState, seat: Seat) -> Option<Duration> {
    let limit = state.setup.clocks.turn_limit;
    (!limit.is_zero()).then(|| limit + state.core().seats[seat.index()].bank_left)
}

/// Milliseconds of the bank that a decision made at `now` costs: what goes beyond the turn limit, at most what is left.
pub(super) fn bank_charge_ms(state: &MatchState, seat: Seat, start: TurnStart, now: Monotonic) -> u32 {
    let limit = state.setup.clocks.turn_limit;
    if limit.is_zero() {
        return 0;
    }
    let over = now.since(start.monotonic).saturating_sub(limit);
    let charge = over.min(state.core().seats[seat.index()].bank_left);
    u32::try_from(charge.as_millis()).expect("a bank is bounded to one day")
}

/// A seat that plays by itself.
pub(super) fn is_automatic(state: &MatchState, seat: Seat) -> bool {
    state.core().is_automatic(&state.setup, seat)
}

/// Does another decision begin with this step, which was just taken? What others do at the table gives the seat that is to act no
/// more time.
pub(super) fn begins_a_decision(state: &MatchState, entry: &Entry) -> bool {
    match entry {
        Entry::Deal { .. } | Entry::Play { .. } => true,
        Entry::Away { seat } | Entry::Back { seat } => state.core().turn() == Some(*seat),
        // From a resigning seat the turn goes to a bot, if others play on.
        Entry::Resign { seat } => state.core().turn() == Some(*seat) && is_automatic(state, *seat),
        Entry::Cut { .. } | Entry::Abort { .. } => false,
    }
}

/// What is left of the time to cut. A clock that was set back makes it no longer than it was.
pub(super) fn cut_left(state: &MatchState, now: UnixMillis) -> Duration {
    let window = state.setup.cut_window;
    state.created_at.plus(window).since(now).min(window)
}

/// What is due next, and when.
pub(super) fn next_due(
    state: &MatchState,
    start: TurnStart,
    cut_end: Monotonic,
    bot_delay: Duration,
) -> Option<(Monotonic, Due)> {
    let core = state.core();
    if core.is_cutting() {
        let at = if core.all_cut(&state.setup) { Monotonic::default() } else { cut_end };
        return Some((at, Due::Deal));
    }
    match core.stage()? {
        Stage::Deal { .. } => Some((Monotonic::default(), Due::Deal)),
        Stage::Act(seat) if is_automatic(state, seat) => {
            Some((start.monotonic.plus(bot_delay), Due::Bot(seat)))
        }
        Stage::Act(seat) => {
            let allowance = allowance(state, seat)?;
            Some((start.monotonic.plus(allowance), Due::TurnOver(seat)))
        }
        Stage::Over => None,
    }
}

/// The same for people, by the wall clock.
pub(super) fn deadlines(state: &MatchState, start: TurnStart, cut_end: UnixMillis) -> Deadlines {
    let core = state.core();
    let turn = core.turn().filter(|seat| !is_automatic(state, *seat));
    Deadlines {
        cut: core.is_cutting().then_some(cut_end),
        turn: turn.and_then(|seat| allowance(state, seat)).map(|allowance| start.wall.plus(allowance)),
    }
}
