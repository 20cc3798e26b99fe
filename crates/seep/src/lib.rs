//! The rules of Seep, four players in two partnerships: `rules/seep.md` with all its table options.
//!
//! [`Seep`] is one match as a deterministic state machine; [`Action`] is what players do, [`Event`] the whole
//! truth about a step, [`Seen`] and [`View`] what a viewer may see of it. Shuffled decks come in from outside.
//! No clock, randomness, I/O or wire format lives here.
#![deny(missing_docs)]

mod action;
mod apply;
mod counts;
mod digest;
mod event;
mod floor;
mod follow;
mod house;
mod illegal;
mod legal;
mod options;
mod packing;
mod position;
mod score;
mod seen;
mod seep;
mod table;
mod take_rule;
mod text;
mod view;

pub use action::{Action, ActionKind};
pub use event::{BidMade, DealEnd, DealResult, Dealt, Event, Played};
pub use house::{House, HouseValue, Owners};
pub use illegal::Illegal;
pub use options::{
    AbsorbScope, AbsorbSets, BaaziCount, BidFloor, BreakMerge, Capture, DealCount, DealerBasis, FirstSweep,
    History, LeadToWin, MatchMode, OpeningThrow, OppAddOwns, Options, TenDiamonds, Throw,
};
pub use score::card_points;
pub use seen::{Seen, SeenBid, SeenDeal, SeenMove, SeenPlay};
pub use seep::Seep;
pub use text::ParseActionError;
pub use view::{FloorView, LastDeal, LatestCapture, Phase, View};

#[cfg(test)]
mod tests;
