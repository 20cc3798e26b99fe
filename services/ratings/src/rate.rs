//! Rating: one task per ladder takes accepted results in the ladder's order and commits what they change in batches.
//!
//! [`judge`] decides what becomes of one result and is pure; [`book`] holds the standings that a batch touches; [`load`] and
//! [`write`] are the SQL on both sides of it; [`batch`] is the transaction around them, and [`rater`] the task.

mod batch;
mod book;
mod judge;
mod load;
mod rater;
mod write;

pub use batch::{BATCH_MAX, Progress, rate_batch};
pub use load::{Backlog, backlog};
pub use rater::{Bells, POLL_INTERVAL, Rater};
