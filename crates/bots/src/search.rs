//! Choosing by sampling: what is hidden is guessed many times over, and in every guess the candidates are compared.
//!
//! A game gives a [`Guess`]: how to sample a world that fits everything seen, and what an action comes to in such a
//! world. The search is sequential halving (Karnin, Koren and Somekh, 2013): every round plays the same worlds with
//! every candidate that is left, and drops the worse half. The budget counts work in a unit of the game, not time, so
//! that a seed reproduces a choice.

use crate::dice::Dice;

/// A decision as one game sees it.
pub(crate) trait Guess {
    /// What can be done.
    type Action: Copy;
    /// A whole deal that fits everything seen.
    type World;

    /// A world, each as likely as what was seen lets it be.
    fn world(&self, dice: &mut Dice) -> Self::World;

    /// Plays the action and the deal on from there in that world.
    fn play_out(&self, world: &Self::World, action: Self::Action, dice: &mut Dice) -> Worth;
}

/// What a playout found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Worth {
    /// The higher the better for the seat that decides.
    pub(crate) value: f32,
    /// The work it took, at least 1.
    pub(crate) work: usize,
}

/// The candidate that does best over the sampled worlds. The candidates come with the likeliest first, which wins
/// ties. `budget` is the work of the whole search; each round ends with the first world that exceeds its share.
pub(crate) fn best<G: Guess>(
    guess: &G,
    candidates: &[G::Action],
    budget: usize,
    dice: &mut Dice,
) -> G::Action {
    let candidates: Vec<(f32, G::Action)> = candidates.iter().map(|action| (0.0, *action)).collect();
    best_after(guess, &candidates, 0.0, budget, dice)
}

/// The same for candidates that come with an opinion of their worth, likeliest first. The opinion counts as much as
/// so many worlds.
pub(crate) fn best_after<G: Guess>(
    guess: &G,
    candidates: &[(f32, G::Action)],
    worlds: f32,
    budget: usize,
    dice: &mut Dice,
) -> G::Action {
    let arm = |&(opinion, action): &(f32, G::Action)| Arm { action, sum: worlds * opinion, count: worlds };
    let mut left: Vec<Arm<G::Action>> = candidates.iter().map(arm).collect();
    let rounds = left.len().next_power_of_two().ilog2().max(1) as usize;
    while left.len() > 1 {
        let mut work = 0;
        while work < budget / rounds {
            let world = guess.world(dice);
            let seed = dice.bits();
            for arm in &mut left {
                // Common worlds and common chance: only the action differs.
                let worth = guess.play_out(&world, arm.action, &mut Dice::new(seed));
                work += worth.work;
                arm.sum += worth.value;
                arm.count += 1.0;
            }
        }
        left.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        left.truncate(left.len().div_ceil(2));
    }
    left.first().expect("there is a candidate").action
}

struct Arm<A> {
    action: A,
    sum: f32,
    count: f32,
}

impl<A> Arm<A> {
    fn mean(&self) -> f32 {
        self.sum / self.count.max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four actions, worth their own number and a noise that is the same for all of them in a world.
    struct Noisy;

    impl Guess for Noisy {
        type Action = u8;
        type World = f32;

        fn world(&self, dice: &mut Dice) -> f32 {
            100.0 * dice.unit()
        }

        fn play_out(&self, world: &f32, action: u8, dice: &mut Dice) -> Worth {
            Worth { value: world + f32::from(action) + 2.0 * dice.unit(), work: 1 }
        }
    }

    #[test]
    fn the_best_action_is_found_through_noise_that_all_share() {
        for seed in 0..20 {
            assert_eq!(best(&Noisy, &[1, 3, 0, 2], 16, &mut Dice::new(seed)), 3);
        }
    }

    #[test]
    fn an_opinion_tips_the_scales_where_worlds_do_not() {
        let candidates = [(0.0, 3), (1.5, 2)];
        assert_eq!(best_after(&Noisy, &candidates, 100.0, 8, &mut Dice::new(1)), 2);
        assert_eq!(best_after(&Noisy, &candidates, 1.0, 80, &mut Dice::new(1)), 3);
    }

    #[test]
    fn a_single_candidate_needs_no_work() {
        assert_eq!(best(&Noisy, &[7], 0, &mut Dice::new(1)), 7);
    }
}
