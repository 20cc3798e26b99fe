//! Who may hold which values.

use cards::CardSet;

use super::floor::of_value;

/// The chances that the three others hold a card of a value.
#[derive(Clone, Debug)]
pub(crate) struct Odds([[f32; 14]; 3]);

impl Odds {
    /// The chances if every unseen card may be anywhere: `sizes` are the hands of the right, the partner and the
    /// left, counted from the one who looks.
    pub(crate) fn even(unseen: CardSet, sizes: [u8; 3]) -> Self {
        let cards = f32::from(unseen.len().max(1));
        let mut odds = [[0.0; 14]; 3];
        for (chances, size) in odds.iter_mut().zip(sizes) {
            let misses = 1.0 - f32::from(size) / cards;
            // The chance to have none of n cards, as if each were dealt by itself.
            let mut none_of = [1.0; 5];
            for n in 1..5 {
                none_of[n] = none_of[n - 1] * misses;
            }
            for (value, chance) in chances.iter_mut().enumerate().skip(1) {
                *chance = 1.0 - none_of[usize::from((unseen & of_value(value)).len())];
            }
        }
        Self(odds)
    }

    /// Notes that a seat holds a card of the value for sure; `steps` is how far to the right it sits, 1..=3.
    pub(crate) fn certain(&mut self, steps: usize, value: usize) {
        self.0[steps - 1][value] = 1.0;
    }

    /// The chance that the next player holds a card of the value.
    pub(crate) fn right(&self, value: usize) -> f32 {
        self.0[0][value]
    }

    /// The chance that the partner does.
    pub(crate) fn partner(&self, value: usize) -> f32 {
        self.0[1][value]
    }

    /// The chance that the player before does.
    pub(crate) fn left(&self, value: usize) -> f32 {
        self.0[2][value]
    }
}
