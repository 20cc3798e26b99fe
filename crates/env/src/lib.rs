//! The only home of the wall clock and of the operating system's randomness.
//!
//! Everything that decides takes a [`Clock`] and an [`Entropy`] as parameters, so that a test can replay it: both
//! come as the real thing and as a simulated twin. `clippy.toml` bans the ambient sources everywhere else.
//!
//! No policy lives here: no turn limits, no token lifetimes, no shuffles.

#![deny(missing_docs)]

mod clock;
mod entropy;
mod simulated;

pub use clock::{Clock, DeadlinePassed, Monotonic, UnixMillis};
pub use entropy::Entropy;
pub use simulated::SimulatedTime;
