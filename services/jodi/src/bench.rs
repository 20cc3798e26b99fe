//! `jodi bench`: what the suite takes, in figures: moves a second, memory of matches that wait, the time to come back,
//! and what is left of streams and matches that were.
//!
//! The suite that is measured is a process of its own (this program again), so that its memory and its CPU can be told from those
//! of the players; it is reached over sockets, as by everybody.

mod crowd;
mod door;
mod figures;
mod idle;
mod moves;
mod plot;
mod restart;
mod seat;
mod server;
mod soak;
mod tally;
mod usage;

use clap::{Args, Subcommand};

/// Flags of `jodi bench`.
#[derive(Args)]
pub struct Bench {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Moves a second, from sending to the fourth seat, and what they cost
    Moves(moves::Moves),
    /// Memory of matches that wait, without and with four streams each
    Idle(idle::Idle),
    /// How long a suite that was killed takes to serve again, and to take the first move of a match
    Restart(restart::Restart),
    /// Whether memory and descriptors stay as they are while streams and matches come and go, and strangers say nothing
    Soak(soak::Soak),
}

impl Bench {
    /// Measures and prints.
    ///
    /// # Errors
    /// If the suite cannot be started or fails.
    pub async fn run(self) -> anyhow::Result<()> {
        crate::quiet_logs()?;
        service::raise_descriptor_limit();
        match self.what {
            What::Moves(moves) => moves.run().await,
            What::Idle(idle) => idle.run().await,
            What::Restart(restart) => restart.run().await,
            What::Soak(soak) => soak.run().await,
        }
    }
}
