//! A player that samples what the others may hold and plays its best candidates out in every sample.

use seep::Action;

use super::SeepSight;
use super::club::shortlist;
use super::memory::Memory;
use super::playout::Playout;
use super::sample::Sampler;
use crate::dice::Dice;
use crate::search::{Guess, Worth, best_after};

/// Most candidates that are compared.
const CANDIDATES: usize = 8;
/// What the club player thinks of a candidate counts as much as so many worlds.
const OPINION: f32 = 10.0;
/// The work of one decision, in plays weighed: some milliseconds.
const BUDGET: usize = 24_000;
/// The work of a playout besides that, in the same unit: its share in dealing and replaying a world.
const PLAYOUT: usize = 15;
/// Plays that a playout goes on for, at most, after the candidate. Later ones tell little about it, and what they score
/// by chance hides the rest.
const PLAYS: usize = 16;

pub(crate) fn choose(sight: &SeepSight<'_>, dice: &mut Dice) -> Action {
    if let [only] = sight.legal[..] {
        return only;
    }
    let memory = Memory::of(sight);
    let candidates = shortlist(sight, &memory, CANDIDATES);
    let guess = SeepGuess { sampler: Sampler::new(sight, memory) };
    best_after(&guess, &candidates, OPINION, BUDGET, dice)
}

struct SeepGuess {
    sampler: Sampler,
}

impl Guess for SeepGuess {
    type Action = Action;
    type World = Playout;

    fn world(&self, dice: &mut Dice) -> Playout {
        Playout::new(self.sampler.world(dice), self.sampler.open())
    }

    fn play_out(&self, world: &Playout, action: Action, _dice: &mut Dice) -> Worth {
        let mut playout = world.clone();
        let team = playout.turn().index() % 2;
        let score = match playout.step(&action) {
            Some(score) => score.map(|points| points as f32),
            None => playout.run(PLAYS),
        };
        Worth { value: score[team] - score[1 - team], work: PLAYOUT + playout.weighed() }
    }
}
