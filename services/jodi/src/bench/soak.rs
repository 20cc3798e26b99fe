//! `jodi bench soak`: the suite by which streams, matches and silent strangers pass, and what is left of them.

mod course;
mod line;
mod matches;
mod silent;
mod streams;

use anyhow::bail;
use clap::Args;
use env::{Clock, Entropy};
use serde::Serialize;

use super::server::Server;
use crate::database::DatabaseSettings;
use crate::print;

use course::Course;
use silent::{Siege, Who};

/// Flags of `jodi bench soak`.
#[derive(Args)]
pub struct Soak {
    #[command(flatten)]
    database: DatabaseSettings,
    /// Streams that are opened and ended, sessions and watches; half of them end by the end of their connection. With
    /// fewer than 10,000, what grows once weighs too much to tell. 0: none
    #[arg(long, default_value_t = 50_000, value_parser = clap::value_parser!(u32).range(0..=10_000_000))]
    streams: u32,
    /// Matches that are created, watched and resigned; the same holds. 0: none
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(0..=10_000_000))]
    matches: u32,
    /// Connections that say nothing, and as many that say too little, while others play. 0: none
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(0..=18_000))]
    silent: u32,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

/// What was measured; each part at a suite of its own, so that none grows into memory that another has left free.
#[derive(Default, Serialize)]
struct Figures {
    courses: Vec<Course>,
    sieges: Vec<Siege>,
}

impl Soak {
    /// Measures and prints.
    ///
    /// # Errors
    /// If the suite cannot be started or fails, or if something of what has passed was left.
    pub async fn run(self) -> anyhow::Result<()> {
        let (clock, entropy) = (Clock::system(), Entropy::os());
        let start = || Server::start(&self.database, &clock, &entropy);
        let mut figures = Figures::default();
        if self.streams > 0 {
            let server = start().await?;
            figures.courses.push(streams::run(&server, self.streams, &clock, &entropy).await?);
            server.stop().await?;
        }
        if self.matches > 0 {
            let server = start().await?;
            figures.courses.push(matches::run(&server, self.matches, &clock, &entropy).await?);
            server.stop().await?;
        }
        for who in Who::ALL.into_iter().filter(|_| self.silent > 0) {
            let server = start().await?;
            figures.sieges.push(silent::besiege(&server, who, self.silent, &clock, &entropy).await?);
            server.stop().await?;
        }
        if self.json {
            print::line(serde_json::to_string_pretty(&figures)?)?;
        } else {
            print::text(figures.markdown())?;
        }
        figures.judge()
    }
}

impl Figures {
    fn markdown(&self) -> String {
        let mut text: String = self.courses.iter().map(Course::markdown).collect();
        text.push_str(&silent::markdown(&self.sieges));
        text
    }

    /// # Errors
    /// What was left of what has passed.
    fn judge(&self) -> anyhow::Result<()> {
        let left = self.courses.iter().filter(|course| !course.is_flat()).map(|course| course.what);
        let left: Vec<&str> =
            left.chain(self.sieges.iter().filter(|s| !s.is_over()).map(|s| s.what)).collect();
        if !left.is_empty() {
            bail!("not flat: something was left of {}", left.join(", "));
        }
        Ok(())
    }
}
