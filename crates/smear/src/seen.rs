//! What a viewer may see of an event: the one projection, for live events and for the closed form alike.

use cards::{Card, CardSet, Seat, Suit, Viewer};
use serde::Serialize;

use crate::table::{PLAYS, Table};
use crate::{
    Action, AfterCall, Called, Contract, DealEnd, Dealt, Discarded, Event, History, Phase, Played, Smear,
};

/// What one viewer may see of an [`Event`] at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Seen {
    /// A deck was dealt.
    Dealt(SeenDeal),
    /// A seat bid or passed.
    Called(SeenCall),
    /// The bidder discarded.
    Discarded(SeenDiscard),
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
    /// Who calls first.
    pub turn: Seat,
    /// The viewer's own cards, as far as they can be seen; live, all six. `None` for a spectator.
    #[serde(serialize_with = "crate::json::suitwise_if")]
    pub hand: Option<CardSet>,
}

/// A seat bid or passed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeenCall {
    /// The number of the deck in the match, from 1.
    pub deal: u32,
    /// Who called.
    pub seat: Seat,
    /// The call.
    #[serde(serialize_with = "crate::json::text")]
    pub action: Action,
    /// What it led to.
    pub after: SeenAfterCall,
}

/// What a call led to, as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SeenAfterCall {
    /// The auction goes on.
    Next {
        /// Who is to call.
        turn: Seat,
    },
    /// The auction is over.
    Won {
        /// The bid that stands.
        contract: Contract,
        /// The widow cards that the bidder took, as far as they can be seen; `None` for everybody else.
        #[serde(serialize_with = "crate::json::suitwise_if")]
        taken: Option<CardSet>,
    },
    /// All passed, and the cards were thrown in.
    ThrownIn {
        /// Who deals next.
        next_dealer: Seat,
    },
}

/// The bidder discarded. How many cards is a matter of the table's options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeenDiscard {
    /// The number of the deck in the match, from 1.
    pub deal: u32,
    /// The bidder, who also leads.
    pub seat: Seat,
    /// The cards: for the bidder at once, for everybody else once the deal is scored.
    #[serde(serialize_with = "crate::json::suitwise_if")]
    pub cards: Option<CardSet>,
}

/// A card was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeenPlay {
    /// The number of the deck in the match, from 1.
    pub deal: u32,
    /// The number of the play in the deal, 1..=24.
    pub number: u8,
    /// Who played.
    pub seat: Seat,
    /// The card, `None` once its trick lies in a closed place.
    pub card: Option<Card>,
    /// The trump suit, with play 1, which makes it trump. It is never hidden again.
    #[serde(serialize_with = "crate::json::letter_if")]
    pub trump: Option<Suit>,
    /// Who won the trick, with the play that completed it.
    pub winner: Option<Seat>,
    /// Where running counts are open and the card can be seen: game counts of the tricks won by team after
    /// the play, without discards.
    pub counts: Option<[u8; 2]>,
    /// Who is to act after the play, `None` at the end of the deal.
    pub turn: Option<Seat>,
    /// The end of the deal, with play 24.
    pub end: Option<DealEnd>,
}

impl Smear {
    /// Allow-list: of cards, only those that the event showed to the viewer *and* that lie where the viewer can
    /// see them now.
    pub(crate) fn project(&self, event: &Event, viewer: Viewer) -> Seen {
        match event {
            Event::Dealt(dealt) => Seen::Dealt(self.project_deal(dealt, viewer)),
            Event::Called(called) => Seen::Called(self.project_call(called, viewer)),
            Event::Discarded(discarded) => Seen::Discarded(self.project_discard(discarded, viewer)),
            Event::Played(played) => Seen::Played(self.project_play(played)),
        }
    }

