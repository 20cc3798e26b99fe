//! Lift with one partner: two score far better together than each does with others, after taking away what the ratings of all four
//! players let expect.
//!
//! Statistic: the mean surprise (score less expectation) together, less the mean of those of both members with others, over its standard
//! error. The expectation is that of the ladder without synergies, so neither strength nor weak opponents make a lift; ratings that
//! lag behind are wrong on both sides of the difference.

use super::{Evidence, Figure, Finding, Signal, count};
use crate::integrity::games::Seen;

/// So many games together at least.
pub const LIFT_GAMES_MIN: usize = 20;
/// So many games of each with others at least.
pub const OTHER_GAMES_MIN: usize = 10;
/// So much more of a full score at least.
pub const LIFT_MIN: f64 = 0.25;
/// So many standard errors at least: chance does that once in 4,000 times.
pub const LIFT_Z_MIN: f64 = 3.5;

/// Looks at the games of a pair, and at those of each member with others.
pub fn lift(together: &[Seen], with_others: [&[Seen]; 2]) -> Option<Finding> {
    let enough =
        together.len() >= LIFT_GAMES_MIN && with_others.iter().all(|games| games.len() >= OTHER_GAMES_MIN);
    if !enough {
        return None;
    }
    let own = Record::of(together);
    let others = with_others.map(Record::of);
    let difference = own.surprise() - f64::midpoint(others[0].surprise(), others[1].surprise());
    let variance = own.variance + (others[0].variance + others[1].variance) / 4.0;
    let z = difference / variance.sqrt();
    if difference < LIFT_MIN || z < LIFT_Z_MIN {
        return None;
    }
    let sentence = format!(
        "Together they scored {own}; with other partners the one scored {} and the other {}. The difference is {z:.1} standard errors.",
        others[0], others[1],
    );
    let figures = vec![
        Figure::new("games_together", own.games),
        Figure::new("score_together", own.score),
        Figure::new("expected_together", own.expected),
        Figure::new("surprise_of_first_with_others", others[0].surprise()),
        Figure::new("surprise_of_second_with_others", others[1].surprise()),
        Figure::new("standard_errors", z),
    ];
    Some(Finding {
        signal: Signal::PartnerLift,
        results: together.iter().map(|game| game.sequence).collect(),
        evidence: Evidence { sentence, figures, others: Vec::new() },
    })
}

/// How some games went, on average.
struct Record {
    games: f64,
    score: f64,
    expected: f64,
    /// Of the mean score, if the expectations hold.
    variance: f64,
}

impl Record {
    fn of(games: &[Seen]) -> Self {
        let number = count(games.len());
        let mean = |of: fn(&Seen) -> f64| games.iter().map(of).sum::<f64>() / number;
        Self {
            games: number,
            score: mean(|game| game.score),
            expected: mean(|game| game.expected_by_ratings),
            variance: mean(|game| game.expected_by_ratings * (1.0 - game.expected_by_ratings)) / number,
        }
    }

    fn surprise(&self) -> f64 {
        self.score - self.expected
    }
}

impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { games, score, expected, .. } = self;
        write!(
            f,
            "{:.0} % in {games} games in which ratings let expect {:.0} %",
            100.0 * score,
            100.0 * expected
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::game;
    use super::*;

    /// `wins` wins, then losses.
    fn games(number: i64, wins: i64, expected: f64) -> Vec<Seen> {
        (0..number).map(|n| game(n, 2, if n < wins { 1.0 } else { 0.0 }, expected)).collect()
    }

    #[test]
    fn pair_that_wins_nearly_all_while_its_members_are_middling_is_found() {
        let even = games(20, 10, 0.5);
        let found = lift(&games(30, 28, 0.5), [&even, &even]).unwrap();
        assert_eq!((found.signal, found.results.len()), (Signal::PartnerLift, 30));
        let sentence = found.evidence.sentence;
        let begins = "Together they scored 93 % in 30 games in which ratings let expect 50 %; with other partners the one";
        assert!(sentence.starts_with(begins), "{sentence}");
    }

    #[test]
    fn strength_is_no_lift() {
        let even = games(20, 10, 0.5);
        assert_eq!(lift(&games(30, 28, 0.9), [&even, &even]), None, "it was expected");
    }

    #[test]
    fn ratings_that_lag_behind_are_no_lift() {
        let better_than_rated = games(20, 18, 0.5);
        assert_eq!(lift(&games(30, 28, 0.5), [&better_than_rated, &better_than_rated]), None);
    }

    #[test]
    fn good_month_is_no_lift() {
        let even = games(20, 10, 0.5);
        assert_eq!(lift(&games(30, 20, 0.5), [&even, &even]), None);
    }

    #[test]
    fn few_games_say_nothing() {
        let even = games(20, 10, 0.5);
        assert_eq!(lift(&games(19, 19, 0.5), [&even, &even]), None);
        assert_eq!(lift(&games(30, 30, 0.5), [&even[..9], &even]), None);
    }
}
