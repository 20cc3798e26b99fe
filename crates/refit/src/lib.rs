//! How well a ladder predicts its games, so that an operator can tune it from evidence.
//!
//! What lives here: the replay of a ladder's log under any [`Config`](rating::Config) ([`Log`], [`replay`]), the
//! measures of what it predicted ([`Measures`]), the settings worth trying ([`grid`], [`assess`]), and simulated seasons with
//! known strengths on which the ladder meets simpler ones ([`World`], [`contest`]). What must not: storage, files,
//! time, and any maths of the ladder of its own; every rating comes out of the crate `rating`, as the service gets it.
//!
//! Unlike there, floating point is welcome here: nothing in this crate decides a rating.
#![deny(missing_docs)]

mod contest;
mod game;
mod log;
mod measures;
mod replay;
mod rivals;
mod tuning;
mod world;

pub use contest::{Contestant, Score, contest};
pub use game::{Event, Faulty, Game, GamePlayer, GameSide, PlayerId, SideKind};
pub use log::{Log, LogBuilder};
pub use measures::{BINS, Bin, Estimate, Forecast, Measures, later_half};
pub use replay::{Replayed, replay};
pub use tuning::{Assessment, all_k, assess, grid, with_k, with_k_times, with_synergy_rate};
pub use world::{Season, SimulatedGame, World};
