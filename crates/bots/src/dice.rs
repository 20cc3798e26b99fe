//! Chance, out of a seed.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A stream of random numbers that is the same for the same seed on every machine.
#[derive(Clone, Debug)]
pub(crate) struct Dice(ChaCha8Rng);

impl Dice {
    /// The stream of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number from 0 to `bound - 1`; `bound` is small, so that the bias of 2^-32 does not matter.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "there is a number to choose");
        let bound = u64::try_from(bound).expect("bounds are small");
        ((u64::from(self.0.next_u32()) * bound) >> 32) as usize
    }

    /// A number from 0 up to, but without, 1.
    pub(crate) fn unit(&mut self) -> f32 {
        (self.0.next_u32() >> 8) as f32 / (1 << 24) as f32
    }

    /// A seed for another stream.
    pub(crate) fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Brings the items into a random order, by the method of Fisher and Yates.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for place in (1..items.len()).rev() {
            items.swap(place, self.below(place + 1));
        }
    }
}
