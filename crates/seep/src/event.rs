//! Events: the whole truth about one step. What a viewer may see of one is in `seen`.

use cards::{CardSet, Outcome, Seat, Side};
use serde::Serialize;

use crate::{Action, House, HouseValue};

/// One step of a match with everything in it. It holds hidden cards, so it must not leave the referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A deck was dealt as far as the bid.
    Dealt(Dealt),
    /// The bidder bid and the floor was turned up.
    Bid(BidMade),
    /// A card was played.
    Played(Played),
}

/// A deck was dealt: four cards to the bidder, four to the floor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dealt {
    /// The number of this deck in the match, from 1.
    pub deal: u32,
    /// Who dealt.
    pub dealer: Seat,
    /// The bidder's four cards.
    pub hand: CardSet,
    /// The four floor cards, face down.
    pub floor: CardSet,
    /// Whether the bidder could not bid, so that the hand was shown and the cards were thrown in.
    pub thrown_in: bool,
}

/// The bid, and the floor that it turned up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BidMade {
    /// The number of the deck in the match, from 1.
    pub deal: u32,
    /// The bidder.
    pub seat: Seat,
    /// The value bid.
    pub value: HouseValue,
    /// The four floor cards.
    pub floor: CardSet,
}

/// One of the 48 plays of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The number of the deck in the match, from 1.
    pub deal: u32,
    /// The number of the play in the deal, 1..=48.
    pub number: u8,
    /// Who played.
    pub seat: Seat,
    /// What was played.
    pub action: Action,
    /// Everything that a capture took: the played card, the loose cards and the house. Empty otherwise.
    pub captured: CardSet,
    /// The house that was taken, added to or raised, as it stood.
    pub before: Option<House>,
    /// The house that resulted.
    pub after: Option<House>,
    /// Sweep bonus in points, 0, 25 or 50.
    pub sweep: u8,
    /// By seat, the cards dealt after the opening play.
    pub dealt: Option<[CardSet; 4]>,
    /// The end of the deal, with play 48.
    pub end: Option<Box<DealEnd>>,
}

/// The end of a deal. All of it is shown to everybody, and stays so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DealEnd {
    /// The loose cards left over.
    pub left_over: CardSet,
    /// The team that got them: the one that captured last.
    pub left_over_to: Option<Side>,
    /// The opened piles by team, with the left-over cards.
    pub piles: [CardSet; 2],
    /// Points, difference, dealer.
    pub result: DealResult,
    /// Baazis won by team, after this deal.
    pub won: [u8; 2],
    /// The difference D that the next deal starts from, 0 after a baazi.
    pub next_difference: i32,
    /// How the match ended, if it did.
    pub outcome: Option<Outcome>,
}

/// The result of a deal that was played out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DealResult {
    /// Card points by team, left-over cards and a majority bonus included.
    pub card_points: [u16; 2],
    /// Sweep bonus points by team.
    pub sweeps: [u16; 2],
    /// The sum of both by team.
    pub score: [u16; 2],
    /// D after the deal, before any reset; of a forfeited deal D as it stood before it.
    pub difference: i32,
    /// The team that forfeited the deal by scoring too little.
    pub forfeited_by: Option<Side>,
    /// The team that won a baazi with this deal.
    pub baazi_winner: Option<Side>,
    /// Who would deal next, also if the match is over.
    pub next_dealer: Seat,
}

impl Event {
    /// The number of the deck in the match, from 1.
    pub fn deal(&self) -> u32 {
        match self {
            Self::Dealt(dealt) => dealt.deal,
            Self::Bid(bid) => bid.deal,
            Self::Played(played) => played.deal,
        }
    }
}
