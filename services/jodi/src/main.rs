//! `jodi`: the whole suite on one command, and the operator's tools.
#![warn(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "they panic when nobody reads; `print` does not"
)]

mod arena;
mod bench;
mod chart;
mod database;
mod demo;
mod fetch;
mod host;
mod keys;
mod ladder;
mod migrate;
mod narrator;
mod play;
mod positions;
mod print;
mod suite;
mod trace;
mod up;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use service::{LogSettings, init_logging};

/// Hosts partnership card games: lobby, game engine and ladder in one process
#[derive(Parser)]
#[command(name = "jodi", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    up: up::Up,
}

#[derive(Subcommand)]
enum Command {
    /// Serve everything on one port (the default)
    Up(Box<up::Up>),
    /// Watch clients play rated matches through the public API, and the ladder move
    Demo(demo::Demo),
    /// Play with and against bots, here in the terminal
    Play(Box<play::Play>),
    /// Print played matches in the format of the conformance checks: random play, or finished records
    Trace(trace::Trace),
    /// Let two levels of bots play against each other at the same cards
    Arena(arena::Arena),
    /// Print what every level of bots answers where any good player answers alike, as Markdown
    Positions(positions::Positions),
    /// Check records of finished matches: fair shuffles, legal play, right result
    Verify(verify::Verify),
    /// Fetch the record of a finished match
    Record(fetch::Fetch),
    /// Make, list and remove service keys for other backends
    Keys(keys::Keys),
    /// See how well a ladder predicts, and how it would with other settings
    Ladder(ladder::Ladder),
    /// Measure this machine: moves a second, memory of matches that wait, the time to come back after a crash
    Bench(bench::Bench),
    /// Bring the database's schemas up to date, and stop
    Migrate(migrate::Migrate),
}

#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    let cli = Cli::parse();
    match cli.command.unwrap_or_else(|| Command::Up(Box::new(cli.up))) {
        Command::Up(up) => up.run().await?,
        Command::Demo(demo) => demo.run().await?,
        Command::Play(play) => play.run().await?,
        Command::Trace(trace) => trace.run()?,
        Command::Arena(arena) => arena.run()?,
        Command::Positions(positions) => positions.run()?,
        Command::Verify(verify) => return verify.run(),
        Command::Record(fetch) => fetch.run().await?,
        Command::Keys(keys) => keys.run()?,
        Command::Ladder(ladder) => ladder.run().await?,
        Command::Bench(bench) => bench.run().await?,
        Command::Migrate(migrate) => migrate.run().await?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Logs for commands that talk to a person: only what went wrong.
fn quiet_logs() -> anyhow::Result<()> {
    init_logging(&LogSettings { log: "warn".to_owned(), ..LogSettings::default() })
}

/// The same for a command with a suite of its own. Its Postgres stops with it; what then becomes of open connections is
/// nothing to tell.
fn quiet_logs_of_own_suite() -> anyhow::Result<()> {
    let log = "warn,sqlx_core::pool=error,game_engine::instance=error".to_owned();
    init_logging(&LogSettings { log, ..LogSettings::default() })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::Cli;

    #[test]
    fn flags_of_all_commands_fit_together() {
        Cli::command().debug_assert();
    }
}
