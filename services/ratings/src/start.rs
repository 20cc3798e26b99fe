//! Putting the service together: ladders, raters, readiness and routes.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use env::Clock;
use service::{Drain, MAX_MESSAGE_BYTES, Part};
use sqlx::PgPool;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tonic::server::NamedService;
use wire::ratings::v1::import_service_server::ImportServiceServer;
use wire::ratings::v1::integrity_service_server::IntegrityServiceServer;
use wire::ratings::v1::ladder_admin_service_server::LadderAdminServiceServer;
use wire::ratings::v1::rating_feed_service_server::RatingFeedServiceServer;
use wire::ratings::v1::ratings_service_server::RatingsServiceServer;

use crate::accept::Acceptor;
use crate::append;
use crate::grpc::{AdminGrpc, FeedGrpc, IMPORT_MESSAGE_BYTES, ImportGrpc, IntegrityGrpc, RatingsGrpc};
use crate::ids::SourceName;
use crate::import::Importer;
use crate::integrity::watch::follow;
use crate::ladder::{self, LadderSpec};
use crate::meters;
use crate::rate::{Bells, Rater};
use crate::settings::Settings;
use crate::sources::Sources;

/// The migrations of this service.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("../../migrations/ratings");
/// The schema that they live in.
pub const SCHEMA: &str = "ratings";

/// How often the store is asked whether it is there.
const PROBE_INTERVAL: Duration = Duration::from_millis(500);

/// How often it is looked whether a board's daily upkeep is due.
const KEEP_UP_INTERVAL: Duration = Duration::from_secs(600);

/// What the service runs on.
pub struct Deps {
    /// The store, with this service's schema migrated.
    pub pool: PgPool,
    /// What time it is.
    pub clock: Clock,
    /// Tells when the server stops.
    pub drain: Drain,
}

/// The service, running.
pub struct Running {
    /// What it adds to a server.
    pub part: Part,
    /// Its background tasks, which end when the server's streams do. Dropping the set ends them at once, which loses
    /// nothing.
    pub tasks: JoinSet<()>,
}

/// Starts the service: makes the ladders that are missing, and rates what waits.
///
/// # Errors
/// If the schema is not the one of this build, the store cannot be reached, a ladder exists for another game, or a source
/// is assigned to a ladder that does not exist.
pub async fn start(settings: Settings, deps: Deps) -> anyhow::Result<Running> {
    let Deps { pool, clock, drain } = deps;
    meters::describe();
    postgres::describe_meters();
    postgres::check(&pool, &MIGRATOR, SCHEMA).await?;
    let sources = sources(&settings)?;
    let specs: Vec<LadderSpec> = settings.suite_ladders.into_iter().chain(settings.guest_ladders).collect();
    for spec in &specs {
        ladder::ensure(&pool, spec, clock.now())
            .await
            .with_context(|| format!("cannot set up ladder {}", spec.id))?;
    }
    // Ladders of earlier configurations are rated to the end as well.
    let ladders = ladder::list(&pool).await.context("cannot list the ladders")?;
    let rest = Duration::from_millis(settings.rating_rest_ms);
    let bells = Bells::new(ladders.iter().map(|ladder| ladder.spec.id.clone()));
    let mut tasks = JoinSet::new();
    for ladder in ladders {
        let id = ladder.spec.id;
        let rater = Rater::new(pool.clone(), clock.clone(), id.clone(), &bells).resting(rest);
        tasks.spawn(until_end(drain.clone(), rater.run()));
        tasks.spawn(until_end(drain.clone(), follow(pool.clone(), clock.clone(), id)));
    }
    tasks.spawn(until_end(drain.clone(), keep_up(pool.clone(), clock.clone(), bells.clone())));
    if service::metrics_are_kept() {
        tasks.spawn(until_end(drain.clone(), meters::look(pool.clone(), clock.clone(), bells.clone())));
    }
    let (ready, is_ready) = watch::channel(true);
    tasks.spawn(until_end(drain.clone(), probe(pool.clone(), clock.clone(), ready)));
    let acceptor = Acceptor { pool, clock, sources };
    Ok(Running { part: part(acceptor, bells, drain, is_ready), tasks })
}

