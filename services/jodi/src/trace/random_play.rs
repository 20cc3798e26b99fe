//! Traces of random play. Each match has a stream of random numbers of its own, so that it does not depend on how many
//! are printed or on how many threads play them.

use std::num::NonZero;
use std::thread;

use anyhow::bail;
use games::random::{self, Plan, ViewsNoted};
use games::trace::MatchLine;
use games::{GameKind, Options};
use rand::RngExt as _;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng as _;

use super::{ChosenOptions, Lines, Trace};

/// Matches that one thread plays before its lines are printed.
const PER_THREAD: u64 = 8;
/// Threads that play, at most.
const MAX_THREADS: usize = 16;

/// One match, and its line as it is printed.
struct Drawn {
    line: MatchLine,
    printed: String,
    options: Options,
}

/// What all matches have in common.
#[derive(Clone, Copy)]
struct Draw {
    game: GameKind,
    players: u8,
    seed: u64,
    plan: Plan,
    /// `None`: random ones.
    options: Option<Options>,
}

pub(super) fn print(trace: &Trace, lines: &mut Lines) -> anyhow::Result<()> {
    let draw = draw(trace)?;
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(MAX_THREADS) as u64;
    let mut first = 0;
    while first < trace.matches && !lines.closed {
        let end = trace.matches.min(first + threads * PER_THREAD);
        for drawn in draw.matches(first, end) {
            lines.add(&drawn.line, &drawn.printed, &drawn.options)?;
        }
        first = end;
    }
    Ok(())
}

fn draw(trace: &Trace) -> anyhow::Result<Draw> {
    let game = trace.game;
    let players = trace.players.unwrap_or(*game.players().end());
    let Some(defaults) = Options::for_players(game, players) else {
        let (least, most) = game.players().into_inner();
        bail!("{game} is played by {least} to {most} players, not by {players}");
    };
    let options = match &trace.options {
        ChosenOptions::Random => None,
        ChosenOptions::Fixed(given) => Some(defaults.with_json(given)?),
    };
    let views = if trace.views { ViewsNoted::All } else { ViewsNoted::No };
    Ok(Draw { game, players, seed: trace.seed, plan: Plan { max_deals: trace.max_deals, views }, options })
}

impl Draw {
    /// The matches with the numbers from `first` to `end - 1`, in that order.
    fn matches(self, first: u64, end: u64) -> Vec<Drawn> {
        thread::scope(|scope| {
            let chunk = |from: u64| (from..end.min(from + PER_THREAD)).map(|number| self.one(number));
            let starts = (first..end).step_by(PER_THREAD as usize);
            let players: Vec<_> =
                starts.map(|from| scope.spawn(move || chunk(from).collect::<Vec<_>>())).collect();
            let played =
                players.into_iter().flat_map(|player| player.join().expect("random play does not fail"));
            played.collect()
        })
    }

    fn one(self, number: u64) -> Drawn {
        let mut rng = ChaCha20Rng::seed_from_u64(self.seed);
        rng.set_stream(number);
        let mut below = |bound: u32| rng.random_range(0..bound);
        let options =
            self.options.unwrap_or_else(|| random::options_for(self.game, self.players, &mut below));
        let line = random::match_line(options, self.plan, &mut below);
        Drawn { printed: line.to_string(), line, options }
    }
}
