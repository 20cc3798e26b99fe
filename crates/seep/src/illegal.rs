//! Why an action is refused: a code for programs, and an English sentence for developers and logs.

use cards::{Card, Rank, Seat};
use thiserror::Error;

use crate::HouseValue;

/// Why an action is not legal. `Display` is an English sentence for developers; it names no card that the
/// player cannot see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // The sentences say it.
pub enum Illegal {
    #[error("It is not your turn: seat {turn} is to act.")]
    NotYourTurn { turn: Seat },
    #[error("The cards have not been dealt yet.")]
    NotDealt,
    #[error("The match is over.")]
    MatchOver,
    #[error("You must bid before you play.")]
    BidFirst,
    #[error("The bid has been made already.")]
    BidMade,
    #[error("You cannot bid {value}: you hold no {}.", .value.rank().name())]
    BidNotHeld { value: HouseValue },
    #[error("You do not hold {card}.")]
    CardNotHeld { card: Card },
    #[error("{card} is not a loose card on the floor.")]
    NotLoose { card: Card },
    #[error("You own the house of {value}, so your last {} may only capture it.", .value.rank().name())]
    LastKey { value: HouseValue },
    #[error("The opening play must honour your bid: build a house of {bid}, or capture with or throw a {}.", .bid.rank().name())]
    BidNotHonoured { bid: HouseValue },
    #[error("There is no house of {value}.")]
    NoHouse { value: HouseValue },
    #[error("A house of {value} stands already: add to it instead.")]
    HouseStands { value: HouseValue },
    #[error("A house of {value} cannot be taken by the {}.", .card.rank().name())]
    HouseOfOtherValue { card: Card, value: HouseValue },
    #[error("The capture must take the house of {value} as well.")]
    HouseLeftStanding { value: HouseValue },
    #[error("{card} captures nothing.")]
    CapturesNothing { card: Card },
    #[error("These cards do not split into sets of {target}.")]
    NotSets { target: u8 },
    #[error("A capture takes all it can: loose cards that total {target} would stay behind.")]
    CapturableLeft { target: u8 },
    #[error("A capture takes as many cards as it can: another one takes {more} more.")]
    NotMostCards { more: u8 },
    #[error("A house cannot be founded from the hand alone: something from the floor must join it.")]
    NothingFromFloor,
    #[error("{card} must join the house of {value}, because it equals it.")]
    EqualLeftLoose { card: Card, value: HouseValue },
    #[error(
        "Only the set of the played card, and loose cards that equal the house, may join the house of {value}."
    )]
    ExtraSets { value: HouseValue },
    #[error("Loose cards that total {value} must join the house.")]
    SetLeftLoose { value: HouseValue },
    #[error("You must keep a {} for the house of {value}.", .value.rank().name())]
    NoKey { value: HouseValue },
    #[error("The house of {value} is cemented and cannot be raised.")]
    Cemented { value: HouseValue },
    #[error("You cannot raise the house of {value}, because you own it.")]
    OwnHouse { value: HouseValue },
    #[error("{card} would raise the house of {from} above 13.")]
    RaisedTooHigh { card: Card, from: HouseValue },
    #[error("You cannot raise a house to {value}: a house of {value} stands that you do not own.")]
    TargetNotOwned { value: HouseValue },
    #[error("{card} can capture, so it cannot be thrown.")]
    ThrowCanCapture { card: Card },
    #[error("{card} can be used on the floor, so it cannot be thrown.")]
    ThrowCanBuild { card: Card },
    #[error("A {} cannot be thrown while a house of {} stands.", .rank.name(), .rank.value())]
    ThrowHouseStands { rank: Rank },
}

impl Illegal {
    /// A stable code in snake case, the same in every release.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotYourTurn { .. } => "not_your_turn",
            Self::NotDealt => "not_dealt",
            Self::MatchOver => "match_over",
            Self::BidFirst => "bid_first",
            Self::BidMade => "bid_made",
            Self::BidNotHeld { .. } => "bid_not_held",
            Self::CardNotHeld { .. } => "card_not_held",
            Self::NotLoose { .. } => "not_loose",
            Self::LastKey { .. } => "last_key",
            Self::BidNotHonoured { .. } => "bid_not_honoured",
            Self::NoHouse { .. } => "no_house",
            Self::HouseStands { .. } => "house_stands",
            Self::HouseOfOtherValue { .. } => "house_of_other_value",
            Self::HouseLeftStanding { .. } => "house_left_standing",
            Self::CapturesNothing { .. } => "captures_nothing",
            Self::NotSets { .. } => "not_sets",
            Self::CapturableLeft { .. } => "capturable_left",
            Self::NotMostCards { .. } => "not_most_cards",
            Self::NothingFromFloor => "nothing_from_floor",
            Self::EqualLeftLoose { .. } => "equal_left_loose",
            Self::ExtraSets { .. } => "extra_sets",
            Self::SetLeftLoose { .. } => "set_left_loose",
            Self::NoKey { .. } => "no_key",
            Self::Cemented { .. } => "cemented",
            Self::OwnHouse { .. } => "own_house",
            Self::RaisedTooHigh { .. } => "raised_too_high",
            Self::TargetNotOwned { .. } => "target_not_owned",
            Self::ThrowCanCapture { .. } => "throw_can_capture",
            Self::ThrowCanBuild { .. } => "throw_can_build",
            Self::ThrowHouseStands { .. } => "throw_house_stands",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_sentences_for_the_player() {
        let value = HouseValue::Queen;
        let bid = HouseValue::King;
        let card = Card::from_index(0).unwrap();
        let sentences = [
            (
                Illegal::LastKey { value: bid },
                "You own the house of 13, so your last king may only capture it.",
            ),
            (Illegal::NoKey { value }, "You must keep a queen for the house of 12."),
            (Illegal::BidNotHeld { value }, "You cannot bid 12: you hold no queen."),
            (
                Illegal::BidNotHonoured { bid },
                "The opening play must honour your bid: build a house of 13, or capture with or throw a king.",
            ),
            (
                Illegal::ThrowHouseStands { rank: value.rank() },
                "A queen cannot be thrown while a house of 12 stands.",
            ),
            (Illegal::RaisedTooHigh { card, from: bid }, "AC would raise the house of 13 above 13."),
        ];
        for (illegal, sentence) in sentences {
            assert_eq!(illegal.to_string(), sentence);
        }
    }
}
