//! A second, slow implementation of the updates, written from the specification with exact fractions, and
//! compared with the crate over random games. It shares nothing with the crate but the data file of the table.

mod support;

use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

use proptest::prelude::*;
use rating::{Config, Entrant, Member, Outcome, Side, SideLeavers, Weight, rate_free_for_all, rate_pairs};
use support::Game;

/// An exact fraction; `den` is positive and the two have no common factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fraction {
    num: i128,
    den: i128,
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

fn fraction(num: i128, den: i128) -> Fraction {
    assert_ne!(den, 0);
    let common = gcd(num, den) * den.signum();
    Fraction { num: num / common, den: den / common }
}

fn whole(number: impl Into<i128>) -> Fraction {
    fraction(number.into(), 1)
}

impl Add for Fraction {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        fraction(self.num * other.den + other.num * self.den, self.den * other.den)
    }
}

impl Neg for Fraction {
    type Output = Self;
    fn neg(self) -> Self {
        fraction(-self.num, self.den)
    }
}

impl Sub for Fraction {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Fraction {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        fraction(self.num * other.num, self.den * other.den)
    }
}

impl Div for Fraction {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        fraction(self.num * other.den, self.den * other.num)
    }
}

/// To the nearest whole number; the one further from zero when two are equally near.
fn nearest(value: Fraction) -> i128 {
    let down = value.num.div_euclid(value.den);
    let above = value - whole(down);
    match (above.num * 2).cmp(&above.den) {
        Ordering::Less => down,
        Ordering::Greater => down + 1,
        Ordering::Equal if value.num > 0 => down + 1,
        Ordering::Equal => down,
    }
}

/// E(d) as a fraction of one, the table read again as text.
fn expected(difference: i128) -> Fraction {
    let text = include_str!("../data/expected.rs");
    let table = text.split_once('[').map(|(comment, rest)| {
        // The comment names TABLE[d]; the table itself opens on a line of its own.
        assert!(comment.starts_with("//"));
        rest.split_once("\n[").expect("the table opens on its own line").1
    });
    let numbers: Vec<i128> = table
        .expect("the file holds a table")
        .split(',')
        .filter_map(|number| number.trim().parse().ok())
        .collect();
    assert_eq!(numbers.len(), 801);
    let clamped = difference.clamp(-800, 800);
    let of_stronger = fraction(numbers[usize::try_from(clamped.abs()).expect("at most 800")], 1_000_000);
    if clamped < 0 { whole(1) - of_stronger } else { of_stronger }
}

/// K found by walking the tiers from the end, as the crate does it from the beginning.
fn k(config: &Config, games: u32) -> Fraction {
    let mut k = config.settled_k();
    for tier in config.tiers().iter().rev() {
        if games < tier.below_games {
            k = tier.k;
        }
    }
    whole(k)
}

/// Strength in points.
fn strength(side: &Side) -> Fraction {
    let [a, b] = side.players.map(|player| fraction(player.rating.0.into(), 100));
    (a + b) / whole(2) + fraction(side.pair.synergy.0.into(), 100)
}

/// Players' deltas by side and member, then the pairs', in centi-points.
type Deltas = ([[i128; 2]; 2], [i128; 2]);

fn share_by_k(pool: i128, k: [Fraction; 2]) -> [i128; 2] {
    let [a, b] = k;
    let share = |own: Fraction| nearest(whole(pool) * own / (a + b));
    if (a - b).num >= 0 { [share(a), pool - share(a)] } else { [pool - share(b), share(b)] }
}

fn share(pool: i128, k: [Fraction; 2], leavers: SideLeavers, side_lost: Option<bool>) -> [i128; 2] {
    let three_quarters = nearest(fraction(3, 4) * whole(pool));
    match (leavers, side_lost) {
        (SideLeavers::One(Member::First), Some(true)) => [three_quarters, pool - three_quarters],
        (SideLeavers::One(Member::Second), Some(true)) => [pool - three_quarters, three_quarters],
        (SideLeavers::One(Member::First), Some(false)) => [0, pool],
        (SideLeavers::One(Member::Second), Some(false)) => [pool, 0],
        _ => share_by_k(pool, k),
    }
}

