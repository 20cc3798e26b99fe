//! Seats at a table.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A seat, numbered 0..=3 in playing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub struct Seat(u8);

/// A number that is no seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no seat {0}; seats are 0 to 3")]
pub struct NoSuchSeat(pub u8);

impl Seat {
    /// The four seats in order.
    pub const ALL: [Self; 4] = [Self(0), Self(1), Self(2), Self(3)];

    /// The seat of that number, `None` from 4 up.
    pub const fn new(number: u8) -> Option<Self> {
        if number < 4 { Some(Self(number)) } else { None }
    }

    /// 0..=3.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// 0..=3, to index arrays by seat.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat that acts next at a table of so many seats, which must be 1 to 4.
    pub const fn next_of(self, seats: u8) -> Self {
        assert!(0 < seats && seats <= 4, "a table has one to four seats");
        Self((self.0 + 1) % seats)
    }

    /// The seat that acts next at a table of four.
    pub const fn next_of_four(self) -> Self {
        Self((self.0 + 1) % 4)
    }

    /// The seat opposite at a table of four.
    pub const fn partner(self) -> Self {
        Self((self.0 + 2) % 4)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.0
    }
}

impl TryFrom<u8> for Seat {
    type Error = NoSuchSeat;

    fn try_from(number: u8) -> Result<Self, NoSuchSeat> {
        Self::new(number).ok_or(NoSuchSeat(number))
    }
}
