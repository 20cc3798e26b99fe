//! The four points of a deal.

use serde::{Serialize, Serializer};

/// One of the points of `rules/smear.md` 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // The rule text says what earns each.
pub enum Point {
    High,
    Low,
    Jack,
    Game,
}

impl Point {
    /// All points, in the order in which they are told.
    pub const ALL: [Self; 4] = [Self::High, Self::Low, Self::Jack, Self::Game];

    /// The name in results: `high`, `low`, `jack`, `game`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Low => "low",
            Self::Jack => "jack",
            Self::Game => "game",
        }
    }
}

/// The points that a team took in a deal. Serialises as a list of names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Points(u8);

impl Points {
    /// No point.
    pub const NONE: Self = Self(0);

    /// These points and that one.
    pub const fn with(self, point: Point) -> Self {
        Self(self.0 | 1 << point as u8)
    }

    /// Whether the point is among them.
    pub const fn contains(self, point: Point) -> bool {
        self.0 & (1 << point as u8) != 0
    }

    /// How many points there are, 0..=4.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The points in the order `high low jack game`.
    pub fn iter(self) -> impl Iterator<Item = Point> {
        Point::ALL.into_iter().filter(move |point| self.contains(*point))
    }

    /// Bit `i` is set for the point at place `i` of [`Point::ALL`].
    pub const fn bits(self) -> u8 {
        self.0
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Point::name))
    }
}
