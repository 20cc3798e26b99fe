//! Concentration: most games are against one and the same opponent.
//!
//! Statistic: the share of the side's games in which it met that opponent. Friends play each other too, so this says only that
//! somebody should look; where few play at all it says nothing.

use std::collections::BTreeMap;

use super::{Evidence, Figure, Finding, Signal, count};
use crate::ids::EntityKey;
use crate::integrity::games::Seen;

/// So many games at least.
pub const CONCENTRATED_GAMES_MIN: usize = 15;
/// So great a share of them at least.
pub const CONCENTRATED_SHARE_MIN: f64 = 0.6;
/// On boards with fewer ranked entities it is the usual thing.
pub const RANKED_MIN: u64 = 20;

/// Looks at the games of a side on a board of `ranked` entities.
pub fn concentration(games: &[Seen], ranked: u64) -> Option<Finding> {
    if games.len() < CONCENTRATED_GAMES_MIN || ranked < RANKED_MIN {
        return None;
    }
    let mut met: BTreeMap<EntityKey, Vec<i64>> = BTreeMap::new();
    for game in games {
        for meeting in &game.meetings {
            met.entry(meeting.opponent.key()).or_default().push(game.sequence);
        }
    }
    let different = met.len();
    let (opponent, results) = met.into_iter().max_by_key(|(_, results)| results.len())?;
    let share = count(results.len()) / count(games.len());
    if share < CONCENTRATED_SHARE_MIN {
        return None;
    }
    let sentence = format!(
        "{} of {} games ({:.0} %) were against one and the same opponent, of {different} opponents in all, on a board of {ranked}.",
        results.len(),
        games.len(),
        100.0 * share,
    );
    let figures = vec![
        Figure::new("games", count(games.len())),
        Figure::new("games_against_one", count(results.len())),
        Figure::new("share", share),
        Figure::new("opponents", count(different)),
    ];
    Some(Finding {
        signal: Signal::OpponentConcentration,
        results,
        evidence: Evidence { sentence, figures, others: vec![opponent] },
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{game, pair};
    use super::*;

    /// `against_one` games against pair 2, the others against a new pair each.
    fn games(all: i64, against_one: i64) -> Vec<Seen> {
        let opponent = |n: i64| if n < against_one { 2 } else { 100 + u128::from(n.unsigned_abs()) };
        (0..all).map(|n| game(n, opponent(n), 0.5, 0.5)).collect()
    }

    #[test]
    fn three_fifths_against_one_are_found() {
        let found = concentration(&games(20, 12), 20).unwrap();
        assert_eq!((found.results.len(), found.evidence.others), (12, vec![pair(2).key()]));
        assert_eq!(concentration(&games(20, 11), 20), None);
    }

    #[test]
    fn few_games_or_few_players_say_nothing() {
        assert_eq!(concentration(&games(14, 14), 20), None);
        assert_eq!(concentration(&games(20, 20), 19), None);
    }
}
