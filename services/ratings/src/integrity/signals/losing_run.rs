//! A losing run: one loses to one and the same opponent again and again, against all expectation.
//!
//! Statistic: the chance of the run, the product of what the ladder had expected the side not to score before each of its games.
//! The ladder's own expectations sink as the run goes on, so a run against a truly stronger side stays likely.

use std::collections::BTreeMap;

use super::{Evidence, Figure, Finding, Signal, count};
use crate::ids::EntityKey;
use crate::integrity::games::{Meeting, Seen};

/// So many losses in a row at least.
pub const LOSING_RUN_MIN: usize = 8;
/// So small a chance at most.
pub const LOSING_CHANCE_MAX: f64 = 0.004;

/// Losses in a row to one opponent.
#[derive(Clone, Default)]
struct Run {
    results: Vec<i64>,
    chance: f64,
}

impl Run {
    fn follow(&mut self, sequence: i64, meeting: &Meeting) {
        if meeting.score > 0.0 {
            self.results.clear();
            return;
        }
        if self.results.is_empty() {
            self.chance = 1.0;
        }
        self.results.push(sequence);
        self.chance *= 1.0 - meeting.expected;
    }

    fn is_unusual(&self) -> bool {
        self.results.len() >= LOSING_RUN_MIN && self.chance <= LOSING_CHANCE_MAX
    }
}

/// Looks at the games of a side, in the order of play; of several runs the least likely counts.
pub fn losing_run(games: &[Seen]) -> Option<Finding> {
    let mut running: BTreeMap<EntityKey, Run> = BTreeMap::new();
    let mut worst: Option<(EntityKey, Run)> = None;
    for game in games {
        for meeting in &game.meetings {
            let opponent = meeting.opponent.key();
            let run = running.entry(opponent).or_default();
            run.follow(game.sequence, meeting);
            let is_worse = worst.as_ref().is_none_or(|(_, worst)| run.chance < worst.chance);
            if run.is_unusual() && is_worse {
                worst = Some((opponent, run.clone()));
            }
        }
    }
    let (opponent, run) = worst?;
    let sentence = format!(
        "Lost {} games in a row to one and the same opponent. By what the ladder expected before each of them, that happens once in \
         {:.0} times.",
        run.results.len(),
        1.0 / run.chance,
    );
    let figures =
        vec![Figure::new("losses_in_a_row", count(run.results.len())), Figure::new("chance", run.chance)];
    Some(Finding {
        signal: Signal::LosingRun,
        results: run.results,
        evidence: Evidence { sentence, figures, others: vec![opponent] },
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{game, pair};
    use super::*;

    fn losses(number: i64, expected: f64) -> Vec<Seen> {
        (0..number).map(|n| game(n, 2, 0.0, expected)).collect()
    }

    #[test]
    fn run_that_nobody_expected_is_found_among_other_games() {
        let mut games = losses(8, 0.5);
        games.insert(4, game(100, 3, 1.0, 0.5));
        let found = losing_run(&games).unwrap();
        assert_eq!((found.results, found.evidence.others), ((0..8).collect(), vec![pair(2).key()]));
        assert!(found.evidence.sentence.contains("once in 256 times"), "{}", found.evidence.sentence);
    }

    #[test]
    fn run_against_a_stronger_side_is_expected() {
        assert_eq!(losing_run(&losses(12, 0.25)), None);
    }

    #[test]
    fn win_or_draw_in_between_ends_a_run() {
        for score in [0.5, 1.0] {
            let mut games = losses(12, 0.5);
            games[6].meetings[0].score = score;
            assert_eq!(losing_run(&games), None);
        }
    }

    #[test]
    fn seven_losses_are_too_few() {
        assert_eq!(losing_run(&losses(7, 0.9)), None);
    }
}
