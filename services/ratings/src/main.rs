//! The ratings service as a process of its own.

use anyhow::Context as _;
use clap::Parser;
use env::{Clock, Entropy};
use postgres::PoolSettings;
use ratings::{Deps, Settings};
use service::{
    Auth, KeySettings, KeySource, LogSettings, Server, ServerSettings, StoreSettings, TokenVerifier, bind,
    connect_peer, init_logging,
};

/// Keeps the ladders: takes results, rates them and explains every number
#[derive(Parser)]
#[command(version)]
struct Flags {
    #[command(flatten)]
    server: ServerSettings,
    #[command(flatten)]
    store: StoreSettings,
    #[command(flatten)]
    keys: KeySettings,
    #[command(flatten)]
    log: LogSettings,
    #[command(flatten)]
    ratings: Settings,
    /// Where the lobby serves, which has the keys that access tokens are checked with
    #[arg(long, env = "JODI_LOBBY_ADDRESS", default_value = "http://127.0.0.1:7420", value_name = "URI")]
    lobby_address: String,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let flags = Flags::parse();
    init_logging(&flags.log)?;
    let clock = Clock::system();
    let drain = flags.server.drain(clock.clone());
    drain.on_signals().context("cannot listen for signals")?;
    let pool = postgres::connect(&flags.store.database_url, &PoolSettings::new("jodi-ratings")).await?;
    let lobby = connect_peer(&flags.lobby_address).context("--lobby-address")?;
    let auth = Auth::new(TokenVerifier::new(clock.clone(), KeySource::Lobby(lobby)), flags.keys.load()?);
    let deps = Deps { pool, clock: clock.clone(), drain: drain.clone() };
    let mut running = ratings::start(flags.ratings, deps).await?;
    let mut server = Server::new(clock, Entropy::os(), auth, drain);
    server.add(running.part);
    let listener = bind(flags.server.listen).await?;
    tracing::info!(address = %listener.local_addr()?, "ratings serve");
    server.serve(listener, None).await?;
    running.tasks.shutdown().await;
    Ok(())
}
