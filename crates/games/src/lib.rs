//! The closed set of hosted games. Only this crate names them all: whoever referees, records or offers matches
//! speaks of [`Match`], [`Action`] and [`Options`]. A new game adds one file to `hosted`, which says what is particular to it, and an arm to
//! each enum here.
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
pub use catalogue::{CatalogueEntry, catalogue};
pub use follow::DoesNotFollow;
pub use kind::{GameKind, UnknownGame};
pub use matches::Match;
pub use options::{Allowed, OptionFault, OptionInfo, OptionValue, Options};
