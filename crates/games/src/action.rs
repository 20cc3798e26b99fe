//! What players do and see, over all games.

use std::fmt;

use serde::Serialize;
use thiserror::Error;

use crate::GameKind;

/// One decision of a player. `Display` is its text form in the rules of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Of Seep.
    Seep(seep::Action),
}

/// The whole truth about one step. It must not leave the referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Of Seep.
    Seep(seep::Event),
}

/// What a viewer may see of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Seen {
    /// Of Seep.
    Seep(seep::Seen),
}

/// What a viewer may see of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum View {
    /// Of Seep.
    Seep(seep::View),
}

/// Why an action was refused; `Display` is a sentence for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// By the rules of Seep.
    #[error(transparent)]
    Seep(#[from] seep::Illegal),
}

/// Why a text is no action of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseActionError {
    /// Of Seep.
    #[error(transparent)]
    Seep(#[from] seep::ParseActionError),
}

impl Action {
    /// Reads the text form of an action of a game.
    ///
    /// # Errors
    /// [`ParseActionError`] says what is missing.
    pub fn parse(kind: GameKind, text: &str) -> Result<Self, ParseActionError> {
        match kind {
            GameKind::Seep => Ok(Self::Seep(text.parse()?)),
        }
    }

    /// The game that the action belongs to.
    pub const fn kind(&self) -> GameKind {
        match self {
            Self::Seep(_) => GameKind::Seep,
        }
    }

    /// The word that begins the text form, such as `CAPTURE`: the type of the action.
    pub const fn type_word(&self) -> &'static str {
        match self {
            Self::Seep(action) => action.kind().word(),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seep(action) => action.fmt(f),
        }
    }
}

impl Event {
    /// The number of the deck in the match that the event belongs to, from 1.
    pub fn deal(&self) -> u32 {
        match self {
            Self::Seep(event) => event.deal(),
        }
    }
}

impl Illegal {
    /// A stable code in snake case.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Seep(illegal) => illegal.code(),
        }
    }
}
