//! The players at work.

use bots::Level;
use games::{GameKind, Options, random};

use crate::table::{chance, play};

#[test]
fn choices_are_legal_under_any_options() {
    for kind in GameKind::ALL {
        for seed in 0..40 {
            let options = random::options(kind, &mut chance(seed));
            for level in [Level::Casual, Level::Club, Level::Greedy] {
                play(options, seed, 600, |_| Some(level));
            }
        }
    }
}

#[test]
fn expert_choices_are_legal_under_any_options() {
    for kind in GameKind::ALL {
        for seed in 100..112 {
            let options = random::options(kind, &mut chance(seed));
            // One expert among players who do odd things, so that it meets odd positions.
            play(options, seed, 60, |seat| (seat.number() == 1).then_some(Level::Expert));
        }
    }
}

#[test]
fn a_seed_reproduces_a_match() {
    for kind in GameKind::ALL {
        let options = Options::defaults(kind);
        for level in Level::ALL {
            let played =
                || play(options, 5, 60, |seat| Some(if seat.number() == 2 { level } else { Level::Club }));
            assert_eq!(played(), played(), "{level}");
        }
    }
}
