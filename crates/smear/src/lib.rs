//! The rules of Northeastern Wisconsin Four-Point Smear, four players in two partnerships: `rules/smear.md`
//! with all its table options.
//!
//! [`Smear`] is one match as a deterministic state machine; [`Action`] is what players do, [`Event`] the whole
//! truth about a step, [`Seen`] and [`View`] what a viewer may see of it. Shuffled decks come in from outside.
//! No clock, randomness, I/O or wire format lives here.
#![deny(missing_docs)]

mod action;
mod bid;
mod calls;
mod digest;
mod event;
mod follow;
mod illegal;
mod json;
mod legal;
mod options;
mod points;
mod score;
mod seen;
mod smear;
mod suits;
mod table;
mod text;
mod view;

pub use action::{Action, ActionKind};
pub use bid::{Bid, Contract};
pub use calls::Calls;
pub use event::{AfterCall, Called, DealEnd, DealResult, Dealt, Discarded, Event, Played};
pub use illegal::Illegal;
pub use options::{
    AllPass, BothOut, Cap, DiscardScoringTrump, GameTie, HighLow, History, LowTo, Options, Target, Widow,
};
pub use points::{Point, Points};
pub use score::{card_count, game_count};
pub use seen::{Seen, SeenAfterCall, SeenCall, SeenDeal, SeenDiscard, SeenPlay};
pub use smear::Smear;
pub use suits::SuitSet;
pub use text::ParseActionError;
pub use view::{LastDeal, Phase, View};

#[cfg(test)]
mod tests;
