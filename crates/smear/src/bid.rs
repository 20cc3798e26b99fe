//! What is bid, and what stands at the end of the auction.

use std::fmt;

use cards::Seat;
use serde::Serialize;

/// A number of points bid, 2..=4 (`rules/smear.md` 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Bid(u8);

impl Bid {
    /// Every bid, ascending.
    pub const ALL: [Self; 3] = [Self(2), Self(3), Self(4)];
    /// The highest bid, which ends the auction.
    pub const HIGHEST: Self = Self(4);

    /// The bid of that many points, `None` outside 2..=4.
    pub const fn new(points: u8) -> Option<Self> {
        if 2 <= points && points <= 4 { Some(Self(points)) } else { None }
    }

    /// The points bid, 2..=4.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The highest bid and who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Contract {
    /// The bidder.
    pub bidder: Seat,
    /// What was bid.
    pub bid: Bid,
}
