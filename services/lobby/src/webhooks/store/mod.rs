//! The tables of the webhooks. No other code knows a column.
//!
//! One order of locks: whoever locks rows of an endpoint and waits for others has the endpoint's own row first, as its removal has. Whoever has it
//! not passes over what others have locked.

mod delivery;
mod due;
mod endpoint;
mod feed;
mod secret;

pub use delivery::{DeliveryPlace, DeliveryRow, DeliveryState, Which};
pub(super) use delivery::{deliveries, has_delivery, prune, redeliver, store_test};
pub(crate) use due::outstanding;
pub(super) use due::{Due, Failure, Load, claim_due, delivered, failed};
pub(crate) use endpoint::{ChangedBy, EndpointChange};
pub(super) use endpoint::{
    Created, Looked, create_endpoint, delete_endpoint, endpoints, has_endpoints, update_endpoint,
};
pub use endpoint::{Endpoint, EndpointPlace};
pub(super) use feed::{cursor, dispatch, set_cursor};
pub(super) use secret::{Rotated, rotate_secret};
