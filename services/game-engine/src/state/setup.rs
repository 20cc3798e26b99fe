//! What a match was created with.

use std::time::Duration;

use cards::{Seat, Side};
use uuid::Uuid;

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// A person.
    Player {
        /// The account.
        account_id: Uuid,
        /// The name to show.
        display_name: String,
    },
    /// A bot.
    Bot {
        /// Its strength.
        level: bots::Level,
    },
}

impl Occupant {
    /// The account of a person.
    pub fn account_id(&self) -> Option<Uuid> {
        match self {
            Self::Player { account_id, .. } => Some(*account_id),
            Self::Bot { .. } => None,
        }
    }

    /// The name to show.
    pub fn display_name(&self) -> String {
        match self {
            Self::Player { display_name, .. } => display_name.clone(),
            Self::Bot { level } => format!("Bot ({level})"),
        }
    }
}

/// The time that players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// For each decision; zero: no limit.
    pub turn_limit: Duration,
    /// For each seat and match, once a decision's own time is over.
    pub bank: Duration,
}

/// Everything that is fixed for a match from its creation on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The game and its table options.
    pub options: games::Options,
    /// Who sits where, in playing order.
    pub seats: Vec<Occupant>,
    /// Clocks.
    pub clocks: Clocks,
    /// How long seats may cut; zero: no cut.
    pub cut_window: Duration,
    /// The ladder that rates it.
    pub ladder: Option<String>,
    /// May any account watch?
    pub spectators: bool,
    /// The first dealer, if the creator chose one.
    pub first_dealer: Option<Seat>,
}

impl Setup {
    /// The seats, in order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + Clone {
        Seat::ALL.into_iter().take(self.seats.len())
    }

    /// Who sits there.
    pub fn occupant(&self, seat: Seat) -> &Occupant {
        &self.seats[seat.index()]
    }

    /// The seat of an account.
    pub fn seat_of(&self, account_id: Uuid) -> Option<Seat> {
        self.seats().find(|seat| self.occupant(*seat).account_id() == Some(account_id))
    }

    /// The side that a seat plays for.
    pub fn side_of(&self, seat: Seat) -> Side {
        self.options.side_of(seat)
    }

    /// The sides, in order.
    pub fn sides(&self) -> impl Iterator<Item = Side> + Clone {
        (0..4).filter_map(Side::new).filter(|side| self.seats_of(*side).next().is_some())
    }

    /// The seats of a side, in order.
    pub fn seats_of(&self, side: Side) -> impl Iterator<Item = Seat> + Clone {
        self.seats().filter(move |seat| self.side_of(*seat) == side)
    }

    /// Is the seat a bot's own?
    pub fn is_bot(&self, seat: Seat) -> bool {
        matches!(self.occupant(seat), Occupant::Bot { .. })
    }
}
