//! What a viewer may see of an event: the one projection, for live events and for the closed form alike.

use cards::{CardSet, Seat, Viewer};
use serde::Serialize;

use crate::table::PLAYS;
use crate::{
    Action, BidFloor, BidMade, DealEnd, Dealt, Event, History, House, HouseValue, LastDeal, Phase, Played,
    Seep,
};

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

impl Seep {
    /// Allow-list: of cards, only those that the event showed to the viewer *and* that lie where the viewer can
    /// see them now.
    pub(crate) fn project(&self, event: &Event, viewer: Viewer) -> Seen {
        let visible = self.visible(event.deal(), viewer);
        match event {
            Event::Dealt(dealt) => Seen::Dealt(self.project_deal(dealt, viewer, visible)),
            Event::Bid(bid) => Seen::Bid(project_bid(bid, visible)),
            Event::Played(played) => Seen::Played(project_play(played, viewer, visible)),
        }
    }

    /// The cards of a deal that lie where the viewer can see them now.
    fn visible(&self, deal: u32, viewer: Viewer) -> CardSet {
        let opened = deal == self.deal && matches!(self.last_deal, Some(LastDeal::Scored(_)));
        if opened || self.phase == Phase::Over {
            return CardSet::FULL;
        }
        let open_history = self.options.history == History::Open;
        if deal != self.deal {
            return if open_history { CardSet::FULL } else { CardSet::EMPTY };
        }
        let table = &self.table;
        let mut visible = viewer.seat().map_or(CardSet::EMPTY, |seat| table.hand(seat));
        if table.bid.is_some() || self.sees_floor_backs(viewer) {
            visible = visible | table.loose | table.housed();
        }
        if let Some(latest) = table.latest {
            visible = visible | latest.taken.with(latest.card);
        }
        if open_history {
            visible = visible | table.piles[0] | table.piles[1];
        }
        visible
    }

    fn project_deal(&self, dealt: &Dealt, viewer: Viewer, visible: CardSet) -> SeenDeal {
        let bidder = Self::bidder(dealt.dealer);
        let own = viewer.is(bidder) && !dealt.thrown_in;
        let looks = own && self.options.bid_floor == BidFloor::BidderSees;
        // A hand that was thrown in has been shown to everybody, and no card of it is in play any more.
        let hand = if dealt.thrown_in { Some(dealt.hand) } else { own.then_some(dealt.hand & visible) };
        SeenDeal {
            deal: dealt.deal,
            dealer: dealt.dealer,
            bidder,
            thrown_in: dealt.thrown_in,
            hand,
            floor: looks.then_some(dealt.floor & visible),
        }
    }
}

fn project_bid(bid: &BidMade, visible: CardSet) -> SeenBid {
    SeenBid { deal: bid.deal, seat: bid.seat, value: bid.value, floor: bid.floor & visible }
}

fn project_play(played: &Played, viewer: Viewer, visible: CardSet) -> SeenPlay {
    // The cards that a play brings together stay together until they are captured, so the played card speaks
    // for all of them.
    let shown = played.action.card().is_some_and(|card| visible.contains(card));
    let own = viewer.seat().and_then(|seat| Some(played.dealt.as_ref()?[seat.index()]));
    SeenPlay {
        deal: played.deal,
        number: played.number,
        seat: played.seat,
        sweep: played.sweep,
        play: shown.then(|| show(played, visible)),
        dealt: own.map(|cards| cards & visible),
        hand_sizes: hand_sizes_after(played),
        turn: (played.number < PLAYS).then(|| played.seat.next_of_four()),
        end: played.end.clone(),
    }
}

fn show(played: &Played, visible: CardSet) -> SeenMove {
    let house = played.after;
    let moved = played.captured | played.action.take() | house.map_or(CardSet::EMPTY, |house| house.cards);
    assert!(moved.is_subset(visible), "a play whose card lies open lies open with all its cards");
    let taken_or_raised = matches!(played.action, Action::Capture { .. } | Action::Break { .. });
    let removed = played.before.filter(|_| taken_or_raised).map(|house| house.value);
    SeenMove { action: played.action, captured: played.captured, removed, house }
}

/// Everybody gets twelve cards in all, and the seats take turns.
fn hand_sizes_after(played: &Played) -> [u8; 4] {
    let mut sizes = [0; 4];
    let mut seat = played.seat;
    for turns_later in 1..=4 {
        seat = seat.next_of_four();
        let next_play = played.number + turns_later;
        sizes[seat.index()] = 12 - (next_play - 1) / 4;
    }
    sizes
}
