//! What callers do with tables: each call is one transaction that locks its table, decides by [`crate::table`] and
//! stores.

mod changing;
mod create;
mod join;
mod look;
mod start;

pub use changing::SeatChange;
pub use create::NewTable;
pub use join::Which;
pub use look::Listing;

/// Open (or starting) tables that an account may sit at.
pub const MAX_LIVE_TABLES: i64 = 10;
