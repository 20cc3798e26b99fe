//! Runs the embedded server alone, for working on the suite: `embedded-postgres [DATA_DIR]`.
//!
//! Prints the URL of the database `jodi`, for `DATABASE_URL`, and serves until it gets SIGINT or SIGTERM.
//! `JODI_POSTGRES` chooses the binaries as it does for the suite.

use std::io::Write;
use std::process::ExitCode;

use postgres::embedded::{BinaryChoice, DEFAULT_DATABASE, Embedded, EmbeddedConfig, EmbeddedError};
use tokio::signal::unix::{SignalKind, signal};

#[tokio::main]
async fn main() -> ExitCode {
    let embedded = match start().await {
        Ok(embedded) => embedded,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    if let Some(moved) = embedded.moved() {
        eprintln!("{}: the data is in {}", moved.reason, embedded.data_dir().display());
    }
    // Listened to before the URL is out: whoever reads it may send them at once.
    let mut interrupted = signal(SignalKind::interrupt()).expect("SIGINT can be listened to");
    let mut terminated = signal(SignalKind::terminate()).expect("SIGTERM can be listened to");
    // Flushed, so that whoever reads it through a pipe need not guess when the server is up. It serves also if nobody reads.
    let mut out = std::io::stdout();
    writeln!(out, "{}", embedded.url(DEFAULT_DATABASE)).and_then(|()| out.flush()).ok();

    let failure = tokio::select! {
        _ = interrupted.recv() => None,
        _ = terminated.recv() => None,
        error = embedded.failed() => Some(error),
    };
    match failure {
        Some(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
        None => {
            embedded.stop().await;
            ExitCode::SUCCESS
        }
    }
}

async fn start() -> Result<Embedded, EmbeddedError> {
    let data_dir = std::env::args_os().nth(1).unwrap_or_else(|| ".jodi".into());
    let choice = std::env::var("JODI_POSTGRES").unwrap_or_default();
    let binaries = if choice.is_empty() { BinaryChoice::Auto } else { choice.parse()? };
    Embedded::start(EmbeddedConfig { data_dir: data_dir.into(), binaries }).await
}
