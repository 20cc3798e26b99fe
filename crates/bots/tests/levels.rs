//! The players at work.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use bots::{Level, Watcher};
use cards::{Seat, Stage};
use games::{GameKind, Match, Options, random};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

fn chance(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    move |bound| (rng.next_u64() % u64::from(bound)) as u32
}

/// Plays one match to its end or a bound; seats without a level play at random.
fn play(options: Options, seed: u64, level: impl Fn(Seat) -> Option<Level>) -> Match {
    let mut below = chance(seed);
    let mut game = Match::new(options, Seat::ALL[0]);
    let mut watchers = Seat::ALL.map(Watcher::new);
    let mut legal = Vec::new();
    for step in 0..600 {
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

#[test]
fn choices_are_legal_under_any_options() {
    for kind in GameKind::ALL {
        for seed in 0..40 {
            let options = random::options(kind, &mut chance(seed));
            for level in [Level::Casual, Level::Club, Level::Greedy] {
                play(options, seed, |_| Some(level));
            }
        }
    }
}

#[test]
fn a_seed_reproduces_a_match() {
    for kind in GameKind::ALL {
        let options = Options::defaults(kind);
        for level in [Level::Casual, Level::Club, Level::Greedy] {
            assert_eq!(play(options, 5, |_| Some(level)), play(options, 5, |_| Some(level)));
        }
    }
}
