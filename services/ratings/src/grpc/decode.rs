//! From messages to domain types. Every fault names its field, and a result's faults come all at once.

use std::ops::RangeInclusive;

use env::UnixMillis;
use prost_types::Timestamp;
use service::display_name;
use uuid::Uuid;
use wire::ratings::v1 as pb;

use crate::error::{Error, FieldFault};
use crate::ids::{AccountId, Entity, LadderId, RESULT_ID_MAX, ResultId, SourceName};
use crate::result::{
    BOT_SPANS_MAX, BotSpan, PLAYERS_PER_SIDE_MAX, ReportedPlayer, ReportedResult, ReportedSide, SIDES_MAX,
};

/// Seconds of the first and the last instant that a timestamp may name: 0001-01-01 and 9999-12-31T23:59:59 UTC.
const TIMESTAMP_SECONDS: std::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;

/// The most of a name that is not known that an answer repeats, in characters.
const SHOWN_MAX: usize = 40;

/// The faults of a message, gathered while it is read.
#[derive(Default)]
struct Faults(Vec<FieldFault>);

impl Faults {
    fn add(&mut self, field: impl Into<String>, description: impl Into<String>) {
        self.0.push(FieldFault::new(field, description));
    }

    /// The value, or a fault of `field`.
    fn need<T>(&mut self, value: Option<T>, field: &str, description: impl Into<String>) -> Option<T> {
        if value.is_none() {
            self.add(field, description);
        }
        value
    }

    /// The items, or one fault of `field` and none of them if there are more than `most`.
    fn up_to<T>(&mut self, most: usize, things: &str, field: &str, items: Vec<T>) -> Vec<T> {
        if items.len() <= most {
            return items;
        }
        self.add(field, format!("has more than {most} {things}"));
        Vec::new()
    }

    fn account(&mut self, field: &str, text: &str) -> Option<AccountId> {
        let account = Uuid::try_parse(text).ok().and_then(AccountId::new);
        self.need(account, field, "must be the UUID of an account")
    }

    fn millis(&mut self, field: &str, at: Timestamp) -> Option<i64> {
        let fits = TIMESTAMP_SECONDS.contains(&at.seconds) && (0..1_000_000_000).contains(&at.nanos);
        let millis = fits.then(|| at.seconds * 1000 + i64::from(at.nanos / 1_000_000));
        self.need(millis, field, "is no point in time between the years 1 and 9999")
    }

    fn entity(&mut self, path: &str, entity: pb::Entity) -> Option<Entity> {
        let (ids, path) = (entity.account_ids, format!("{path}.account_ids"));
        let named = ids.iter().take(2).enumerate();
        let accounts: Vec<Option<AccountId>> =
            named.map(|(i, id)| self.account(&format!("{path}[{i}]"), id)).collect();
        match (ids.len(), accounts.as_slice()) {
            (1, [Some(player)]) => Some(Entity::Player(*player)),
            (2, [Some(one), Some(other)]) => {
                self.need(Entity::pair(*one, *other), &path, "names one account twice")
            }
            (1 | 2, _) => None,
            _ => self.need(None, &path, "must hold one account for a player, two for a pair"),
        }
    }

    fn name(&mut self, field: &str, text: &str) -> Option<String> {
        match display_name(field, text) {
            Ok(name) => Some(name),
            Err(fault) => {
                self.0.extend(
                    fault.into_refused().fields.into_iter().map(|f| FieldFault::new(f.field, f.description)),
                );
                None
            }
        }
    }
}

/// A result as reported, or all of its faults.
pub(super) fn reported_result(request: pb::SubmitResultRequest) -> Result<ReportedResult, Error> {
    let mut faults = Faults::default();
    let result_id = ResultId::parse(&request.result_id);
    let text = format!("must have 1 to {RESULT_ID_MAX} characters, none of them a control character");
    let result_id = faults.need(result_id, "result_id", text);
    if request.ladder.is_empty() {
        faults.add("ladder", "is missing");
    }
    let played_at = faults.need(request.played_at, "played_at", "is missing");
    let played_at = played_at.and_then(|at| faults.millis("played_at", at));
    // What is far too much is one fault and is not read any further, lest the answer outgrow the request.
    let sides = faults.up_to(SIDES_MAX, "sides", "sides", request.sides);
    let sides: Vec<ReportedSide> = sides
        .into_iter()
        .enumerate()
        .filter_map(|(s, side)| reported_side(&mut faults, &format!("sides[{s}]"), side))
        .collect();
    let (Some(result_id), Some(played_at), true) = (result_id, played_at, faults.0.is_empty()) else {
        return Err(Error::Invalid(faults.0));
    };
    let ladder = ladder(&request.ladder)?;
    let abandoned = request.abandoned;
    Ok(ReportedResult { result_id, ladder, played_at: UnixMillis::new(played_at), sides, abandoned })
}

