//! What can be bid.

use std::fmt;

use serde::{Serialize, Serializer};

/// A level of bidding, ascending; the highest one bid is the contract (`rules/pepper.md` 4). Not every number of
/// players knows all of them, see [`Players::levels`](crate::Players::levels).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Level {
    /// One trick.
    One = 1,
    /// Two tricks.
    Two,
    /// Three tricks.
    Three,
    /// Four tricks.
    Four,
    /// Five tricks.
    Five,
    /// Six tricks, with two or three players.
    Six,
    /// Seven tricks, with two or three players.
    Seven,
    /// Every trick.
    LittlePepper,
    /// Every trick, for twice the score.
    BigPepper,
}

impl Level {
    /// Every level, ascending: those of two and three players.
    pub const ALL: [Self; 9] = [
        Self::One,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::LittlePepper,
        Self::BigPepper,
    ];

    /// The levels of four players, ascending.
    pub const OF_FOUR: [Self; 7] =
        [Self::One, Self::Two, Self::Three, Self::Four, Self::Five, Self::LittlePepper, Self::BigPepper];

    /// `1` .. `7`, `LP` or `BP`.
    pub const fn name(self) -> &'static str {
        ["1", "2", "3", "4", "5", "6", "7", "LP", "BP"][self as usize - 1]
    }

    /// The number of tricks bid, 1..=7, `None` for the peppers.
    pub const fn number(self) -> Option<u8> {
        if self.is_pepper() { None } else { Some(self as u8) }
    }

    /// Whether this is the little or the big pepper.
    pub const fn is_pepper(self) -> bool {
        matches!(self, Self::LittlePepper | Self::BigPepper)
    }

    /// The tricks that the declaring side needs out of so many.
    pub const fn needs(self, tricks: u8) -> u8 {
        match self.number() {
            Some(number) => number,
            None => tricks,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
