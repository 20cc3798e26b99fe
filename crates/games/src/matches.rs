//! A match of any game.

use cards::{DealFault, Deck, Game, Listing, Outcome, Seat, Side, Stage, Viewer};
use seep::Seep;

use crate::{Action, Event, GameKind, Illegal, Options, Seen, View};

/// A match of any game; see [`Game`] for what the methods promise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match {
    /// Of Seep.
    Seep(Seep),
}

impl Match {
    /// A match before its first deal.
    pub fn new(options: Options, first_dealer: Seat) -> Self {
        match options {
            Options::Seep(options) => Self::Seep(Seep::new(options, first_dealer)),
        }
    }

    /// The game that is played.
    pub const fn kind(&self) -> GameKind {
        match self {
            Self::Seep(_) => GameKind::Seep,
        }
    }

    /// How many play.
    pub const fn players(&self) -> u8 {
        match self {
            Self::Seep(_) => 4,
        }
    }

    /// The seats in use, in order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::ALL.into_iter().take(usize::from(self.players()))
    }

    /// The side that a seat plays for.
    pub const fn side_of(&self, seat: Seat) -> Side {
        self.kind().side_of(self.players() as usize, seat)
    }

    /// The table options.
    pub fn options(&self) -> Options {
        match self {
            Self::Seep(game) => Options::Seep(*game.options()),
        }
    }

    /// What the match waits for.
    pub fn stage(&self) -> Stage {
        match self {
            Self::Seep(game) => game.stage(),
        }
    }

    /// How many decks have been dealt so far, thrown-in ones included.
    pub fn deal_number(&self) -> u32 {
        match self {
            Self::Seep(game) => game.deal_number(),
        }
    }

    /// Deals a deck.
    ///
    /// # Errors
    /// [`DealFault`]; the match is then unchanged.
    pub fn deal(&mut self, deck: &Deck) -> Result<Event, DealFault> {
        match self {
            Self::Seep(game) => game.deal(deck).map(Event::Seep),
        }
    }

    /// Clears `out` and fills it with the legal actions of the seat to act, in canonical order.
    pub fn legal(&self, out: &mut Vec<Action>) -> Listing {
        out.clear();
        match self {
            Self::Seep(game) => {
                let mut actions = Vec::new();
                let listing = game.legal(&mut actions);
                out.extend(actions.into_iter().map(Action::Seep));
                listing
            }
        }
    }

    /// Performs one action of a seat.
    ///
    /// # Errors
    /// Why the action is not legal; the match is then unchanged.
    pub fn act(&mut self, seat: Seat, action: &Action) -> Result<Event, Illegal> {
        match (self, action) {
            (Self::Seep(game), Action::Seep(action)) => Ok(Event::Seep(game.act(seat, action)?)),
        }
    }

    /// What the viewer may see now.
    pub fn view(&self, viewer: Viewer) -> View {
        match self {
            Self::Seep(game) => View::Seep(game.view(viewer)),
        }
    }

    /// What the viewer may see now of an event of this match.
    pub fn seen(&self, event: &Event, viewer: Viewer) -> Seen {
        match (self, event) {
            (Self::Seep(game), Event::Seep(event)) => Seen::Seep(game.seen(event, viewer)),
        }
    }

    /// How the match ended, `None` while it runs.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Seep(game) => game.outcome(),
        }
    }

    /// SHA-256 over the whole state.
    pub fn digest(&self) -> [u8; 32] {
        match self {
            Self::Seep(game) => game.digest(),
        }
    }
}
