//! What a seat has been shown of a deal, put in order.

use cards::{Card, CardSet, Deck, Game as _, Pack};
use pepper::{Action, Call, Level, Pepper, Players, Seen};

use super::PepperSight;
use super::bidding::Bids;
use super::order::Cards;
use super::play::Play;

/// A deal as one seat knows it.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub(crate) players: Players,
    pub(crate) seat: usize,
    /// The own cards as they were dealt.
    pub(crate) dealt: CardSet,
    /// The match as it stands, but with cards that mean nothing: it referees the auction, for which nobody's cards
    /// matter.
    pub(crate) auction: Pepper,
    pub(crate) calls: Vec<Call>,
    pub(crate) bids: Bids,
    /// Declarer and contract, once the auction is over.
    pub(crate) contract: Option<(usize, Level)>,
    /// The cards played, in order.
    pub(crate) plays: Vec<Cards>,
    /// The cards played, by seat.
    pub(crate) played: [CardSet; 4],
    /// The play so far, with the own hand only, once the strain is named.
    pub(crate) play: Option<Play>,
}

impl Memory {
    /// Everything that the events of the deal tell.
    pub(crate) fn of(sight: &PepperSight<'_>) -> Self {
        let view = sight.view;
        let mut auction = Pepper::standing_at(*sight.options, view.dealer, &view.scores);
        auction.deal(&Deck::sorted(Pack::Short24)).expect("a deal is due, with a whole deck");
        let mut memory = Self {
            players: sight.options.players,
            seat: sight.seat.index(),
            dealt: CardSet::EMPTY,
            auction,
            calls: Vec::new(),
            bids: Bids::default(),
            contract: None,
            plays: Vec::new(),
            played: [CardSet::EMPTY; 4],
            play: None,
        };
        sight.seen.iter().for_each(|seen| memory.note(seen));
        memory
    }

    fn note(&mut self, seen: &Seen) {
        match seen {
            Seen::Dealt(dealt) => self.dealt = dealt.hand.unwrap_or_default(),
            Seen::Called(called) => {
                let call = called.call;
                self.bids.note(call.seat.index(), call.level);
                self.calls.push(call);
                self.auction.act(call.seat, &call.action()).expect("what was called was legal");
                self.contract = self.auction.highest_bid().map(|(seat, level)| (seat.index(), level));
            }
            Seen::Named(named) => {
                self.auction
                    .act(named.seat, &Action::Name { strain: named.strain })
                    .expect("and what was named");
                let mut hands = [Cards::NONE; 4];
                hands[self.seat] = Cards::of(self.dealt, named.strain);
                self.play = Some(Play::new(self.players, named.strain, named.seat.index(), hands));
            }
            Seen::Played(played) => {
                if let Some(card) = played.card {
                    self.note_card(card);
                }
            }
        }
    }

    fn note_card(&mut self, card: Card) {
        let play = self.play.as_mut().expect("no card is played before the strain is named");
        self.played[play.turn].insert(card);
        let card = Cards::one(card, play.strain);
        self.plays.push(card);
        play.step(card);
    }

    /// The cards that a seat has shown not to hold any more.
    pub(crate) fn lacked_by(&self, seat: usize) -> CardSet {
        self.play.map_or(CardSet::EMPTY, |play| (play.lacks[seat] & play.pack).set(play.strain))
    }
}
