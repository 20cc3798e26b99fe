//! The vocabulary of card games: cards, sets of cards, seats, sides, decks, table options, and the [`Game`] trait.
//!
//! Every rules crate is written in these words. Nothing here knows the rules of any one game, reads a clock,
//! draws a random number or does I/O; a deck arrives shuffled.
#![deny(missing_docs)]

mod card;
mod card_set;
mod deck;
mod follow;
mod game;
mod options;
mod outcome;
mod rank;
mod seat;
mod side;
mod suit;
mod suitwise;
mod trick;
mod viewer;

pub use card::{Card, ParseCardError};
pub use card_set::{CardSet, CardSetIter};
pub use deck::{Deck, DeckFault, Pack};
pub use follow::DoesNotFollow;
pub use game::{DealFault, Game, Listing, Stage};
pub use options::{Choice, OptionOutOfRange};
pub use outcome::Outcome;
pub use rank::Rank;
pub use seat::{NoSuchSeat, Seat};
pub use side::{Side, SideSet};
pub use suit::Suit;
pub use suitwise::suitwise;
pub use trick::{TakenTrick, Trick};
pub use viewer::Viewer;
