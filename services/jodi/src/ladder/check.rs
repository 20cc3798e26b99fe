//! `jodi ladder check`.

use anyhow::bail;
use clap::Args;
use ratings::LadderId;
use ratings::check::{Findings, check};

use super::refit::ladder;
use crate::database::{Database, DatabaseSettings};
use crate::print;

/// Standings that are printed of each season.
const PRINTED_MAX: usize = 20;

/// Flags of `jodi ladder check`.
#[derive(Args)]
pub struct Check {
    /// Ladder to check
    #[arg(long, value_name = "LADDER", value_parser = ladder)]
    ladder: LadderId,
    #[command(flatten)]
    database: DatabaseSettings,
}

impl Check {
    /// Computes the ladder anew from its log, compares, and says what differs; fails if anything does.
    pub async fn run(self) -> anyhow::Result<()> {
        crate::quiet_logs()?;
        let database = Database::look(&self.database).await?;
        let pool = database.pool("jodi-ladder-check").await?;
        let findings = check(&pool, &self.ladder).await;
        pool.close().await;
        database.close().await;
        let findings = findings?;
        show(&self.ladder, &findings)?;
        if findings.are_clean() { Ok(()) } else { bail!("ladder {} is not what its log says", self.ladder) }
    }
}

fn show(ladder: &LadderId, findings: &Findings) -> anyhow::Result<()> {
    for season in &findings.seasons {
        let (number, differ) = (season.track.season, season.standings.len());
        let computed = season.computed;
        print::line(format_args!("season {number}: {computed} standings computed anew, {differ} differ"))?;
        for change in season.standings.iter().take(PRINTED_MAX) {
            let shown = |standing: &Option<ratings::rate::Standing>| {
                standing.as_ref().map_or("-".to_owned(), |standing| standing.displayed().to_string())
            };
            let (entity, before, after) = (change.entity, shown(&change.before), shown(&change.after));
            print::line(format_args!("  {entity:?}: stands at {before}, computes to {after}"))?;
        }
    }
    for fault in &findings.books {
        print::line(format_args!("books: {fault}"))?;
    }
    if findings.are_clean() {
        print::line(format_args!(
            "ladder {ladder}: entries 1 to {} compute to exactly what stands, and the books balance",
            findings.through
        ))?;
    }
    Ok(())
}
