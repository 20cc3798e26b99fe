//! Views that are kept up to date from events.

use thiserror::Error;

/// The event is not the one that follows this view: one was missed, or it is in its closed form. Install a new
/// view instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the event does not follow this view")]
pub struct DoesNotFollow;
