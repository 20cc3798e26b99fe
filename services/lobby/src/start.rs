//! Putting the lobby together.

use std::sync::Arc;

use anyhow::Context as _;
use env::{Clock, Entropy};
use service::{Drain, MAX_MESSAGE_BYTES, Part, Peer, ServiceKeys};
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use tokio::sync::watch;
use tonic::server::NamedService;
use wire::lobby::v1::account_service_server::AccountServiceServer;
use wire::lobby::v1::table_service_server::TableServiceServer;
use wire::lobby::v1::webhook_service_server::WebhookServiceServer;

use crate::background;
use crate::changes::Changes;
use crate::engine::Engine;
use crate::grpc::{AccountApi, TableApi, WebhookApi};
use crate::lobby::Lobby;
use crate::meters;
use crate::settings::Settings;
use crate::signing::SigningRing;
use crate::webhooks::{Rights, Webhooks};

/// The schema that is the lobby's own.
pub const SCHEMA: &str = "lobby";

/// The history of that schema.
pub static MIGRATOR: Migrator = sqlx::migrate!("../../migrations/lobby");

/// What the lobby needs from its surroundings.
pub struct Deps {
    /// Connections to a database where the history is applied. One of them is kept for listening.
    pub pool: PgPool,
    /// Time.
    pub clock: Clock,
    /// Randomness; secrets are drawn from it.
    pub entropy: Entropy,
    /// When to end.
    pub drain: Drain,
    /// The game engine, called with a service key that has the scopes `matches.create` and `matches.read`.
    pub engine: Peer,
    /// The ratings service, called with any service key.
    pub ratings: Peer,
    /// The service keys that are accepted: webhooks follow what their owners may.
    pub keys: ServiceKeys,
}

/// Starts the lobby: checks the schema, opens the ring of signing keys, begins the background tasks. They end with
/// the drain.
///
/// # Errors
/// If the schema is not the one of this build, the store is away, or a configured key cannot be used.
pub async fn start(settings: Settings, deps: Deps) -> anyhow::Result<Part> {
    let Deps { pool, clock, entropy, drain, engine, ratings, keys } = deps;
    meters::describe();
    postgres::describe_meters();
    postgres::check(&pool, &MIGRATOR, SCHEMA).await?;
    let configured = settings.signing_key()?;
    let lives = settings.key_lives();
    let signing = SigningRing::open(pool.clone(), clock.clone(), entropy.clone(), configured, lives)
        .await
        .context("opening the ring of signing keys")?;
    let rights = Rights::of(&keys);
    let hooks =
        Webhooks::new(pool.clone(), clock.clone(), entropy.clone(), settings.webhooks.clone(), rights);
    let lobby = Arc::new(Lobby {
        engine: Engine::new(engine.clone(), clock.clone()),
        signing: Arc::new(signing),
        lives: settings.token_lives(),
        changes: Changes::default(),
        pool,
        clock,
        entropy,
    });
    let (sender, ready) = watch::channel(true);
    background::begin(&lobby, &drain, sender);
    background::begin_webhooks(&hooks, &drain, engine, ratings);
    let accounts = AccountServiceServer::new(AccountApi::new(lobby.clone()));
    let webhooks = WebhookServiceServer::new(WebhookApi::new(hooks));
    let tables = TableServiceServer::new(TableApi::new(lobby, drain));
    Ok(Part {
        names: vec![
            AccountServiceServer::<AccountApi>::NAME,
            TableServiceServer::<TableApi>::NAME,
            WebhookServiceServer::<WebhookApi>::NAME,
        ],
        ready,
        add_routes: Box::new(move |routes| {
            routes
                .add_service(accounts.max_decoding_message_size(MAX_MESSAGE_BYTES))
                .add_service(tables.max_decoding_message_size(MAX_MESSAGE_BYTES))
                .add_service(webhooks.max_decoding_message_size(MAX_MESSAGE_BYTES));
        }),
        farewell: None,
    })
}
