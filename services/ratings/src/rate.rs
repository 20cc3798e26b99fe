//! Rating: one task per ladder takes the entries of the log in their order and commits what they change, results in batches
//! and events one at a time.
//!
//! [`judge`] decides what becomes of one result and is pure; [`book`] and [`standing`] hold standings in memory, and
//! [`journal`] what is to be appended; [`load`] and [`write`] are the SQL on both sides of it; [`batch`] is the transaction
//! around them, and [`rater`] the task. [`close`], [`upkeep`] and [`correct`] work off the events; [`replay`] computes whole
//! seasons anew; [`quote`] judges games that have not been played.

mod batch;
mod book;
mod close;
mod correct;
mod fold;
mod journal;
mod judge;
mod load;
pub mod quote;
mod rater;
mod replay;
mod standing;
mod standing_columns;
mod upkeep;
mod write;

pub use batch::{BATCH_MAX, Progress, rate_batch};
pub use correct::{SeasonChange, StandingChange, differences, first_season};
pub use fold::fold;
pub use load::{Backlog, backlog, take_time};
pub use rater::{Bells, POLL_INTERVAL, Rater};
pub use replay::{Replayed, Scope, replay};
pub use standing::{HIDDEN_AFTER, Listing, Standing};
