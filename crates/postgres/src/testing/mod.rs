//! For tests of this workspace: a real server, a database of its own for each test, a proxy that cuts connections at a
//! chosen point, and work that is dropped at one. Not for production code.
//!
//! Everything here panics where something is wrong with the set-up: that is how a test fails.

mod cut_short;
mod cutting_proxy;
mod protocol;
mod server;
mod test_db;

pub use cut_short::CutShort;
pub use cutting_proxy::{Cut, CuttingProxy};
pub use server::seed_cluster;
pub use test_db::TestDb;