    fn project_deal(&self, dealt: &Dealt, viewer: Viewer) -> SeenDeal {
        let visible = |seat| match self.age(dealt.deal) {
            Age::Opened => CardSet::FULL,
            Age::Gone => CardSet::EMPTY,
            Age::Current => {
                let table = &self.table;
                let own =
                    if self.shows_discards(dealt.deal, viewer) { table.discards } else { CardSet::EMPTY };
                table.hand(seat) | own | self.tricks_shown()
            }
        };
        SeenDeal {
            deal: dealt.deal,
            dealer: dealt.dealer,
            turn: dealt.dealer.next_of_four(),
            hand: viewer.seat().map(|seat| dealt.hands[seat.index()] & visible(seat)),
        }
    }

    fn project_call(&self, called: &Called, viewer: Viewer) -> SeenCall {
        let after = match called.after {
            AfterCall::Next { turn } => SeenAfterCall::Next { turn },
            AfterCall::ThrownIn { next_dealer } => SeenAfterCall::ThrownIn { next_dealer },
            AfterCall::Won { contract, taken } => {
                let visible = match self.age(called.deal) {
                    Age::Opened => taken,
                    Age::Gone => CardSet::EMPTY,
                    // The bidder may look at what the widow held until the deal is over (`rules/TRACE.md` 7).
                    Age::Current if self.in_deal() => taken,
                    Age::Current => taken & (self.table.discards | self.tricks_shown()),
                };
                SeenAfterCall::Won { contract, taken: viewer.is(contract.bidder).then_some(visible) }
            }
        };
        SeenCall { deal: called.deal, seat: called.seat, action: called.action(), after }
    }

    fn project_discard(&self, discarded: &Discarded, viewer: Viewer) -> SeenDiscard {
        let shown = self.shows_discards(discarded.deal, viewer);
        SeenDiscard { deal: discarded.deal, seat: discarded.seat, cards: shown.then_some(discarded.cards) }
    }

    fn project_play(&self, played: &Played) -> SeenPlay {
        let shown = match self.age(played.deal) {
            Age::Opened => true,
            Age::Gone => self.options.history == History::Open,
            Age::Current => self.tricks_shown().contains(played.card),
        };
        SeenPlay {
            deal: played.deal,
            number: played.number,
            seat: played.seat,
            card: shown.then_some(played.card),
            trump: played.trump,
            winner: played.winner,
            counts: (shown && self.options.open_counts).then_some(played.counts),
            turn: (played.number < PLAYS).then(|| played.winner.unwrap_or(played.seat.next_of_four())),
            end: played.end,
        }
    }

    /// Whether the viewer may look at the discards of a deal in which the bidder discarded: the bidder at once,
    /// everybody once the deal is scored.
    fn shows_discards(&self, deal: u32, viewer: Viewer) -> bool {
        let bidder = self.table.contract.map(|contract| contract.bidder);
        deal < self.deal || !self.in_deal() || bidder.is_some_and(|bidder| viewer.is(bidder))
    }

    /// The cards of the tricks that everybody may look at.
    pub(crate) fn tricks_shown(&self) -> CardSet {
        let table = &self.table;
        let tricks = match self.options.history {
            History::Open => table.tricks(),
            History::Closed => last_of(table),
        };
        tricks.iter().fold(table.trick.cards(), |cards, taken| cards | taken.trick.cards())
    }

    fn age(&self, deal: u32) -> Age {
        match self.phase {
            Phase::Over => Age::Opened,
            _ if deal < self.deal => Age::Gone,
            _ => Age::Current,
        }
    }
}

/// The last complete trick, if there is one, as a list.
fn last_of(table: &Table) -> &[cards::TakenTrick] {
    let tricks = table.tricks();
    &tricks[tricks.len().saturating_sub(1)..]
}

/// Where the cards of a deal are.
enum Age {
    /// On the table, also when the deal has been scored and the next deck is awaited.
    Current,
    /// Gathered up: a later deck has been dealt.
    Gone,
    /// The match is over, and with it everything is open.
    Opened,
}
