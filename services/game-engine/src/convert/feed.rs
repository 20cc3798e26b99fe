//! Events of the match feed. They say nothing of any card.

use cards::{Seat, Side};
use env::UnixMillis;
use prost::Message as _;
use service::timestamp;
use uuid::Uuid;
use wire::engine::v1 as pb;
use wire::engine::v1::match_feed_event::Event;

use super::cards::seat_to_wire;
use super::game::{options_to_wire, standing_to_wire};
use super::matches::{AbsenceSpan, abort_reason, absences, clocks_to_wire, end_to_wire};
use super::setup::{account_seats, setup_seats_to_wire};
use crate::feed::Turn;
use crate::state::{EndKind, MatchState, Setup};
use crate::store::{FeedDraft, FeedKind};

/// The start of a match.
pub(crate) fn started_event(match_id: Uuid, setup: &Setup, at: UnixMillis) -> FeedDraft {
    let event = Event::Started(pb::MatchStarted {
        game: setup.options.kind().name().to_owned(),
        options: Some(options_to_wire(&setup.options)),
        seats: setup_seats_to_wire(setup),
        clocks: Some(clocks_to_wire(setup)),
        ladder: setup.ladder.clone().unwrap_or_default(),
    });
    draft(FeedKind::Started, accounts_of(setup), encoded(match_id, at, event))
}

/// The end of a match, counting `state` as its last state.
pub(crate) fn finished_event(state: &MatchState) -> FeedDraft {
    let setup = &state.setup;
    let event = Event::Finished(pb::MatchFinished {
        game: setup.options.kind().name().to_owned(),
        options: Some(options_to_wire(&setup.options)),
        reason: end_to_wire(state.end()) as i32,
        sides: sides(state),
        standing: Some(standing_to_wire(setup, state.core())),
        ladder: setup.ladder.clone().unwrap_or_default(),
        unrated: unrated(state) as i32,
        created_at: Some(timestamp(state.created_at)),
        abort_reason: state.steps().iter().find_map(|s| abort_reason(&s.entry)).unwrap_or_default(),
    });
    let payload = encoded(state.id, state.last_step_at(), event);
    draft(FeedKind::Finished, accounts_of(setup), payload)
}

/// The bytes of the event that a player is to act.
pub(crate) fn encode_turn(turn: &Turn) -> Vec<u8> {
    let event = Event::YourTurn(pb::YourTurn {
        game: turn.game.name().to_owned(),
        seat: seat_to_wire(turn.seat),
        player: Some(pb::PlayerSeat {
            account_id: turn.account_id.to_string(),
            display_name: turn.display_name.clone(),
        }),
        turn_seq: turn.turn_seq,
        deadline: turn.deadline.map(timestamp),
    });
    encoded(turn.match_id, turn.began_at, event)
}

fn draft(kind: FeedKind, accounts: Vec<Uuid>, payload: Vec<u8>) -> FeedDraft {
    FeedDraft { kind, accounts, payload }
}

/// The number and the creator are the store's to add.
fn encoded(match_id: Uuid, at: UnixMillis, event: Event) -> Vec<u8> {
    let event = pb::MatchFeedEvent {
        number: 0,
        match_id: match_id.to_string(),
        at: Some(timestamp(at)),
        created_by: String::new(),
        event: Some(event),
    };
    event.encode_to_vec()
}

fn accounts_of(setup: &Setup) -> Vec<Uuid> {
    account_seats(setup).into_iter().map(|(account_id, _)| account_id).collect()
}

fn sides(state: &MatchState) -> Vec<pb::FinishedSide> {
    let scores = standing_to_wire(&state.setup, state.core()).scores;
    let places = state.core().places(&state.setup);
    let was_decided = state.end() != Some(EndKind::Aborted);
    let spans = absences(state);
    let side = |(side, place): (Side, u32)| pb::FinishedSide {
        seats: state.setup.seats_of(side).map(|seat| finished_seat(state, seat, &spans)).collect(),
        place: if was_decided { place } else { 0 },
        score: scores.get(side.index()).copied().unwrap_or(0),
    };
    state.setup.sides().zip(places).map(side).collect()
}

fn finished_seat(state: &MatchState, seat: Seat, spans: &[AbsenceSpan]) -> pb::FinishedSeat {
    let seat_state = &state.core().seats[seat.index()];
    pb::FinishedSeat {
        seat: seat_to_wire(seat),
        assignment: setup_seats_to_wire(&state.setup).into_iter().nth(seat.index()),
        left: seat_state.away,
        bot_spans: spans.iter().filter(|span| span.seat == seat).map(|span| span.to_wire()).collect(),
        resigned: seat_state.resigned,
    }
}

fn unrated(state: &MatchState) -> pb::UnratedReason {
    let setup = &state.setup;
    if state.end() == Some(EndKind::Aborted) {
        return pb::UnratedReason::Aborted;
    }
    match &setup.ladder {
        Some(_) if state.core().played => pb::UnratedReason::Unspecified,
        Some(_) => pb::UnratedReason::Abandoned,
        None if setup.seats().any(|seat| setup.is_bot(seat)) => pb::UnratedReason::BotSeat,
        None if setup.options.rule_set().is_none() => pb::UnratedReason::NoLadder,
        None => pb::UnratedReason::Casual,
    }
}
