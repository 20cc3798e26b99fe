//! What every game can do: the contract between the rules and whoever referees a match.

use std::error::Error;
use std::fmt::Display;

use thiserror::Error;

use crate::{Deck, DeckFault, Outcome, Pack, Seat, Viewer};

/// What a match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A shuffled deck.
    Deal {
        /// The seat that deals.
        dealer: Seat,
    },
    /// An action of this seat.
    Act(Seat),
    /// Nothing: the match is over.
    Over,
}

/// Whether a list of legal actions holds all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Every legal action is in the list.
    Complete,
    /// The list stopped at the game's bound; more actions are legal than listed, and [`Game::act`] takes them.
    Cut,
}

/// Why a deck was not dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DealFault {
    /// The match does not wait for a deck.
    #[error("no deal is due")]
    NotDue,
    /// The deck does not fit.
    #[error(transparent)]
    Deck(#[from] DeckFault),
}

/// One match of a game, from the first deal to the end, as a deterministic state machine: the same options,
/// first dealer, decks and actions give the same states, events and digests on every machine.
pub trait Game: Clone {
    /// The table options, valid by construction.
    type Options;
    /// One decision of a player.
    type Action: Copy + Eq + Display;
    /// The whole truth about one step, hidden cards included. It must not leave the referee.
    type Event;
    /// What a viewer may see of an event.
    type Seen;
    /// What a viewer may see of the match.
    type View;
    /// Why an action was refused. Its `Display` is an English sentence for developers and logs.
    type Illegal: Error;

    /// Grows when the same decks and actions would give another match than before.
    const RULES_VERSION: u32;
    /// The pack that is dealt.
    const PACK: Pack;

    /// A match before its first deal.
    fn new(options: Self::Options, first_dealer: Seat) -> Self;

    /// The table options.
    fn options(&self) -> &Self::Options;

    /// What the match waits for.
    fn stage(&self) -> Stage;

    /// How many decks have been dealt so far, thrown-in deals included.
    fn deal_number(&self) -> u32;

    /// Deals a deck. Automatic steps (a throw-in) are part of the event.
    ///
    /// # Errors
    /// [`DealFault`]; the match is then unchanged.
    fn deal(&mut self, deck: &Deck) -> Result<Self::Event, DealFault>;

    /// Clears `out` and fills it with the legal actions of the seat to act, in canonical order without
    /// repetition; leaves it empty if no action is awaited. The buffer is meant to be used again.
    fn legal(&self, out: &mut Vec<Self::Action>) -> Listing;

    /// Performs one action of a seat.
    ///
    /// # Errors
    /// Why the action is not legal; the match is then unchanged.
    fn act(&mut self, seat: Seat, action: &Self::Action) -> Result<Self::Event, Self::Illegal>;

    /// What the viewer may see now.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// What the viewer may see *now* of an event of this match: right after the step the live form, later the
    /// closed form, from which every card that has meanwhile gone to a closed place is absent.
    fn seen(&self, event: &Self::Event, viewer: Viewer) -> Self::Seen;

    /// How the match ended, `None` while it runs.
    fn outcome(&self) -> Option<Outcome>;

    /// SHA-256 over a documented, stable encoding of the whole state.
    fn digest(&self) -> [u8; 32];
}
