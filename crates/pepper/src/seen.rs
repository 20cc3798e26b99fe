//! What a viewer may see of an event: the one projection, for live events and for the closed form alike.

use cards::{Card, CardSet, Seat, Viewer};
use serde::{Serialize, Serializer};

use crate::{Called, DealEnd, Dealt, Event, History, Named, Pepper, Phase, Played};

/// What one viewer may see of an [`Event`](crate::Event) at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Seen {
    /// A deck was dealt.
    Dealt(SeenDeal),
    /// A player bid or passed.
    Called(Called),
    /// The declarer named the strain.
    Named(Named),
    /// A card was played.
    Played(SeenPlay),
}

/// A deck was dealt. The dead hand is nobody's to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SeenDeal {
    /// The number of this deck in the match, from 1.
    pub deal: u32,
    /// Who dealt.
    pub dealer: Seat,
    /// Who is to call first.
    pub turn: Seat,
    /// Cards in every hand, 6 or 8.
    pub hand_size: u8,
    /// Those of the viewer's own cards that can be seen; live, all of them. `None` for a spectator.
    #[serde(serialize_with = "own_cards")]
    pub hand: Option<CardSet>,
}

/// A card was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SeenPlay {
    /// The number of the deck in the match, from 1.
    pub deal: u32,
    /// The number of the play in the deal, from 1 to 24, or to 16 where two play.
    pub number: u8,
    /// Who played.
    pub seat: Seat,
    /// The card played, `None` once it lies in a closed place.
    pub card: Option<Card>,
    /// Who won the trick, if this card completed it.
    pub winner: Option<Seat>,
    /// Who is to play next, `None` at the end of the deal.
    pub turn: Option<Seat>,
    /// The end of the deal, with its last card.
    pub end: Option<DealEnd>,
}

/// Serialises a hand that may be hidden, suit by suit.
pub(crate) fn own_cards<S: Serializer>(hand: &Option<CardSet>, serializer: S) -> Result<S::Ok, S::Error> {
    match hand {
        Some(hand) => cards::suitwise(hand, serializer),
        None => serializer.serialize_none(),
    }
}

impl Pepper {
    /// Allow-list: of cards, only those that the event showed to the viewer *and* that lie where the viewer can
    /// see them now.
    pub(crate) fn project(&self, event: &Event, viewer: Viewer) -> Seen {
        let visible = self.visible(event.deal(), viewer);
        match event {
            Event::Dealt(dealt) => Seen::Dealt(self.project_deal(dealt, viewer, visible)),
            Event::Called(called) => Seen::Called(*called),
            Event::Named(named) => Seen::Named(*named),
            Event::Played(played) => Seen::Played(project_play(played, visible)),
        }
    }

    /// The cards of a deal that lie where the viewer can see them now. The cards of an earlier deal have been
    /// gathered up.
    fn visible(&self, deal: u32, viewer: Viewer) -> CardSet {
        if self.phase == Phase::Over {
            return CardSet::FULL;
        }
        let open_history = self.options.history == History::Open;
        if deal != self.deal {
            return if open_history { CardSet::FULL } else { CardSet::EMPTY };
        }
        let table = &self.table;
        let own = viewer.seat().map_or(CardSet::EMPTY, |seat| table.hand(seat));
        let tricks = if open_history {
            table.taken.cards()
        } else {
            table.taken.last().map_or(CardSet::EMPTY, |last| last.trick.cards())
        };
        own | tricks | table.trick.cards()
    }

    fn project_deal(&self, dealt: &Dealt, viewer: Viewer, visible: CardSet) -> SeenDeal {
        // An open history shows cards that were played. Whether those of an earlier deal were, or were thrown in
        // unseen, the match does not remember, so the hands of earlier deals are closed.
        let gathered = dealt.deal != self.deal && self.phase != Phase::Over;
        let visible = if gathered { CardSet::EMPTY } else { visible };
        let own = viewer.seat().and_then(|seat| dealt.hands.get(seat.index()));
        SeenDeal {
            deal: dealt.deal,
            dealer: dealt.dealer,
            turn: self.options.players.next(dealt.dealer),
            hand_size: self.options.players.hand_size(),
            hand: own.map(|hand| *hand & visible),
        }
    }
}

fn project_play(played: &Played, visible: CardSet) -> SeenPlay {
    SeenPlay {
        deal: played.deal,
        number: played.number,
        seat: played.seat,
        card: Some(played.card).filter(|card| visible.contains(*card)),
        winner: played.winner,
        turn: played.turn,
        end: played.end,
    }
}
