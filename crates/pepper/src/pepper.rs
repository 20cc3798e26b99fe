//! One match of Pepper as a state machine.

use cards::{
    Card, CardSet, DealFault, Deck, DeckFault, Game, Listing, Outcome, Pack, Seat, Stage, Trick, Viewer,
};

use crate::auction::AfterCall;
use crate::event::{AuctionEnd, Call};
use crate::table::Table;
use crate::{
    Action, Called, DealEnd, DealResult, Dealt, Each, Event, Illegal, LastDeal, Level, Named, Options, Phase,
    Played, Seen, Strain, View, legal, score,
};

/// One match, from before its first deal to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pepper {
    pub(crate) options: Options,
    /// Decks dealt, thrown-in ones too.
    pub(crate) deal: u32,
    /// Who dealt, or between deals who deals next.
    pub(crate) dealer: Seat,
    pub(crate) phase: Phase,
    /// Scores by side, without the deal in progress.
    pub(crate) totals: Each<i32>,
    /// The deal in progress; between deals and at the end what the last one left: its auction and its tricks,
    /// but no hands.
    pub(crate) table: Table,
    /// How the last deal ended, between deals and at the end.
    pub(crate) last_deal: Option<LastDeal>,
    pub(crate) outcome: Option<Outcome>,
}

impl Pepper {
    /// A match that stands at these scores by side, before a deal: for simulations. A score that has reached the
    /// target ends nothing before the next deal is scored.
    ///
    /// # Panics
    /// If there is not one score for each side, or the dealer does not sit at the table.
    pub fn standing_at(options: Options, dealer: Seat, scores: &[i32]) -> Self {
        let players = options.players;
        assert!(dealer.number() < players.count(), "the dealer sits at the table");
        assert_eq!(scores.len(), usize::from(players.side_count()), "every side has a score");
        Self {
            options,
            deal: 0,
            dealer,
            phase: Phase::Between,
            totals: Each::new(players.side_count(), |side| scores[side]),
            table: Table::bare(players, dealer),
            last_deal: None,
            outcome: None,
        }
    }

    /// Scores by side, without the deal in progress.
    pub fn totals(&self) -> Each<i32> {
        self.totals
    }

    /// The highest bid of the deal and who made it: once the auction is over, declarer and contract.
    pub fn highest_bid(&self) -> Option<(Seat, Level)> {
        self.table.auction.contract()
    }

    fn call(&mut self, level: Option<Level>) -> Event {
        let call = Call { seat: self.table.turn, level };
        let after = self.table.auction.enter(&self.options, self.dealer, call);
        let number = self.table.auction.calls().len() as u8;
        let (turn, end) = match after {
            AfterCall::Turn(turn) => (Some(turn), None),
            AfterCall::Ended(end @ AuctionEnd::Won { declarer, .. }) => {
                self.phase = Phase::Name;
                self.table.trick = Trick::led_by(declarer, self.options.players.count());
                (Some(declarer), Some(end))
            }
            AfterCall::Ended(end @ AuctionEnd::ThrownIn { next_dealer }) => {
                self.throw_in(next_dealer);
                (None, Some(end))
            }
        };
        self.table.turn = turn.unwrap_or(self.dealer);
        Event::Called(Called { deal: self.deal, number, call, turn, end })
    }

    fn throw_in(&mut self, next_dealer: Seat) {
        self.table.hands = [CardSet::EMPTY; 4];
        self.table.dead = CardSet::EMPTY;
        self.phase = Phase::Between;
        self.dealer = next_dealer;
        self.last_deal = Some(LastDeal::ThrownIn);
    }

    fn name(&mut self, strain: Strain) -> Event {
        self.table.strain = Some(strain);
        self.phase = Phase::Play;
        Event::Named(Named { deal: self.deal, seat: self.table.turn, strain })
    }

    fn play(&mut self, card: Card) -> Event {
        let players = self.options.players;
        let seat = self.table.turn;
        let winner = self.table.play(players, card);
        let ends = self.table.taken.len() == players.hand_size();
        let end = ends.then(|| self.end_deal());
        Event::Played(Played {
            deal: self.deal,
            number: self.table.plays(players),
            seat,
            card,
            winner,
            turn: (!ends).then_some(self.table.turn),
            end,
        })
    }

    fn end_deal(&mut self) -> DealEnd {
        let players = self.options.players;
        let (declarer, contract) =
            self.table.auction.contract().expect("a deal is played out under a contract");
        let strain = self.table.strain.expect("and in a strain");
        let declarers = players.side_of(declarer);
        let tricks = self.table.won;
        let deltas = score::deltas(&self.options, contract, declarers, &tricks);
        self.totals = Each::new(players.side_count(), |side| self.totals[side] + deltas[side]);
        self.outcome = score::outcome(&self.options, declarers, &self.totals);
        self.phase = if self.outcome.is_some() { Phase::Over } else { Phase::Between };
        self.dealer = players.next(self.dealer);
        self.table.turn = self.dealer;
        self.table.dead = CardSet::EMPTY;
        let totals = self.totals;
        let result =
            DealResult { contract, declarer, strain, tricks, deltas, totals, next_dealer: self.dealer };
        let end = DealEnd { result, outcome: self.outcome };
        self.last_deal = Some(LastDeal::Scored(end));
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
        match self.phase {
            Phase::Auction => legal::check_call(&self.options, &self.table, self.dealer, action),
            Phase::Name => legal::check_name(&self.options, action),
            _ => legal::check_play(&self.table, action),
        }
    }
}

impl Game for Pepper {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type Seen = Seen;
    type View = View;
    type Illegal = Illegal;

    const RULES_VERSION: u32 = 1;
    const PACK: Pack = Pack::Short24;

    /// # Panics
    /// If the dealer does not sit at the table.
    fn new(options: Options, first_dealer: Seat) -> Self {
        let scores = [0; 4];
        let sides = usize::from(options.players.side_count());
        Self::standing_at(options, first_dealer, &scores[..sides])
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn stage(&self) -> Stage {
        match self.phase {
            Phase::Between => Stage::Deal { dealer: self.dealer },
            Phase::Over => Stage::Over,
            Phase::Auction | Phase::Name | Phase::Play => Stage::Act(self.table.turn),
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
        let players = self.options.players;
        self.table = Table::dealt(players, self.dealer, deck.cards());
        self.deal += 1;
        self.phase = Phase::Auction;
        self.last_deal = None;
        let hands = Each::new(players.count(), |seat| self.table.hands[seat]);
        Ok(Event::Dealt(Dealt { deal: self.deal, dealer: self.dealer, hands, dead: self.table.dead }))
    }

    fn legal(&self, out: &mut Vec<Action>) -> Listing {
        out.clear();
        match self.phase {
            Phase::Between | Phase::Over => {}
            Phase::Auction => legal::calls(&self.options, &self.table, self.dealer, out),
            Phase::Name => legal::names(&self.options, out),
            Phase::Play => legal::plays(&self.table, out),
        }
        Listing::Complete
    }

    fn act(&mut self, seat: Seat, action: &Action) -> Result<Event, Illegal> {
        self.check(seat, action)?;
        Ok(match *action {
            Action::Pass => self.call(None),
            Action::Bid { level } => self.call(Some(level)),
            Action::Name { strain } => self.name(strain),
            Action::Play { card } => self.play(card),
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
