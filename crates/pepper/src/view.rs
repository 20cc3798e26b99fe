//! What a viewer sees of a match at one moment (`rules/pepper.md` 8, `rules/TRACE.md` 7).

use cards::{CardSet, Game as _, Outcome, Seat, Stage, TakenTrick, Trick, Viewer};
use serde::Serialize;

use crate::seen::own_cards;
use crate::{Call, DealEnd, Each, History, Level, Pepper, Strain};

/// Where a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Before the first deal, or between two.
    Between,
    /// A player is to bid or pass.
    Auction,
    /// The declarer is to name the strain.
    Name,
    /// A card is to be played.
    Play,
    /// The match is over.
    Over,
}

/// What one viewer may see. Serialised, what is hidden is absent; in the phases with a decision the keys are
/// those of `rules/TRACE.md` 7. Lists by seat and by side have as many entries as there are seats and sides.
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
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "own_cards")]
    pub hand: Option<CardSet>,
    /// Cards held by seat.
    pub hand_sizes: Each<u8>,
    /// The auction of this deal, or between deals and at the end of the last one.
    pub calls: Vec<Call>,
    /// Scores by side, without the deal in progress.
    pub scores: Each<i32>,
    /// The strain, once named; it stays until the next deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strain: Option<Strain>,
    /// The trick in progress, empty before a lead.
    pub trick: Trick,
    /// The last trick that was completed in this deal; it stays until the next deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_trick: Option<TakenTrick>,
    /// Tricks won by side in this deal, or between deals and at the end in the last one.
    pub tricks: Each<u8>,
    /// All completed tricks of the deal, where the history is open.
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
    /// Everybody passed, and the cards were thrown in unseen.
    ThrownIn,
}

impl View {
    /// The highest bid so far and who made it: once the auction is over, declarer and contract.
    pub fn highest_bid(&self) -> Option<(Seat, Level)> {
        self.calls.iter().rev().find_map(|call| Some((call.seat, call.level?)))
    }
}

impl Pepper {
    pub(crate) fn look(&self, viewer: Viewer) -> View {
        let table = &self.table;
        let turn = match self.stage() {
            Stage::Act(seat) => Some(seat),
            Stage::Deal { .. } | Stage::Over => None,
        };
        let players = self.options.players;
        View {
            seat: viewer.seat(),
            deal: self.deal,
            phase: self.phase,
            dealer: self.dealer,
            turn,
            hand: viewer.seat().map(|seat| table.hand(seat)),
            hand_sizes: Each::new(players.count(), |seat| table.hands[seat].len()),
            calls: table.auction.calls().to_vec(),
            scores: self.totals,
            strain: table.strain,
            trick: table.trick,
            last_trick: table.taken.last().copied(),
            tricks: table.won,
            history: (self.options.history == History::Open).then(|| table.taken.as_slice().to_vec()),
            last_deal: self.last_deal,
            outcome: self.outcome,
        }
    }
}
