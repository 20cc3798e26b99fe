//! Lift with one partner: two score far better together than the mean of what each scores with others.
//!
//! Statistic: the difference of the two scores over its standard error, each score counted with one win and one loss more than there
//! were so that a perfect one has an error too. A pair of a strong and a weak player is measured against the mean of both, so strength
//! alone makes no lift.

use super::{Evidence, Figure, Finding, Signal, count};
use crate::integrity::games::Seen;

/// So many games together at least.
pub const LIFT_GAMES_MIN: usize = 20;
/// So many games of each with others at least.
pub const OTHER_GAMES_MIN: usize = 10;
/// So much more of a full score at least.
pub const LIFT_MIN: f64 = 0.25;
/// So many standard errors at least: chance does that once in 30,000 times.
pub const LIFT_Z_MIN: f64 = 4.0;

/// Looks at the games of a pair, and at those of each member with others.
pub fn lift(together: &[Seen], with_others: [&[f64]; 2]) -> Option<Finding> {
    let enough =
        together.len() >= LIFT_GAMES_MIN && with_others.iter().all(|scores| scores.len() >= OTHER_GAMES_MIN);
    if !enough {
        return None;
    }
    let scores: Vec<f64> = together.iter().map(|game| game.score).collect();
    let own = Rate::of(&scores);
    let others = with_others.map(Rate::of);
    let mean = f64::midpoint(others[0].rate, others[1].rate);
    let variance = own.variance + (others[0].variance + others[1].variance) / 4.0;
    let (difference, z) = (own.rate - mean, (own.rate - mean) / variance.sqrt());
    if difference < LIFT_MIN || z < LIFT_Z_MIN {
        return None;
    }
    let sentence = format!(
        "Together they scored {:.0} % in {} games; with other partners the one scored {:.0} % in {} and the other {:.0} % in {}. \
         That is {z:.1} standard errors above the mean of the two.",
        100.0 * own.plain,
        together.len(),
        100.0 * others[0].plain,
        with_others[0].len(),
        100.0 * others[1].plain,
        with_others[1].len(),
    );
    let figures = vec![
        Figure::new("games_together", count(together.len())),
        Figure::new("score_together", own.plain),
        Figure::new("score_of_first_with_others", others[0].plain),
        Figure::new("score_of_second_with_others", others[1].plain),
        Figure::new("standard_errors", z),
    ];
    Some(Finding {
        signal: Signal::PartnerLift,
        results: together.iter().map(|game| game.sequence).collect(),
        evidence: Evidence { sentence, figures, others: Vec::new() },
    })
}

struct Rate {
    /// As it is.
    plain: f64,
    /// With a win and a loss more.
    rate: f64,
    variance: f64,
}

impl Rate {
    fn of(scores: &[f64]) -> Self {
        let (sum, games) = (scores.iter().sum::<f64>(), count(scores.len()));
        let rate = (sum + 1.0) / (games + 2.0);
        Self { plain: sum / games, rate, variance: rate * (1.0 - rate) / (games + 2.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::game;
    use super::*;

    /// `wins` wins, then losses.
    fn together(games: i64, wins: i64) -> Vec<Seen> {
        (0..games).map(|n| game(n, 2, if n < wins { 1.0 } else { 0.0 }, 0.5)).collect()
    }

    const EVEN: [f64; 20] = [0., 1., 0., 1., 0., 1., 0., 1., 0., 1., 0., 1., 0., 1., 0., 1., 0., 1., 0., 1.];

    #[test]
    fn pair_that_wins_nearly_all_while_its_members_are_middling_is_found() {
        let found = lift(&together(30, 28), [&EVEN, &EVEN]).unwrap();
        assert_eq!((found.signal, found.results.len()), (Signal::PartnerLift, 30));
        assert!(found.evidence.sentence.starts_with("Together they scored 93 % in 30 games"));
    }

    #[test]
    fn strong_members_make_a_strong_pair_without_any_lift() {
        let strong = [1.0; 20];
        assert_eq!(lift(&together(30, 28), [&strong, &strong]), None);
        assert_eq!(lift(&together(30, 22), [&strong, &EVEN]), None, "the mean of both counts");
    }

    #[test]
    fn good_month_is_no_lift() {
        assert_eq!(lift(&together(30, 20), [&EVEN, &EVEN]), None);
    }

    #[test]
    fn few_games_say_nothing() {
        assert_eq!(lift(&together(19, 19), [&EVEN, &EVEN]), None);
        assert_eq!(lift(&together(30, 30), [&EVEN[..9], &EVEN]), None);
    }
}
