//! The yardstick, which never changes, so that strength can be compared over the years.
//!
//! It makes the play that takes most card points at once, a sweep's bonus included. Where nothing takes a point, and
//! between equals, it makes the first play in canonical order: the lowest card, a capture before anything else. It
//! bids the lowest value that it may.

use seep::Action;

use super::SeepSight;
use super::points::taken_at_once;
use crate::game_sight::first_best;

pub(crate) fn choose(sight: &SeepSight<'_>) -> Action {
    first_best(&sight.legal, |action| {
        sight.view.floor_up.as_ref().map_or(0, |floor| taken_at_once(floor, action, sight.options)) as f32
    })
}
