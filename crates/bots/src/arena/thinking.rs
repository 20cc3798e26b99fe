//! How long players thought.

use std::fmt;
use std::time::Duration;

/// The thinking times of one level, a move each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThinkingTimes(Vec<Duration>);

/// A summary of thinking times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thinking {
    /// The mean.
    pub mean: Duration,
    /// The median, the upper one of an even number.
    pub median: Duration,
    /// The longest.
    pub worst: Duration,
    /// How many moves.
    pub moves: usize,
}

impl ThinkingTimes {
    /// Adds the time of one move.
    pub fn push(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// Adds all times of others.
    pub fn extend(&mut self, others: &Self) {
        self.0.extend_from_slice(&others.0);
    }

    /// The summary, all zero without a move.
    pub fn summary(&self) -> Thinking {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let Some(&worst) = sorted.last() else { return Thinking::default() };
        let moves = sorted.len();
        let mean = sorted.iter().sum::<Duration>().div_f64(moves as f64);
        Thinking { mean, median: sorted[moves / 2], worst, moves }
    }
}

impl fmt::Display for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let (mean, median, worst) = (ms(self.mean), ms(self.median), ms(self.worst));
        write!(f, "mean {mean:.3} ms, median {median:.3} ms, worst {worst:.3} ms over {} moves", self.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_has_mean_median_and_worst() {
        let mut times = ThinkingTimes::default();
        for ms in [4, 1, 1] {
            times.push(Duration::from_millis(ms));
        }
        let ms = Duration::from_millis;
        assert_eq!(times.summary(), Thinking { mean: ms(2), median: ms(1), worst: ms(4), moves: 3 });
    }
}
