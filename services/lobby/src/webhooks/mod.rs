//! Webhooks: following the feeds of engine and ratings, and posting what subscribed endpoints are to get.
//!
//! An event becomes a row for every endpoint in the transaction that moves the feed's cursor; from then on the row is what counts. A
//! row is posted until its endpoint has it, or as often as may be. No rule of a game and no card is known here.

mod addresses;
mod backoff;
mod bodies;
mod deliver;
mod endpoints;
mod event;
mod follow;
mod follow_ratings;
mod from_match;
mod from_rating;
mod post;
mod prune;
mod rights;
mod secret;
mod settings;
mod store;
mod subscription;
mod target;

use std::sync::Arc;

use env::{Clock, Entropy};
use sqlx::PgPool;
use tokio::sync::Notify;

pub use deliver::deliver;
pub use endpoints::NewEndpoint;
pub use follow::follow_matches;
pub use follow_ratings::follow_ratings;
pub use prune::prune;
pub(crate) use rights::Rights;
pub use secret::Secret;
pub use settings::WebhookSettings;
pub(crate) use store::{ChangedBy, EndpointChange, outstanding};
pub use store::{DeliveryPlace, DeliveryRow, DeliveryState, Endpoint, EndpointPlace, Which};
pub use subscription::{Kind, Subscription};
pub use target::Target;

use post::Poster;

/// The endpoints of backends, and everything that is on its way to them.
pub struct Webhooks {
    pub(crate) pool: PgPool,
    pub(crate) clock: Clock,
    pub(crate) entropy: Entropy,
    settings: WebhookSettings,
    rights: Rights,
    poster: Poster,
    /// Rung when deliveries were stored that are due.
    stored: Notify,
}

impl Webhooks {
    /// Nothing is followed or posted until the tasks of this module run.
    pub(crate) fn new(
        pool: PgPool,
        clock: Clock,
        entropy: Entropy,
        settings: WebhookSettings,
        rights: Rights,
    ) -> Arc<Self> {
        let poster = Poster::new(clock.clone(), settings.timeout(), settings.addresses());
        Arc::new(Self { pool, clock, entropy, settings, rights, poster, stored: Notify::new() })
    }
}
