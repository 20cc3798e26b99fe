//! Quick games: games of one side that end so soon after each other that they cannot have been played.
//!
//! Statistic: how many games ended less than [`QUICK_GAP`] after the side's game before, and their share. Results say when a game
//! ended and not when it began, so the gap between two ends is the most that a game can have lasted.

use std::time::Duration;

use super::{Evidence, Figure, Finding, Signal, count};
use crate::integrity::games::Seen;

/// No whole game of cards is played in less.
pub const QUICK_GAP: Duration = Duration::from_secs(120);
/// So many quick games at least.
pub const QUICK_GAMES_MIN: usize = 6;
/// So great a share of all games at least.
pub const QUICK_SHARE_MIN: f64 = 0.3;

/// Looks at the games of a side, in the order of play.
pub fn quick_games(games: &[Seen]) -> Option<Finding> {
    let is_quick = |pair: &&[Seen]| pair[1].played_at.since(pair[0].played_at) < QUICK_GAP;
    let results: Vec<i64> = games.windows(2).filter(is_quick).map(|pair| pair[1].sequence).collect();
    let share = count(results.len()) / count(games.len().max(1));
    if results.len() < QUICK_GAMES_MIN || share < QUICK_SHARE_MIN {
        return None;
    }
    let sentence = format!(
        "{} of {} games ended less than {} seconds after the game before.",
        results.len(),
        games.len(),
        QUICK_GAP.as_secs(),
    );
    let figures = vec![
        Figure::new("games", count(games.len())),
        Figure::new("quick_games", count(results.len())),
        Figure::new("share", share),
    ];
    let evidence = Evidence { sentence, figures, others: Vec::new() };
    Some(Finding { signal: Signal::QuickGames, results, evidence })
}

#[cfg(test)]
mod tests {
    use env::UnixMillis;

    use super::super::testing::game;
    use super::*;

    /// Games that end so many seconds apart.
    fn games(gaps: &[i64]) -> Vec<Seen> {
        let mut at = 0;
        let mut next = |(n, gap): (i64, &i64)| {
            at += gap * 1000;
            Seen { played_at: UnixMillis::new(at), ..game(n, 2, 1.0, 0.5) }
        };
        (0..).zip(gaps).map(&mut next).collect()
    }

    #[test]
    fn games_that_follow_within_two_minutes_are_found() {
        let found = quick_games(&games(&[0, 119, 119, 600, 119, 0, 119, 119])).unwrap();
        assert_eq!(found.results, [1, 2, 4, 5, 6, 7]);
    }

    #[test]
    fn games_of_two_minutes_are_played_games() {
        assert_eq!(quick_games(&games(&[120; 40])), None);
    }

    #[test]
    fn few_quick_games_among_many_are_late_reports() {
        let gaps: Vec<i64> = (0..40).map(|n| if n % 6 == 5 { 1 } else { 900 }).collect();
        assert_eq!(quick_games(&games(&gaps)), None);
    }
}
