//! `jodi ladder refit`.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use rating::Config;
use ratings::LadderId;
use refit::{Assessment, Event, Log, LogBuilder, SideKind, assess, grid, with_k, with_synergy_rate};

use super::entries::LadderLog;
use super::progress::bar;
use super::reliability::{self, Shown};
use super::report::{Report, Tried, describe, same_settings};
use super::{log_file, log_store};
use crate::database::{Database, DatabaseSettings};
use crate::print;

/// Flags of `jodi ladder refit`.
#[derive(Args)]
pub struct Refit {
    /// Ladder whose log is read from the database
    #[arg(long, value_name = "LADDER", value_parser = ladder, required_unless_present = "from_file", conflicts_with = "from_file")]
    ladder: Option<LadderId>,
    /// Read the log from this file instead, as --save-log writes it
    #[arg(long, value_name = "FILE")]
    from_file: Option<PathBuf>,
    /// Try these K only: one for each tier of the configuration in force, then the settled one, as 48,32,16
    #[arg(long, value_name = "K,K,...", value_delimiter = ',')]
    k: Vec<u32>,
    /// Try this synergy rate only, in percent
    #[arg(long, value_name = "PERCENT")]
    synergy: Option<u32>,
    /// Draw a reliability plot of the settings in force and of the best, or the given, ones
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Keep the log that was read from the database in this file; it holds ids of accounts, but no names
    #[arg(long, value_name = "FILE", conflicts_with = "from_file")]
    save_log: Option<PathBuf>,
    #[command(flatten)]
    database: DatabaseSettings,
}

/// Reads the id of a ladder.
pub fn ladder(text: &str) -> Result<LadderId, String> {
    LadderId::parse(text).ok_or_else(|| "is no ladder's id".to_owned())
}

impl Refit {
    /// Reads, replays and reports.
    pub async fn run(self) -> anyhow::Result<()> {
        crate::quiet_logs()?;
        let mut source = self.read().await?;
        let tries = self.tries(&source.in_force)?;
        let log = compile(source.kind, std::mem::take(&mut source.entries))?;
        let Some(in_force) = assess(&log, &source.in_force)? else {
            bail!("no game of ladder {} is rated yet", source.ladder);
        };
        let tried = replay_all(&log, tries, &in_force)?;
        let report = Report { source: &source, log: &log, tried: &tried };
        let (focus, heading) = if self.is_one() { (&tried[0], "given") } else { (report.best(), "best") };
        print::text(report.markdown(focus, heading))?;
        if let Some(path) = &self.svg {
            let own = Shown {
                name: format!("in force: {}", describe(&source.in_force)),
                measures: &in_force.whole,
            };
            let other =
                Shown { name: format!("{heading}: {}", describe(&focus.config)), measures: &focus.whole };
            let shown = if focus.config == source.in_force { vec![own] } else { vec![own, other] };
            reliability::draw(
                path,
                &format!("Ladder {}, {} games", source.ladder, log.rated_games()),
                &shown,
            )?;
        }
        Ok(())
    }

    async fn read(&self) -> anyhow::Result<LadderLog> {
        if let Some(path) = &self.from_file {
            return log_file::read(path);
        }
        let ladder = self.ladder.as_ref().context("--ladder or --from-file is needed")?;
        let database = Database::look(&self.database).await?;
        let pool = database.pool("jodi-ladder-refit").await?;
        let log = log_store::read(&pool, ladder).await;
        pool.close().await;
        database.close().await;
        let log = log?;
        if let Some(path) = &self.save_log {
            log_file::write(path, &log)?;
        }
        Ok(log)
    }

    /// True if one configuration is given instead of the grid.
    fn is_one(&self) -> bool {
        !self.k.is_empty() || self.synergy.is_some()
    }

    /// What is to be tried; the given settings come first.
    fn tries(&self, in_force: &Config) -> anyhow::Result<Vec<Config>> {
        let mut tries =
            if self.is_one() { vec![self.given(in_force)?, in_force.clone()] } else { grid(in_force) };
        tries.push(Config::standard());
        let mut different: Vec<Config> = Vec::with_capacity(tries.len());
        for config in tries {
            if !different.iter().any(|other| same_settings(other, &config)) {
                different.push(config);
            }
        }
        Ok(different)
    }

    fn given(&self, in_force: &Config) -> anyhow::Result<Config> {
        let mut given = in_force.clone();
        if !self.k.is_empty() {
            let tiers = in_force.tiers().len() + 1;
            given = with_k(&given, &self.k)
                .with_context(|| format!("--k takes {tiers} values of 1 to {}", rating::K_MAX))?;
        }
        if let Some(percent) = self.synergy {
            given = with_synergy_rate(&given, percent).context("--synergy")?;
        }
        Ok(given)
    }
}

/// Takes the entries, of which there may be millions.
fn compile(kind: SideKind, entries: Vec<(u64, Event)>) -> anyhow::Result<Log> {
    let mut log = LogBuilder::new(kind);
    for (sequence, event) in entries {
        log.add(sequence, event).with_context(|| format!("entry {sequence} of the log"))?;
    }
    Ok(log.build())
}

fn replay_all(log: &Log, tries: Vec<Config>, in_force: &Assessment) -> anyhow::Result<Vec<Tried>> {
    let progress = bar("replays", tries.len() as u64);
    let mut tried = Vec::with_capacity(tries.len());
    for config in tries {
        let assessed = assess(log, &config).with_context(|| format!("with {}", describe(&config)))?;
        let assessed = assessed.context("which games are rated does not depend on the settings")?;
        let behind = assessed.behind(in_force);
        tried.push(Tried { config, whole: assessed.whole, late: assessed.late, behind });
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(tried)
}
