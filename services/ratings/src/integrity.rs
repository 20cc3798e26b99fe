//! Integrity: what the rated results of a ladder suggest about those who played them, as a queue of reviews for a person.
//!
//! A [`watch`] follows each ladder's log and [`scan`]s what is new; the [`signals`] are pure and judge the [`games`] of one pair (on
//! ladders of single players: of one player) in the four weeks before its latest one; what they find becomes a [`review`].
//!
//! What must not live here: consequences. A signal changes no rating and bars nobody; only a reviewer who takes results back does.

pub mod games;
pub mod review;
pub mod scan;
pub mod signals;
pub mod watch;
