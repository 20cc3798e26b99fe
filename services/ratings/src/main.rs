//! The ratings service as a process of its own.

use anyhow::Context as _;
use clap::Parser;
use postgres::PoolSettings;
use ratings::{Deps, Settings};
use service::{Auth, KeySource, ProcessSettings, TokenVerifier};

/// Keeps the ladders: takes results, rates them and explains every number
#[derive(Parser)]
#[command(name = "ratings", version)]
struct Flags {
    #[command(flatten)]
    process: ProcessSettings,
    #[command(flatten)]
    ratings: Settings,
    /// Where the lobby serves, which has the keys that access tokens are checked with
    #[arg(long, env = "JODI_LOBBY_ADDRESS", default_value = "http://127.0.0.1:7420", value_name = "URL")]
    lobby_address: String,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let flags = Flags::parse();
    let process = flags.process.begin()?;
    let pool = postgres::connect(&process.database_url, &PoolSettings::new("jodi-ratings")).await?;
    let lobby = process.authorities.connect(&flags.lobby_address).context("--lobby-address")?;
    let verifier = TokenVerifier::new(process.clock.clone(), KeySource::Lobby(lobby));
    let mut server = process.server(Auth::new(verifier, process.keys.clone()));
    flags.ratings.warn_of_missing_keys(&process.keys);
    let deps = Deps { pool, clock: process.clock.clone(), drain: process.drain.clone() };
    let mut running = ratings::start(flags.ratings, deps).await?;
    server.add(running.part);
    process.serve(server, None).await?;
    running.tasks.shutdown().await;
    Ok(())
}
