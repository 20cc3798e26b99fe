//! Changes of ratings.

use env::UnixMillis;
use uuid::Uuid;
use wire::ratings::v1::{self as pb, LadderEventKind, ResultState};

use super::bodies::{Change, RatingChanged, millis};
use super::event::{Event, body};
use super::subscription::Kind;

/// What a result changed; `None` if it changed nothing. One that was taken back before it was read still bears what it had changed: that is told, because
/// what the void tells begins there.
pub(super) fn from_result(result: pb::Result) -> Option<Event> {
    let was_rated = matches!(result.state(), ResultState::Rated | ResultState::Voided);
    if !was_rated || result.changes.is_empty() {
        return None;
    }
    let change = |change: pb::RatingChange| Change {
        account_ids: change.entity.unwrap_or_default().account_ids,
        display_names: change.display_names,
        before: change.displayed_before,
        after: change.displayed_after,
    };
    let at = result.accepted_at.or(result.played_at);
    let data = RatingChanged {
        ladder: result.ladder,
        number: result.sequence,
        part: 1,
        cause: "result",
        season: result.season,
        source: Some(result.source),
        result_id: Some(result.result_id),
        event: None,
        changes: result.changes.into_iter().map(change).collect(),
    };
    Some(event(at, data))
}

/// What a part of an event changed; `None` if it changed nothing.
pub(super) fn from_event(ladder: &str, part: u32, told: pb::LadderEventChanges) -> Option<Event> {
    let of = told.event?;
    if told.changes.is_empty() {
        return None;
    }
    let change = |change: pb::FeedChange| Change {
        account_ids: change.entity.unwrap_or_default().account_ids,
        display_names: Vec::new(),
        before: change.displayed_before,
        after: change.displayed_after,
    };
    let data = RatingChanged {
        ladder: ladder.to_owned(),
        number: of.sequence,
        part,
        cause: "event",
        season: of.season,
        source: None,
        result_id: None,
        event: Some(event_name(of.kind())),
        changes: told.changes.into_iter().map(change).collect(),
    };
    Some(event(of.happened_at, data))
}

/// `SEASON_CLOSE` of the catalogue of kinds is `season_close` here.
fn event_name(kind: LadderEventKind) -> String {
    let name = kind.as_str_name();
    name.strip_prefix("LADDER_EVENT_KIND_").unwrap_or(name).to_lowercase()
}

fn event(at: Option<prost_types::Timestamp>, data: RatingChanged) -> Event {
    let ids = data.changes.iter().flat_map(|change| &change.account_ids);
    let mut accounts: Vec<Uuid> = ids.filter_map(|id| Uuid::try_parse(id).ok()).collect();
    accounts.sort_unstable();
    accounts.dedup();
    let id = format!("evt_rating_{}_{}_{}", data.ladder, data.number, data.part);
    let at = at.as_ref().map_or(UnixMillis::new(0), millis);
    Event {
        created_by: data.source.clone(),
        ladder: Some(data.ladder.clone()),
        body: body(&id, Kind::RatingChanged.name(), at, data),
        id,
        kind: Kind::RatingChanged,
        accounts,
    }
}
