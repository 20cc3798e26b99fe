//! Logs: structured by `tracing`, on standard error.

use std::io::IsTerminal as _;

use clap::{Args, ValueEnum};
use tracing_subscriber::EnvFilter;

/// The form of log lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    #[default]
    Human,
    /// One JSON object a line.
    Json,
}

/// How logs are written.
#[derive(Args, Clone, Debug, Default)]
pub struct LogSettings {
    /// Form of log lines
    #[arg(long, env = "JODI_LOG_FORMAT", value_enum, default_value_t, value_name = "FORMAT")]
    pub log_format: LogFormat,
    /// Which log lines are written: a level, or directives such as `info,game_engine=debug`
    #[arg(long, env = "JODI_LOG", default_value = "info", value_name = "FILTER")]
    pub log: String,
}

/// Begins to write logs to standard error. A second call in one process changes nothing.
///
/// # Errors
/// If the filter cannot be read.
pub fn init_logging(settings: &LogSettings) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&settings.log)?;
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // It would tell of a line that cannot be written to standard error by `eprintln!` there, and so end by a panic
        // whatever had something to log once the reader of the logs is gone.
        .log_internal_errors(false)
        .with_ansi(std::io::stderr().is_terminal());
    let _ = match settings.log_format {
        LogFormat::Human => builder.with_target(false).try_init(),
        LogFormat::Json => builder.json().flatten_event(true).try_init(),
    };
    Ok(())
}
