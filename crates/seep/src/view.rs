//! What a viewer sees of a match at one moment (`rules/seep.md` 13, `rules/TRACE.md` 7).

use cards::{Card, CardSet, Game, Outcome, Seat, Stage, Viewer};
use serde::Serialize;

use crate::{BidFloor, DealEnd, History, House, HouseValue, Seep};

/// Where a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Before the first deal, or between two.
    Between,
    /// The bidder is to bid.
    Bid,
    /// The bidder is to make the opening play.
    Opening,
    /// A later play is to be made.
    Play,
    /// The match is over.
    Over,
}

/// What one viewer may see. Serialised, what is hidden is absent; in the phases with a decision the keys are
/// those of `rules/TRACE.md` 7.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// Whose view this is, `None` for a spectator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The number of decks dealt so far, 0 before the first.
    #[serde(skip)]
    pub deal: u32,
    /// Where the match stands.
    pub phase: Phase,
    /// Who dealt, or between deals and at the end who would deal next.
    pub dealer: Seat,
    /// Who is to act.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// The viewer's own cards, `None` for a spectator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<CardSet>,
    /// Cards held by seat.
    pub hand_sizes: [u8; 4],
    /// Cards not yet dealt.
    pub stock: u8,
    /// Face-down floor cards, in phase `Bid` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backs: Option<u8>,
    /// The face-down floor cards, for a bidder who may see them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<CardSet>,
    /// The floor, in the phases `Opening` and `Play`.
    #[serde(flatten)]
    pub floor_up: Option<FloorView>,
    /// The latest capture, until the next play is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latest: Option<LatestCapture>,
    /// Captured cards by team, a number.
    pub piles: [u8; 2],
    /// Sweep bonus points by team in this deal.
    pub sweeps: [u16; 2],
    /// Captured cards by team, where the history is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captured: Option<[CardSet; 2]>,
    /// Team 0's points minus team 1's in the running baazi, without the deal in progress.
    pub difference: i32,
    /// Baazis won by team.
    pub won: [u8; 2],
    /// How the last deal ended, between deals and at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_deal: Option<LastDeal>,
    /// How the match ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// The floor once it lies face up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FloorView {
    /// The value bid in this deal.
    pub bid: HouseValue,
    /// The houses, ascending by value.
    pub houses: Vec<House>,
    /// The loose cards.
    pub loose: CardSet,
    /// The number of the play about to be made, 1..=48.
    pub play: u8,
}

/// A capture that may still be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LatestCapture {
    /// The card that captured.
    pub card: Card,
    /// Who captured.
    pub seat: Seat,
    /// The loose cards and the cards of a house, together.
    pub taken: CardSet,
}

/// How a deal ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LastDeal {
    /// It was played out and counted.
    Scored(Box<DealEnd>),
    /// The bidder could not bid and showed this hand.
    ThrownIn {
        /// Who could not bid.
        bidder: Seat,
        /// The four cards shown.
        hand: CardSet,
    },
}

impl Seep {
    pub(crate) fn look(&self, viewer: Viewer) -> View {
        let table = &self.table;
        let turn = match self.stage() {
            Stage::Act(seat) => Some(seat),
            Stage::Deal { .. } | Stage::Over => None,
        };
        let before_bid = self.phase == Phase::Bid;
        View {
            seat: viewer.seat(),
            deal: self.deal,
            phase: self.phase,
            dealer: self.dealer,
            turn,
            hand: viewer.seat().map(|seat| table.hand(seat)),
            hand_sizes: table.hand_sizes(),
            stock: table.stock_size(),
            backs: before_bid.then(|| table.loose.len()),
            floor: self.sees_floor_backs(viewer).then_some(table.loose),
            floor_up: table.bid.map(|bid| FloorView {
                bid,
                houses: table.standing().copied().collect(),
                loose: table.loose,
                play: table.plays + 1,
            }),
            latest: table.latest,
            piles: table.piles.map(CardSet::len),
            sweeps: table.sweeps,
            captured: (self.options.history == History::Open).then_some(table.piles),
            difference: self.standing.difference,
            won: self.standing.won,
            last_deal: self.last_deal.clone(),
            outcome: self.outcome,
        }
    }

    /// Whether the viewer may look at the floor cards that still lie face down.
    pub(crate) fn sees_floor_backs(&self, viewer: Viewer) -> bool {
        self.phase == Phase::Bid
            && self.options.bid_floor == BidFloor::BidderSees
            && viewer.is(self.table.turn)
    }
}
