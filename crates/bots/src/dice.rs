//! Chance, out of a seed.

/// A stream of pseudo-random numbers that is the same for the same seed on every machine: SplitMix64 (Steele, Lea and
/// Flood, 2014). It decides what a player guesses and nothing that anybody must trust, so that quick is good enough.
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    /// The stream of a seed.
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits, also good as a seed for another stream.
    pub(crate) const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `bound - 1`. Bounds are far below 2^32, so that the bias does not matter.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        debug_assert!(bound > 0 && u32::try_from(bound).is_ok(), "a number from a short range");
        (((self.bits() >> 32) * bound as u64) >> 32) as usize
    }

    /// A number from 0 up to, but without, 1.
    pub(crate) fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1 << 24) as f32
    }

    /// Brings the items into a random order, by the method of Fisher and Yates.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for place in (1..items.len()).rev() {
            items.swap(place, self.below(place + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        // The reference values of seed 0.
        let mut dice = Dice::new(0);
        assert_eq!(dice.bits(), 0xE220_A839_7B1D_CDAF);
        assert_eq!(dice.bits(), 0x6E78_9E6A_A1B9_65F4);
    }

    #[test]
    fn every_number_below_the_bound_comes_up() {
        let mut dice = Dice::new(1);
        let mut seen = [0; 5];
        for _ in 0..1000 {
            seen[dice.below(5)] += 1;
        }
        assert!(seen.iter().all(|times| *times > 150), "{seen:?}");
    }
}
