//! The lobby as a process of its own, beside a game engine elsewhere.

use anyhow::Context as _;
use clap::Parser;
use postgres::PoolSettings;
use service::{
    Auth, Credential, InProcess, KeySource, Peer, ProcessSettings, ServiceKey, TokenVerifier, connect_peer,
};

/// Accounts, tokens and tables of a Jodi suite
#[derive(Parser)]
#[command(name = "lobby", version)]
struct Flags {
    #[command(flatten)]
    process: ProcessSettings,
    #[command(flatten)]
    lobby: lobby::Settings,
    /// Where the game engine serves
    #[arg(long, env = "JODI_ENGINE_ADDRESS", default_value = "http://127.0.0.1:7421", value_name = "URL")]
    engine_address: String,
    /// Service key with the scope matches.create, which the game engine accepts
    #[arg(long, env = "JODI_LOBBY_ENGINE_KEY", hide_env_values = true, value_name = "KEY")]
    engine_key: String,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let flags = Flags::parse();
    let process = flags.process.begin()?;
    let pool = postgres::connect(&process.database_url, &PoolSettings::new("jodi-lobby")).await?;
    // The lobby verifies tokens like every other service: with the keys that it publishes itself.
    let (in_process, own_channel) = InProcess::new();
    let verifier = TokenVerifier::new(process.clock.clone(), KeySource::Lobby(own_channel));
    let mut server = process.server(Auth::new(verifier, process.keys.clone()));

    let credential =
        Credential::service_key(&ServiceKey::from_text(flags.engine_key)).context("--engine-key")?;
    let engine = Peer::new(connect_peer(&flags.engine_address).context("--engine-address")?, credential);
    let deps = lobby::Deps {
        pool,
        clock: process.clock.clone(),
        entropy: process.entropy.clone(),
        drain: process.drain.clone(),
        engine,
    };
    server.add(lobby::start(flags.lobby, deps).await?);
    process.serve(server, Some(in_process)).await
}
