//! Levels: how strong a player is.

use std::fmt;
use std::str::FromStr;

use games::{Action, View};

use crate::dice::Dice;
use crate::{Sight, pepper, seep, smear};

/// How strong a player is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Level {
    /// Plausible and quick, with some chance in it.
    Casual,
    /// Sound rules of thumb. It sits in for absent players.
    #[default]
    Club,
    /// Samples what the others may hold, and plays each candidate out.
    Expert,
    /// The yardstick: takes most points at once, else plays the lowest card. It never changes.
    Greedy,
}

/// A name that is no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no bot level {0:?}; known are: casual, club, expert, greedy")]
pub struct UnknownLevel(pub String);

impl Level {
    /// All levels.
    pub const ALL: [Self; 4] = [Self::Casual, Self::Club, Self::Expert, Self::Greedy];

    /// Its name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Casual => "casual",
            Self::Club => "club",
            Self::Expert => "expert",
            Self::Greedy => "greedy",
        }
    }

    /// Chooses one of the legal actions. The same sight and seed give the same choice.
    ///
    /// `Expert` computes for some milliseconds and so does not belong on a thread that others wait for.
    pub fn choose(self, sight: &Sight, seed: u64) -> Action {
        let dice = &mut Dice::new(seed);
        match sight.view() {
            View::Seep(_) => seep::choose(self, sight, dice),
            View::Smear(_) => smear::choose(self, sight, dice),
            View::Pepper(_) => pepper::choose(self, sight, dice),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    /// The level of a name; the empty name is the default, `club`.
    fn from_str(name: &str) -> Result<Self, UnknownLevel> {
        if name.is_empty() {
            return Ok(Self::default());
        }
        Self::ALL.into_iter().find(|level| level.name() == name).ok_or_else(|| UnknownLevel(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_reads_back_from_its_name() {
        for level in Level::ALL {
            assert_eq!(level.name().parse(), Ok(level));
        }
    }

    #[test]
    fn no_name_means_club() {
        assert_eq!("".parse(), Ok(Level::Club));
    }

    #[test]
    fn other_names_are_refused() {
        assert_eq!("Club".parse::<Level>(), Err(UnknownLevel("Club".into())));
    }
}
