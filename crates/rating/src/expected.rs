//! The expected score: the logistic curve of Elo as a committed table of integers.

/// A score or an expected score in millionths: 1,000,000 is a win, 500,000 a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millionths(pub i64);

impl Millionths {
    /// A win.
    pub const WIN: Self = Self(1_000_000);
    /// A draw.
    pub const DRAW: Self = Self(500_000);
    /// A loss.
    pub const LOSS: Self = Self(0);

    /// The same seen from the other side: what is missing to a win.
    pub const fn of_other_side(self) -> Self {
        Self(Self::WIN.0 - self.0)
    }
}

/// The greatest difference in points that still changes the expected score; a greater one counts as this.
pub const DIFFERENCE_MAX: i64 = 800;

/// `TABLE[d]` is the expected score in millionths of a side that is `d` points stronger:
/// `round_half_up(10^6 / (1 + 10^(-d/400)))`.
pub static TABLE: [u32; DIFFERENCE_MAX as usize + 1] = include!("../data/expected.rs");

/// The expected score of a side that is `difference` points stronger than the other (negative: weaker).
/// Differences beyond [`DIFFERENCE_MAX`] count as that.
pub fn expected_score(difference: i64) -> Millionths {
    let difference = difference.clamp(-DIFFERENCE_MAX, DIFFERENCE_MAX);
    let index = usize::try_from(difference.unsigned_abs()).expect("at most 800");
    let of_stronger = Millionths(TABLE[index].into());
    if difference < 0 { of_stronger.of_other_side() } else { of_stronger }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn table_has_the_published_digest() {
        let bytes: Vec<u8> = TABLE.iter().flat_map(|value| value.to_le_bytes()).collect();
        let digest = hex::encode(Sha256::digest(bytes));
        assert_eq!(digest, "cf9c5f2c3c80ebe67174c7c8b4c300cc7b3cd59e8990d56a1c9b8c010bedd3bf");
    }

    #[test]
    fn expected_scores_of_both_sides_make_one_win() {
        for difference in -900..=900 {
            let both = expected_score(difference).0 + expected_score(-difference).0;
            assert_eq!(both, Millionths::WIN.0, "difference {difference}");
        }
    }

    #[test]
    fn greater_difference_never_lowers_the_expected_score() {
        assert!((-900..900).all(|d| expected_score(d) <= expected_score(d + 1)));
    }

    #[test]
    fn differences_beyond_the_table_count_as_its_end() {
        assert_eq!(expected_score(i64::MAX), expected_score(800));
        assert_eq!(expected_score(i64::MIN), expected_score(-800));
    }
}
