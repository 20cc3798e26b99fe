//! The greedy player at work.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use bots::greedy;
use cards::{Seat, Stage, Viewer};
use games::{Action, GameKind, Match, Options, random};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

fn chance(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    move |bound| (rng.next_u64() % u64::from(bound)) as u32
}

/// Plays one match to its end or a bound; the seats of side 0 are greedy, the others random if asked.
fn play(options: Options, seed: u64, greedy_plays: impl Fn(Seat) -> bool) -> Match {
    let mut below = chance(seed);
    let mut game = Match::new(options, Seat::ALL[0]);
    let mut legal = Vec::new();
    for _ in 0..2_000 {
        match game.stage() {
            Stage::Over => break,
            Stage::Deal { .. } => drop(game.deal(&random::deck(game.kind(), &mut below)).unwrap()),
            Stage::Act(seat) => {
                game.legal(&mut legal);
                let action = if greedy_plays(seat) {
                    greedy(&game.view(Viewer::Seat(seat)), &legal).unwrap()
                } else {
                    random::action(&legal, &mut below)
                };
                game.act(seat, &action).unwrap();
            }
        }
    }
    game
}

#[test]
fn its_choices_are_legal_under_any_options() {
    for seed in 0..60 {
        let options = random::options(GameKind::Seep, &mut chance(seed));
        play(options, seed, |_| true);
    }
}

#[test]
fn it_chooses_the_same_again() {
    let options = Options::defaults(GameKind::Seep);
    assert_eq!(play(options, 5, |_| true), play(options, 5, |_| true));
}

#[test]
fn it_beats_random_play() {
    let mut won = 0;
    for seed in 0..40 {
        let game = play(Options::defaults(GameKind::Seep), seed, |seat| seat.number() % 2 == 0);
        let winners = game.outcome().expect("a single baazi ends").winners;
        won += u32::from(winners.iter().any(|side| side.number() == 0));
    }
    assert!(won >= 36, "{won} of 40");
}

#[test]
fn without_a_legal_action_it_chooses_none() {
    let game = Match::new(Options::defaults(GameKind::Seep), Seat::ALL[0]);
    assert_eq!(greedy(&game.view(Viewer::Seat(Seat::ALL[0])), &[]), None::<Action>);
}
