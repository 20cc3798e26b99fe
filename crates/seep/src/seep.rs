//! One match of Seep as a state machine.

use cards::{DealFault, Deck, DeckFault, Game, Listing, Outcome, Pack, Seat, Stage, Viewer};

use crate::apply;
use crate::legal;
use crate::position::Position;
use crate::score::{Standing, pile_points};
use crate::table::{PLAYS, Table};
use crate::{
    Action, BidMade, DealEnd, Dealt, Event, HouseValue, Illegal, LastDeal, Options, Phase, Played, Seen, View,
};

/// One match, from before its first deal to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seep {
    pub(crate) options: Options,
    /// Decks dealt, thrown-in ones too.
    pub(crate) deal: u32,
    /// Who dealt, or between deals who deals next.
    pub(crate) dealer: Seat,
    pub(crate) phase: Phase,
    pub(crate) standing: Standing,
    pub(crate) table: Table,
    /// How the last deal ended, between deals and at the end.
    pub(crate) last_deal: Option<LastDeal>,
    pub(crate) outcome: Option<Outcome>,
}

impl Seep {
    /// A match that stands like this before a deal, for simulations: `difference` is team 0's lead in the running
    /// baazi, `won` are the baazis won by team. No deal counts as scored yet.
    pub fn standing_at(options: Options, dealer: Seat, difference: i32, won: [u8; 2]) -> Self {
        let standing = Standing { difference, won, scored: 0 };
        Self { standing, ..Self::new(options, dealer) }
    }

    /// Team 0's points minus team 1's in the running baazi, 0 after a baazi, without the deal in progress.
    pub fn difference(&self) -> i32 {
        self.standing.difference
    }

    /// Baazis won by team.
    pub fn won(&self) -> [u8; 2] {
        self.standing.won
    }

    /// Deals scored so far, forfeited ones included and thrown-in ones not.
    pub fn scored_deals(&self) -> u16 {
        self.standing.scored
    }

    /// The seat that bids when `dealer` deals.
    pub fn bidder(dealer: Seat) -> Seat {
        dealer.next_of_four()
    }

    fn bid(&mut self, value: HouseValue) -> Event {
        self.table.bid = Some(value);
        self.phase = Phase::Opening;
        let Self { deal, ref table, .. } = *self;
        Event::Bid(BidMade { deal, seat: table.turn, value, floor: table.loose })
    }

    fn play(&mut self, action: &Action) -> Event {
        let seat = self.table.turn;
        let effect = apply::play(&self.options, &mut self.table, action);
        let number = self.table.plays;
        self.phase = Phase::Play;
        let end = (number == PLAYS).then(|| Box::new(self.end_deal()));
        Event::Played(Played {
            deal: self.deal,
            number,
            seat,
            action: *action,
            captured: effect.captured,
            before: effect.before,
            after: effect.after,
            sweep: effect.sweep,
            dealt: effect.dealt,
            end,
        })
    }

    fn end_deal(&mut self) -> DealEnd {
        let table = std::mem::replace(&mut self.table, Table::bare(self.dealer));
        assert!(table.standing().next().is_none(), "no house outlives its owners' cards");
        let mut piles = table.piles;
        if let Some(team) = table.last_capturer {
            piles[team.index()] = piles[team.index()] | table.loose;
        }
        let points = pile_points(&piles, &self.options);
        let result = self.standing.enter(&self.options, self.dealer, points, table.sweeps);
        self.outcome = self.standing.outcome(&self.options);
        self.phase = if self.outcome.is_some() { Phase::Over } else { Phase::Between };
        self.dealer = result.next_dealer;
        self.table.turn = self.dealer;
        let end = DealEnd {
            left_over: table.loose,
            left_over_to: table.last_capturer.filter(|_| !table.loose.is_empty()),
            piles,
            result,
            won: self.standing.won,
            next_difference: self.standing.difference,
            outcome: self.outcome,
        };
        self.last_deal = Some(LastDeal::Scored(Box::new(end.clone())));
        end
    }

    /// The check of an action, without performing it.
    fn check(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        let turn = match self.stage() {
            Stage::Deal { .. } => return Err(Illegal::NotDealt),
            Stage::Over => return Err(Illegal::MatchOver),
            Stage::Act(turn) => turn,
        };
        if seat != turn {
            return Err(Illegal::NotYourTurn { turn });
        }
        match (self.phase, action) {
            (Phase::Bid, Action::Bid { value }) => legal::check_bid(self.table.hand(seat), *value),
            (Phase::Bid, _) => Err(Illegal::BidFirst),
            _ => Position::new(&self.options, &self.table).check(action),
        }
    }
}

impl Game for Seep {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type Seen = Seen;
    type View = View;
    type Illegal = Illegal;

    const RULES_VERSION: u32 = 1;
    const PACK: Pack = Pack::Full52;

    fn new(options: Options, first_dealer: Seat) -> Self {
        Self {
            options,
            deal: 0,
            dealer: first_dealer,
            phase: Phase::Between,
            standing: Standing::default(),
            table: Table::bare(first_dealer),
            last_deal: None,
            outcome: None,
        }
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn stage(&self) -> Stage {
        match self.phase {
            Phase::Between => Stage::Deal { dealer: self.dealer },
            Phase::Over => Stage::Over,
            Phase::Bid | Phase::Opening | Phase::Play => Stage::Act(self.table.turn),
        }
    }

    fn deal_number(&self) -> u32 {
        self.deal
    }

    fn deal(&mut self, deck: &Deck) -> Result<Event, DealFault> {
        if self.phase != Phase::Between {
            return Err(DealFault::NotDue);
        }
        if deck.pack() != Self::PACK {
            return Err(DeckFault::WrongPack.into());
        }
        let bidder = Self::bidder(self.dealer);
        let table = Table::dealt(deck.cards(), bidder);
        let (hand, floor) = (table.hand(bidder), table.loose);
        let thrown_in = !legal::can_bid(hand);
        self.deal += 1;
        if thrown_in {
            self.last_deal = Some(LastDeal::ThrownIn { bidder, hand });
        } else {
            self.table = table;
            self.phase = Phase::Bid;
            self.last_deal = None;
        }
        Ok(Event::Dealt(Dealt { deal: self.deal, dealer: self.dealer, hand, floor, thrown_in }))
    }

    fn legal(&self, out: &mut Vec<Action>) -> Listing {
        out.clear();
        match self.phase {
            Phase::Between | Phase::Over => Listing::Complete,
            Phase::Bid => {
                let hand = self.table.hand(self.table.turn);
                out.extend(legal::bids(hand).map(|value| Action::Bid { value }));
                Listing::Complete
            }
            Phase::Opening | Phase::Play => Position::new(&self.options, &self.table).plays(out),
        }
    }

    fn act(&mut self, seat: Seat, action: &Action) -> Result<Event, Illegal> {
        self.check(seat, action)?;
        Ok(match *action {
            Action::Bid { value } => self.bid(value),
            _ => self.play(action),
        })
    }

    fn view(&self, viewer: Viewer) -> View {
        self.look(viewer)
    }

    fn seen(&self, event: &Event, viewer: Viewer) -> Seen {
        self.project(event, viewer)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn digest(&self) -> [u8; 32] {
        self.hash()
    }
}
