//! What a viewer sees of a match at one moment (`rules/smear.md` 9, `rules/TRACE.md` 7).

use cards::{CardSet, Game, Outcome, Seat, Stage, Suit, TakenTrick, Trick, Viewer};
use serde::Serialize;

use crate::{Calls, DealEnd, History, Smear};

/// Where a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Before the first deal, or between two.
    Between,
    /// A seat is to bid or pass.
    Auction,
    /// The bidder is to discard.
    Discard,
    /// A card is to be played.
    Play,
    /// The match is over.
    Over,
}

/// What one viewer may see. Serialised, what is hidden is absent; in the phases with a decision the keys are
/// those of `rules/TRACE.md` 7. Once a deal is scored, what lay open at its end stays until the next deck.
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
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "crate::json::suitwise_if")]
    pub hand: Option<CardSet>,
    /// Cards held by seat.
    pub hand_sizes: [u8; 4],
    /// The calls of this deal.
    pub calls: Calls,
    /// Scores by team, without the deal in progress.
    pub scores: [i32; 2],
    /// How many cards the bidder takes from the stock, 0..=3.
    pub widow: u8,
    /// Cards left in the stock: 8, or 8 less the widow once it is taken.
    pub stock: u8,
    /// The widow cards, for the bidder, while the deal lasts.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "crate::json::suitwise_if")]
    pub taken: Option<CardSet>,
    /// The discards, for the bidder, while the deal lasts. In the result of the deal everybody sees them.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "crate::json::suitwise_if")]
    pub discards: Option<CardSet>,
    /// The trump suit, from the first lead.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "crate::json::letter_if")]
    pub trump: Option<Suit>,
    /// The trick in progress, empty before a lead.
    pub trick: Trick,
    /// The last complete trick of this deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_trick: Option<TakenTrick>,
    /// Game counts of the tricks won by team, without discards, where running counts are open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<[u8; 2]>,
    /// All complete tricks of this deal, where the history is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<Vec<TakenTrick>>,
    /// How the last deal ended, between deals and at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_deal: Option<LastDeal>,
    /// How the match ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// How a deal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LastDeal {
    /// It was played out and scored.
    Scored(DealEnd),
    /// All passed, and the cards were thrown in unseen.
    ThrownIn {
        /// Who had dealt.
        dealer: Seat,
    },
}

impl Smear {
    pub(crate) fn look(&self, viewer: Viewer) -> View {
        let table = &self.table;
        let turn = match self.stage() {
            Stage::Act(seat) => Some(seat),
            Stage::Deal { .. } | Stage::Over => None,
        };
        let is_bidder = table.contract.is_some_and(|contract| viewer.is(contract.bidder));
        let sees_widow = is_bidder && self.in_deal() && self.options.widow_size() > 0;
        View {
            seat: viewer.seat(),
            deal: self.deal,
            phase: self.phase,
            dealer: self.dealer,
            turn,
            hand: viewer.seat().map(|seat| table.hand(seat)),
            hand_sizes: table.hand_sizes(),
            calls: table.calls,
            scores: self.scores,
            widow: self.options.widow_size(),
            stock: table.stock_size(),
            taken: sees_widow.then_some(table.widow),
            discards: (sees_widow && self.phase == Phase::Play).then_some(table.discards),
            trump: table.trump,
            trick: table.trick,
            last_trick: table.tricks().last().copied(),
            counts: self.options.open_counts.then(|| table.counts()),
            history: (self.options.history == History::Open).then(|| table.tricks().to_vec()),
            last_deal: self.last_deal,
            outcome: self.outcome,
        }
    }
}
