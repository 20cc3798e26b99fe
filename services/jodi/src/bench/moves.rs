//! `jodi bench moves`.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use env::{Clock, Entropy};
use hdrhistogram::Histogram;
use tokio::task::JoinSet;

use super::crowd::{self, Connections, Matches, SEATS};
use super::door::Kind;
use super::figures::{self, Asked, Load};
use super::plot;
use super::seat::{Run, Seat, Table};
use super::server::Server;
use super::tally::{Phase, Present};
use super::usage::{Cpu, memory};
use crate::database::DatabaseSettings;
use crate::print;

/// A pace.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rate {
    /// Moves a second in all matches together.
    Moves(u32),
    /// Whoever is to move moves at once.
    Max,
}

impl std::str::FromStr for Rate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "max" => Ok(Self::Max),
            text => match text.parse() {
                Ok(rate @ 1..) => Ok(Self::Moves(rate)),
                _ => Err("moves a second from 1, or `max`".to_owned()),
            },
        }
    }
}

/// Flags of `jodi bench moves`.
#[derive(Args)]
pub struct Moves {
    #[command(flatten)]
    database: DatabaseSettings,
    /// Matches of Seep that are played at a time, with four players each
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=5_000))]
    matches: u32,
    /// Moves a second, one measurement each; `max`: nobody thinks
    #[arg(long, value_delimiter = ',', default_value = "max", value_name = "RATES")]
    rates: Vec<Rate>,
    /// The way that players take
    #[arg(long, value_enum, default_value_t)]
    door: Kind,
    /// Whose connection players use
    #[arg(long, value_enum, default_value_t)]
    connections: Connections,
    /// How long is played before it counts, in seconds
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(0..=3_600))]
    warm_up: u64,
    /// How long each rate is measured, in seconds
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// Print the figures as JSON instead of Markdown
    #[arg(long)]
    json: bool,
    /// Draw latency against load into this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

impl Moves {
    /// Measures and prints.
    ///
    /// # Errors
    /// If the suite cannot be started or fails.
    pub async fn run(self) -> anyhow::Result<()> {
        let (clock, entropy) = (Clock::system(), Entropy::os());
        let server = Server::start(&self.database, &clock, &entropy).await?;
        let mut loads = Vec::new();
        for rate in &self.rates {
            loads.push(self.measure(&server, *rate, &clock, &entropy).await?);
        }
        server.stop().await?;
        if let Some(path) = &self.plot {
            plot::draw(path, &loads)?;
        }
        if self.json {
            print::line(serde_json::to_string_pretty(&loads)?)
        } else {
            print::text(figures::markdown(&loads))
        }
    }

    fn asked(&self, rate: Rate) -> Asked {
        let (asked_moves_per_second, think_ms) = match rate {
            Rate::Moves(rate) => (Some(rate), f64::from(self.matches) / f64::from(rate) * 1e3),
            Rate::Max => (None, 0.0),
        };
        let Self { door, connections, matches, .. } = *self;
        Asked { door, connections, matches, asked_moves_per_second, think_ms }
    }

    async fn measure(
        &self,
        server: &Server,
        rate: Rate,
        clock: &Clock,
        entropy: &Entropy,
    ) -> anyhow::Result<Load> {
        let asked = self.asked(rate);
        let matches = Matches::of(server, clock, entropy)?;
        let players = crowd::sign_in(server, self.matches as usize, self.connections, clock, entropy).await?;
        let match_ids = matches.create_each(players.iter()).await?;
        let run = Arc::new(Run {
            door: self.door,
            think: Duration::from_secs_f64(asked.think_ms / 1e3),
            present: Present::default(),
            matches,
            clock: clock.clone(),
            entropy: entropy.clone(),
        });
        let tables: Vec<Arc<Table>> =
            players.into_iter().zip(match_ids).map(|(four, id)| Table::new(four, id, clock)).collect();
        let mut seats = JoinSet::new();
        for table in &tables {
            for number in 0..SEATS as u32 {
                seats.spawn(Seat::new(&run, table, number).play());
            }
        }
        let measured = async {
            clock.sleep(Duration::from_secs(self.warm_up)).await;
            let (begun, before) = (clock.monotonic(), Cpu::of(server.pid()));
            run.present.set(Phase::Measure);
            self.wait(&tables, clock).await;
            run.present.set(Phase::Stop);
            (clock.monotonic().since(begun), Cpu::of(server.pid()), before)
        };
        let (span, after, before) = tokio::select! {
            measured = measured => measured,
            Some(ended) = seats.join_next() => match ended? {
                Ok(()) => anyhow::bail!("a player has left"),
                Err(error) => return Err(error.context("a player cannot go on")),
            },
        };
        let mut waits = Histogram::new(3)?;
        for table in &tables {
            waits.add(table.tally.waits())?;
        }
        let cpu = after.per_move(before, waits.len());
        Ok(Load::new(asked, span, &waits, cpu, memory(server.pid())))
    }

    /// Waits while it is measured, and tells how it goes.
    async fn wait(&self, tables: &[Arc<Table>], clock: &Clock) {
        let mut before = 0;
        for second in 1..=self.seconds {
            clock.sleep(Duration::from_secs(1)).await;
            let moves: u64 = tables.iter().map(|table| table.tally.count()).sum();
            if second.is_multiple_of(5) {
                print::note(format_args!("{second:>4} s: {} moves/s", (moves - before) / 5));
                before = moves;
            }
        }
    }
}
