//! Sides: the partnerships, or the single players where each plays alone.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::Seat;

/// A side. At a table of two partnerships side 0 is seats 0 and 2, side 1 is seats 1 and 3; where everyone
/// plays alone the side is the seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Side(u8);

impl Side {
    /// The two partnerships.
    pub const PARTNERSHIPS: [Self; 2] = [Self(0), Self(1)];

    /// The side of that number, `None` from 4 up.
    pub const fn new(number: u8) -> Option<Self> {
        if number < 4 { Some(Self(number)) } else { None }
    }

    /// The partnership of a seat at a table of four.
    pub const fn partnership_of(seat: Seat) -> Self {
        Self(seat.number() % 2)
    }

    /// The other of the two partnerships. Meaningless where everyone plays alone.
    pub const fn other_partnership(self) -> Self {
        Self(1 - self.0 % 2)
    }

    /// 0..=3.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// 0..=3, to index arrays by side.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of sides; iterates and serialises in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SideSet(u8);

impl SideSet {
    /// No side.
    pub const EMPTY: Self = Self(0);

    /// The set of one side.
    pub const fn of(side: Side) -> Self {
        Self(1 << side.0)
    }

    /// The set and this side.
    pub const fn with(self, side: Side) -> Self {
        Self(self.0 | 1 << side.0)
    }

    /// Whether the side is in the set.
    pub const fn contains(self, side: Side) -> bool {
        self.0 & (1 << side.0) != 0
    }

    /// Whether there is no side.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The sides, ascending.
    pub fn iter(self) -> impl Iterator<Item = Side> {
        (0..4).map(Side).filter(move |side| self.contains(*side))
    }
}

impl Serialize for SideSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
