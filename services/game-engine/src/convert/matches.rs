//! A match as messages: snapshots, events, records.

use std::time::Duration;

use cards::{Listing, Seat, Viewer};
use env::UnixMillis;
use prost_types::Timestamp;
use service::{timestamp, to_duration};
use sha2::{Digest as _, Sha256};
use wire::engine::v1 as pb;
use wire::game::v1::LegalMove;

use super::cards::seat_to_wire;
use super::game::{action_to_wire, options_to_wire, seen_to_wire, standing_to_wire, view_to_wire};
use super::log::{actor_to_wire, deck_to_wire};
use super::setup::setup_seats_to_wire;
use crate::state::{Archived, EndKind, Entry, MatchState, Occupant, SeenStep, Setup};

/// Legal moves that one message lists: far more than occur in play (286 in 50,000 random deals), and well below the 4 MiB that clients take.
const MAX_LISTED_MOVES: usize = 4096;

/// What only a driver knows about a match: its clocks at this moment.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deadlines {
    /// Until when seats may cut.
    pub cut: Option<UnixMillis>,
    /// When the autopilot acts for the seat whose turn it is.
    pub turn: Option<UnixMillis>,
}

/// How a match stands.
pub fn state_to_wire(state: &MatchState) -> pb::MatchState {
    match state.end() {
        Some(EndKind::Aborted) => pb::MatchState::Aborted,
        Some(EndKind::PlayedOut | EndKind::Resigned) => pb::MatchState::Finished,
        None if state.core().is_cutting() => pb::MatchState::Cutting,
        None => pb::MatchState::Playing,
    }
}

/// How a match ended.
pub fn end_to_wire(end: Option<EndKind>) -> pb::EndReason {
    match end {
        None => pb::EndReason::Unspecified,
        Some(EndKind::PlayedOut) => pb::EndReason::PlayedOut,
        Some(EndKind::Resigned) => pb::EndReason::Resigned,
        Some(EndKind::Aborted) => pb::EndReason::Aborted,
    }
}

/// The match as a viewer may see it.
pub fn snapshot(state: &MatchState, viewer: Viewer, deadlines: Deadlines) -> pb::MatchSnapshot {
    let (setup, core) = (&state.setup, state.core());
    let ended = state.end().is_some();
    pb::MatchSnapshot {
        match_id: state.id.to_string(),
        seq: state.seq(),
        state: state_to_wire(state) as i32,
        options: Some(options_to_wire(&setup.options)),
        seats: seats_to_wire(state),
        view: core.game.as_ref().map(|game| view_to_wire(&game.view(viewer))),
        turn: turn(state, viewer, deadlines),
        commitment: state.commitment().as_bytes().to_vec(),
        cut_deadline: deadlines.cut.map(timestamp),
        ladder: setup.ladder.clone().unwrap_or_default(),
        your_seat: viewer.seat().map(seat_to_wire),
        standing: Some(standing_to_wire(setup, core)),
        end_reason: end_to_wire(state.end()) as i32,
        created_at: Some(timestamp(state.created_at)),
        ended_at: ended.then(|| timestamp(state.last_step_at())),
        clocks: Some(clocks_to_wire(setup)),
        secret: if ended { state.secret.reveal().to_vec() } else { Vec::new() },
    }
}

pub(super) fn clocks_to_wire(setup: &Setup) -> pb::ClockSettings {
    pb::ClockSettings {
        turn_limit: Some(to_duration(setup.clocks.turn_limit)),
        bank: Some(to_duration(setup.clocks.bank)),
    }
}

/// Who sits where, without what changes during a match. For lists.
pub fn seat_names(setup: &Setup) -> Vec<pb::SeatStatus> {
    let seat = |seat: Seat| {
        let occupant = setup.occupant(seat);
        pb::SeatStatus {
            seat: seat_to_wire(seat),
            display_name: occupant.display_name(),
            account_id: occupant.account_id().map(|id| id.to_string()).unwrap_or_default(),
            bot: matches!(occupant, Occupant::Bot { .. }),
            ..Default::default()
        }
    };
    setup.seats().map(seat).collect()
}

fn seats_to_wire(state: &MatchState) -> Vec<pb::SeatStatus> {
    let mut seats = seat_names(&state.setup);
    for (status, seat) in seats.iter_mut().zip(&state.core().seats) {
        status.away = seat.away;
        status.bank_left = Some(to_duration(seat.bank_left));
        status.cut = status.bot || seat.cut.is_some();
        status.resigned = seat.resigned;
    }
    seats
}

