//! `jodi`: the whole suite on one command, and the operator's tools.

mod database;
mod migrate;
mod suite;
mod up;

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
    Up(up::Up),
    /// Bring the database's schemas up to date, and stop
    Migrate(migrate::Migrate),
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    match cli.command.unwrap_or(Command::Up(cli.up)) {
        Command::Up(up) => up.run().await,
        Command::Migrate(migrate) => migrate.run().await,
    }
}

/// Logs for commands that talk to a person: only what went wrong.
#[allow(dead_code)]
fn quiet_logs() -> anyhow::Result<()> {
    init_logging(&LogSettings { log: "warn".to_owned(), ..LogSettings::default() })
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
