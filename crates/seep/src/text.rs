//! The text form of actions: `TYPE c [value] [take]` (`rules/seep.md` 7 and 18, `rules/TRACE.md` 3).

use std::fmt;
use std::str::FromStr;

use cards::{Card, CardSet};
use thiserror::Error;

use crate::{Action, ActionKind, HouseValue};

/// Why a text is no action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseActionError {
    /// The first word is no type of action.
    #[error("an action begins with BID, CAPTURE, BUILD, ADD, BREAK or THROW")]
    UnknownType,
    /// A card is missing or not one.
    #[error("{0} needs a card such as TD after it")]
    BadCard(&'static str),
    /// A value is missing or outside 9 to 13.
    #[error("{0} needs a value from 9 to 13")]
    BadValue(&'static str),
    /// The take is missing or not a list in brackets, in order, without repetition.
    #[error("{0} ends with the cards taken in square brackets, sorted, such as [2D 9H]")]
    BadTake(&'static str),
    /// Something follows the end of the action.
    #[error("{0} ends earlier than this text")]
    TooLong(&'static str),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind().word())?;
        if let Some(card) = self.card() {
            write!(f, " {card}")?;
        }
        if let Some(value) = self.value() {
            write!(f, " {value}")?;
        }
        match self.kind() {
            ActionKind::Bid | ActionKind::Throw => Ok(()),
            _ => write!(f, " [{}]", self.take()),
        }
    }
}

/// Reads exactly what `Display` prints, so that an action has one text.
impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let kind = ActionKind::ALL.into_iter().find(|kind| kind.word() == word);
        let kind = kind.ok_or(ParseActionError::UnknownType)?;
        let word = kind.word();
        if kind == ActionKind::Bid {
            return Ok(Self::Bid { value: parse_value(rest, word)? });
        }
        let (card, rest) = rest.split_once(' ').map_or((rest, None), |(card, rest)| (card, Some(rest)));
        let card = card.parse::<Card>().map_err(|_| ParseActionError::BadCard(word))?;
        if kind == ActionKind::Throw {
            return if rest.is_some() {
                Err(ParseActionError::TooLong(word))
            } else {
                Ok(Self::Throw { card })
            };
        }
        let rest = rest.ok_or(ParseActionError::BadTake(word))?;
        let (value, take) = if kind == ActionKind::Capture && rest.starts_with('[') {
            (None, rest)
        } else {
            let (value, take) = rest.split_once(' ').ok_or(ParseActionError::BadTake(word))?;
            (Some(parse_value(value, word)?), take)
        };
        let take = parse_take(take, word)?;
        match (kind, value) {
            (ActionKind::Build, Some(value)) => Ok(Self::Build { card, value, take }),
            (ActionKind::Add, Some(value)) => Ok(Self::Add { card, value, take }),
            (ActionKind::Break, Some(from)) => Ok(Self::Break { card, from, take }),
            (_, house) => Ok(Self::Capture { card, house, take }),
        }
    }
}

fn parse_value(text: &str, word: &'static str) -> Result<HouseValue, ParseActionError> {
    HouseValue::ALL
        .into_iter()
        .find(|value| value.to_string() == text)
        .ok_or(ParseActionError::BadValue(word))
}

fn parse_take(text: &str, word: &'static str) -> Result<CardSet, ParseActionError> {
    let fault = ParseActionError::BadTake(word);
    let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).ok_or(fault)?;
    let mut take = CardSet::EMPTY;
    let mut last = None;
    for card in inside.split(' ').filter(|_| !inside.is_empty()) {
        let card = card.parse::<Card>().map_err(|_| fault)?;
        if last.is_some_and(|last| last >= card) {
            return Err(fault);
        }
        last = Some(card);
        take.insert(card);
    }
    Ok(take)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_reads_back() {
        let texts = [
            "BID 9",
            "CAPTURE QD [QH]",
            "CAPTURE TH 10 []",
            "CAPTURE 9H 9 [4D 5C]",
            "ADD 2C 11 [9D]",
            "ADD KS 13 []",
            "BUILD 4H 10 [AH 5C]",
            "BREAK AD 12 []",
            "THROW QH",
        ];
        for text in texts {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn texts_with_a_fault_say_where() {
        use ParseActionError::{BadCard, BadTake, BadValue, TooLong, UnknownType};
        let faults = [
            ("", UnknownType),
            ("PASS", UnknownType),
            ("bid 9", UnknownType),
            ("BID", BadValue("BID")),
            ("BID 8", BadValue("BID")),
            ("BID 09", BadValue("BID")),
            ("BID 9 ", BadValue("BID")),
            ("THROW", BadCard("THROW")),
            ("THROW QH []", TooLong("THROW")),
            ("CAPTURE 10H []", BadCard("CAPTURE")),
            ("CAPTURE TH", BadTake("CAPTURE")),
            ("CAPTURE TH 10", BadTake("CAPTURE")),
            ("BUILD 4H [AH 5C]", BadValue("BUILD")),
            ("BUILD 4H 14 []", BadValue("BUILD")),
            ("BUILD 4H 10 [5C AH]", BadTake("BUILD")),
            ("BUILD 4H 10 [AH AH]", BadTake("BUILD")),
            ("BUILD 4H 10 [AH  5C]", BadTake("BUILD")),
            ("BUILD 4H 10 [ ]", BadTake("BUILD")),
            ("ADD 2C 11 [9D] ", BadTake("ADD")),
        ];
        for (text, fault) in faults {
            assert_eq!(text.parse::<Action>(), Err(fault), "{text:?}");
        }
    }
}
