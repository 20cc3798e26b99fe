//! Child processes: built, started, watched, signalled and cleaned up after, always by their own ids.

mod apart;
mod binaries;
mod child;
mod handle;
mod health;
mod home;
mod metrics;
mod reaper;
mod relay;
mod room;
mod suite;

pub use apart::{Alone, Apart, ApartSetup, Ways};
pub use binaries::binary;
pub use child::{Child, Launch};
pub use handle::Handle;
pub use health::{HEALTH_NAMES, HealthWatch, await_health};
pub use home::Home;
pub use metrics::{Page, Sample, await_page, get, metrics_address, scrape};
pub use relay::Relay;
pub use rustix::process::Signal;
pub use suite::{Suite, SuiteSetup};
