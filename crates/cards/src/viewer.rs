//! Who looks at a match.

use crate::Seat;

/// Who looks at a match. What each may see is the game's to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// The player in a seat.
    Seat(Seat),
    /// Somebody who only watches, and sees no hand.
    Spectator,
}

impl Viewer {
    /// Everybody who can look at a table of four: its seats in order, then a spectator.
    pub const TABLE_OF_FOUR: [Self; 5] = [
        Self::Seat(Seat::ALL[0]),
        Self::Seat(Seat::ALL[1]),
        Self::Seat(Seat::ALL[2]),
        Self::Seat(Seat::ALL[3]),
        Self::Spectator,
    ];

    /// The seat, `None` for a spectator.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Spectator => None,
        }
    }

    /// Whether this is the player in that seat.
    pub fn is(self, seat: Seat) -> bool {
        self.seat() == Some(seat)
    }
}
