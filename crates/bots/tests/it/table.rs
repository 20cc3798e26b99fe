//! Matches that players of the crate play.

use bots::{Level, Watcher};
use cards::{Seat, Stage};
use games::{Match, Options, random};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Chance out of a seed, as the random play of `games` takes it.
pub fn chance(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    move |bound| (rng.next_u64() % u64::from(bound)) as u32
}

/// Plays one match for so many steps at most; seats without a level play at random.
pub fn play(options: Options, seed: u64, steps: u64, level: impl Fn(Seat) -> Option<Level>) -> Match {
    let mut below = chance(seed);
    let mut game = Match::new(options, Seat::ALL[0]);
    let mut watchers: Vec<Watcher> = game.seats().map(Watcher::new).collect();
    let mut legal = Vec::new();
    for step in 0..steps {
        let event = match game.stage() {
            Stage::Over => break,
            Stage::Deal { .. } => game.deal(&random::deck(game.kind(), &mut below)).unwrap(),
            Stage::Act(seat) => {
                let action = match level(seat) {
                    Some(level) => level.choose(&watchers[seat.index()].sight(&game).unwrap(), step),
                    None => {
                        game.legal(&mut legal);
                        random::action(&legal, &mut below)
                    }
                };
                game.act(seat, &action).unwrap()
            }
        };
        watchers.iter_mut().for_each(|watcher| watcher.note(&game, &event));
    }
    game
}
