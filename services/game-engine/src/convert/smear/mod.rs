//! Smear: options, actions, views and events between their messages and the rules crate.

mod actions;
mod follow;
mod options;
mod shown;

pub(super) use actions::{action_from_log, action_from_wire, action_to_log, action_to_wire};
pub(super) use follow::{seen_from_wire, view_from_wire};
pub(super) use options::{options_from_wire, options_to_wire};
pub(super) use shown::{seen_to_wire, view_to_wire};
