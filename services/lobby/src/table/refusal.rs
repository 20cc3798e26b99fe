//! Why something cannot be done at a table.

use thiserror::Error;

use crate::ids::SeatNumber;

/// An expected refusal. The table is as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TableRefusal {
    /// There is no such table, or the caller may not know of it.
    #[error("There is no such table.")]
    NotFound,
    /// Every seat is taken.
    #[error("Every seat of this table is taken.")]
    Full,
    /// The wanted seat is taken.
    #[error("Seat {seat} is taken.")]
    SeatTaken {
        /// The seat.
        seat: SeatNumber,
    },
    /// The table has no such seat.
    #[error("This table has seats 0 to {last}.", last = .seats - 1)]
    NoSuchSeat {
        /// How many there are.
        seats: usize,
    },
    /// More people sit there than the new settings have seats.
    #[error("{players} people sit at this table and the game seats {seats}: somebody must leave first.")]
    TooManyPlayers {
        /// People at the table.
        players: usize,
        /// Seats of the game.
        seats: usize,
    },
    /// The match has begun, or the table is closed.
    #[error("The match of this table has begun, or the table is closed: it can no longer be changed.")]
    Closed,
    /// The caller does not sit there.
    #[error("You do not sit at this table.")]
    NotSeated,
    /// Only the host may do it.
    #[error("Only the host of the table may do this.")]
    NotHost,
    /// A seat is empty.
    #[error("The table cannot start while seat {seat} is empty.")]
    SeatEmpty {
        /// The first empty seat.
        seat: SeatNumber,
    },
    /// Somebody is not ready.
    #[error("The table cannot start while the player on seat {seat} is not ready.")]
    NotReady {
        /// The first seat whose player is not ready.
        seat: SeatNumber,
    },
}
