//! `jodi trace`: played matches as conformance traces, of random play or from finished records.

mod random_play;
mod recorded;

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::Context as _;
use clap::Args;
use games::trace::{MatchLine, Tally};
use games::{GameKind, Options};
use serde_json::{Map, Value};

/// Deals after which a random match is cut off.
const DEFAULT_MAX_DEALS: usize = 10;

/// Flags of `jodi trace`.
#[derive(Args)]
pub struct Trace {
    /// Game of the random matches
    #[arg(long, default_value = "seep", value_name = "GAME")]
    game: GameKind,
    /// Number of random matches
    #[arg(long, default_value_t = 1, value_name = "N")]
    matches: u64,
    /// Seed of the random play; the same seed gives the same lines
    #[arg(long, default_value_t = 1, value_name = "SEED")]
    seed: u64,
    /// Number of players; the most that the game takes if not given
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// Table options that differ from the default, as a JSON object, or `random` for other ones in every match
    #[arg(long, default_value = "{}", value_name = "JSON")]
    options: ChosenOptions,
    /// Also note what every seat sees before each action
    #[arg(long)]
    views: bool,
    /// Deals after which a random match is cut off
    #[arg(long, default_value_t = DEFAULT_MAX_DEALS, value_name = "N")]
    max_deals: usize,
    /// Trace these finished records instead of random play
    #[arg(long, num_args = 1.., value_name = "FILE", conflicts_with_all = ["game", "matches", "seed", "players", "options", "max_deals"])]
    record: Vec<PathBuf>,
    /// With --record: directory of captured streams; the views are those that the seats were really shown
    #[arg(long, value_name = "DIR", requires = "record", conflicts_with = "views")]
    capture: Option<PathBuf>,
}

/// Options as they are chosen on the command line.
#[derive(Clone, Debug)]
enum ChosenOptions {
    /// Other ones in every match.
    Random,
    /// These in every match.
    Fixed(Map<String, Value>),
}

impl FromStr for ChosenOptions {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "random" {
            return Ok(Self::Random);
        }
        match serde_json::from_str(text) {
            Ok(Value::Object(options)) => Ok(Self::Fixed(options)),
            Ok(_) => Err("must be `random` or a JSON object".into()),
            Err(error) => Err(format!("is neither `random` nor JSON: {error}")),
        }
    }
}

impl Trace {
    /// Prints the lines, then the counts on standard error.
    pub fn run(self) -> anyhow::Result<()> {
        let mut out =
            Lines { out: BufWriter::new(io::stdout().lock()), tally: Tally::default(), closed: false };
        if self.record.is_empty() {
            random_play::print(&self, &mut out)?;
        } else {
            recorded::print(&self, &mut out)?;
        }
        out.finish()
    }
}

/// Where lines go. A reader that has seen enough closes its end, which is no fault.
struct Lines {
    out: BufWriter<io::StdoutLock<'static>>,
    tally: Tally,
    closed: bool,
}

impl Lines {
    /// Adds a line, printed as it is.
    fn add(&mut self, line: &MatchLine, printed: &str, options: &Options) -> anyhow::Result<()> {
        self.tally.add(line, options);
        let written = writeln!(self.out, "{printed}");
        self.accept(written)
    }

    fn finish(mut self) -> anyhow::Result<()> {
        let flushed = self.out.flush();
        self.accept(flushed)?;
        // If the counts cannot be written there is no other place to say so.
        let _ = write!(io::stderr(), "{}", self.tally);
        Ok(())
    }

    fn accept(&mut self, written: io::Result<()>) -> anyhow::Result<()> {
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(())
            }
            other => other.context("writing the trace"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_random_or_a_json_object() {
        assert!(matches!("random".parse(), Ok(ChosenOptions::Random)));
        assert!(
            matches!("{\"sweeps\":false}".parse(), Ok(ChosenOptions::Fixed(options)) if options.len() == 1)
        );
        for text in ["", "[]", "{", "Random", "7"] {
            assert!(text.parse::<ChosenOptions>().is_err(), "{text}");
        }
    }
}
