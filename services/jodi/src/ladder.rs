//! `jodi ladder`: what an operator can learn about a ladder.

mod evidence;
mod progress;
mod table;

use clap::{Args, Subcommand};

/// Flags of `jodi ladder`.
#[derive(Args)]
pub struct Ladder {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print how well the ladder predicts simulated seasons with known strengths, beside simpler ways to rate, as Markdown
    Evidence(evidence::Evidence),
}

impl Ladder {
    /// Runs the chosen command.
    pub fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Evidence(evidence) => evidence.run(),
        }
    }
}
