//! How many play, and what follows from it: seats, sides, hands (`rules/pepper.md` 2).

use cards::{Seat, Side, Viewer};

use crate::Level;

/// How many play. Four play in partnerships, three and two each alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Players {
    /// Two, each alone, with a dead hand.
    Two,
    /// Three, each alone.
    Three,
    /// Four in two partnerships.
    #[default]
    Four,
}

impl Players {
    /// Every number of players.
    pub const ALL: [Self; 3] = [Self::Two, Self::Three, Self::Four];

    /// So many players, `None` unless 2, 3 or 4.
    pub const fn new(count: u8) -> Option<Self> {
        match count {
            2 => Some(Self::Two),
            3 => Some(Self::Three),
            4 => Some(Self::Four),
            _ => None,
        }
    }

    /// How many play, which is how many seats there are: 2, 3 or 4.
    pub const fn count(self) -> u8 {
        match self {
            Self::Two => 2,
            Self::Three => 3,
            Self::Four => 4,
        }
    }

    /// How many sides there are: the partnerships of four, else the players.
    pub const fn side_count(self) -> u8 {
        match self {
            Self::Two | Self::Four => 2,
            Self::Three => 3,
        }
    }

    /// The side of a seat.
    pub const fn side_of(self, seat: Seat) -> Side {
        match self {
            Self::Four => Side::partnership_of(seat),
            Self::Two | Self::Three => match Side::new(seat.number()) {
                Some(side) => side,
                None => unreachable!(),
            },
        }
    }

    /// The seat that acts after that one.
    pub const fn next(self, seat: Seat) -> Seat {
        seat.next_of(self.count())
    }

    /// Cards in a hand, which is also the number of tricks: 6 or 8.
    pub const fn hand_size(self) -> u8 {
        match self {
            Self::Four => 6,
            Self::Two | Self::Three => 8,
        }
    }

    /// How many packets a deck is dealt into: the hands, and the dead hand where two play.
    pub const fn packets(self) -> u8 {
        match self {
            Self::Four => 4,
            Self::Two | Self::Three => 3,
        }
    }

    /// The levels that can be bid, ascending: `1` to `5` or to `7`, then the peppers (`rules/pepper.md` 4).
    pub const fn levels(self) -> &'static [Level] {
        match self {
            Self::Four => &Level::OF_FOUR,
            Self::Two | Self::Three => &Level::ALL,
        }
    }

    /// The seats in order.
    pub fn seats(self) -> impl ExactSizeIterator<Item = Seat> {
        Seat::ALL.into_iter().take(usize::from(self.count()))
    }

    /// The sides in order.
    pub fn sides(self) -> impl Iterator<Item = Side> {
        (0..self.side_count()).filter_map(Side::new)
    }

    /// Everybody who can look at the table: its seats in order, then a spectator.
    pub fn viewers(self) -> impl Iterator<Item = Viewer> {
        self.seats().map(Viewer::Seat).chain([Viewer::Spectator])
    }
}
