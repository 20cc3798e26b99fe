//! Amounts: centi-points, the strength of a side, and the one rounding that the ladder uses.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};

/// Integer division of `n` by `d`, rounded to the nearest integer and half away from zero (`rha` in the
/// ladder's specification). It is odd: `rha(-n, d) == -rha(n, d)`.
///
/// # Panics
/// If `d` is not positive. Overflows only for `|n| + d / 2` beyond `i64`.
pub const fn rha(n: i64, d: i64) -> i64 {
    assert!(d > 0, "rha divides by a positive number");
    // Adding d / 2 to an odd d's numerator can't reach the next multiple unless the remainder is above one half.
    let half = d / 2;
    if n < 0 { (n - half) / d } else { (n + half) / d }
}

/// An amount of rating in hundredths of a point: 1500.00 points are 150000.
///
/// Arithmetic is plain `i64`: ratings stay within [`RATING_LIMIT`], so sums over more players than there are
/// people stay in range. `Display` prints points with two decimals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CentiPoints(pub i64);

/// How far from zero a rating or a synergy may be for an update to accept it: 10,000,000.00 points.
pub const RATING_LIMIT: CentiPoints = CentiPoints(1_000_000_000);

impl CentiPoints {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// The rating of a player who has not played yet, and the mean of every season: 1500.00.
    pub const START: Self = Self(150_000);

    pub(crate) const fn is_within_limit(self) -> bool {
        self.0.unsigned_abs() <= RATING_LIMIT.0.unsigned_abs()
    }
}

impl fmt::Display for CentiPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let hundredths = self.0.unsigned_abs();
        write!(f, "{sign}{}.{:02}", hundredths / 100, hundredths % 100)
    }
}

impl Add for CentiPoints {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for CentiPoints {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for CentiPoints {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for CentiPoints {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Sum for CentiPoints {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

/// The strength of a side, exactly, in half centi-points (200 are one point): `ra + rb + 2s` for a pair, `2r`
/// for a single player.
///
/// This is what the board keeps of a pair as of its last game; rank, paging and every number shown use
/// [`Strength::points`] of it, and a change shown is the difference of what was shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strength(i64);

impl Strength {
    /// The strength of a pair: the mean of its members plus their synergy, doubled to stay whole.
    pub const fn of_pair(players: [CentiPoints; 2], synergy: CentiPoints) -> Self {
        Self(players[0].0 + players[1].0 + 2 * synergy.0)
    }

    /// The strength of a player who plays alone.
    pub const fn of_player(rating: CentiPoints) -> Self {
        Self(2 * rating.0)
    }

    /// Reads back a stored strength.
    pub const fn from_half_centi_points(amount: i64) -> Self {
        Self(amount)
    }

    /// The exact amount in half centi-points, for storage.
    pub const fn half_centi_points(self) -> i64 {
        self.0
    }

    /// The displayed rating in whole points, `rha(ra + rb + 2s, 200)`.
    pub const fn points(self) -> i64 {
        rha(self.0, 200)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rha_rounds_half_away_from_zero() {
        let cases = [
            (0, 4, 0),
            (1, 4, 0),
            (2, 4, 1),
            (3, 4, 1),
            (6, 4, 2),
            (5, 4, 1),
            (7, 3, 2),
            (8, 3, 3),
            (4, 3, 1),
            (1, 3, 0),
            (1, 1, 1),
            (1, 2, 1),
            (99_999, 200, 500),
            (99, 200, 0),
            (100, 200, 1),
        ];
        for (n, d, expected) in cases {
            assert_eq!(rha(n, d), expected, "{n} / {d}");
            assert_eq!(rha(-n, d), -expected, "-{n} / {d}");
        }
    }

    #[test]
    fn centi_points_print_two_decimals() {
        let texts = [150_000, 5, -5, -12_345, 0].map(|amount| CentiPoints(amount).to_string());
        assert_eq!(texts, ["1500.00", "0.05", "-0.05", "-123.45", "0.00"]);
    }

    #[test]
    fn displayed_rating_of_a_pair_rounds_its_exact_strength() {
        let shown = |a, b, s| Strength::of_pair([CentiPoints(a), CentiPoints(b)], CentiPoints(s)).points();
        assert_eq!(shown(150_000, 150_000, 0), 1500);
        assert_eq!(shown(150_000, 150_099, 0), 1500);
        assert_eq!(shown(150_000, 150_100, 0), 1501);
        assert_eq!(shown(150_000, 150_000, -2_550), 1475);
    }

    #[test]
    fn displayed_rating_of_a_single_player_is_the_rounded_rating() {
        let shown =
            [150_049, 150_050, 149_950, 149_949].map(|r| Strength::of_player(CentiPoints(r)).points());
        assert_eq!(shown, [1500, 1501, 1500, 1499]);
    }
}
