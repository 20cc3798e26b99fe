//! What the refit prints.

use std::fmt::{self, Write as _};

use rating::Config;
use refit::{BINS, Estimate, Log, Measures, SideKind, all_k};

use super::entries::LadderLog;
use super::table::Table;

/// Settings that were tried, and what would have come of them.
pub struct Tried {
    /// The settings.
    pub config: Config,
    /// Over all games.
    pub whole: Measures,
    /// Over the later half of them.
    pub late: Measures,
    /// By how much the late log-loss is worse than that of the settings in force.
    pub behind: Estimate,
}

/// Everything that there is to report.
pub struct Report<'r> {
    /// The ladder.
    pub source: &'r LadderLog,
    /// Its log as it was replayed.
    pub log: &'r Log,
    /// What was tried, the settings in force among it.
    pub tried: &'r [Tried],
}

impl Report<'_> {
    /// The settings of the lowest late log-loss.
    pub fn best(&self) -> &Tried {
        let by_loss = |one: &&Tried, other: &&Tried| one.late.log_loss.total_cmp(&other.late.log_loss);
        self.tried.iter().min_by(by_loss).expect("the settings in force were tried")
    }

    fn in_force(&self) -> &Tried {
        let mut tried = self.tried.iter();
        tried.find(|tried| self.is_in_force(tried)).expect("the settings in force were tried")
    }

    fn is_in_force(&self, tried: &Tried) -> bool {
        same_settings(&tried.config, &self.source.in_force)
    }

    /// The report in Markdown: all that was tried, then the calibration of the settings in force and of `focus`.
    pub fn markdown(&self, focus: &Tried, heading: &str) -> String {
        let mut text = String::new();
        let written = self.write(&mut text, focus, heading);
        written.expect("a string takes everything");
        text
    }

    fn write(&self, text: &mut String, focus: &Tried, heading: &str) -> fmt::Result {
        writeln!(text, "# Ladder {} under other settings\n", self.source.ladder)?;
        writeln!(
            text,
            "{} rated games of {} players, {}. Late: the later half. Lower is better; even chances for everybody have a \
             log-loss of 0.6931. `behind` is by how much the late log-loss is worse than with the settings in force, `±` its \
             standard error: what is not several times as large may be chance.\n",
            self.log.rated_games(),
            self.log.players(),
            match self.source.kind {
                SideKind::Pair => "one forecast each".to_owned(),
                SideKind::Solo => format!("{} forecasts of one player against another", focus.whole.games),
            }
        )?;
        write!(text, "{}", self.settings())?;
        self.calibration(text, self.in_force(), "in force")?;
        if !self.is_in_force(focus) {
            self.calibration(text, focus, heading)?;
        }
        Ok(())
    }

    fn settings(&self) -> Table<9> {
        let mut table = Table::new(&[
            "settings",
            "late log-loss",
            "behind",
            "±",
            "late Brier",
            "late calibration error",
            "log-loss",
            "Brier",
            "calibration error",
        ]);
        for tried in self.tried {
            table.row([
                format!("{}{}", describe(&tried.config), self.marks(tried)),
                four(tried.late.log_loss),
                format!("{:+.4}", tried.behind.mean),
                four(tried.behind.standard_error),
                four(tried.late.brier),
                four(tried.late.calibration_error()),
                four(tried.whole.log_loss),
                four(tried.whole.brier),
                four(tried.whole.calibration_error()),
            ]);
        }
        table
    }

    fn marks(&self, tried: &Tried) -> String {
        let marks = [
            (self.is_in_force(tried), "in force"),
            (same_settings(&tried.config, &Config::standard()), "shipped"),
            (std::ptr::eq(tried, self.best()), "best"),
        ];
        let marks: Vec<&str> = marks.into_iter().filter(|(holds, _)| *holds).map(|(_, mark)| mark).collect();
        if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) }
    }

    fn calibration(&self, text: &mut String, tried: &Tried, heading: &str) -> fmt::Result {
        writeln!(text, "\n## Calibration, {heading}: {}\n", describe(&tried.config))?;
        let mut table =
            Table::new(&["favourite expected to score", "games", "expected", "scored", "95 % within ±"]);
        for (number, bin) in tried.whole.bins.iter().enumerate().filter(|(_, bin)| bin.games > 0) {
            let [from, to] = [number, number + 1].map(|edge| 50 + 50 * edge / BINS);
            table.row([
                format!("{from} to {to} %"),
                bin.games.to_string(),
                four(bin.expected),
                four(bin.scored),
                four(bin.margin()),
            ]);
        }
        write!(text, "{table}")
    }
}

fn four(number: f64) -> String {
    format!("{number:.4}")
}

/// K of the tiers, then the settled one, and the synergy rate.
pub fn describe(config: &Config) -> String {
    let k: Vec<String> = all_k(config).map(|k| k.to_string()).collect();
    format!("K {}, synergy {} %", k.join("/"), config.synergy_rate_percent())
}

/// True if two configurations rate alike, whatever versions they bear.
pub fn same_settings(one: &Config, other: &Config) -> bool {
    let settings =
        |config: &Config| (config.tiers().to_vec(), config.settled_k(), config.synergy_rate_percent());
    settings(one) == settings(other)
}
