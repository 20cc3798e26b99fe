//! Events: the whole truth about one step. What a viewer may see of one is in `seen`.

use cards::{Card, CardSet, Outcome, Seat};
use serde::ser::SerializeTuple as _;
use serde::{Serialize, Serializer};

use crate::{Action, Each, Level, Players, Strain};

/// One step of a match with everything in it. It holds hidden cards, so it must not leave the referee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A deck was dealt.
    Dealt(Dealt),
    /// A player bid or passed.
    Called(Called),
    /// The declarer named the strain.
    Named(Named),
    /// A card was played.
    Played(Played),
}

/// A deck was dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dealt {
    /// The number of this deck in the match, from 1.
    pub deal: u32,
    /// Who dealt.
    pub dealer: Seat,
    /// The hands by seat.
    pub hands: Each<CardSet>,
    /// The dead hand, where two play.
    pub dead: CardSet,
}

/// A turn in the auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// Whose turn it was.
    pub seat: Seat,
    /// The level bid, `None` for a pass.
    pub level: Option<Level>,
}

/// A player bid or passed. All of it is shown to everybody, and stays so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Called {
    /// The number of the deck in the match, from 1.
    pub deal: u32,
    /// The number of the call in the auction, from 1.
    pub number: u8,
    /// Who bid what.
    pub call: Call,
    /// Who is to act next: to call, or to name the strain; `None` if the cards were thrown in.
    pub turn: Option<Seat>,
    /// How the auction ended, if it did.
    pub end: Option<AuctionEnd>,
}

/// How an auction ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AuctionEnd {
    /// Somebody bid highest and names the strain.
    Won {
        /// Who bid highest.
        declarer: Seat,
        /// What was bid.
        contract: Level,
    },
    /// Everybody passed, so that the cards were thrown in unseen.
    ThrownIn {
        /// Who deals next.
        next_dealer: Seat,
    },
}

/// The declarer named the strain. All of it is shown to everybody, and stays so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Named {
    /// The number of the deck in the match, from 1.
    pub deal: u32,
    /// The declarer, who also leads to the first trick.
    pub seat: Seat,
    /// The strain named.
    pub strain: Strain,
}

/// A card was played to a trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The number of the deck in the match, from 1.
    pub deal: u32,
    /// The number of the play in the deal, from 1 to 24, or to 16 where two play.
    pub number: u8,
    /// Who played.
    pub seat: Seat,
    /// The card played.
    pub card: Card,
    /// Who won the trick, if this card completed it.
    pub winner: Option<Seat>,
    /// Who is to play next, `None` at the end of the deal.
    pub turn: Option<Seat>,
    /// The end of the deal, with its last card.
    pub end: Option<DealEnd>,
}

/// The end of a deal. All of it is shown to everybody, and stays so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DealEnd {
    /// Contract, tricks, scores, dealer.
    pub result: DealResult,
    /// How the match ended, if it did.
    pub outcome: Option<Outcome>,
}

/// The result of a deal that was played out. It serialises as in `rules/TRACE.md` 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DealResult {
    /// The highest bid.
    pub contract: Level,
    /// Who made it.
    pub declarer: Seat,
    /// The strain played.
    pub strain: Strain,
    /// Tricks won by side.
    pub tricks: Each<u8>,
    /// What the deal scored by side.
    pub deltas: Each<i32>,
    /// The scores by side after the deal.
    pub totals: Each<i32>,
    /// Who would deal next, also if the match is over.
    pub next_dealer: Seat,
}

impl Call {
    /// The call as an action.
    pub fn action(self) -> Action {
        self.level.map_or(Action::Pass, |level| Action::Bid { level })
    }
}

/// Seat and action, as `rules/TRACE.md` 7 lists calls: `[0,"BID 2"]`.
impl Serialize for Call {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut call = serializer.serialize_tuple(2)?;
        call.serialize_element(&self.seat)?;
        call.serialize_element(&format_args!("{}", self.action()))?;
        call.end()
    }
}

impl DealEnd {
    /// Whether this can be the end of a deal of so many: whether every seat and winner is one of the table's, and
    /// every list has one entry for each side.
    pub fn fits(&self, players: Players) -> bool {
        let DealResult { declarer, tricks, deltas, totals, next_dealer, .. } = &self.result;
        let sides = usize::from(players.side_count());
        [declarer, next_dealer].iter().all(|seat| seat.number() < players.count())
            && [tricks.len(), deltas.len(), totals.len()] == [sides; 3]
            && self.outcome.is_none_or(|outcome| outcome.winners.iter().all(|side| side.index() < sides))
    }
}

impl Event {
    /// The number of the deck in the match, from 1.
    pub fn deal(&self) -> u32 {
        match self {
            Self::Dealt(dealt) => dealt.deal,
            Self::Called(called) => called.deal,
            Self::Named(named) => named.deal,
            Self::Played(played) => played.deal,
        }
    }
}
