//! Putting a running engine together.

use std::sync::Arc;

use anyhow::Context as _;
use arc_swap::ArcSwap;
use env::{Clock, Entropy};
use futures::future::BoxFuture;
use postgres::{GroupCommit, group_commit};
use service::{Auth, Authorities, Drain, MAX_MESSAGE_BYTES, Part, Peer};
use sqlx::PgPool;
use tokio::sync::{Notify, watch};
use tokio_util::sync::CancellationToken;
use wire::engine::v1::engine_service_server::EngineServiceServer;
use wire::engine::v1::match_feed_service_server::MatchFeedServiceServer;
use wire::game::v1::catalogue_service_server::CatalogueServiceServer;

use crate::claim::Claim;
use crate::context::Context;
use crate::drivers::Drivers;
use crate::engine::Engine;
use crate::feed::{self, FeedSignal, TurnBoard};
use crate::forward::Forwarding;
use crate::grpc::{Api, CatalogueApi, FeedApi};
use crate::instance::{self, Keeper};
use crate::settings::Settings;
use crate::store::{self, LogAppend};
use crate::thinkers::Thinkers;
use crate::{MIGRATOR, SCHEMA, meters, prune, results};

/// The full names of the engine's services, for health.
const SERVICES: [&str; 3] =
    ["jodi.engine.v1.EngineService", "jodi.engine.v1.MatchFeedService", "jodi.game.v1.CatalogueService"];

/// What an engine needs from outside.
pub struct Deps {
    /// The store.
    pub pool: PgPool,
    /// Time, by which matches are played.
    pub clock: Clock,
    /// Time in which the store is waited for: the machine's, also where a test moves that of the matches by hand.
    pub store_clock: Clock,
    /// Randomness.
    pub entropy: Entropy,
    /// Tells that the server drains.
    pub drain: Drain,
    /// Knows callers.
    pub auth: Auth,
    /// How other instances are known.
    pub authorities: Authorities,
    /// The ratings service, which takes the results.
    pub ratings: Peer,
}

/// Starts an engine: takes its name, goes on with the matches of its predecessor, and delivers results. What it returns goes into a
/// server.
///
/// # Errors
/// If the schema is not the one that this build needs, or the store cannot be reached.
pub async fn start(settings: &Settings, deps: Deps) -> anyhow::Result<Part> {
    let Deps { pool, clock, store_clock, entropy, drain, auth, authorities, ratings } = deps;
    meters::describe();
    postgres::describe_meters();
    postgres::check(&pool, &MIGRATOR, SCHEMA).await?;
    let lease = store::register(&pool, &settings.instance, &settings.address, settings.lease()).await;
    let lease = lease.context("taking the instance's name")?;
    tracing::info!(instance = %lease.name, epoch = lease.epoch, "engine instance");
    let bounds = group_commit::Settings { writers: settings.log_writers.max(1), ..Default::default() };
    let options = (*pool.connect_options()).clone();
    let forwarding = Forwarding::new(clock.clone(), authorities);
    let context = Arc::new(Context {
        log: GroupCommit::start(LogAppend, options, bounds, store_clock.clone()),
        pool,
        clock,
        store_clock,
        thinkers: Thinkers::new(settings.bot_threads, entropy.clone()),
        entropy,
        drain,
        drivers: Drivers::default(),
        results: Arc::new(Notify::new()),
        feed: FeedSignal::default(),
        turns: Arc::new(TurnBoard::default()),
        bot_delay: settings.bot_delay(),
    });
    let claim = ArcSwap::from_pointee(Claim::new(lease.clone()));
    let engine = Arc::new(Engine { context: context.clone(), claim, forwarding, auth });
    instance::resume(engine.clone(), &lease)
        .await
        .context("taking over the matches of an earlier process")?;
    let (ready, farewell) = keep(&engine, settings);
    tokio::spawn(results::deliver(context.clone(), ratings));
    tokio::spawn(feed::number(context.clone()));
    tokio::spawn(feed::tell(context.clone()));
    if service::metrics_are_kept() {
        tokio::spawn(meters::look(context.clone()));
    }
    tokio::spawn(prune::run(context.clone(), settings.feed_kept()));
    let feed =
        MatchFeedServiceServer::new(FeedApi::new(context)).max_decoding_message_size(MAX_MESSAGE_BYTES);
    let api = EngineServiceServer::new(Api::new(engine)).max_decoding_message_size(MAX_MESSAGE_BYTES);
    let catalogue = CatalogueServiceServer::new(CatalogueApi).max_decoding_message_size(MAX_MESSAGE_BYTES);
    Ok(Part {
        names: SERVICES.to_vec(),
        ready,
        add_routes: Box::new(move |routes| {
            routes.add_service(api);
            routes.add_service(catalogue);
            routes.add_service(feed);
        }),
        farewell: Some(farewell),
    })
}

/// Keeps the engine's claim: whether it can be kept at present, and how it is given up.
fn keep(engine: &Arc<Engine>, settings: &Settings) -> (watch::Receiver<bool>, BoxFuture<'static, ()>) {
    let (ready_sender, ready) = watch::channel(true);
    let keeper = Keeper::new(engine.clone(), settings.lease(), settings.address.clone(), ready_sender);
    let nobody_is_left = CancellationToken::new();
    let keeping = tokio::spawn(keeper.run(nobody_is_left.clone()));
    let farewell = async move {
        nobody_is_left.cancel();
        // A keeper that has panicked has said so.
        let _ = keeping.await;
    };
    (ready, Box::pin(farewell))
}
