//! What players do and see, over all games.

use std::fmt;

use cards::Card;
use serde::Serialize;
use thiserror::Error;

use crate::GameKind;

/// One decision of a player. `Display` is its text form in the rules of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Of Seep.
    Seep(seep::Action),
    /// Of Smear.
    Smear(smear::Action),
    /// Of Pepper.
    Pepper(pepper::Action),
}

/// The whole truth about one step. It must not leave the referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Of Seep.
    Seep(seep::Event),
    /// Of Smear.
    Smear(smear::Event),
    /// Of Pepper.
    Pepper(pepper::Event),
}

/// What a viewer may see of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Seen {
    /// Of Seep.
    Seep(seep::Seen),
    /// Of Smear.
    Smear(smear::Seen),
    /// Of Pepper.
    Pepper(pepper::Seen),
}

/// What a viewer may see of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum View {
    /// Of Seep.
    Seep(seep::View),
    /// Of Smear.
    Smear(smear::View),
    /// Of Pepper.
    Pepper(pepper::View),
}

/// Why an action was refused; `Display` is an English sentence for developers and logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// The action belongs to another game.
    #[error("This is no move of the game that is played here.")]
    OtherGame,
    /// By the rules of Seep.
    #[error(transparent)]
    Seep(#[from] seep::Illegal),
    /// By the rules of Smear.
    #[error(transparent)]
    Smear(#[from] smear::Illegal),
    /// By the rules of Pepper.
    #[error(transparent)]
    Pepper(#[from] pepper::Illegal),
}

/// Why a text is no action of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseActionError {
    /// Of Seep.
    #[error(transparent)]
    Seep(#[from] seep::ParseActionError),
    /// Of Smear.
    #[error(transparent)]
    Smear(#[from] smear::ParseActionError),
    /// Of Pepper.
    #[error(transparent)]
    Pepper(#[from] pepper::ParseActionError),
}

impl Action {
    /// Reads the text form of an action of a game.
    ///
    /// # Errors
    /// [`ParseActionError`] says what is missing.
    pub fn parse(kind: GameKind, text: &str) -> Result<Self, ParseActionError> {
        match kind {
            GameKind::Seep => Ok(Self::Seep(text.parse()?)),
            GameKind::Smear => Ok(Self::Smear(text.parse()?)),
            GameKind::Pepper => Ok(Self::Pepper(text.parse()?)),
        }
    }

    /// The game that the action belongs to.
    pub const fn kind(&self) -> GameKind {
        match self {
            Self::Seep(_) => GameKind::Seep,
            Self::Smear(_) => GameKind::Smear,
            Self::Pepper(_) => GameKind::Pepper,
        }
    }

    /// The word that begins the text form, such as `CAPTURE`: the type of the action.
    pub const fn type_word(&self) -> &'static str {
        match self {
            Self::Seep(action) => action.kind().word(),
            Self::Smear(action) => action.kind().word(),
            Self::Pepper(action) => action.kind().word(),
        }
    }
}

impl Action {
    /// The card that is played, `None` for a decision that plays none.
    pub const fn card(&self) -> Option<Card> {
        match self {
            Self::Seep(action) => action.card(),
            Self::Smear(action) => action.card(),
            Self::Pepper(action) => action.card(),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seep(action) => action.fmt(f),
            Self::Smear(action) => action.fmt(f),
            Self::Pepper(action) => action.fmt(f),
        }
    }
}

impl Event {
    /// The number of the deck in the match that the event belongs to, from 1.
    pub fn deal(&self) -> u32 {
        match self {
            Self::Seep(event) => event.deal(),
            Self::Smear(event) => event.deal(),
            Self::Pepper(event) => event.deal(),
        }
    }
}

impl Illegal {
    /// A stable code in snake case.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::OtherGame => "other_game",
            Self::Seep(illegal) => illegal.code(),
            Self::Smear(illegal) => illegal.code(),
            Self::Pepper(illegal) => illegal.code(),
        }
    }
}
