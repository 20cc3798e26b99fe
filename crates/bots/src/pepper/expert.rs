//! A player that samples what the others may hold and plays every candidate out in every sample.

use pepper::Action;

use super::PepperSight;
use super::club;
use super::memory::Memory;
use super::order::Cards;
use super::play::Play;
use super::playout::Stakes;
use super::sample::{Holding, Sampler};
use crate::dice::Dice;
use crate::search::{Guess, Worth, best};

/// Deals that are sampled for one decision.
const POOL: usize = 1000;
/// The work of one decision: cards played in playouts.
const BUDGET: usize = 150_000;
/// What the choice of the rules of thumb is better than it looks, in points: where nothing is to gain, good players do
/// the usual thing.
const USUAL: f32 = 0.05;

pub(crate) fn choose(sight: &PepperSight<'_>, dice: &mut Dice) -> Action {
    if let [only] = sight.legal[..] {
        return only;
    }
    let memory = Memory::of(sight);
    let candidates = candidates(sight, &memory);
    let sampler = Sampler::new(&memory, POOL, dice);
    let stakes = Stakes {
        options: sight.options,
        dealer: sight.view.dealer.index(),
        scores: &sight.view.scores,
        seat: memory.seat,
    };
    let usual = candidates[0];
    best(&PepperGuess { memory, sampler, stakes, usual }, &candidates, BUDGET, dice)
}

/// What can be done, the choice of the rules of thumb first.
fn candidates(sight: &PepperSight<'_>, memory: &Memory) -> Vec<Action> {
    let first = club::decide(sight, memory);
    let others = sight.legal.iter().filter(|action| **action != first);
    std::iter::once(&first).chain(others).copied().collect()
}

struct PepperGuess<'a> {
    memory: Memory,
    sampler: Sampler,
    stakes: Stakes<'a>,
    /// The choice of the rules of thumb.
    usual: Action,
}

/// A whole deal, and the play in it if that has begun.
struct World {
    holding: Holding,
    play: Option<Play>,
}

impl Guess for PepperGuess<'_> {
    type Action = Action;
    type World = World;

    fn world(&self, dice: &mut Dice) -> World {
        let holding = *self.sampler.holding(dice);
        let play = self.memory.play.map(|mut play| {
            play.hands = holding.hands.map(|hand| Cards::of(hand, play.strain) - play.out);
            play
        });
        World { holding, play }
    }

    fn play_out(&self, world: &World, action: Action, dice: &mut Dice) -> Worth {
        let mut worth = match (world.play, action, self.memory.contract) {
            (Some(mut play), Action::Play { card }, Some((_, level))) => {
                play.step(Cards::one(card, play.strain));
                self.stakes.play(play, level)
            }
            _ => self.stakes.call(self.memory.auction, self.memory.bids, &world.holding, action, dice),
        };
        if action == self.usual {
            worth.value += USUAL;
        }
        worth
    }
}
