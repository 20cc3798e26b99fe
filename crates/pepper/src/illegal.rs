//! Why an action is refused: a code for programs, and an English sentence for developers and logs.

use cards::{Card, Seat, Suit};
use thiserror::Error;

use crate::Level;

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
    #[error("The auction is still on: bid or pass.")]
    AuctionOn,
    #[error("The auction is over.")]
    AuctionOver,
    #[error("There is no bid of {level} here: the highest number is {highest}, then come LP and BP.")]
    NoSuchLevel { level: Level, highest: Level },
    #[error("You must bid more than {highest}, or pass.")]
    BidTooLow { highest: Level },
    #[error("You cannot pass: nobody has bid, so the dealer must.")]
    DealerMustBid,
    #[error("You must name the trump suit, or no trump, before you play.")]
    NameFirst,
    #[error("The strain has been named already.")]
    AlreadyNamed,
    #[error("No trump is not played at this table: name a suit.")]
    NoTrumpOff,
    #[error("You do not hold {card}.")]
    CardNotHeld { card: Card },
    #[error("You must follow suit: play one of your {}.", .suit.name())]
    MustFollow { suit: Suit },
}

impl Illegal {
    /// A stable code in snake case, the same in every release.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotYourTurn { .. } => "not_your_turn",
            Self::NotDealt => "not_dealt",
            Self::MatchOver => "match_over",
            Self::AuctionOn => "auction_on",
            Self::AuctionOver => "auction_over",
            Self::NoSuchLevel { .. } => "no_such_level",
            Self::BidTooLow { .. } => "bid_too_low",
            Self::DealerMustBid => "dealer_must_bid",
            Self::NameFirst => "name_first",
            Self::AlreadyNamed => "already_named",
            Self::NoTrumpOff => "no_trump_off",
            Self::CardNotHeld { .. } => "card_not_held",
            Self::MustFollow { .. } => "must_follow",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_sentences_for_the_player() {
        let sentences = [
            (
                Illegal::NoSuchLevel { level: Level::Six, highest: Level::Five },
                "There is no bid of 6 here: the highest number is 5, then come LP and BP.",
            ),
            (Illegal::BidTooLow { highest: Level::LittlePepper }, "You must bid more than LP, or pass."),
            (Illegal::MustFollow { suit: Suit::Hearts }, "You must follow suit: play one of your hearts."),
        ];
        for (illegal, sentence) in sentences {
            assert_eq!(illegal.to_string(), sentence);
        }
    }
}
