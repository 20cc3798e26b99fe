//! `jodi demo`: four clients, two pairs, through the public API only.

mod evening;
mod fairness;
mod host;
mod ladder;
mod narrator;
mod play;
mod screen;
mod table;

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use env::{Clock, Entropy};

use crate::database::DatabaseSettings;
use evening::Evening;
use host::Host;
use screen::Screen;

/// Flags of `jodi demo`.
#[derive(Args)]
pub struct Demo {
    /// Number of matches; the four players change partners after each
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000), value_name = "N")]
    matches: u32,
    /// Server to play against, for example http://127.0.0.1:7420; without it the demo starts a suite of its own, with its
    /// data in `demo` below the data directory
    #[arg(long, value_name = "URL")]
    against: Option<String>,
    /// Keep every byte that the seats receive, and the finished records, in this directory
    #[arg(long, value_name = "DIR")]
    capture: Option<PathBuf>,
    /// Print results only, no play-by-play
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    database: DatabaseSettings,
}

impl Demo {
    /// Plays, checks and shows everything; fails if anything is not as it should be.
    pub async fn run(self) -> anyhow::Result<()> {
        crate::quiet_logs()?;
        let (clock, entropy) = (Clock::system(), Entropy::os());
        let mut host = match &self.against {
            Some(address) => Host::at(address),
            None => Host::start(&self.database, &entropy).await?,
        };
        let screen = Screen::new(if self.quiet { screen::Detail::Results } else { screen::Detail::Plays });
        screen.result(&host.introduction());
        let evening =
            Evening { address: host.address().to_owned(), clock, entropy, screen, capture: self.capture };
        let played = tokio::select! {
            played = evening.play(self.matches) => played,
            failure = host.failed() => Err(failure),
            interrupted = tokio::signal::ctrl_c() => {
                interrupted?;
                Err(anyhow!("interrupted"))
            }
        };
        evening.screen.close();
        let closed = host.close().await;
        played?;
        closed?;
        evening.screen.result("Everything held: fair deals, right results, and a ladder that sums to zero.");
        Ok(())
    }
}
