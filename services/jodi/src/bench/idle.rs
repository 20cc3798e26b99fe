//! `jodi bench idle`.

use std::time::Duration;

use clap::Args;
use env::{Clock, Entropy};
use futures::StreamExt as _;
use futures::stream;
use serde::Serialize;

use super::crowd::{self, Connections, Matches};
use super::door::{Door, Kind};
use super::figures::flag;
use super::server::Server;
use super::usage::memory;
use crate::database::DatabaseSettings;
use crate::print;

/// Sessions that are opened at a time.
const AT_A_TIME: usize = 16;

/// Flags of `jodi bench idle`.
#[derive(Args)]
pub struct Idle {
    #[command(flatten)]
    database: DatabaseSettings,
    /// Matches that wait
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    matches: u32,
    /// Whose connection players use
    #[arg(long, value_enum, default_value_t)]
    connections: Connections,
    /// How long is waited before memory is read, in seconds
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(0..=3_600))]
    hold: u64,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

/// Memory of the suite's process, in KiB for each match.
#[derive(Serialize)]
struct Figures {
    matches: u32,
    #[serde(serialize_with = "flag")]
    connections: Connections,
    /// With nobody there.
    alone_kib: f64,
    /// What four streams add.
    streams_kib: f64,
    /// Both.
    with_streams_kib: f64,
}

impl Idle {
    /// Measures and prints.
    ///
    /// # Errors
    /// If the suite cannot be started or fails.
    pub async fn run(self) -> anyhow::Result<()> {
        let (clock, entropy) = (Clock::system(), Entropy::os());
        let server = Server::start(&self.database, &clock, &entropy).await?;
        let tables =
            crowd::sign_in(&server, self.matches as usize, self.connections, &clock, &entropy).await?;
        let hold = || clock.sleep(Duration::from_secs(self.hold));
        hold().await;
        let empty = memory(server.pid());
        let matches = Matches::of(&server, &clock, &entropy)?;
        let match_ids = matches.create_each(tables.iter()).await?;
        hold().await;
        let alone = memory(server.pid());
        let seats =
            tables.iter().zip(match_ids).flat_map(|(players, id)| players.iter().map(move |p| (p, id)));
        let opened = stream::iter(seats)
            .map(|(player, match_id)| async move {
                let mut door = Door::open(Kind::Session, player).await?;
                door.begin(match_id).await?;
                anyhow::Ok(door)
            })
            .buffered(AT_A_TIME);
        let doors: Vec<Door> = opened.collect::<Vec<_>>().await.into_iter().collect::<Result<_, _>>()?;
        hold().await;
        let with_streams = memory(server.pid());
        drop(doors);
        server.stop().await?;
        self.report(empty, alone, with_streams)
    }

    fn report(&self, empty: u64, alone: u64, with_streams: u64) -> anyhow::Result<()> {
        let per_match = |from: u64, to: u64| (to as f64 - from as f64) / 1024.0 / f64::from(self.matches);
        let figures = Figures {
            matches: self.matches,
            connections: self.connections,
            alone_kib: per_match(empty, alone),
            streams_kib: per_match(alone, with_streams),
            with_streams_kib: per_match(empty, with_streams),
        };
        if self.json {
            return print::line(serde_json::to_string_pretty(&figures)?);
        }
        let connections = match self.connections {
            Connections::Separate => "one for each stream",
            Connections::Shared => "one for 64 streams",
        };
        print::text(format_args!(
            "| matches | connections | KiB a match, nobody there | four streams add | together |\n| --- | --- | --- | --- | --- |\n| {} | {} | {:.1} | {:.1} | {:.1} |\n",
            figures.matches, connections, figures.alone_kib, figures.streams_kib, figures.with_streams_kib
        ))
    }
}
