//! What every part of a running engine shares.

use std::sync::Arc;
use std::time::Duration;

use env::{Clock, Entropy};
use postgres::GroupCommit;
use service::Drain;
use sqlx::PgPool;
use tokio::sync::Notify;

use crate::drivers::Drivers;
use crate::feed::{FeedSignal, TurnBoard};
use crate::store::LogAppend;
use crate::thinkers::Thinkers;

/// What every part of a running engine shares.
pub struct Context {
    /// The store.
    pub pool: PgPool,
    /// The log's writers.
    pub log: GroupCommit<LogAppend>,
    /// Time, by which matches are played.
    pub clock: Clock,
    /// Time in which the store is waited for.
    pub store_clock: Clock,
    /// Randomness: shuffle secrets.
    pub entropy: Entropy,
    /// Tells that the server drains.
    pub drain: Drain,
    /// The drivers of this process.
    pub drivers: Drivers,
    /// Rung when a result waits in the outbox.
    pub results: Arc<Notify>,
    /// Rung when an event of the feed was written.
    pub feed: FeedSignal,
    /// Whose turn it is in every match driven here.
    pub turns: Arc<TurnBoard>,
    /// How long a bot waits before it begins to think about a move.
    pub bot_delay: Duration,
    /// Where bots think.
    pub thinkers: Thinkers,
}
