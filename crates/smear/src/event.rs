//! Events: the whole truth about one step. What a viewer may see of one is in `seen`.

use cards::{Card, CardSet, Outcome, Seat, Suit};
use serde::Serialize;

use crate::{Action, Bid, Contract, Points};

/// One step of a match with everything in it. It holds hidden cards, so it must not leave the referee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A deck was dealt.
    Dealt(Dealt),
    /// A seat bid or passed.
    Called(Called),
    /// The bidder discarded.
    Discarded(Discarded),
    /// A card was played.
    Played(Played),
}

/// A deck was dealt: six cards to each seat, eight to the stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dealt {
    /// The number of this deck in the match, from 1.
    pub deal: u32,
    /// Who dealt.
    pub dealer: Seat,
    /// By seat.
    pub hands: [CardSet; 4],
    /// The cards that the bidder will take.
    pub widow: CardSet,
    /// The cards that stay out of play.
    pub rest: CardSet,
}

/// A bid or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Called {
    /// The number of the deck in the match, from 1.
    pub deal: u32,
    /// Who called.
    pub seat: Seat,
    /// What was bid, `None` for a pass.
    pub bid: Option<Bid>,
    /// What it led to.
    pub after: AfterCall,
}

/// What a call led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterCall {
    /// The auction goes on.
    Next {
        /// Who is to call.
        turn: Seat,
    },
    /// The auction is over, and the bidder took the widow.
    Won {
        /// The bid that stands.
        contract: Contract,
        /// The cards taken; none where no widow is played.
        taken: CardSet,
    },
    /// All passed, and the cards were thrown in.
    ThrownIn {
        /// Who deals next.
        next_dealer: Seat,
    },
}

/// The bidder laid cards away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discarded {
    /// The number of the deck in the match, from 1.
    pub deal: u32,
    /// The bidder.
    pub seat: Seat,
    /// The cards laid away.
    pub cards: CardSet,
}

/// One of the 24 plays of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The number of the deck in the match, from 1.
    pub deal: u32,
    /// The number of the play in the deal, 1..=24.
    pub number: u8,
    /// Who played.
    pub seat: Seat,
    /// The card.
    pub card: Card,
    /// The trump suit, with play 1, which makes it trump.
    pub trump: Option<Suit>,
    /// Who won the trick, with the play that completed it.
    pub winner: Option<Seat>,
    /// Game counts of the tricks won by team after the play, without discards.
    pub counts: [u8; 2],
    /// The end of the deal, with play 24.
    pub end: Option<DealEnd>,
}

/// The end of a deal. All of it is shown to everybody, and stays so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DealEnd {
    /// Counts, points, scores, dealer.
    pub result: DealResult,
    /// How the match ended, if it did.
    pub outcome: Option<Outcome>,
}

/// The result of a deal that was played out (`rules/TRACE.md` 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DealResult {
    /// What was bid.
    pub bid: Bid,
    /// Who bid it.
    pub bidder: Seat,
    /// The trump suit.
    #[serde(serialize_with = "crate::json::letter")]
    pub trump: Suit,
    /// The cards discarded; none where no widow is played.
    #[serde(serialize_with = "cards::suitwise")]
    pub discards: CardSet,
    /// Game counts by team, discards included. Both together are at most 80.
    pub counts: [u8; 2],
    /// The points by team, also those of a team that was set.
    pub points: [Points; 2],
    /// The change of score by team, as entered.
    pub deltas: [i32; 2],
    /// The scores by team after the deal.
    pub scores: [i32; 2],
    /// Who would deal next, also if the match is over.
    pub next_dealer: Seat,
}

impl Called {
    /// The call as an action.
    pub const fn action(&self) -> Action {
        Action::call(self.bid)
    }
}

impl DealEnd {
    /// Whether every winner is one of the two teams.
    pub fn fits(&self) -> bool {
        self.outcome.is_none_or(|outcome| outcome.winners.iter().all(|side| side.index() < 2))
    }
}

impl Event {
    /// The number of the deck in the match, from 1.
    pub fn deal(&self) -> u32 {
        match self {
            Self::Dealt(dealt) => dealt.deal,
            Self::Called(called) => called.deal,
            Self::Discarded(discarded) => discarded.deal,
            Self::Played(played) => played.deal,
        }
    }
}
