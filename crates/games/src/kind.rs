//! Which games there are.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use cards::{Game, Pack, Seat, Side};
use seep::Seep;
use serde::{Serialize, Serializer};
use thiserror::Error;

/// A hosted game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameKind {
    /// Seep, four players in two partnerships.
    Seep,
}

/// A name that is no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no game {0:?}")]
pub struct UnknownGame(pub String);

impl GameKind {
    /// All games.
    pub const ALL: [Self; 1] = [Self::Seep];

    /// The name in traces, logs and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Seep => "seep",
        }
    }

    /// How many may play.
    pub const fn players(self) -> RangeInclusive<u8> {
        match self {
            Self::Seep => 4..=4,
        }
    }

    /// The side that a seat plays for at a table of so many players.
    pub const fn side_of(self, _players: usize, seat: Seat) -> Side {
        match self {
            Self::Seep => Side::partnership_of(seat),
        }
    }

    /// The cards that are dealt.
    pub const fn pack(self) -> Pack {
        match self {
            Self::Seep => Seep::PACK,
        }
    }

    /// The version of the rules as they are played now. A match keeps the one it began with.
    pub const fn rules_version(self) -> u32 {
        match self {
            Self::Seep => Seep::RULES_VERSION,
        }
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for GameKind {
    type Err = UnknownGame;

    fn from_str(name: &str) -> Result<Self, UnknownGame> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| UnknownGame(name.to_owned()))
    }
}

impl Serialize for GameKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
