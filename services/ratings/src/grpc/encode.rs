//! From domain types to messages.

use std::collections::HashMap;

use env::UnixMillis;
use prost_types::Timestamp;
use service::timestamp;
use wire::ratings::v1 as pb;

use crate::board::BoardRow;
use crate::divisions::Division;
use crate::event::{EventLine, LoggedEvent};
use crate::explanation::{Change, Explanation, PlayerExplained};
use crate::feed::Part;
use crate::history::{Cause, HistoryEntry, LineKind};
use crate::ids::{AccountId, Entity};
use crate::ladder::Ladder;
use crate::log::EventKind;
use crate::preview::Preview;
use crate::rate::{SeasonChange, Standing, StandingChange};
use crate::read::{Outcome, Posting, StoredResult};
use crate::result::{BotSpan, ReportedPlayer, ReportedSide, SideKind};
use crate::sentences::sentences;

pub(super) fn ladder(ladder: Ladder) -> pb::Ladder {
    let side_kind = match ladder.spec.side_kind {
        SideKind::Pair => pb::SideKind::Pair,
        SideKind::Solo => pb::SideKind::Solo,
    };
    pb::Ladder {
        id: ladder.spec.id.to_string(),
        name: ladder.spec.name,
        game: ladder.spec.game,
        side_kind: side_kind.into(),
        season: ladder.running.number.unsigned_abs(),
        config_version: ladder.config_version.0,
        shown_season: ladder.track.season.unsigned_abs(),
        rated_through: ladder.rated_through.unsigned_abs(),
        last_sequence: ladder.last_sequence.unsigned_abs(),
    }
}

pub(super) fn result(stored: &StoredResult) -> pb::Result {
    let (state, dead_letter_reason) = match &stored.outcome {
        None => (pb::ResultState::Accepted, String::new()),
        Some(Outcome::Rated(_)) => (pb::ResultState::Rated, String::new()),
        Some(Outcome::Unrated(_)) => (pb::ResultState::Unrated, String::new()),
        Some(Outcome::DeadLetter(reason)) => (pb::ResultState::DeadLetter, reason.clone()),
    };
    let state = if stored.voided_by.is_some() { pb::ResultState::Voided } else { state };
    let changes = match &stored.outcome {
        Some(Outcome::Rated(explanation)) => changes(stored, explanation),
        _ => Vec::new(),
    };
    pb::Result {
        source: stored.source.clone(),
        result_id: stored.result_id.clone(),
        ladder: stored.track.ladder.to_string(),
        sequence: stored.sequence.unsigned_abs(),
        state: state.into(),
        dead_letter_reason,
        sides: stored.sides.iter().map(side).collect(),
        played_at: Some(timestamp(stored.played_at)),
        accepted_at: Some(timestamp(stored.accepted_at)),
        changes,
        season: stored.track.season.unsigned_abs(),
        voided_by: stored.voided_by.map_or(0, i64::unsigned_abs),
    }
}

fn side(side: &ReportedSide) -> pb::ResultSide {
    pb::ResultSide {
        players: side.players.iter().map(player).collect(),
        place: side.place,
        score: side.score,
    }
}

fn player(player: &ReportedPlayer) -> pb::ResultPlayer {
    pb::ResultPlayer {
        account_id: player.account.uuid().to_string(),
        display_name: player.name.clone(),
        left: player.left,
        left_at: player.left_at_ms.map(at),
        bot_spans: player.bot_spans.iter().map(bot_span).collect(),
    }
}

fn bot_span(span: &BotSpan) -> pb::BotSpan {
    pb::BotSpan { since: Some(at(span.from_ms)), until: Some(at(span.to_ms)) }
}

fn at(millis: i64) -> Timestamp {
    timestamp(UnixMillis::new(millis))
}

fn changes(stored: &StoredResult, explanation: &Explanation) -> Vec<pb::RatingChange> {
    let names = names(stored);
    explanation
        .changes()
        .iter()
        .map(|change| rating_change(change, |account| named(&names, account)))
        .collect()
}

pub(super) fn rating_change(change: &Change, name: impl Fn(&AccountId) -> String) -> pb::RatingChange {
    pb::RatingChange {
        entity: Some(entity(change.entity)),
        display_names: change.entity.accounts().iter().map(name).collect(),
        displayed_before: shown(change.strength_before.points()),
        displayed_after: shown(change.strength_after.points()),
        before: change.balance_before.0,
        after: change.balance_after().0,
    }
}

