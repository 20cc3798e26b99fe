//! The page of metrics that Prometheus reads, on a listener of its own.

use std::convert::Infallible;
use std::net::{SocketAddr, TcpListener as StdListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use env::Clock;
use http::header::CONTENT_TYPE;
use http::{Method, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use metrics_exporter_prometheus::{
    BuildError, Matcher, PrometheusBuilder, PrometheusHandle, PrometheusRecorder,
};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use super::{meters, process};

/// Where the page is.
const PATH: &str = "/metrics";
/// The format of Prometheus's own text.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";
/// Readers at once; more wait.
const MAX_CONNECTIONS: usize = 8;
/// How long one reader may take.
const READ_LIMIT: Duration = Duration::from_secs(10);
/// Largest head of a request, in bytes.
const MAX_HEAD_BYTES: usize = 16 * 1024;
/// How often samples are sorted into buckets, so that they do not pile up where nobody reads.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);
/// How long to wait after a connection that could not be taken.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Borders of durations, in seconds: from a commit on a fast disk to what every client has given up on.
const SECONDS: [f64; 15] =
    [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];
/// Borders of the lives of streams, in seconds.
const STREAM_SECONDS: [f64; 8] = [1.0, 10.0, 60.0, 300.0, 900.0, 3_600.0, 14_400.0, 86_400.0];
/// Borders of counts of rows.
const ROWS: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

static KEPT: AtomicBool = AtomicBool::new(false);

/// Where metrics are shown.
#[derive(Args, Clone, Debug, Default)]
pub struct MetricsSettings {
    /// Address and port at which Prometheus reads metrics (http, path /metrics, no credential: keep it to yourself); port 0 takes a
    /// free one. Without it none are kept
    #[arg(long, env = "JODI_METRICS_LISTEN", value_name = "ADDR:PORT")]
    pub metrics_listen: Option<SocketAddr>,
}

/// Are metrics kept? Samples that cost a query are only taken then.
pub fn metrics_are_kept() -> bool {
    KEPT.load(Ordering::Relaxed)
}

/// Begins to keep metrics and to show them, if the settings say where. To be called before anything is counted, in a Tokio runtime; once in a
/// process.
///
/// # Errors
/// If the address cannot be had.
pub fn init_metrics(settings: &MetricsSettings, clock: &Clock) -> anyhow::Result<()> {
    let Some(address) = settings.metrics_listen else { return Ok(()) };
    let listener = listen(address).with_context(|| format!("cannot show metrics on {address}"))?;
    let address = listener.local_addr()?;
    let recorder = recorder().context("the borders of histograms")?;
    let page = recorder.handle();
    metrics::set_global_recorder(recorder).context("metrics are kept once in a process")?;
    KEPT.store(true, Ordering::Relaxed);
    meters::describe();
    process::note_start(clock);
    tracing::info!(%address, "showing metrics");
    tokio::spawn(keep_up(page.clone(), clock.clone()));
    tokio::spawn(serve(listener, page, clock.clone()));
    Ok(())
}

fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let listener = StdListener::bind(address)?;
    listener.set_nonblocking(true)?;
    TcpListener::from_std(listener)
}

fn recorder() -> Result<PrometheusRecorder, BuildError> {
    let builder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)?
        .set_buckets_for_metric(Matcher::Full(meters::STREAM_SECONDS.to_owned()), &STREAM_SECONDS)?
        .set_buckets_for_metric(Matcher::Suffix("_rows".to_owned()), &ROWS)?;
    Ok(builder.build_recorder())
}

async fn keep_up(page: PrometheusHandle, clock: Clock) {
    loop {
        clock.sleep(UPKEEP_INTERVAL).await;
        page.run_upkeep();
    }
}

async fn serve(listener: TcpListener, page: PrometheusHandle, clock: Clock) {
    let room = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let place = room.clone().acquire_owned().await.expect("the room is never closed");
        match listener.accept().await {
            Ok((stream, _)) => {
                let (page, clock) = (page.clone(), clock.clone());
                tokio::spawn(async move {
                    let _place = place;
                    let _ = clock.timeout(READ_LIMIT, answer(stream, page)).await;
                });
            }
            Err(error) => {
                tracing::debug!(%error, "a reader of metrics was not taken");
                clock.sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// Answers one request.
async fn answer(stream: TcpStream, page: PrometheusHandle) {
    let service = service_fn(move |request: Request<Incoming>| {
        let response = respond(&request, &page);
        async move { Ok::<_, Infallible>(response) }
    });
    let answered = http1::Builder::new()
        .timer(TokioTimer::new())
        .keep_alive(false)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .await;
    if let Err(error) = answered {
        tracing::debug!(%error, "a reader of metrics was not answered");
    }
}

fn respond(request: &Request<Incoming>, page: &PrometheusHandle) -> Response<Full<Bytes>> {
    let (status, body) = match (request.method(), request.uri().path()) {
        (&Method::GET, PATH) => {
            process::look();
            (StatusCode::OK, page.render())
        }
        (_, PATH) => (StatusCode::METHOD_NOT_ALLOWED, "Only GET.\n".to_owned()),
        _ => (StatusCode::NOT_FOUND, format!("Metrics are at {PATH}.\n")),
    };
    let mut response = Response::new(Full::new(Bytes::from(body)));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, http::HeaderValue::from_static(TEXT));
    response
}
