//! The closed set of hosted games. Whoever referees, records or offers matches speaks of [`Match`], [`Action`] and [`Options`], and
//! looks inside only for what differs by game: messages, words, players. A new game adds one file to `hosted`, which says what is
//! particular to it, and an arm to each enum here.
//!
//! Besides the enums there are the catalogue of games and table options, their JSON form, conformance traces,
//! and random matches for them. No rule of any game lives here.
#![deny(missing_docs)]

mod action;
mod catalogue;
mod fields;
mod follow;
mod hosted;
mod kind;
mod matches;
mod options;
pub mod random;
pub mod trace;

pub use action::{Action, Event, Illegal, ParseActionError, Seen, View};
pub use catalogue::{CatalogueEntry, catalogue, catalogue_entry};
pub use follow::DoesNotFollow;
pub use kind::{GameKind, UnknownGame};
pub use matches::Match;
pub use options::{Allowed, OptionFault, OptionInfo, OptionValue, Options};
