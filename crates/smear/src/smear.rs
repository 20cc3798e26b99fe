//! One match of Smear as a state machine.

use cards::{Card, CardSet, DealFault, Deck, DeckFault, Game, Listing, Outcome, Pack, Seat, Stage, Viewer};

use crate::legal;
use crate::score;
use crate::table::{PLAYS, Table};
use crate::{
    Action, AfterCall, AllPass, Bid, Called, DealEnd, Dealt, Discarded, Event, Illegal, LastDeal, Options,
    Phase, Played, Seen, View,
};

/// One match, from before its first deal to its end. It is small and without a heap, so that copies are cheap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Smear {
    pub(crate) options: Options,
    /// Decks dealt, thrown-in ones too.
    pub(crate) deal: u32,
    /// Who dealt, or between deals who deals next.
    pub(crate) dealer: Seat,
    pub(crate) phase: Phase,
    /// By team, without the deal in progress.
    pub(crate) scores: [i32; 2],
    pub(crate) table: Table,
    /// How the last deal ended, between deals and at the end.
    pub(crate) last_deal: Option<LastDeal>,
    pub(crate) outcome: Option<Outcome>,
}

impl Smear {
    /// A match that stands at these scores by team and awaits a deck of that dealer. Its deals count from 1.
    pub const fn standing_at(options: Options, dealer: Seat, scores: [i32; 2]) -> Self {
        Self {
            options,
            deal: 0,
            dealer,
            phase: Phase::Between,
            scores,
            table: Table::bare(dealer),
            last_deal: None,
            outcome: None,
        }
    }

    /// Scores by team, without the deal in progress.
    pub const fn scores(&self) -> [i32; 2] {
        self.scores
    }

    /// How the last deal ended, between deals and at the end.
    pub const fn last_deal(&self) -> Option<&LastDeal> {
        self.last_deal.as_ref()
    }

    /// Whether a deal is being played.
    pub(crate) fn in_deal(&self) -> bool {
        matches!(self.phase, Phase::Auction | Phase::Discard | Phase::Play)
    }

    fn call(&mut self, bid: Option<Bid>) -> Event {
        let seat = self.table.turn;
        self.table.call(bid);
        let after = if bid != Some(Bid::HIGHEST) && self.table.calls.len() < 4 {
            AfterCall::Next { turn: self.table.turn }
        } else {
            self.end_auction()
        };
        Event::Called(Called { deal: self.deal, seat, bid, after })
    }

    fn end_auction(&mut self) -> AfterCall {
        let Some(contract) = self.table.calls.contract() else { return self.throw_in() };
        self.table.take_widow(contract);
        let taken = self.table.widow;
        self.phase = if taken.is_empty() { Phase::Play } else { Phase::Discard };
        AfterCall::Won { contract, taken }
    }

    fn throw_in(&mut self) -> AfterCall {
        let dealer = self.dealer;
        self.dealer = match self.options.all_pass {
            AllPass::SameDealer => dealer,
            AllPass::NextDealer => dealer.next_of_four(),
            AllPass::DealerStuck => unreachable!("the dealer did not pass"),
        };
        self.table = Table::bare(self.dealer);
        self.phase = Phase::Between;
        self.last_deal = Some(LastDeal::ThrownIn { dealer });
        AfterCall::ThrownIn { next_dealer: self.dealer }
    }

    fn discard(&mut self, cards: CardSet) -> Event {
        self.table.discard(cards);
        self.phase = Phase::Play;
        Event::Discarded(Discarded { deal: self.deal, seat: self.table.turn, cards })
    }

    fn play(&mut self, card: Card) -> Event {
        let seat = self.table.turn;
        let winner = self.table.play(card);
        let number = self.table.plays();
        let end = (number == PLAYS).then(|| self.end_deal());
        Event::Played(Played {
            deal: self.deal,
            number,
            seat,
            card,
            trump: self.table.trump.filter(|_| number == 1),
            winner,
            counts: self.table.counts(),
            end,
        })
    }

    fn end_deal(&mut self) -> DealEnd {
        let result = score::result(&self.options, self.dealer, &self.table, self.scores);
        self.outcome = score::outcome(&self.options, &result);
        self.phase = if self.outcome.is_some() { Phase::Over } else { Phase::Between };
        self.scores = result.scores;
        self.dealer = result.next_dealer;
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
        let Self { options, dealer, table, .. } = self;
        match (self.phase, *action) {
            (Phase::Auction, Action::Pass) => legal::check_call(options, *dealer, table, None),
            (Phase::Auction, Action::Bid { bid }) => legal::check_call(options, *dealer, table, Some(bid)),
            (Phase::Auction, _) => Err(Illegal::CallFirst),
            (_, Action::Pass | Action::Bid { .. }) => Err(Illegal::AuctionOver),
            (Phase::Discard, Action::Discard { cards }) => legal::check_discard(options, table, cards),
            (Phase::Discard, _) => Err(Illegal::DiscardFirst { widow: options.widow_size() }),
            (_, Action::Discard { .. }) => Err(Illegal::NoDiscard),
            (_, Action::Play { card }) => legal::check_play(options, table, card),
        }
    }
}

impl Game for Smear {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type Seen = Seen;
    type View = View;
    type Illegal = Illegal;

    const RULES_VERSION: u32 = 1;
    const PACK: Pack = Pack::Short32;

    fn new(options: Options, first_dealer: Seat) -> Self {
        Self::standing_at(options, first_dealer, [0; 2])
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn stage(&self) -> Stage {
        match self.phase {
            Phase::Between => Stage::Deal { dealer: self.dealer },
            Phase::Over => Stage::Over,
            Phase::Auction | Phase::Discard | Phase::Play => Stage::Act(self.table.turn),
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
        self.table = Table::dealt(deck.cards(), self.dealer, self.options.widow_size());
        self.deal += 1;
        self.phase = Phase::Auction;
        self.last_deal = None;
        let Table { hands, widow, rest, .. } = self.table;
        Ok(Event::Dealt(Dealt { deal: self.deal, dealer: self.dealer, hands, widow, rest }))
    }

    fn legal(&self, out: &mut Vec<Action>) -> Listing {
        out.clear();
        match self.phase {
            Phase::Between | Phase::Over => {}
            Phase::Auction => legal::calls(&self.options, self.dealer, &self.table, out),
            Phase::Discard => legal::discards(&self.options, &self.table, out),
            Phase::Play => legal::plays(&self.options, &self.table, out),
        }
        Listing::Complete
    }

    fn act(&mut self, seat: Seat, action: &Action) -> Result<Event, Illegal> {
        self.check(seat, action)?;
        Ok(match *action {
            Action::Pass => self.call(None),
            Action::Bid { bid } => self.call(Some(bid)),
            Action::Discard { cards } => self.discard(cards),
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
