//! Levels: how strong a bot plays.

use std::fmt;
use std::str::FromStr;

use games::{Action, View};

use crate::greedy;

/// How strong a bot plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Level {
    /// Takes whatever scores most at once.
    #[default]
    Greedy,
}

/// A name that is no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no bot level {0:?}; known are: greedy")]
pub struct UnknownLevel(pub String);

impl Level {
    /// Its name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Greedy => "greedy",
        }
    }

    /// Chooses one of the legal actions for the seat that the view is of; `None` if there is none.
    pub fn choose(self, view: &View, legal: &[Action]) -> Option<Action> {
        match self {
            Self::Greedy => greedy(view, legal),
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

    /// The level of a name; the empty name is the default.
    fn from_str(name: &str) -> Result<Self, UnknownLevel> {
        match name {
            "" | "greedy" => Ok(Self::Greedy),
            other => Err(UnknownLevel(other.to_owned())),
        }
    }
}
