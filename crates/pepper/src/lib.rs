//! The rules of Pepper for four players in two partnerships, and for three or two who each play alone:
//! `rules/pepper.md` with all its table options.
//!
//! [`Pepper`] is one match as a deterministic state machine; [`Action`] is what players do, [`Event`] the whole
//! truth about a step, [`Seen`] and [`View`] what a viewer may see of it. Shuffled decks come in from outside.
//! No clock, randomness, I/O or wire format lives here.
#![deny(missing_docs)]

mod action;
mod auction;
mod digest;
mod each;
mod event;
mod follow;
mod illegal;
mod legal;
mod level;
mod options;
mod pepper;
mod players;
mod score;
mod seen;
mod strain;
mod table;
mod text;
mod view;

pub use action::{Action, ActionKind};
pub use each::Each;
pub use event::{AuctionEnd, Call, Called, DealEnd, DealResult, Dealt, Event, Named, Played};
pub use illegal::Illegal;
pub use level::Level;
pub use options::{AllPass, BothOut, DefendersZeroPenalty, History, Options, Target};
pub use pepper::Pepper;
pub use players::Players;
pub use seen::{Seen, SeenDeal, SeenPlay};
pub use strain::Strain;
pub use text::ParseActionError;
pub use view::{LastDeal, Phase, View};

#[cfg(test)]
mod tests;