/// Everything that can be called.
fn part(acceptor: Acceptor, bells: Bells, drain: Drain, ready: watch::Receiver<bool>) -> Part {
    let (pool, clock) = (acceptor.pool.clone(), acceptor.clock.clone());
    let importer = Importer { acceptor: acceptor.clone() };
    let admin = AdminGrpc { pool: pool.clone(), clock: clock.clone(), bells: bells.clone() };
    let integrity = IntegrityGrpc { pool: pool.clone(), clock: clock.clone(), bells: bells.clone() };
    let feed = FeedGrpc::new(pool, clock.clone(), drain.clone(), bells.clone());
    let import = ImportGrpc { importer, bells: bells.clone(), clock, drain };
    let ratings = RatingsServiceServer::new(RatingsGrpc { acceptor, bells })
        .max_decoding_message_size(MAX_MESSAGE_BYTES);
    let admin = LadderAdminServiceServer::new(admin).max_decoding_message_size(MAX_MESSAGE_BYTES);
    let feed = RatingFeedServiceServer::new(feed).max_decoding_message_size(MAX_MESSAGE_BYTES);
    let import = ImportServiceServer::new(import).max_decoding_message_size(IMPORT_MESSAGE_BYTES);
    let integrity = IntegrityServiceServer::new(integrity).max_decoding_message_size(MAX_MESSAGE_BYTES);
    Part {
        names: vec![
            RatingsServiceServer::<RatingsGrpc>::NAME,
            LadderAdminServiceServer::<AdminGrpc>::NAME,
            RatingFeedServiceServer::<FeedGrpc>::NAME,
            ImportServiceServer::<ImportGrpc>::NAME,
            IntegrityServiceServer::<IntegrityGrpc>::NAME,
        ],
        ready,
        add_routes: Box::new(move |routes| {
            routes.add_service(ratings).add_service(admin).add_service(feed).add_service(import);
            routes.add_service(integrity);
        }),
        farewell: None,
    }
}

/// The engine may report to the suite's ladders, and others to those that are assigned to them.
fn sources(settings: &Settings) -> anyhow::Result<Sources> {
    let known = || settings.suite_ladders.iter().chain(&settings.guest_ladders);
    for assigned in &settings.source_ladders {
        ensure!(
            known().any(|spec| spec.id == assigned.ladder),
            "{} is to report to ladder {}, which does not exist",
            assigned.source.as_str(),
            assigned.ladder
        );
    }
    let engine = settings.suite_ladders.iter().map(|spec| (SourceName::engine(), spec.id.clone()));
    let others = settings.source_ladders.iter().map(|a| (a.source.clone(), a.ladder.clone()));
    Ok(Sources::new(engine.chain(others)))
}

async fn until_end(drain: Drain, work: impl Future<Output = ()>) {
    tokio::select! {
        () = work => {}
        () = drain.streams_end() => {}
    }
}

/// Keeps the boards up, each once a day.
async fn keep_up(pool: PgPool, clock: Clock, bells: Bells) {
    loop {
        clock.sleep(KEEP_UP_INTERVAL).await;
        for ladder in bells.ladders() {
            match append::upkeep_if_due(&pool, ladder, clock.now()).await {
                Ok(None) => {}
                Ok(Some(sequence)) => {
                    tracing::info!(%ladder, sequence, "daily upkeep of the board");
                    bells.ring(ladder);
                }
                Err(error) => tracing::warn!(%ladder, %error, "upkeep put off"),
            }
        }
    }
}

/// Tells whether the store answers.
async fn probe(pool: PgPool, clock: Clock, ready: watch::Sender<bool>) {
    loop {
        let answer = sqlx::query("select 1").execute(&pool).await;
        let changed =
            ready.send_if_modified(|ready| std::mem::replace(ready, answer.is_ok()) != answer.is_ok());
        match answer {
            Ok(_) if changed => tracing::info!("the store answers again"),
            Err(error) if changed => tracing::error!(%error, "the store does not answer"),
            _ => {}
        }
        clock.sleep(PROBE_INTERVAL).await;
    }
}
