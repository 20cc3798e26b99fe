//! Logs: structured by `tracing`, on standard error.

use std::io::IsTerminal as _;

use clap::{Args, ValueEnum};
use tracing::subscriber::Interest;
use tracing_subscriber::filter::dynamic_filter_fn;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _};

use super::traces::{TraceSettings, is_traced, tracer};

/// The form of log lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    #[default]
    Human,
    /// One JSON object a line.
    Json,
}

/// How logs are written, and traces sent.
#[derive(Args, Clone, Debug, Default)]
pub struct LogSettings {
    /// Form of log lines
    #[arg(long, env = "JODI_LOG_FORMAT", value_enum, default_value_t, value_name = "FORMAT")]
    pub log_format: LogFormat,
    /// Which log lines are written: a level, or directives such as `info,game_engine=debug`
    #[arg(long, env = "JODI_LOG", default_value = "info", value_name = "FILTER")]
    pub log: String,
    /// Whether traces are made.
    #[command(flatten)]
    pub traces: TraceSettings,
}

/// Begins to write logs to standard error, and to send traces. A second call in one process changes nothing.
///
/// # Errors
/// If the filter cannot be read, or the settings of traces cannot be used.
pub fn init_logging(settings: &LogSettings) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&settings.log)?;
    let tracer = tracer(&settings.traces)?;
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        // It would tell of a line that cannot be written to standard error by `eprintln!` there, and so end by a panic
        // whatever had something to log once the reader of the logs is gone.
        .log_internal_errors(false)
        .with_ansi(std::io::stderr().is_terminal());
    let lines = match settings.log_format {
        LogFormat::Human => lines.with_target(false).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    let _ = match tracer {
        None => tracing_subscriber::registry().with(lines).with(filter).try_init(),
        Some(tracer) => {
            // Asked anew for every span: where both layers always want one, the subscriber skips the filters and goes by what
            // the last question on this thread left behind (tracing issue 2519), and spans are lost.
            let ours =
                dynamic_filter_fn(|metadata, _| is_traced(metadata)).with_callsite_filter(|metadata| {
                    if is_traced(metadata) { Interest::sometimes() } else { Interest::never() }
                });
            let traces = tracing_opentelemetry::layer()
                .with_tracer(tracer)
                .with_location(false)
                .with_threads(false)
                .with_tracked_inactivity(false)
                .with_filter(ours);
            tracing_subscriber::registry().with(lines.with_filter(filter)).with(traces).try_init()
        }
    };
    Ok(())
}
