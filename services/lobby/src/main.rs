//! The lobby as a process of its own, beside a game engine elsewhere.

use anyhow::Context as _;
use clap::Parser;
use postgres::PoolSettings;
use service::{Auth, Credential, InProcess, KeySource, Peer, ProcessSettings, ServiceKey, TokenVerifier};

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
    /// Service key with the scopes matches.create and matches.read, which the game engine accepts
    #[arg(long, env = "JODI_LOBBY_ENGINE_KEY", hide_env_values = true, value_name = "KEY")]
    engine_key: String,
    /// Where the ratings service serves, whose changes are posted to webhooks
    #[arg(long, env = "JODI_RATINGS_ADDRESS", default_value = "http://127.0.0.1:7422", value_name = "URL")]
    ratings_address: String,
    /// Service key that the ratings service accepts, with any scope; the one for the game engine if it is not given
    #[arg(long, env = "JODI_LOBBY_RATINGS_KEY", hide_env_values = true, value_name = "KEY")]
    ratings_key: Option<String>,
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
        Credential::service_key(&ServiceKey::from_text(&flags.engine_key)).context("--engine-key")?;
    let ratings_key = ServiceKey::from_text(flags.ratings_key.unwrap_or(flags.engine_key));
    let ratings_credential = Credential::service_key(&ratings_key).context("--ratings-key")?;
    let ratings = Peer::new(
        process.authorities.connect(&flags.ratings_address).context("--ratings-address")?,
        ratings_credential,
    );
    let engine = Peer::new(
        process.authorities.connect(&flags.engine_address).context("--engine-address")?,
        credential,
    );
    let deps = lobby::Deps {
        pool,
        clock: process.clock.clone(),
        entropy: process.entropy.clone(),
        drain: process.drain.clone(),
        engine,
        ratings,
        keys: process.keys.clone(),
    };
    server.add(lobby::start(flags.lobby, deps).await?);
    process.serve(server, Some(in_process)).await
}
