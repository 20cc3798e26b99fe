//! The engine's tables. Every statement stands in this folder; no other code knows a column.

mod append;
mod archive;
mod create;
mod feed;
mod instance;
mod list;
mod load;
mod outbox;

pub use append::{APPEND_STATEMENT, LogAppend, LogRow, RowRequest};
pub use archive::{Ending, FinishError, finish, prune, quarantine};
pub use create::{Created, NewMatch, create};
pub use feed::{
    FeedBounds, FeedDraft, FeedFilter, FeedKind, FeedPage, NumberedEvent, Numbering, PageBounds, TurnRow,
    feed_bounds, feed_page, number_waiting, prune_feed, write_turns,
};
pub use instance::{
    Driver, Lease, Renewal, adopt_dead, driven_by, driver_of, register, release, renew, take_over, take_own,
};
pub use list::{ListQuery, Listed, list};
pub use load::{LogLine, MatchRow, RowState, find_request, load_log, load_match};
pub use outbox::{Waiting, delivered, next_waiting, outbox, postponed, refused};
