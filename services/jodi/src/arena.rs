//! `jodi arena`: two levels of bots against each other at the same cards.

mod report;
mod runs;

use anyhow::{Context as _, bail};
use bots::Level;
use bots::arena::Contest;
use clap::Args;
use games::{GameKind, Options};
use serde_json::{Map, Value};

use crate::print;
use report::Report;

/// Flags of `jodi arena`.
#[derive(Args)]
pub struct Arena {
    /// Game that is played
    #[arg(long, default_value = "seep", value_name = "GAME")]
    game: GameKind,
    /// Number of players; the most that the game takes if not given
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// Table options that differ from the default, as a JSON object
    #[arg(long, default_value = "{}", value_name = "JSON", value_parser = object)]
    options: Map<String, Value>,
    /// Level that plays one side: casual, club, expert or greedy
    #[arg(long, value_name = "LEVEL")]
    a: Level,
    /// Level that plays all other sides
    #[arg(long, value_name = "LEVEL")]
    b: Level,
    /// Deals, each played once with A on every side
    #[arg(long, default_value_t = 400, value_name = "N")]
    deals: u64,
    /// Whole matches, each played once with A on every side; by default one for every eight deals
    #[arg(long, value_name = "N")]
    matches: Option<u64>,
    /// Seed of all cards and choices
    #[arg(long, default_value_t = 1, value_name = "SEED")]
    seed: u64,
    /// Deals or matches played at a time; by default one for every core
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

impl Arena {
    /// Plays, and prints what came of it.
    pub fn run(self) -> anyhow::Result<()> {
        let contest = Contest { options: self.table_options()?, a: self.a, b: self.b, seed: self.seed };
        let matches = self.matches.unwrap_or(self.deals.div_ceil(8));
        let threads = self.threads.unwrap_or_else(runs::cores).clamp(1, runs::MAX_THREADS);
        let played = runs::play(&contest, self.deals, matches, threads);
        print::text(Report { contest, played })
    }

    fn table_options(&self) -> anyhow::Result<Options> {
        let possible = self.game.players();
        let players = self.players.unwrap_or(*possible.end());
        let Some(options) = Options::for_players(self.game, players) else {
            bail!(
                "{} is played by {} to {} players, not by {players}",
                self.game,
                possible.start(),
                possible.end()
            );
        };
        options.with_json(&self.options).context("--options")
    }
}

/// Reads a JSON object.
fn object(text: &str) -> Result<Map<String, Value>, String> {
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err("must be a JSON object".into()),
        Err(error) => Err(format!("is not JSON: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_a_json_object() {
        assert!(object("{\"sweeps\":false}").is_ok());
        for text in ["", "[]", "random"] {
            assert!(object(text).is_err(), "{text}");
        }
    }
}
