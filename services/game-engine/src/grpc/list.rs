//! Matches in lists.

use prost::Message as _;
use service::timestamp;
use std::sync::Arc;
use wire::Fault;
use wire::engine::v1 as pb;

use crate::convert;
use crate::engine::Engine;
use crate::forward::Origin;
use crate::store::{Listed, RowState};

/// One line of a list. Where a live match cannot be asked now, it says less.
pub(super) async fn summary(engine: &Arc<Engine>, row: Listed, origin: &Origin) -> pb::MatchSummary {
    let setup = convert::decode_setup(&row.config);
    let brief = match row.state {
        RowState::Live => engine.brief(row.match_id, origin).await.ok().flatten(),
        _ => None,
    };
    let state = match row.state {
        // A configuration that cannot be read is an operator's case, too.
        _ if setup.is_none() => pb::MatchState::Quarantined,
        RowState::Live if brief.is_some_and(|brief| brief.is_cutting) => pb::MatchState::Cutting,
        RowState::Live => pb::MatchState::Playing,
        RowState::Finished => pb::MatchState::Finished,
        RowState::Aborted => pb::MatchState::Aborted,
        RowState::Quarantined => pb::MatchState::Quarantined,
    };
    let turn = brief.and_then(|brief| brief.turn);
    let at = |millis| timestamp(env::UnixMillis::new(millis));
    let setup = setup.as_ref();
    pb::MatchSummary {
        match_id: row.match_id.to_string(),
        state: state as i32,
        options: setup.map(|setup| convert::options_to_wire(&setup.options)),
        seats: setup.map(convert::seat_names).unwrap_or_default(),
        seat: u32::try_from(row.seat).unwrap_or_default(),
        ladder: setup.and_then(|setup| setup.ladder.clone()).unwrap_or_default(),
        created_at: Some(at(row.created_at_ms)),
        ended_at: row.ended_at_ms.map(at),
        standing: row.standing.and_then(|bytes| wire::game::v1::Standing::decode(bytes.as_slice()).ok()),
        my_turn: turn.is_some_and(|seat| i16::from(seat.number()) == row.seat),
    }
}

/// The rows that can hold what is asked for; which of them do is seen once their matches have been asked.
pub(super) fn wanted_rows(request: &pb::ListMatchesRequest) -> Result<Vec<RowState>, Fault> {
    let states = row_states(&request.states)?;
    Ok(if request.my_turn && states.is_empty() { vec![RowState::Live] } else { states })
}

/// The states of rows that lists of these states are made of.
fn row_states(states: &[i32]) -> Result<Vec<RowState>, Fault> {
    let row_state = |state: &i32| match pb::MatchState::try_from(*state) {
        Ok(pb::MatchState::Cutting | pb::MatchState::Playing) => Ok(RowState::Live),
        Ok(pb::MatchState::Finished) => Ok(RowState::Finished),
        Ok(pb::MatchState::Aborted) => Ok(RowState::Aborted),
        Ok(pb::MatchState::Quarantined) => Ok(RowState::Quarantined),
        Ok(pb::MatchState::Unspecified) | Err(_) => Err(Fault::invalid("states", "names no state")),
    };
    states.iter().map(row_state).collect()
}
