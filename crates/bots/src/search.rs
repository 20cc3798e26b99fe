//! Choosing by sampling: what is hidden is guessed many times over, and in every guess the candidates are compared.
//!
//! A game gives a [`Guess`]: how to sample a world that fits everything seen, and what an action comes to in such a
//! world. The search is sequential halving (Karnin, Koren and Somekh, 2013): every round plays the same worlds with
//! every candidate that is left, and drops the worse half. The budget counts playouts, not time, so that a seed
//! reproduces a choice.

use crate::dice::Dice;

/// A decision as one game sees it.
pub(crate) trait Guess {
    /// What can be done.
    type Action: Copy;
    /// A whole deal that fits everything seen.
    type World;

    /// A world, each as likely as what was seen lets it be.
    fn world(&self, dice: &mut Dice) -> Self::World;

    /// What the action comes to in that world: the higher the better.
    fn play_out(&self, world: &Self::World, action: Self::Action, dice: &mut Dice) -> f32;
}

/// The candidate that does best over the sampled worlds. The candidates come with the likeliest first, which wins ties.
pub(crate) fn best<G: Guess>(
    guess: &G,
    candidates: &[G::Action],
    playouts: usize,
    dice: &mut Dice,
) -> G::Action {
    let mut left: Vec<Arm<G::Action>> =
        candidates.iter().map(|action| Arm { action: *action, sum: 0.0, count: 0 }).collect();
    let rounds = left.len().next_power_of_two().ilog2().max(1) as usize;
    while left.len() > 1 {
        let worlds = (playouts / (rounds * left.len())).max(1);
        for _ in 0..worlds {
            let world = guess.world(dice);
            let seed = dice.seed();
            for arm in &mut left {
                // Common worlds and common chance: only the action differs.
                arm.sum += guess.play_out(&world, arm.action, &mut Dice::new(seed));
                arm.count += 1;
            }
        }
        left.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        left.truncate(left.len().div_ceil(2));
    }
    left[0].action
}

struct Arm<A> {
    action: A,
    sum: f32,
    count: u32,
}

impl<A> Arm<A> {
    fn mean(&self) -> f32 {
        self.sum / self.count.max(1) as f32
    }
}
