//! New accounts that feed one side: they have only just appeared, lose to it, and play almost nobody else.
//!
//! Statistic: a feeder is an account whose first rated game on the ladder lies within the window, that has lost at least
//! [`FEEDER_GAMES_MIN`] games to the side, and whose games against the side are at least [`FEEDER_SHARE_MIN`] of all its rated ones.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use env::UnixMillis;

use super::{Evidence, Figure, Finding, Signal, count};
use crate::ids::{AccountId, Entity};
use crate::integrity::games::{Seen, Tenure};

/// A feeder has lost so many games to the side at least.
pub const FEEDER_GAMES_MIN: usize = 4;
/// And that is so great a share of all its rated games at least.
pub const FEEDER_SHARE_MIN: f64 = 0.8;
/// So many feeders at least: both members of a pair, for example.
pub const FEEDERS_MIN: usize = 2;
/// So many wins against them at least.
pub const FED_WINS_MIN: usize = 8;

/// The accounts that have lost to a side so often that they might be feeders, with how often.
pub fn candidates(games: &[Seen]) -> BTreeMap<AccountId, usize> {
    let mut losses: BTreeMap<AccountId, usize> = BTreeMap::new();
    for account in games.iter().flat_map(beaten) {
        *losses.entry(account).or_default() += 1;
    }
    losses.retain(|_, lost| *lost >= FEEDER_GAMES_MIN);
    losses
}

/// Looks at the games of a side since `since`, knowing how long its candidates have played.
pub fn new_accounts(
    games: &[Seen],
    since: UnixMillis,
    tenures: &HashMap<AccountId, Tenure>,
) -> Option<Finding> {
    let feeds = |(account, lost): &(AccountId, usize)| {
        tenures.get(account).is_some_and(|tenure| {
            let share = count(*lost) / f64::from(tenure.games);
            tenure.first_played_at >= since && share >= FEEDER_SHARE_MIN
        })
    };
    let feeders: BTreeSet<AccountId> =
        candidates(games).into_iter().filter(feeds).map(|(account, _)| account).collect();
    let results: Vec<i64> = games
        .iter()
        .filter(|game| beaten(game).iter().any(|account| feeders.contains(account)))
        .map(|game| game.sequence)
        .collect();
    if feeders.len() < FEEDERS_MIN || results.len() < FED_WINS_MIN {
        return None;
    }
    let wins = games.iter().filter(|game| !beaten(game).is_empty()).count();
    let sentence = format!(
        "{} of {wins} wins were against {} new accounts, which have played almost nobody else.",
        results.len(),
        feeders.len(),
    );
    let figures = vec![
        Figure::new("wins", count(wins)),
        Figure::new("wins_against_new_accounts", count(results.len())),
        Figure::new("new_accounts", count(feeders.len())),
    ];
    let others = feeders.into_iter().map(|account| Entity::Player(account).key()).collect();
    Some(Finding { signal: Signal::NewAccounts, results, evidence: Evidence { sentence, figures, others } })
}

/// Everybody whom the side came before in a game.
fn beaten(game: &Seen) -> Vec<AccountId> {
    let won = game.meetings.iter().filter(|meeting| meeting.score >= 1.0);
    won.flat_map(|meeting| meeting.opponent.accounts()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::game;
    use super::*;

    const SINCE: UnixMillis = UnixMillis::new(1_000);

    /// Four wins against each of two pairs.
    fn games() -> Vec<Seen> {
        (0..8).map(|n| game(n, if n < 4 { 2 } else { 3 }, 1.0, 0.5)).collect()
    }

    fn tenures(first_played_at: UnixMillis, games_of_each: u32) -> HashMap<AccountId, Tenure> {
        let tenure = Tenure { first_played_at, games: games_of_each };
        candidates(&games()).into_keys().map(|account| (account, tenure)).collect()
    }

    #[test]
    fn accounts_that_came_only_to_lose_are_found() {
        let found = new_accounts(&games(), SINCE, &tenures(SINCE, 5)).unwrap();
        assert_eq!((found.results.len(), found.evidence.others.len()), (8, 4));
    }

    #[test]
    fn newcomers_who_play_others_too_are_newcomers() {
        assert_eq!(new_accounts(&games(), SINCE, &tenures(SINCE, 6)), None);
    }

    #[test]
    fn old_accounts_are_not_new() {
        assert_eq!(new_accounts(&games(), SINCE, &tenures(UnixMillis::new(999), 5)), None);
    }

    #[test]
    fn seven_wins_are_too_few() {
        assert_eq!(new_accounts(&games()[..7], SINCE, &tenures(SINCE, 5)), None);
    }
}
