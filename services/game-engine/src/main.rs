//! The game engine as a process of its own.

use anyhow::Context as _;
use clap::Parser;
use game_engine::{Deps, Settings};
use postgres::PoolSettings;
use service::{Auth, Credential, KeySource, Peer, ProcessSettings, ServiceKey, TokenVerifier};

/// Referees matches, keeps their log and streams them to the seats
#[derive(Parser)]
#[command(name = "game-engine", version)]
struct Flags {
    #[command(flatten)]
    process: ProcessSettings,
    #[command(flatten)]
    engine: Settings,
    /// Where the lobby serves, which has the keys that access tokens are checked with
    #[arg(long, env = "JODI_LOBBY_ADDRESS", default_value = "http://127.0.0.1:7420", value_name = "URL")]
    lobby_address: String,
    /// Where the ratings service serves, which takes the results
    #[arg(long, env = "JODI_RATINGS_ADDRESS", default_value = "http://127.0.0.1:7422", value_name = "URL")]
    ratings_address: String,
    /// Service key with the scope results.write and the name `engine`, which the ratings service accepts
    #[arg(long, env = "JODI_ENGINE_RATINGS_KEY", hide_env_values = true, value_name = "KEY")]
    ratings_key: String,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let flags = Flags::parse();
    let process = flags.process.begin()?;
    let pool = postgres::connect(&process.database_url, &PoolSettings::new("jodi-engine")).await?;
    let lobby = process.authorities.connect(&flags.lobby_address).context("--lobby-address")?;
    let verifier = TokenVerifier::new(process.clock.clone(), KeySource::Lobby(lobby));
    let auth = Auth::new(verifier, process.keys.clone());
    let credential =
        Credential::service_key(&ServiceKey::from_text(flags.ratings_key)).context("--ratings-key")?;
    let ratings = Peer::new(
        process.authorities.connect(&flags.ratings_address).context("--ratings-address")?,
        credential,
    );

    let mut server = process.server(auth.clone());
    let deps = Deps {
        pool,
        clock: process.clock.clone(),
        store_clock: process.clock.clone(),
        entropy: process.entropy.clone(),
        drain: process.drain.clone(),
        auth,
        authorities: process.authorities.clone(),
        ratings,
    };
    server.add(game_engine::start(&flags.engine, deps).await?);
    process.serve(server, None).await
}