fn pairs_slowly(game: &Game) -> Deltas {
    let [one, other] = &game.sides;
    let surprise = match game.outcome {
        Outcome::FirstWins => whole(1),
        Outcome::Draw => fraction(1, 2),
        Outcome::SecondWins => whole(0),
    } - expected(nearest(strength(one) - strength(other)));
    let first_lost = match game.outcome {
        Outcome::FirstWins => Some(false),
        Outcome::Draw => None,
        Outcome::SecondWins => Some(true),
    };
    let lost = [first_lost, first_lost.map(|lost| !lost)];
    let winner_left = (0..2).any(|i| lost[i] == Some(false) && game.leavers.0[i] != SideLeavers::Nobody);
    let one_loser_left =
        (0..2).any(|i| lost[i] == Some(true) && matches!(game.leavers.0[i], SideLeavers::One(_)));
    let weight = fraction(game.weight.percent().into(), 100) / whole(if winner_left { 2 } else { 1 });

    let player_k = game.sides.map(|side| side.players.map(|player| k(&game.config, player.games)));
    let mean_k = (player_k[0][0] + player_k[0][1] + player_k[1][0] + player_k[1][1]) / whole(4);
    // In points each member of a side gains mean K times surprise; a centi-point is a hundredth of one.
    let pool = 2 * nearest(mean_k * weight * surprise * whole(100));
    let players = [
        share(pool, player_k[0], game.leavers.0[0], lost[0]),
        share(-pool, player_k[1], game.leavers.0[1], lost[1]),
    ];
    let mean_pair_k = (k(&game.config, one.pair.games) + k(&game.config, other.pair.games)) / whole(2);
    let rate = fraction(game.config.synergy_rate_percent().into(), 100);
    let moved = nearest(mean_pair_k * rate * weight * surprise * whole(100));
    let synergy = if winner_left || one_loser_left { 0 } else { moved };
    (players, [synergy, -synergy])
}

fn free_for_all_slowly(config: &Config, entrants: &[Entrant], weight: Weight) -> Vec<i128> {
    let count = whole(i128::try_from(entrants.len()).expect("at most eight"));
    let k_sum = entrants.iter().fold(whole(0), |sum, entrant| sum + k(config, entrant.player.games));
    let gain = |one: &Entrant, other: &Entrant| {
        let [r, q] = [one, other].map(|entrant| fraction(entrant.player.rating.0.into(), 100));
        let score = match one.place.cmp(&other.place) {
            Ordering::Less => whole(1),
            Ordering::Equal => fraction(1, 2),
            Ordering::Greater => whole(0),
        };
        let surprise = score - expected(nearest(r - q));
        let weight = fraction(weight.percent().into(), 100);
        nearest(k_sum * weight * surprise * whole(100) / (count * (count - whole(1))))
    };
    // Each player against each other one, both ways round: the rounding must be odd for this to agree.
    (0..entrants.len())
        .map(|i| (0..entrants.len()).filter(|j| *j != i).map(|j| gain(&entrants[i], &entrants[j])).sum())
        .collect()
}

#[test]
fn slow_rounding_is_half_away_from_zero() {
    let rounded =
        [(5, 2), (-5, 2), (7, 3), (-7, 3), (8, 3), (-8, 3), (0, 1)].map(|(n, d)| nearest(fraction(n, d)));
    assert_eq!(rounded, [3, -3, 2, -2, 3, -3, 0]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn pairs_agree_with_exact_fractions(game in support::game()) {
        let update = rate_pairs(&game.config, &game.sides, game.outcome, game.weight, game.leavers).unwrap();
        let players = update.players.map(|side| side.map(|delta| i128::from(delta.0)));
        let synergies = update.synergies.map(|delta| i128::from(delta.0));
        prop_assert_eq!((players, synergies), pairs_slowly(&game));
    }

    #[test]
    fn free_for_alls_agree_with_exact_fractions((config, entrants, weight) in support::free_for_all()) {
        let update = rate_free_for_all(&config, &entrants, weight).unwrap();
        let players: Vec<i128> = update.players.iter().map(|delta| delta.0.into()).collect();
        prop_assert_eq!(players, free_for_all_slowly(&config, &entrants, weight));
    }
}
