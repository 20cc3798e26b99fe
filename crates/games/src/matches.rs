//! A match of any game.

use cards::{DealFault, Deck, Game, Listing, Outcome, Seat, Side, Stage, Viewer};
use serde_json::Value;

use crate::hosted::{DealOver, Hosted, HostedOptions};
use crate::{Action, Event, GameKind, Illegal, Options, Seen, View};

/// A match of any game; see [`Game`] for what the methods promise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match {
    /// Of Seep.
    Seep(seep::Seep),
    /// Of Smear.
    Smear(smear::Smear),
    /// Of Pepper.
    Pepper(pepper::Pepper),
}

impl Match {
    /// A match before its first deal.
    pub fn new(options: Options, first_dealer: Seat) -> Self {
        options.sheet().begin(first_dealer)
    }

    /// The game that is played.
    pub fn kind(&self) -> GameKind {
        self.options().kind()
    }

    /// How many play.
    pub fn players(&self) -> u8 {
        self.options().players()
    }

    /// The seats in use, in order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        self.options().seats()
    }

    /// Everybody who can look at the match: its seats in order, then a spectator.
    pub fn viewers(&self) -> impl Iterator<Item = Viewer> + use<> {
        self.seats().map(Viewer::Seat).chain([Viewer::Spectator])
    }

    /// The side that a seat plays for.
    pub fn side_of(&self, seat: Seat) -> Side {
        self.options().side_of(seat)
    }

    /// The table options.
    pub fn options(&self) -> Options {
        self.rules().table_options()
    }

    /// What the match waits for.
    pub fn stage(&self) -> Stage {
        self.rules().stage()
    }

    /// How many decks have been dealt so far, thrown-in ones included.
    pub fn deal_number(&self) -> u32 {
        self.rules().deal_number()
    }

    /// Deals a deck.
    ///
    /// # Errors
    /// [`DealFault`]; the match is then unchanged.
    pub fn deal(&mut self, deck: &Deck) -> Result<Event, DealFault> {
        self.rules_mut().deal(deck)
    }

    /// Clears `out` and fills it with the legal actions of the seat to act, in canonical order.
    pub fn legal(&self, out: &mut Vec<Action>) -> Listing {
        out.clear();
        self.rules().legal(out)
    }

    /// Performs one action of a seat.
    ///
    /// # Errors
    /// Why the action is not legal; the match is then unchanged.
    pub fn act(&mut self, seat: Seat, action: &Action) -> Result<Event, Illegal> {
        self.rules_mut().act(seat, action)
    }

    /// What the viewer may see now.
    pub fn view(&self, viewer: Viewer) -> View {
        self.rules().view(viewer)
    }

    /// What the viewer may see now of an event of this match.
    ///
    /// # Panics
    /// If the event is of another game, and so of no match of this one.
    pub fn seen(&self, event: &Event, viewer: Viewer) -> Seen {
        self.rules().seen(event, viewer)
    }

    /// How the match ended, `None` while it runs.
    pub fn outcome(&self) -> Option<Outcome> {
        self.rules().outcome()
    }

    /// Points by side in the game's own measure, negative ones included: baazis won in Seep, the scores of Smear and Pepper. The last
    /// whole deal counts.
    pub fn scores(&self) -> Vec<i32> {
        self.rules().scores()
    }

    /// SHA-256 over the whole state.
    pub fn digest(&self) -> [u8; 32] {
        self.rules().digest()
    }

    /// The state of the match as a trace prints it.
    pub(crate) fn trace_state(&self) -> Value {
        self.rules().trace_state()
    }

    /// How an event of this match ended its deal, if it did.
    pub(crate) fn deal_over(&self, event: &Event) -> Option<DealOver> {
        self.rules().deal_over(event)
    }

    fn rules(&self) -> &dyn Rules {
        match self {
            Self::Seep(game) => game,
            Self::Smear(game) => game,
            Self::Pepper(game) => game,
        }
    }

    fn rules_mut(&mut self) -> &mut dyn Rules {
        match self {
            Self::Seep(game) => game,
            Self::Smear(game) => game,
            Self::Pepper(game) => game,
        }
    }
}

/// A match of some game, in envelopes throughout.
trait Rules {
    fn table_options(&self) -> Options;
    fn stage(&self) -> Stage;
    fn deal_number(&self) -> u32;
    fn deal(&mut self, deck: &Deck) -> Result<Event, DealFault>;
    fn legal(&self, out: &mut Vec<Action>) -> Listing;
    fn act(&mut self, seat: Seat, action: &Action) -> Result<Event, Illegal>;
    fn view(&self, viewer: Viewer) -> View;
    fn seen(&self, event: &Event, viewer: Viewer) -> Seen;
    fn outcome(&self) -> Option<Outcome>;
    fn scores(&self) -> Vec<i32>;
    fn digest(&self) -> [u8; 32];
    fn trace_state(&self) -> Value;
    fn deal_over(&self, event: &Event) -> Option<DealOver>;
}

const OWN_EVENT: &str = "an event is shown by the match that it is of";

impl<G: Hosted> Rules for G {
    fn table_options(&self) -> Options {
        Game::options(self).wrap()
    }

    fn stage(&self) -> Stage {
        Game::stage(self)
    }

    fn deal_number(&self) -> u32 {
        Game::deal_number(self)
    }

    fn deal(&mut self, deck: &Deck) -> Result<Event, DealFault> {
        Game::deal(self, deck).map(G::wrap_event)
    }

    fn legal(&self, out: &mut Vec<Action>) -> Listing {
        let mut actions = Vec::new();
        let listing = Game::legal(self, &mut actions);
        out.extend(actions.into_iter().map(G::wrap_action));
        listing
    }

    fn act(&mut self, seat: Seat, action: &Action) -> Result<Event, Illegal> {
        let action = G::action(action).ok_or(Illegal::OtherGame)?;
        Game::act(self, seat, action).map(G::wrap_event).map_err(G::wrap_illegal)
    }

    fn view(&self, viewer: Viewer) -> View {
        G::wrap_view(Game::view(self, viewer))
    }

    fn seen(&self, event: &Event, viewer: Viewer) -> Seen {
        G::wrap_seen(Game::seen(self, G::event(event).expect(OWN_EVENT), viewer))
    }

    fn outcome(&self) -> Option<Outcome> {
        Game::outcome(self)
    }

    fn scores(&self) -> Vec<i32> {
        Hosted::scores(self)
    }

    fn digest(&self) -> [u8; 32] {
        Game::digest(self)
    }

    fn trace_state(&self) -> Value {
        Hosted::state(self)
    }

    fn deal_over(&self, event: &Event) -> Option<DealOver> {
        <G as Hosted>::deal_over(G::event(event).expect(OWN_EVENT))
    }
}
