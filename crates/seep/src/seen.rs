//! What a viewer may see of an event: the one projection, for live events and for the closed form alike.

use cards::{CardSet, Seat};
use serde::Serialize;

use crate::{Action, DealEnd, House, HouseValue};

/// What one viewer may see of an [`Event`](crate::Event) at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Seen {
    /// A deck was dealt as far as the bid.
    Dealt(SeenDeal),
    /// The bid was made and the floor turned up.
    Bid(SeenBid),
    /// A card was played.
    Played(SeenPlay),
}

/// A deck was dealt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeenDeal {
    /// The number of this deck in the match, from 1.
    pub deal: u32,
    /// Who dealt.
    pub dealer: Seat,
    /// Who bids.
    pub bidder: Seat,
    /// Whether the cards were thrown in because the bidder could not bid.
    pub thrown_in: bool,
    /// The bidder's four cards, as far as they can be seen: by the bidder, or by all if thrown in.
    pub hand: Option<CardSet>,
    /// The face-down floor cards, as far as they can be seen, for a bidder who may look at them.
    pub floor: Option<CardSet>,
}

/// The bid was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeenBid {
    /// The number of the deck in the match, from 1.
    pub deal: u32,
    /// The bidder, who also makes the opening play.
    pub seat: Seat,
    /// The value bid.
    pub value: HouseValue,
    /// Those of the four floor cards that can be seen; live, all four.
    pub floor: CardSet,
}

/// A card was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeenPlay {
    /// The number of the deck in the match, from 1.
    pub deal: u32,
    /// The number of the play in the deal, 1..=48.
    pub number: u8,
    /// Who played.
    pub seat: Seat,
    /// Sweep bonus in points, 0, 25 or 50.
    pub sweep: u8,
    /// What was played, `None` once the played card lies in a closed place.
    pub play: Option<SeenMove>,
    /// The viewer's own cards dealt after the opening play, as far as they can be seen.
    pub dealt: Option<CardSet>,
    /// Cards held by seat after the play.
    pub hand_sizes: [u8; 4],
    /// Who is to act after the play, `None` at the end of the deal.
    pub turn: Option<Seat>,
    /// The end of the deal, with play 48.
    pub end: Option<Box<DealEnd>>,
}

/// A play whose cards all lie open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeenMove {
    /// The action.
    #[serde(serialize_with = "as_text")]
    pub action: Action,
    /// Everything that a capture took: the played card, the loose cards and the house. Empty otherwise.
    pub captured: CardSet,
    /// The value of a house that left the floor, taken or raised.
    pub removed: Option<HouseValue>,
    /// The house that resulted.
    pub house: Option<House>,
}

fn as_text<S: serde::Serializer>(action: &Action, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(action)
}
