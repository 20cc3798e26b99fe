//! `jodi positions`: what bots answer where any good player answers alike.

use anyhow::Context as _;
use bots::positions::{file, page, read};
use clap::Args;
use games::GameKind;

use crate::print;

/// Flags of `jodi positions`.
#[derive(Args)]
pub struct Positions {
    /// Game of the positions; all games if none is named
    #[arg(long, value_name = "GAME")]
    game: Option<GameKind>,
    /// Seed of the bots' choices
    #[arg(long, default_value_t = 1, value_name = "SEED")]
    seed: u64,
}

impl Positions {
    /// Prints the page.
    pub fn run(self) -> anyhow::Result<()> {
        for game in GameKind::ALL.into_iter().filter(|game| self.game.is_none_or(|wanted| wanted == *game)) {
            let positions = read(file(game)).with_context(|| format!("the positions of {game}"))?;
            print::line(page(game.name(), &positions, self.seed)?)?;
        }
        Ok(())
    }
}