/// Whose turn it is; the legal moves only for the viewer whose turn it is.
pub fn turn(state: &MatchState, viewer: Viewer, deadlines: Deadlines) -> Option<pb::Turn> {
    let seat = state.core().turn()?;
    let (legal_moves, legal_moves_cut) =
        if viewer.is(seat) { legal_moves(state) } else { Default::default() };
    let deadline = deadlines.turn.map(timestamp);
    Some(pb::Turn { seat: seat_to_wire(seat), deadline, legal_moves, legal_moves_cut })
}

/// The legal moves as far as they fit into a message, and whether there are more.
fn legal_moves(state: &MatchState) -> (Vec<LegalMove>, bool) {
    let Some(game) = &state.core().game else { return Default::default() };
    let mut actions = Vec::new();
    let listing = game.legal(&mut actions);
    let cut = listing == Listing::Cut || actions.len() > MAX_LISTED_MOVES;
    let listed = actions.iter().take(MAX_LISTED_MOVES);
    (listed.map(|a| LegalMove { action: Some(action_to_wire(a)), text: a.to_string() }).collect(), cut)
}

/// One step as a viewer may see it: the parts that are the same in live and in closed form.
pub fn event(state: &MatchState, seq: u64, at: UnixMillis, step: SeenStep<'_>) -> pb::MatchEvent {
    let mut event =
        pb::MatchEvent { match_id: state.id.to_string(), seq, at: Some(timestamp(at)), ..Default::default() };
    let entry = match step {
        SeenStep::Game { seen, entry } => {
            event.event = Some(pb::match_event::Event::Game(seen_to_wire(&seen)));
            entry
        }
        SeenStep::Table(entry) => {
            event.event = table_event(entry);
            entry
        }
    };
    if let Entry::Play { actor, .. } = entry {
        event.actor = actor_to_wire(*actor) as i32;
    }
    event
}

/// One step in closed form, for a viewer who missed it.
pub fn closed_event(state: &MatchState, seq: u64, at: UnixMillis, step: SeenStep<'_>) -> pb::MatchEvent {
    let ended = if seq == state.seq() { ended(state) } else { None };
    pb::MatchEvent { closed_form: true, ended, ..event(state, seq, at, step) }
}

/// How the match has ended, if it has, with the secret that is now public.
fn ended(state: &MatchState) -> Option<pb::MatchEnded> {
    state.end().map(|end| pb::MatchEnded {
        reason: end_to_wire(Some(end)) as i32,
        standing: Some(standing_to_wire(&state.setup, state.core())),
        secret: state.secret.reveal().to_vec(),
    })
}

/// Steps that everybody may see whole. A cut is told by the hash of its entropy.
fn table_event(entry: &Entry) -> Option<pb::match_event::Event> {
    use pb::match_event::Event as E;
    Some(match entry {
        Entry::Cut { seat, entropy } => E::Cut(cut_to_wire(*seat, entropy)),
        Entry::Away { seat } => E::Away(pb::SeatAway { seat: seat_to_wire(*seat) }),
        Entry::Back { seat } => E::Back(pb::SeatBack { seat: seat_to_wire(*seat) }),
        Entry::Resign { seat } => E::ResignOffered(pb::ResignOffered { seat: seat_to_wire(*seat) }),
        Entry::Deal { .. } | Entry::Play { .. } | Entry::Abort { .. } => return None,
    })
}

fn cut_to_wire(seat: Seat, entropy: &fairdeal::Entropy) -> pb::CutMade {
    let entropy_hash =
        if entropy.is_none() { Vec::new() } else { Sha256::digest(entropy.as_bytes()).to_vec() };
    pb::CutMade { seat: seat_to_wire(seat), entropy_hash }
}

/// What an event says besides its step when it is told live: the turn, the charge, and the end.
pub fn add_live_parts(
    event: &mut pb::MatchEvent,
    state: &MatchState,
    entry: &Entry,
    viewer: Viewer,
    deadlines: Deadlines,
) {
    event.turn = turn(state, viewer, deadlines);
    if let Entry::Play { seat, bank_charged_ms, .. } = entry
        && *bank_charged_ms > 0
    {
        let left = to_duration(state.core().seats[seat.index()].bank_left);
        event.bank_charge = Some(pb::BankCharge { seat: seat_to_wire(*seat), left: Some(left) });
    }
    event.ended = ended(state);
}

