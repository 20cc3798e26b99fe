//! The lobby as a process of its own, beside a game engine elsewhere.

use anyhow::Context as _;
use clap::Parser;
use env::{Clock, Entropy};
use postgres::PoolSettings;
use service::{
    Auth, Credential, InProcess, KeySettings, KeySource, LogSettings, Peer, Server, ServerSettings,
    ServiceKey, StoreSettings, TokenVerifier,
};

/// Accounts, tokens and tables of a Jodi suite
#[derive(Parser)]
#[command(name = "lobby", version)]
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
    lobby: lobby::Settings,
    /// Where the game engine is
    #[arg(long, env = "JODI_LOBBY_ENGINE", default_value = "http://127.0.0.1:7421", value_name = "URL")]
    engine: String,
    /// Service key with the scope matches.create, which the game engine accepts
    #[arg(long, env = "JODI_LOBBY_ENGINE_KEY", hide_env_values = true, value_name = "KEY")]
    engine_key: String,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let flags = Flags::parse();
    service::init_logging(&flags.log)?;
    let (clock, entropy) = (Clock::system(), Entropy::os());
    let drain = flags.server.drain(clock.clone());
    drain.on_signals()?;
    let pool = postgres::connect(&flags.store.database_url, &PoolSettings::new("jodi-lobby")).await?;

    // The lobby verifies tokens like every other service: with the keys that it publishes itself.
    let (in_process, own_channel) = InProcess::new();
    let verifier = TokenVerifier::new(clock.clone(), KeySource::Lobby(own_channel));
    let auth = Auth::new(verifier, flags.keys.load()?);
    let mut server = Server::new(clock.clone(), entropy.clone(), auth, drain.clone());

    let credential = Credential::service_key(&ServiceKey::from_text(flags.engine_key))?;
    let engine = Peer::new(service::connect_peer(&flags.engine)?, credential);
    let deps = lobby::Deps { pool, clock, entropy, drain, engine };
    server.add(lobby::start(flags.lobby, deps).await?);

    let listener = service::bind(flags.server.listen).await?;
    let address = listener.local_addr().context("a bound listener has an address")?;
    tracing::info!(%address, "the lobby serves");
    server.serve(listener, Some(in_process)).await
}
