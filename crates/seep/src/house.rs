//! Houses and who owns them.

use std::fmt;

use cards::{CardSet, Rank, Seat};
use serde::{Serialize, Serializer};

/// The value of a house or a bid, nine to king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum HouseValue {
    /// 9
    Nine = 9,
    /// 10
    Ten,
    /// 11
    Jack,
    /// 12
    Queen,
    /// 13
    King,
}

impl HouseValue {
    /// The five values, ascending.
    pub const ALL: [Self; 5] = [Self::Nine, Self::Ten, Self::Jack, Self::Queen, Self::King];

    /// The house value of that number, `None` outside 9..=13.
    pub const fn new(value: u8) -> Option<Self> {
        if value >= 9 && value <= 13 { Some(Self::ALL[value as usize - 9]) } else { None }
    }

    /// 9..=13.
    pub const fn get(self) -> u8 {
        self as u8
    }

    /// The rank of the cards that are worth a whole house of this value.
    pub const fn rank(self) -> Rank {
        Rank::ALL[self as usize - 1]
    }

    /// 0..=4, to index the houses of a table.
    pub(crate) const fn index(self) -> usize {
        self as usize - 9
    }
}

impl fmt::Display for HouseValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.get())
    }
}

impl Serialize for HouseValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.get())
    }
}

/// The owners of a house; iterates and serialises in seat order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Owners(u8);

impl Owners {
    /// The one owner of a new house.
    pub const fn of(seat: Seat) -> Self {
        Self(1 << seat.number())
    }

    /// These owners and this seat.
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.number())
    }

    /// Whether the seat is an owner.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.number()) != 0
    }

    /// The owners, ascending.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(move |seat| self.contains(*seat))
    }

    /// Bit `i` is set if seat `i` is an owner.
    pub const fn bits(self) -> u8 {
        self.0
    }
}

impl FromIterator<Seat> for Owners {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::default(), Self::with)
    }
}

impl Serialize for Owners {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// A house on the floor (`rules/seep.md` 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct House {
    /// Its cards, one or more sets that each total the value.
    pub cards: CardSet,
    /// Whether it holds more than one set, so that it can no longer be raised.
    pub cemented: bool,
    /// Who owns it, never nobody.
    pub owners: Owners,
    /// Its value.
    pub value: HouseValue,
}