fn names(stored: &StoredResult) -> HashMap<AccountId, &str> {
    let players = stored.sides.iter().flat_map(|side| &side.players);
    players.map(|player| (player.account, player.name.as_str())).collect()
}

fn named(names: &HashMap<AccountId, &str>, account: &AccountId) -> String {
    names.get(account).copied().unwrap_or_default().to_owned()
}

pub(super) fn entity(entity: Entity) -> pb::Entity {
    pb::Entity {
        account_ids: entity.accounts().into_iter().map(|account| account.uuid().to_string()).collect(),
    }
}

/// Displayed ratings stay within ten million points; see the rating limit.
pub(super) fn shown(points: i64) -> i32 {
    i32::try_from(points).expect("the rating limit keeps displayed ratings within 32 bits")
}

pub(super) fn standing_row(row: &BoardRow) -> pb::StandingRow {
    pb::StandingRow {
        rank: row.rank.unwrap_or(0),
        entity: Some(entity(row.entity)),
        display_names: row.names.clone(),
        rating: row.displayed,
        games: row.games(),
        wins: row.wins,
        draws: row.draws,
        losses: row.losses,
        provisional: row.provisional,
        last_played_at: Some(timestamp(row.last_played_at)),
        hidden: row.hidden,
        division: row.division.map_or(0, |division| division.number().unsigned_abs().into()),
        division_name: row.division.map_or("", Division::name).to_owned(),
    }
}

pub(super) fn history_entry(entry: HistoryEntry) -> pb::HistoryEntry {
    let (line, source, result_id, place, voided) = match entry.cause {
        Cause::Result { source, result_id, place, voided } => {
            (LineKind::Result, source, result_id, place, voided)
        }
        Cause::WithGame(line) | Cause::Event(line) => (line, String::new(), String::new(), 0, false),
    };
    pb::HistoryEntry {
        kind: history_kind(line).into(),
        source,
        result_id,
        sequence: entry.sequence.unsigned_abs(),
        displayed_before: entry.displayed_before,
        displayed_after: entry.displayed_after,
        played_at: Some(timestamp(entry.at)),
        place,
        exact_delta: entry.exact_delta,
        season: entry.season.unsigned_abs(),
        voided,
    }
}

/// An event of a ladder.
pub(super) fn ladder_event(event: LoggedEvent) -> pb::LadderEvent {
    let kind = match event.kind {
        EventKind::Void => pb::LadderEventKind::Void,
        EventKind::Close => pb::LadderEventKind::Close,
        EventKind::Upkeep => pb::LadderEventKind::Upkeep,
    };
    pb::LadderEvent {
        sequence: event.sequence.unsigned_abs(),
        kind: kind.into(),
        season: event.season.unsigned_abs(),
        happened_at: Some(timestamp(event.happened_at)),
        requested_by: event.requested_by,
        reason: event.reason,
        voided_results: event.voided_results,
    }
}

pub(super) fn event_part(event: LoggedEvent, part: Part) -> pb::LadderEventChanges {
    pb::LadderEventChanges {
        event: Some(ladder_event(event)),
        voided_sequences: part.voided.into_iter().map(i64::unsigned_abs).collect(),
        changes: part.lines.into_iter().map(event_line).collect(),
        complete: part.complete,
    }
}

fn event_line(line: EventLine) -> pb::FeedChange {
    pb::FeedChange {
        entity: Some(entity(line.entity)),
        season: line.season.unsigned_abs(),
        kind: history_kind(line.kind).into(),
        displayed_before: line.displayed_before,
        displayed_after: line.displayed_after,
    }
}

/// A ladder's configuration.
pub(super) fn config(config: &rating::Config) -> pb::LadderConfig {
    let tier = |tier: &rating::KTier| pb::KTier { below_games: tier.below_games, k: tier.k };
    pb::LadderConfig {
        version: config.version().0,
        tiers: config.tiers().iter().map(tier).collect(),
        settled_k: config.settled_k(),
        synergy_rate_percent: config.synergy_rate_percent(),
    }
}

/// What a void would change, with the greatest changes of each season.
pub(super) fn preview(preview: &Preview, changes_max: usize) -> pb::PreviewVoidResponse {
    pb::PreviewVoidResponse {
        results: u32::try_from(preview.results).unwrap_or(u32::MAX),
        computed_through: preview.computed_through.unsigned_abs(),
        seasons: preview.seasons.iter().map(|season| season_change(season, changes_max)).collect(),
    }
}

