//! How much a result counts.

/// The weight of a result in percent, 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weight(u8);

impl Weight {
    /// The whole weight, 100 percent.
    pub const FULL: Self = Self(100);

    /// A weight of `percent`; `None` above 100.
    pub const fn new(percent: u8) -> Option<Self> {
        if percent <= 100 { Some(Self(percent)) } else { None }
    }

    /// The weight in percent, 0 to 100.
    pub const fn percent(self) -> u8 {
        self.0
    }
}

/// How long, by the stored played-at, an earlier game of the same four players counts as a repeat: seven days.
pub const REPEAT_WINDOW_SECONDS: u64 = 7 * 24 * 60 * 60;

/// The weights of the first, second, ... game of the same four players inside the window. From the last on they
/// weigh nothing.
pub const REPEAT_WEIGHTS: [Weight; 6] =
    [Weight(100), Weight(100), Weight(100), Weight(50), Weight(50), Weight(0)];

/// The weight of a game of four players who have played `earlier_games` games with and against each other, in
/// whatever pairing, within the seven days before it.
pub fn repeat_weight(earlier_games: usize) -> Weight {
    REPEAT_WEIGHTS[earlier_games.min(REPEAT_WEIGHTS.len() - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_weigh_less_and_then_nothing() {
        let percents = [0, 1, 2, 3, 4, 5, 6, usize::MAX].map(|n| repeat_weight(n).percent());
        assert_eq!(percents, [100, 100, 100, 50, 50, 0, 0, 0]);
    }

    #[test]
    fn weight_above_100_percent_is_refused() {
        assert_eq!(Weight::new(100), Some(Weight::FULL));
        assert_eq!(Weight::new(101), None);
    }
}
