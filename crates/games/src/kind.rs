//! Which games there are.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use cards::{Card, Pack};
use pepper::Pepper;
use seep::Seep;
use serde::{Serialize, Serializer};
use smear::Smear;
use thiserror::Error;

use crate::fields::Field;
use crate::hosted::{Below, Hosted, HostedOptions};
use crate::{OptionInfo, Options};

/// A hosted game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameKind {
    /// Seep, four players in two partnerships.
    Seep,
    /// Northeastern Wisconsin Four-Point Smear, four players in two partnerships.
    Smear,
    /// Pepper: four players in two partnerships, or three or two each alone.
    Pepper,
}

/// A name that is no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no game {0:?}")]
pub struct UnknownGame(pub String);

/// What holds for all matches of a game.
pub(crate) struct Desk {
    players: fn() -> RangeInclusive<u8>,
    pack: Pack,
    rules_version: u32,
    /// For a number of players in the range.
    pub(crate) defaults: fn(u8) -> Options,
    /// For a number of players in the range.
    pub(crate) random_options: fn(u8, Below<'_>) -> Options,
    pub(crate) option_infos: fn() -> Vec<OptionInfo>,
}

impl Desk {
    const fn of<G: Hosted>() -> Self {
        Self {
            players: || <G::Options as HostedOptions>::PLAYERS,
            pack: G::PACK,
            rules_version: G::RULES_VERSION,
            defaults: |players| G::Options::for_players(players).wrap(),
            random_options: |players, below| G::Options::random(players, below).wrap(),
            option_infos: || G::Options::fields().iter().map(Field::info).collect(),
        }
    }
}

impl GameKind {
    /// All games.
    pub const ALL: [Self; 3] = [Self::Seep, Self::Smear, Self::Pepper];

    /// The name in traces, logs and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Seep => "seep",
            Self::Smear => "smear",
            Self::Pepper => "pepper",
        }
    }

    pub(crate) const fn desk(self) -> &'static Desk {
        match self {
            Self::Seep => const { &Desk::of::<Seep>() },
            Self::Smear => const { &Desk::of::<Smear>() },
            Self::Pepper => const { &Desk::of::<Pepper>() },
        }
    }

    /// How many may play.
    pub fn players(self) -> RangeInclusive<u8> {
        (self.desk().players)()
    }

    /// The cards that are dealt.
    pub const fn pack(self) -> Pack {
        self.desk().pack
    }

    /// The cards of the pack in the canonical order of the rule text. Shuffles count the cards in this order
    /// (`crates/fairdeal/ALGORITHM.md`).
    pub fn cards(self) -> Vec<Card> {
        let pack = self.pack().cards();
        match self {
            Self::Seep => pack.iter().collect(),
            Self::Smear | Self::Pepper => pack.suitwise().collect(),
        }
    }

    /// The version of the rules as they are played now. A match keeps the one it began with.
    pub const fn rules_version(self) -> u32 {
        self.desk().rules_version
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The packs as `crates/fairdeal/ALGORITHM.md` has them.
    #[test]
    fn cards_come_in_the_order_that_shuffles_count_them_in() {
        let begins = |kind: GameKind| kind.cards()[..5].iter().map(Card::to_string).collect::<Vec<_>>();
        assert_eq!(begins(GameKind::Seep), ["AC", "AD", "AH", "AS", "2C"]);
        assert_eq!(begins(GameKind::Smear), ["7C", "8C", "9C", "TC", "JC"]);
        assert_eq!(begins(GameKind::Pepper), ["9C", "TC", "JC", "QC", "KC"]);
        assert_eq!(GameKind::ALL.map(|kind| kind.cards().len()), [52, 32, 24]);
    }
}
