//! `jodi ladder`: what an operator can learn about a ladder.

mod bench;
mod check;
mod entries;
mod evidence;
mod load;
mod log_file;
mod log_store;
mod progress;
mod refit;
mod reliability;
mod report;
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
    /// Compute a ladder anew from its log, compare that with what stands, and add up its books
    Check(check::Check),
    /// Print how well the ladder predicts simulated seasons with known strengths, beside simpler ways to rate, as Markdown
    Evidence(evidence::Evidence),
    /// Measure reads and results on a ladder of very many, which `load` has filled
    Bench(bench::Bench),
    /// Fill a ladder of a database for measurements with very many standings
    Load(load::Load),
    /// Replay a ladder's log under other K and synergy rates and print how well it would have predicted, as Markdown
    Refit(Box<refit::Refit>),
}

impl Ladder {
    /// Runs the chosen command.
    pub async fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Check(check) => check.run().await,
            Command::Evidence(evidence) => evidence.run(),
            Command::Bench(bench) => bench.run().await,
            Command::Load(load) => load.run().await,
            Command::Refit(refit) => refit.run().await,
        }
    }
}