fn season_change(season: &SeasonChange, changes_max: usize) -> pb::SeasonChange {
    let mut greatest: Vec<&StandingChange> = season.standings.iter().collect();
    greatest.sort_by_key(|change| std::cmp::Reverse(change.displayed_delta().unsigned_abs()));
    pb::SeasonChange {
        season: season.track.season.unsigned_abs(),
        changed: season.standings.len() as u64,
        changes: greatest.into_iter().take(changes_max).map(standing_change).collect(),
    }
}

fn standing_change(change: &StandingChange) -> pb::StandingChange {
    let displayed = |standing: &Option<Standing>| standing.as_ref().map_or(0, Standing::displayed);
    let games = |standing: &Option<Standing>| standing.as_ref().map_or(0, Standing::games);
    pb::StandingChange {
        entity: Some(entity(change.entity)),
        displayed_before: displayed(&change.before),
        displayed_after: displayed(&change.after),
        games_before: games(&change.before),
        games_after: games(&change.after),
    }
}

pub(super) const fn history_kind(line: LineKind) -> pb::HistoryKind {
    match line {
        LineKind::Returned => pb::HistoryKind::Returned,
        LineKind::Rebase => pb::HistoryKind::Rebase,
        LineKind::Result => pb::HistoryKind::Result,
        LineKind::Correction => pb::HistoryKind::Correction,
        LineKind::Reset => pb::HistoryKind::SeasonReset,
        LineKind::Hidden => pb::HistoryKind::Hidden,
    }
}

pub(super) fn explanation(
    stored: &StoredResult,
    outcome: &Outcome,
    postings: Vec<Posting>,
    voided_at: Option<UnixMillis>,
) -> pb::ExplainResultResponse {
    let rated = match outcome {
        Outcome::Rated(explanation) => Some(explanation),
        Outcome::Unrated(_) | Outcome::DeadLetter(_) => None,
    };
    let names = names(stored);
    pb::ExplainResultResponse {
        result: Some(result(stored)),
        sides: rated.map(|explanation| sides_explained(explanation, &names)).unwrap_or_default(),
        weight_percent: rated.map_or(0, Explanation::effective_percent),
        config_version: stored.config_version.unsigned_abs(),
        pool: rated.map_or(0, |explanation| explanation.pool().0),
        sentences: sentences(stored),
        postings: postings
            .into_iter()
            .map(|posting| pb::LedgerPosting {
                account: posting.account,
                amount: posting.amount,
                balance_after: posting.balance_after,
            })
            .collect(),
        voided_at: voided_at.map(timestamp),
    }
}

fn sides_explained(explanation: &Explanation, names: &HashMap<AccountId, &str>) -> Vec<pb::SideExplanation> {
    let sides: Vec<pb::SideExplanation> = match explanation {
        Explanation::Pairs(pairs) => pairs
            .sides
            .iter()
            .map(|side| pb::SideExplanation {
                players: side.members.iter().map(|member| player_explained(member, names)).collect(),
                synergy_before: side.synergy_before,
                pair_games_before: side.games_before,
                synergy_delta: side.synergy_delta,
                strength: side.strength_before().half_centi_points(),
                ..Default::default()
            })
            .collect(),
        Explanation::FreeForAll(all) => all
            .entrants
            .iter()
            .map(|entrant| pb::SideExplanation {
                players: vec![player_explained(&entrant.player, names)],
                strength: 2 * entrant.player.rating_before,
                ..Default::default()
            })
            .collect(),
    };
    let with_scores = |(index, side): (usize, pb::SideExplanation)| {
        let (expected, score) = explanation.scores(index);
        pb::SideExplanation {
            expected_millionths: millionths(expected),
            score_millionths: millionths(score),
            ..side
        }
    };
    sides.into_iter().enumerate().map(with_scores).collect()
}

pub(super) fn millionths(score: i64) -> u32 {
    u32::try_from(score).expect("a score lies between nothing and one win")
}

fn player_explained(player: &PlayerExplained, names: &HashMap<AccountId, &str>) -> pb::PlayerExplanation {
    pb::PlayerExplanation {
        account_id: player.account.uuid().to_string(),
        display_name: named(names, &player.account),
        rating_before: player.rating_before,
        games_before: player.games_before,
        k: player.k,
        delta: player.delta,
        left: player.left,
    }
}
