//! What players were told, about their own moves and by their streams, against what stands in the record.

use std::collections::{BTreeMap, HashMap};

use wire::engine::v1::match_event::Event;
use wire::engine::v1::record_step::Step;
use wire::engine::v1::{ActionTaken, Actor, MatchEvent, MatchRecord, RecordStep};
use wire::game::v1::{game_event, seep_event};

/// A move that was acknowledged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acknowledged {
    /// The request.
    pub request_id: String,
    /// Whose.
    pub seat: u32,
    /// What, as canonical text.
    pub text: String,
    /// Where it stands, as the server said.
    pub seq: u64,
}

/// A decision that a stream told of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Where it stands, as the stream said.
    pub seq: u64,
    /// Whose.
    pub seat: u32,
    /// What, as canonical text; absent where the stream did not show it.
    pub text: Option<String>,
}

impl Seen {
    /// The decision of an event, if it is one.
    pub fn of(event: &MatchEvent) -> Option<Self> {
        let Some(Event::Game(game)) = &event.event else { return None };
        let game_event::Game::Seep(seep) = game.game.as_ref()? else { return None };
        let (seat, text) = match seep.event.as_ref()? {
            seep_event::Event::Bid(bid) => (bid.seat, None),
            seep_event::Event::Played(played) => {
                (played.seat, played.r#move.as_ref().map(|shown| shown.text.clone()))
            }
            seep_event::Event::Dealt(_) => return None,
        };
        Some(Self { seq: event.seq, seat, text })
    }
}

/// What is wrong between a finished match and what its players were told. Every acknowledged move must stand in the record, once,
/// where it was said to stand; the record must have no move of a player that was not acknowledged; and what streams told of must
/// stand there as they told it.
pub fn faults(record: &MatchRecord, told: &[Acknowledged], seen: &[Seen]) -> Vec<String> {
    let mut faults = acknowledged(record, told);
    for one in seen {
        let taken = step(record, one.seq).and_then(action);
        let shown = |text: &String| taken.is_some_and(|taken| taken.text == *text);
        if taken.is_none_or(|taken| taken.seat != one.seat) || !one.text.as_ref().is_none_or(shown) {
            faults.push(format!("a stream told of {one:?}, but the record has {taken:?}"));
        }
    }
    faults.iter().map(|fault| format!("match {}: {fault}", record.match_id)).collect()
}

fn acknowledged(record: &MatchRecord, told: &[Acknowledged]) -> Vec<String> {
    let mut faults = Vec::new();
    for (expected, step) in (1..).zip(&record.steps) {
        if step.seq != expected {
            faults.push(format!("the record has seq {} in the place of {expected}", step.seq));
        }
    }
    let mut by_request = HashMap::<&str, &Acknowledged>::new();
    let mut by_seq = BTreeMap::<u64, &Acknowledged>::new();
    for one in told {
        if let Some(before) = by_request.insert(&one.request_id, one) {
            if before != one {
                faults.push(format!("one request was answered in two ways: {before:?}, {one:?}"));
            }
            continue;
        }
        if let Some(before) = by_seq.insert(one.seq, one) {
            faults.push(format!("one seq was given to two moves: {before:?}, {one:?}"));
        }
    }
    for (seq, one) in by_seq {
        let stands = step(record, seq);
        match stands.and_then(players_action) {
            Some(taken) if taken.seat == one.seat && taken.text == one.text => {}
            _ => faults.push(format!("{one:?} was acknowledged, but the record has {stands:?}")),
        }
    }
    let recorded = record.steps.iter().filter(|step| players_action(step).is_some()).count();
    if recorded != by_request.len() {
        faults.push(format!("{recorded} moves stand in the record, {} were acknowledged", by_request.len()));
    }
    faults
}

fn step(record: &MatchRecord, seq: u64) -> Option<&RecordStep> {
    record.steps.get(usize::try_from(seq).ok()?.checked_sub(1)?)
}

fn action(step: &RecordStep) -> Option<&ActionTaken> {
    match &step.step {
        Some(Step::Action(taken)) => Some(taken),
        _ => None,
    }
}

fn players_action(step: &RecordStep) -> Option<&ActionTaken> {
    action(step).filter(|taken| taken.actor() == Actor::Player)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(request_id: &str, seq: u64, text: &str) -> Acknowledged {
        Acknowledged { request_id: request_id.to_owned(), seat: 0, text: text.to_owned(), seq }
    }

    fn record(texts: &[&str]) -> MatchRecord {
        let step = |(seq, text): (u64, &&str)| RecordStep {
            seq,
            step: Some(Step::Action(ActionTaken {
                text: (*text).to_owned(),
                actor: Actor::Player.into(),
                ..ActionTaken::default()
            })),
            ..RecordStep::default()
        };
        MatchRecord { steps: (1..).zip(texts).map(step).collect(), ..MatchRecord::default() }
    }

    #[test]
    fn moves_that_stand_where_they_were_said_to_stand_are_no_fault() {
        let told = [told("a", 1, "BID 9"), told("b", 2, "THROW 2H"), told("b", 2, "THROW 2H")];
        assert_eq!(faults(&record(&["BID 9", "THROW 2H"]), &told, &[]), Vec::<String>::new());
    }

    #[test]
    fn missing_doubled_moved_and_unknown_moves_are_faults() {
        let told = [told("a", 1, "BID 9"), told("b", 2, "THROW 2H")];
        assert!(!faults(&record(&["BID 9"]), &told, &[]).is_empty(), "missing");
        assert!(!faults(&record(&["BID 9", "THROW 2H", "THROW 2H"]), &told, &[]).is_empty(), "doubled");
        assert!(!faults(&record(&["THROW 2H", "BID 9"]), &told, &[]).is_empty(), "moved");
        assert!(!faults(&record(&["BID 9", "THROW 2H"]), &told[..1], &[]).is_empty(), "unknown");
    }

    #[test]
    fn one_seq_for_two_requests_and_two_seqs_for_one_are_faults() {
        let record = record(&["BID 9", "BID 9"]);
        assert!(!faults(&record, &[told("a", 1, "BID 9"), told("b", 1, "BID 9")], &[]).is_empty());
        assert!(!faults(&record, &[told("a", 1, "BID 9"), told("a", 2, "BID 9")], &[]).is_empty());
    }

    #[test]
    fn stream_that_told_of_another_move_is_a_fault() {
        let told = [told("a", 1, "BID 9"), told("b", 2, "THROW 2H")];
        let record = record(&["BID 9", "THROW 2H"]);
        let seen = |seat, text: &str| Seen { seq: 2, seat, text: Some(text.to_owned()) };
        assert_eq!(faults(&record, &told, &[seen(0, "THROW 2H")]), Vec::<String>::new());
        assert!(!faults(&record, &told, &[seen(0, "THROW 3H")]).is_empty(), "another card");
        assert!(!faults(&record, &told, &[seen(1, "THROW 2H")]).is_empty(), "another seat");
        let beyond = Seen { seq: 3, seat: 0, text: None };
        assert!(!faults(&record, &told, &[beyond]).is_empty(), "no such step");
    }
}
