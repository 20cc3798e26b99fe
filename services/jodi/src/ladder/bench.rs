//! `jodi ladder bench`: how long readers wait for a rank and its neighbours on a ladder of very many, while results come in;
//! and how many results a second one ladder takes.

mod figures;
mod games;
mod host;
mod intake;
mod readers;
mod writer;

use std::time::Duration;

use clap::Args;

use figures::{Figures, Reading, load_average};
use games::Games;
use host::Host;
use readers::Way;

use crate::print;

/// Flags of `jodi ladder bench`.
#[derive(Args)]
pub struct Bench {
    /// The database that `jodi ladder load` has filled; the measured results are written into it
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, value_name = "URL")]
    database_url: String,
    /// Readers at a time
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=64))]
    readers: u32,
    /// Reads that each of them makes a second; 0: one after the other
    #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(u32).range(0..=1_000))]
    reads: u32,
    /// Results that are reported a second while they read
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(0..=1_000))]
    writes: u32,
    /// How long each figure is measured, in seconds
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=3_600))]
    seconds: u64,
    /// What is read and reported
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the figures as JSON instead of Markdown
    #[arg(long)]
    json: bool,
}

impl Bench {
    /// Measures and prints.
    ///
    /// # Errors
    /// If the database cannot be reached, or the ladder is not filled.
    pub async fn run(self) -> anyhow::Result<()> {
        crate::quiet_logs()?;
        let host = Host::start(&self.database_url, self.readers).await?;
        let games = Games::sample(&host, self.seed).await?;
        let mut figures = Figures { standings: games::ranked(&host).await?, ..Figures::default() };
        for way in [Way::Floor, Way::Inside, Way::Postgres, Way::Grpc] {
            readers::warm_up(&host, &games, way).await?;
            figures.reading.push(self.reading(&host, &games, way).await?);
        }
        let span = Duration::from_secs(self.seconds);
        figures.intake.push(intake::submitted(&host, &games, span).await?);
        figures.intake.push(intake::imported(&host, &games, span).await?);
        if self.json {
            print::line(serde_json::to_string_pretty(&figures)?)?;
        } else {
            print::text(figures.markdown())?;
        }
        host.stop().await;
        Ok(())
    }

    async fn reading(&self, host: &Host, games: &Games, way: Way) -> anyhow::Result<Reading> {
        let before = load_average();
        let rated_before = host.backlog().await?.rated_through;
        let pace = readers::Pace { readers: self.readers, reads: self.reads, seconds: self.seconds };
        let latencies = tokio::select! {
            latencies = readers::read(host, games, way, pace) => latencies?,
            failed = writer::report(host, games, self.writes) => return Err(failed),
        };
        let rated = host.backlog().await?.rated_through - rated_before;
        Ok(Reading::new(way.name(), &latencies, rated, self.seconds, [before, load_average()]))
    }
}
