//! The text form of actions: `PASS`, `BID 3`, `NAME NT`, `PLAY TD` (`rules/pepper.md` 13, `rules/TRACE.md` 3).

use std::fmt;
use std::str::FromStr;

use cards::Card;
use thiserror::Error;

use crate::{Action, ActionKind, Level, Strain};

/// Why a text is no action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseActionError {
    /// The first word is no type of action.
    #[error("an action begins with PASS, BID, NAME or PLAY")]
    UnknownType,
    /// Something follows a pass.
    #[error("PASS stands alone")]
    TooLong,
    /// The level is missing or not one.
    #[error("BID needs a number from 1 to 7, or LP or BP, after it")]
    BadLevel,
    /// The strain is missing or not one.
    #[error("NAME needs C, D, H, S or NT after it")]
    BadStrain,
    /// The card is missing or not one.
    #[error("PLAY needs a card such as TD after it")]
    BadCard,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind().word())?;
        match self {
            Self::Pass => Ok(()),
            Self::Bid { level } => write!(f, " {level}"),
            Self::Name { strain } => write!(f, " {strain}"),
            Self::Play { card } => write!(f, " {card}"),
        }
    }
}

/// Reads exactly what `Display` prints, so that an action has one text.
impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        let (word, rest) = match text.split_once(' ') {
            Some((word, rest)) => (word, Some(rest)),
            None => (text, None),
        };
        let kind = ActionKind::ALL.into_iter().find(|kind| kind.word() == word);
        let named = rest.unwrap_or("");
        match kind.ok_or(ParseActionError::UnknownType)? {
            ActionKind::Pass if rest.is_none() => Ok(Self::Pass),
            ActionKind::Pass => Err(ParseActionError::TooLong),
            ActionKind::Bid => {
                let level = Level::ALL.into_iter().find(|level| level.name() == named);
                level.map(|level| Self::Bid { level }).ok_or(ParseActionError::BadLevel)
            }
            ActionKind::Name => {
                let strain = Strain::ALL.into_iter().find(|strain| strain.name() == named);
                strain.map(|strain| Self::Name { strain }).ok_or(ParseActionError::BadStrain)
            }
            ActionKind::Play => {
                let card = named.parse::<Card>();
                card.map(|card| Self::Play { card }).map_err(|_| ParseActionError::BadCard)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_reads_back() {
        for text in ["PASS", "BID 1", "BID 7", "BID LP", "BID BP", "NAME C", "NAME NT", "PLAY QH"] {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn texts_with_a_fault_say_where() {
        use ParseActionError::{BadCard, BadLevel, BadStrain, TooLong, UnknownType};
        let faults = [
            ("", UnknownType),
            ("pass", UnknownType),
            ("DISCARD 9C", UnknownType),
            ("PASS ", TooLong),
            ("PASS 1", TooLong),
            ("BID", BadLevel),
            ("BID 0", BadLevel),
            ("BID 8", BadLevel),
            ("BID 05", BadLevel),
            ("BID lp", BadLevel),
            ("BID  5", BadLevel),
            ("NAME", BadStrain),
            ("NAME N", BadStrain),
            ("NAME H ", BadStrain),
            ("PLAY", BadCard),
            ("PLAY 10H", BadCard),
            ("PLAY QH QS", BadCard),
        ];
        for (text, fault) in faults {
            assert_eq!(text.parse::<Action>(), Err(fault), "{text:?}");
        }
    }
}
