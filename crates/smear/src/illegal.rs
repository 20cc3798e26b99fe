//! Why an action is refused: a code for programs, and an English sentence for developers and logs.

use cards::{Card, Seat, Suit};
use thiserror::Error;

use crate::Bid;

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
    #[error("You must bid or pass before you play.")]
    CallFirst,
    #[error("The auction is over.")]
    AuctionOver,
    #[error("You must bid more than {highest}, or pass.")]
    BidTooLow { highest: Bid },
    #[error("Nobody has bid, so the dealer cannot pass.")]
    DealerMustBid,
    #[error("You must discard before you play: {widow} of your cards, as many as you took.")]
    DiscardFirst { widow: u8 },
    #[error("There is nothing to discard now.")]
    NoDiscard,
    #[error("You must discard as many cards as you took: {widow}, not {given}.")]
    DiscardNumber { widow: u8, given: u8 },
    #[error("You do not hold {card}.")]
    CardNotHeld { card: Card },
    #[error(
        "Trumps can be discarded only when nothing else is left to discard: keep a suit of which you discard nothing, or six cards of one suit."
    )]
    DiscardsTrump,
    #[error("The only suit you keep is {}, and its ace, king, queen, jack, ten and seven cannot be discarded.", .trump.name())]
    DiscardsScoringTrump { trump: Suit },
    #[error("You cannot make {} trump: you discarded a card of it while you kept another suit.", .suit.name())]
    LeadDiscarded { suit: Suit },
    #[error("You must follow suit with {}, or play a {trump_name} as trump.", .led.name(), trump_name = .trump.name().trim_end_matches('s'))]
    MustFollow { led: Suit, trump: Suit },
    #[error("Trump was led: you must play {}.", .trump.name())]
    MustFollowTrump { trump: Suit },
}

impl Illegal {
    /// A stable code in snake case, the same in every release.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotYourTurn { .. } => "not_your_turn",
            Self::NotDealt => "not_dealt",
            Self::MatchOver => "match_over",
            Self::CallFirst => "call_first",
            Self::AuctionOver => "auction_over",
            Self::BidTooLow { .. } => "bid_too_low",
            Self::DealerMustBid => "dealer_must_bid",
            Self::DiscardFirst { .. } => "discard_first",
            Self::NoDiscard => "no_discard",
            Self::DiscardNumber { .. } => "discard_number",
            Self::CardNotHeld { .. } => "card_not_held",
            Self::DiscardsTrump => "discards_trump",
            Self::DiscardsScoringTrump { .. } => "discards_scoring_trump",
            Self::LeadDiscarded { .. } => "lead_discarded",
            Self::MustFollow { .. } => "must_follow",
            Self::MustFollowTrump { .. } => "must_follow_trump",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_sentences_for_the_player() {
        let (hearts, spades) = (Suit::Hearts, Suit::Spades);
        let sentences = [
            (Illegal::BidTooLow { highest: Bid::ALL[1] }, "You must bid more than 3, or pass."),
            (
                Illegal::MustFollow { led: hearts, trump: spades },
                "You must follow suit with hearts, or play a spade as trump.",
            ),
            (Illegal::MustFollowTrump { trump: spades }, "Trump was led: you must play spades."),
            (
                Illegal::LeadDiscarded { suit: hearts },
                "You cannot make hearts trump: you discarded a card of it while you kept another suit.",
            ),
            (
                Illegal::DiscardsScoringTrump { trump: spades },
                "The only suit you keep is spades, and its ace, king, queen, jack, ten and seven cannot be discarded.",
            ),
        ];
        for (illegal, sentence) in sentences {
            assert_eq!(illegal.to_string(), sentence);
        }
    }
}