fn reported_side(faults: &mut Faults, path: &str, side: pb::ResultSide) -> Option<ReportedSide> {
    let players = faults.up_to(PLAYERS_PER_SIDE_MAX, "players", &format!("{path}.players"), side.players);
    let count = players.len();
    let players: Vec<ReportedPlayer> = players
        .into_iter()
        .enumerate()
        .filter_map(|(p, player)| reported_player(faults, &format!("{path}.players[{p}]"), player))
        .collect();
    (players.len() == count).then_some(ReportedSide { players, place: side.place, score: side.score })
}

fn reported_player(faults: &mut Faults, path: &str, player: pb::ResultPlayer) -> Option<ReportedPlayer> {
    let account = faults.account(&format!("{path}.account_id"), &player.account_id);
    let name = faults.name(&format!("{path}.display_name"), &player.display_name);
    let left_at = format!("{path}.left_at");
    if player.left_at.is_some() && !player.left {
        faults.add(&left_at, "is given for a player who has not left");
    }
    let left_at_ms = player.left_at.and_then(|at| faults.millis(&left_at, at));
    let spans = faults.up_to(BOT_SPANS_MAX, "spans", &format!("{path}.bot_spans"), player.bot_spans);
    let bot_spans = spans
        .into_iter()
        .enumerate()
        // Only the first one at fault is named: there may be hundreds.
        .map_while(|(i, span)| bot_span(faults, &format!("{path}.bot_spans[{i}]"), span))
        .collect();
    Some(ReportedPlayer { account: account?, name: name?, left: player.left, left_at_ms, bot_spans })
}

fn bot_span(faults: &mut Faults, path: &str, span: pb::BotSpan) -> Option<BotSpan> {
    let mut end = |name: &str, at: Option<Timestamp>| {
        let field = format!("{path}.{name}");
        let at = faults.need(at, &field, "is missing")?;
        faults.millis(&field, at)
    };
    let (from_ms, to_ms) = (end("since", span.since), end("until", span.until));
    let span = BotSpan { from_ms: from_ms?, to_ms: to_ms? };
    if span.to_ms < span.from_ms {
        faults.add(format!("{path}.until"), "lies before `since`");
        return None;
    }
    Some(span)
}

/// The ladder that is meant. What could not be a ladder's id is no ladder's id.
pub(super) fn ladder(text: &str) -> Result<LadderId, Error> {
    LadderId::parse(text).ok_or_else(|| Error::LadderNotFound(shown(text)))
}

/// The result that is asked for, and its source: the suite's own engine if none is given. What could not be a source's name or a
/// result's id is none.
pub(super) fn result(source: &str, result_id: &str) -> Result<(SourceName, ResultId), Error> {
    let source = if source.is_empty() { SourceName::ENGINE } else { source };
    let id = ResultId::parse(result_id).filter(|_| !source.chars().any(char::is_control));
    let id = id.ok_or_else(|| Error::ResultNotFound(shown(source)))?;
    Ok((SourceName::new(source), id))
}

/// As much of a name as an answer repeats.
fn shown(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(SHOWN_MAX).collect()
}

/// Who is asked for, in the field `path`.
pub(super) fn entity(path: &str, entity: Option<pb::Entity>) -> Result<Entity, Error> {
    let mut faults = Faults::default();
    let entity = faults.entity(path, entity.unwrap_or_default());
    entity.ok_or(Error::Invalid(faults.0))
}

/// Who are asked for, in the repeated field `path`: `counts` of them.
pub(super) fn entities(
    path: &str,
    entities: Vec<pb::Entity>,
    counts: RangeInclusive<usize>,
) -> Result<Vec<Entity>, Error> {
    if !counts.contains(&entities.len()) {
        return Err(Error::invalid(path, format!("must be {} to {}", counts.start(), counts.end())));
    }
    let mut faults = Faults::default();
    let read = |(i, entity)| faults.entity(&format!("{path}[{i}]"), entity);
    let found: Vec<Entity> = entities.into_iter().enumerate().filter_map(read).collect();
    if faults.0.is_empty() { Ok(found) } else { Err(Error::Invalid(faults.0)) }
}

