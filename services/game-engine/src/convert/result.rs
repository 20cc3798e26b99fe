//! The result of a finished match, as the ratings service takes it.

use cards::Side;
use service::timestamp;
use wire::ratings::v1 as pb;

use super::game::standing_to_wire;
use super::matches::{AbsenceSpan, absences};
use crate::state::{EndKind, MatchState, Occupant};

/// The result of a rated match that has ended, counting `state` as its last state; `None` if the match is unrated or was aborted.
pub fn result(state: &MatchState) -> Option<pb::SubmitResultRequest> {
    let ladder = state.setup.ladder.clone()?;
    if !matches!(state.end(), Some(EndKind::PlayedOut | EndKind::Resigned)) {
        return None;
    }
    let places = state.core().places(&state.setup);
    let scores = standing_to_wire(&state.setup, state.core()).scores;
    let spans = absences(state);
    let side = |(side, place): (Side, u32)| pb::ResultSide {
        players: players(state, side, &spans),
        place,
        score: scores.get(side.index()).copied().unwrap_or(0),
    };
    Some(pb::SubmitResultRequest {
        result_id: state.id.to_string(),
        ladder,
        played_at: Some(timestamp(state.last_step_at())),
        sides: state.setup.sides().zip(places).map(side).collect(),
        abandoned: !state.core().played,
    })
}

fn players(state: &MatchState, side: Side, spans: &[AbsenceSpan]) -> Vec<pb::ResultPlayer> {
    let mut players = Vec::new();
    for seat in state.setup.seats_of(side) {
        let Occupant::Player { account_id, display_name } = state.setup.occupant(seat) else { continue };
        let own: Vec<_> = spans.iter().filter(|span| span.seat == seat).collect();
        let left = state.core().seats[seat.index()].away;
        players.push(pb::ResultPlayer {
            account_id: account_id.to_string(),
            display_name: display_name.clone(),
            left,
            left_at: own.last().filter(|_| left).map(|span| timestamp(span.from)),
            bot_spans: own
                .iter()
                .map(|s| pb::BotSpan { since: Some(timestamp(s.from)), until: Some(timestamp(s.to)) })
                .collect(),
        });
    }
    players
}
