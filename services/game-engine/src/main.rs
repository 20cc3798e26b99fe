//! The game engine as a process of its own.

use anyhow::Context as _;
use clap::Parser;
use env::{Clock, Entropy};
use game_engine::{Deps, Settings};
use postgres::PoolSettings;
use service::{
    Auth, Credential, KeySettings, KeySource, LogSettings, Peer, Server, ServerSettings, ServiceKey,
    StoreSettings, TokenVerifier, bind, connect_peer, init_logging,
};

/// Referees matches, keeps their log and streams them to the seats
#[derive(Parser)]
#[command(name = "game-engine", version)]
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
    init_logging(&flags.log)?;
    let (clock, entropy) = (Clock::system(), Entropy::os());
    let drain = flags.server.drain(clock.clone());
    drain.on_signals().context("cannot listen for signals")?;
    let pool = postgres::connect(&flags.store.database_url, &PoolSettings::new("jodi-engine")).await?;
    let lobby = connect_peer(&flags.lobby_address).context("--lobby-address")?;
    let auth = Auth::new(TokenVerifier::new(clock.clone(), KeySource::Lobby(lobby)), flags.keys.load()?);
    let credential =
        Credential::service_key(&ServiceKey::from_text(flags.ratings_key)).context("--ratings-key")?;
    let ratings = Peer::new(connect_peer(&flags.ratings_address).context("--ratings-address")?, credential);

    let mut server = Server::new(clock.clone(), entropy.clone(), auth.clone(), drain.clone());
    let deps = Deps { pool, clock, entropy, drain, auth, ratings };
    server.add(game_engine::start(&flags.engine, deps).await?);
    let listener = bind(flags.server.listen).await?;
    tracing::info!(address = %listener.local_addr()?, "the game engine serves");
    server.serve(listener, None).await
}
