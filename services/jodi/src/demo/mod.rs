//! `jodi demo`: two to four clients through the public API only.

mod evening;
mod fairness;
mod ladder;
mod play;
mod screen;
mod table;

use std::path::PathBuf;

use anyhow::{anyhow, bail};
use clap::Args;
use env::{Clock, Entropy};
use games::{GameKind, Options};
use service::Authorities;

use crate::database::DatabaseSettings;
use crate::host::{Host, OwnSuite};
use evening::Evening;
use screen::Screen;

/// Flags of `jodi demo`.
#[derive(Args)]
pub struct Demo {
    /// Game that is played
    #[arg(long, default_value = "seep", value_name = "GAME")]
    game: GameKind,
    /// Number of players; the most that the game takes if not given
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// Number of matches; the players change partners, or seats where they play alone, after each
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
    authorities: Authorities,
    #[command(flatten)]
    database: DatabaseSettings,
}

impl Demo {
    /// Plays, checks and shows everything; fails if anything is not as it should be.
    pub async fn run(self) -> anyhow::Result<()> {
        let options = self.table_options()?;
        crate::quiet_logs_of_own_suite()?;
        let (clock, entropy) = (Clock::system(), Entropy::os());
        let mut host = match &self.against {
            Some(address) => Host::at(address),
            None => {
                let instance = format!("demo-{:016x}", entropy.u64());
                let own = OwnSuite { purpose: "demo", instance, bot_delay_ms: 0 };
                Host::start(&self.database, own).await?
            }
        };
        let screen = Screen::new(if self.quiet { screen::Detail::Results } else { screen::Detail::Plays });
        screen.result(&host.introduction());
        let evening = Evening {
            address: host.address().to_owned(),
            authorities: self.authorities,
            options,
            clock,
            entropy,
            screen,
            capture: self.capture,
        };
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
    /// The rules of the game's ladder for so many players.
    fn table_options(&self) -> anyhow::Result<Options> {
        let (least, most) = self.game.players().into_inner();
        let players = self.players.unwrap_or(most);
        match Options::for_players(self.game, players) {
            Some(options) => Ok(options),
            None => bail!("{} is played by {least} to {most} players, not by {players}", self.game),
        }
    }
}
