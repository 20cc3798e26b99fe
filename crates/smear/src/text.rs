//! The text form of actions: `PASS`, `BID n`, `DISCARD c1 .. cw`, `PLAY c` (`rules/smear.md` 14).

use std::fmt;
use std::str::FromStr;

use cards::{Card, CardSet};
use thiserror::Error;

use crate::{Action, ActionKind, Bid};

/// Why a text is no action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseActionError {
    /// The first word is no type of action.
    #[error("an action begins with PASS, BID, DISCARD or PLAY")]
    UnknownType,
    /// A bid is missing or outside 2 to 4.
    #[error("BID needs a number from 2 to 4")]
    BadBid,
    /// The card of a play is missing or not one.
    #[error("PLAY needs one card such as TD after it")]
    BadCard,
    /// The cards of a discard are missing, not cards, out of order or repeated.
    #[error("DISCARD needs the cards in order, suit by suit and upwards, such as 7C AC 9D")]
    BadDiscard,
    /// Something follows a pass.
    #[error("PASS stands alone")]
    TooLong,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind().word())?;
        if let Self::Bid { bid } = self {
            write!(f, " {bid}")?;
        }
        self.cards().suitwise().try_for_each(|card| write!(f, " {card}"))
    }
}

/// Reads exactly what `Display` prints, so that an action has one text.
impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        let (word, rest) = text.split_once(' ').map_or((text, None), |(word, rest)| (word, Some(rest)));
        let kind = ActionKind::ALL.into_iter().find(|kind| kind.word() == word);
        match (kind.ok_or(ParseActionError::UnknownType)?, rest) {
            (ActionKind::Pass, None) => Ok(Self::Pass),
            (ActionKind::Pass, Some(_)) => Err(ParseActionError::TooLong),
            (ActionKind::Bid, rest) => {
                let named = |bid: &Bid| rest.is_some_and(|rest| rest == bid.to_string());
                let bid = Bid::ALL.into_iter().find(named).ok_or(ParseActionError::BadBid)?;
                Ok(Self::Bid { bid })
            }
            (ActionKind::Discard, rest) => {
                let cards = parse_cards(rest.unwrap_or_default()).ok_or(ParseActionError::BadDiscard)?;
                Ok(Self::Discard { cards })
            }
            (ActionKind::Play, rest) => {
                let card = rest.unwrap_or_default().parse().map_err(|_| ParseActionError::BadCard)?;
                Ok(Self::Play { card })
            }
        }
    }
}

/// At least one card, in card order, one space between.
fn parse_cards(text: &str) -> Option<CardSet> {
    let mut cards = CardSet::EMPTY;
    let mut last = None;
    for word in text.split(' ') {
        let card: Card = word.parse().ok()?;
        if last.is_some_and(|last| last >= card.suitwise_key()) {
            return None;
        }
        last = Some(card.suitwise_key());
        cards.insert(card);
    }
    Some(cards)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_reads_back() {
        for text in ["PASS", "BID 2", "BID 4", "DISCARD 7C", "DISCARD KC AC 7D", "PLAY TH"] {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn texts_with_a_fault_say_where() {
        use ParseActionError::{BadBid, BadCard, BadDiscard, TooLong, UnknownType};
        let faults = [
            ("", UnknownType),
            ("pass", UnknownType),
            ("THROW 9C", UnknownType),
            ("PASS ", TooLong),
            ("PASS 2", TooLong),
            ("BID", BadBid),
            ("BID 1", BadBid),
            ("BID 5", BadBid),
            ("BID 02", BadBid),
            ("BID 2 ", BadBid),
            ("DISCARD", BadDiscard),
            ("DISCARD ", BadDiscard),
            ("DISCARD AC KC", BadDiscard),
            ("DISCARD 7D AC", BadDiscard),
            ("DISCARD 7C 7C", BadDiscard),
            ("DISCARD 7C  8C", BadDiscard),
            ("PLAY", BadCard),
            ("PLAY 10H", BadCard),
            ("PLAY TH 9H", BadCard),
        ];
        for (text, fault) in faults {
            assert_eq!(text.parse::<Action>(), Err(fault), "{text:?}");
        }
    }
}