/// The public record of an ended match.
pub fn record(archived: &Archived) -> pb::MatchRecord {
    let state = &archived.state;
    let setup = &state.setup;
    let entropies =
        state.core().seats.iter().map(|s| s.cut.as_ref().map(|e| e.as_bytes().to_vec()).unwrap_or_default());
    pb::MatchRecord {
        match_id: state.id.to_string(),
        rules_version: u32::try_from(archived.rules_version).unwrap_or_default(),
        options: Some(options_to_wire(&setup.options)),
        seats: setup_seats_to_wire(setup),
        clocks: Some(clocks_to_wire(setup)),
        ladder: setup.ladder.clone().unwrap_or_default(),
        created_at: Some(timestamp(state.created_at)),
        ended_at: Some(timestamp(state.last_step_at())),
        state: state_to_wire(state) as i32,
        end_reason: end_to_wire(state.end()) as i32,
        standing: Some(standing_to_wire(setup, state.core())),
        commitment: state.commitment().as_bytes().to_vec(),
        secret: state.secret.reveal().to_vec(),
        entropies: entropies.collect(),
        first_dealer: seat_to_wire(state.first_dealer()),
        first_dealer_given: setup.first_dealer.is_some(),
        steps: (1..).zip(state.steps()).map(|(seq, s)| record_step(seq, s.at, &s.entry)).collect(),
        absences: absences(state).iter().map(|span| span.to_wire()).collect(),
        abort_reason: state.steps().iter().find_map(|s| abort_reason(&s.entry)).unwrap_or_default(),
    }
}

pub(super) fn abort_reason(entry: &Entry) -> Option<String> {
    match entry {
        Entry::Abort { why } => Some(why.clone()),
        _ => None,
    }
}

fn record_step(seq: u64, at: UnixMillis, entry: &Entry) -> pb::RecordStep {
    use pb::record_step::Step;
    let step = match entry {
        Entry::Cut { seat, entropy } => Step::Cut(cut_to_wire(*seat, entropy)),
        Entry::Deal { number, dealer, deck, .. } => Step::Deal(pb::DeckDealt {
            deal: *number,
            dealer: seat_to_wire(*dealer),
            deck: deck_to_wire(deck),
        }),
        Entry::Play { seat, action, actor, bank_charged_ms } => Step::Action(pb::ActionTaken {
            seat: seat_to_wire(*seat),
            action: Some(action_to_wire(action)),
            text: action.to_string(),
            actor: actor_to_wire(*actor) as i32,
            bank_charged: Some(to_duration(Duration::from_millis((*bank_charged_ms).into()))),
        }),
        Entry::Away { seat } => Step::Away(pb::SeatAway { seat: seat_to_wire(*seat) }),
        Entry::Back { seat } => Step::Back(pb::SeatBack { seat: seat_to_wire(*seat) }),
        Entry::Resign { seat } => Step::Resign(pb::ResignOffered { seat: seat_to_wire(*seat) }),
        Entry::Abort { why } => Step::Abort(pb::AbortStep { why: why.clone() }),
    };
    pb::RecordStep { seq, at: Some(timestamp(at)), step: Some(step) }
}

/// A span in which a bot stood in for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AbsenceSpan {
    /// The seat.
    pub seat: Seat,
    from_seq: u64,
    to_seq: Option<u64>,
    /// When it began.
    pub from: UnixMillis,
    /// When it ended; the latest step if it has not.
    pub to: UnixMillis,
}

impl AbsenceSpan {
    pub(super) fn to_wire(self) -> pb::AbsenceSpan {
        let at = |at: UnixMillis| -> Option<Timestamp> { Some(timestamp(at)) };
        pb::AbsenceSpan {
            seat: seat_to_wire(self.seat),
            from_seq: self.from_seq,
            to_seq: self.to_seq.unwrap_or(0),
            since: at(self.from),
            until: at(self.to),
        }
    }
}

/// All spans in which a bot stood in, in the order in which they began.
pub(crate) fn absences(state: &MatchState) -> Vec<AbsenceSpan> {
    let end = state.last_step_at();
    let mut spans: Vec<AbsenceSpan> = Vec::new();
    for (seq, step) in (1..).zip(state.steps()) {
        match step.entry {
            Entry::Away { seat } => {
                spans.push(AbsenceSpan { seat, from_seq: seq, to_seq: None, from: step.at, to: end });
            }
            Entry::Back { seat } => {
                if let Some(span) = spans.iter_mut().rfind(|s| s.seat == seat && s.to_seq.is_none()) {
                    (span.to_seq, span.to) = (Some(seq), step.at);
                }
            }
            _ => {}
        }
    }
    spans
}