/// The account that is asked for.
pub(super) fn account(field: &str, text: &str) -> Result<AccountId, Error> {
    let mut faults = Faults::default();
    faults.account(field, text).ok_or(Error::Invalid(faults.0))
}

/// The season that is asked for; `None` for 0, the one that is shown.
pub(super) fn season(number: u32) -> Result<Option<i32>, Error> {
    let season = i32::try_from(number).map_err(|_| Error::invalid("season", "is no season's number"))?;
    Ok(Some(season).filter(|season| *season > 0))
}

/// A point in time; `None` if it is absent.
pub(super) fn moment(field: &str, at: Option<Timestamp>) -> Result<Option<UnixMillis>, Error> {
    let mut faults = Faults::default();
    let millis = at.and_then(|at| faults.millis(field, at));
    if faults.0.is_empty() { Ok(millis.map(UnixMillis::new)) } else { Err(Error::Invalid(faults.0)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(request: pb::SubmitResultRequest) -> Vec<String> {
        match reported_result(request) {
            Err(Error::Invalid(faults)) => faults.into_iter().map(|fault| fault.field).collect(),
            other => panic!("{other:?}"),
        }
    }

    fn entity_of(ids: &[&str]) -> Result<Entity, Error> {
        entity("entity", Some(pb::Entity { account_ids: ids.iter().map(|id| (*id).to_owned()).collect() }))
    }

    const ONE: &str = "00000000-0000-0000-0000-000000000001";
    const TWO: &str = "00000000-0000-0000-0000-000000000002";

    #[test]
    fn every_fault_of_a_result_is_named_at_once() {
        let player = pb::ResultPlayer {
            account_id: "nobody".into(),
            display_name: "\u{202e}".into(),
            left: false,
            left_at: Some(Timestamp { seconds: 0, nanos: -1 }),
            bot_spans: vec![pb::BotSpan { since: Some(Timestamp { seconds: 9, nanos: 0 }), until: None }],
        };
        let request = pb::SubmitResultRequest {
            sides: vec![pb::ResultSide { players: vec![player], place: 1, score: 0 }],
            ..Default::default()
        };
        let expected = [
            "result_id",
            "ladder",
            "played_at",
            "sides[0].players[0].account_id",
            "sides[0].players[0].display_name",
            "sides[0].players[0].left_at",
            "sides[0].players[0].left_at",
            "sides[0].players[0].bot_spans[0].until",
        ];
        assert_eq!(faults(request), expected);
    }

    #[test]
    fn what_is_far_too_much_is_one_fault() {
        let player = |spans| pb::ResultPlayer {
            account_id: ONE.into(),
            display_name: "One".into(),
            bot_spans: vec![pb::BotSpan::default(); spans],
            ..Default::default()
        };
        let side = |players: usize, spans| pb::ResultSide {
            players: vec![player(spans); players],
            ..Default::default()
        };
        let request = |sides| pb::SubmitResultRequest {
            result_id: "a".into(),
            ladder: "seep".into(),
            played_at: Some(Timestamp::default()),
            sides,
            abandoned: false,
        };
        for (sides, field) in [
            (vec![pb::ResultSide::default(); 15_000], "sides"),
            (vec![side(15_000, 0)], "sides[0].players"),
            (vec![side(1, 15_000)], "sides[0].players[0].bot_spans"),
        ] {
            assert_eq!(faults(request(sides)), [field]);
        }
        let spans = ["since", "until"].map(|end| format!("sides[0].players[0].bot_spans[0].{end}"));
        assert_eq!(faults(request(vec![side(1, 500)])), spans);
    }

    #[test]
    fn span_that_ends_before_it_begins_is_refused() {
        let mut found = Faults::default();
        let [from, to] = [9, 8].map(|seconds| Some(Timestamp { seconds, nanos: 0 }));
        bot_span(&mut found, "span", pb::BotSpan { since: from, until: to });
        assert_eq!(found.0, [FieldFault::new("span.until", "lies before `since`")]);
    }

    #[test]
    fn entity_is_one_account_or_two_different_ones() {
        assert!(matches!(entity_of(&[ONE]), Ok(Entity::Player(_))));
        assert_eq!(entity_of(&[TWO, ONE]).unwrap(), entity_of(&[ONE, TWO]).unwrap());
        for bad in
            [&[][..], &[ONE, ONE], &[ONE, "x"], &[ONE, TWO, ONE], &["00000000-0000-0000-0000-000000000000"]]
        {
            assert!(matches!(entity_of(bad), Err(Error::Invalid(faults)) if faults.len() == 1), "{bad:?}");
        }
    }
}
