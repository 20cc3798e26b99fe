//! How good forecasts were.

use rating::Millionths;

/// How many bins the calibration has, from even chances to certainty.
pub const BINS: usize = 10;

/// A forecast is taken for no surer than this, so that one wrong certainty does not make the whole loss infinite.
const SUREST: f64 = 1.0 - 1e-9;

/// What was expected of a game, and what happened, both from the view of the side named first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The expected score, 0 to 1.
    pub expected: f64,
    /// The score: 1 for a win, one half for a draw, 0 for a loss.
    pub score: f64,
}

impl Forecast {
    /// A forecast in the ladder's own unit.
    pub fn from_millionths(expected: Millionths, score: Millionths) -> Self {
        let [expected, score] = [expected, score].map(|amount| amount.0 as f64 / Millionths::WIN.0 as f64);
        Self { expected, score }
    }

    /// `-(S ln p + (1 - S) ln (1 - p))`: a draw is half a win and half a loss.
    fn log_loss(self) -> f64 {
        let p = self.expected.clamp(1.0 - SUREST, SUREST);
        -(self.score * p.ln() + (1.0 - self.score) * (1.0 - p).ln())
    }

    /// `(p - S)^2`.
    fn brier(self) -> f64 {
        (self.expected - self.score).powi(2)
    }

    /// The same from the view of the favourite. Where there is none, the score is one half: whoever reports games may
    /// always name the winner first.
    fn of_favourite(self) -> Self {
        let Self { expected, score } = self;
        match expected.total_cmp(&0.5) {
            std::cmp::Ordering::Less => Self { expected: 1.0 - expected, score: 1.0 - score },
            std::cmp::Ordering::Equal => Self { expected, score: 0.5 },
            std::cmp::Ordering::Greater => self,
        }
    }
}

/// The games whose favourite was expected to score within one range.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bin {
    /// How many games.
    pub games: usize,
    /// What their favourites were expected to score on average; 0 without games.
    pub expected: f64,
    /// What they scored on average; 0 without games.
    pub scored: f64,
}

impl Bin {
    /// Half of the 95 percent interval of what they scored, if every game were won or lost by the expectation.
    pub fn margin(&self) -> f64 {
        if self.games == 0 {
            return 0.0;
        }
        1.96 * (self.expected * (1.0 - self.expected) / self.games as f64).sqrt()
    }
}

/// How good some forecasts were.
#[derive(Clone, Debug, PartialEq)]
pub struct Measures {
    /// How many there were.
    pub games: usize,
    /// The mean log-loss in nats; lower is better, and `ln 2` (0.6931) is what even chances for everybody get.
    pub log_loss: f64,
    /// The mean squared error; lower is better, and 0.25 is what even chances get where there are no draws.
    pub brier: f64,
    /// What favourites were expected to score and what they scored, by ranges of five percent from 50 to 100.
    pub bins: [Bin; BINS],
}

impl Measures {
    /// Measures `forecasts`; `None` if there are none.
    pub fn of(forecasts: &[Forecast]) -> Option<Self> {
        if forecasts.is_empty() {
            return None;
        }
        let mean = |loss: fn(Forecast) -> f64| {
            forecasts.iter().map(|forecast| loss(*forecast)).sum::<f64>() / forecasts.len() as f64
        };
        Some(Self {
            games: forecasts.len(),
            log_loss: mean(Forecast::log_loss),
            brier: mean(Forecast::brier),
            bins: bins(forecasts),
        })
    }

    /// By how much favourites scored more or less than expected, in the mean over all games of the distance in the
    /// game's bin: 0 is perfect.
    pub fn calibration_error(&self) -> f64 {
        let off = |bin: &Bin| bin.games as f64 * (bin.expected - bin.scored).abs();
        self.bins.iter().map(off).sum::<f64>() / self.games as f64
    }
}

fn bins(forecasts: &[Forecast]) -> [Bin; BINS] {
    let mut bins = [Bin::default(); BINS];
    for forecast in forecasts.iter().map(|forecast| forecast.of_favourite()) {
        let width = 0.5 / BINS as f64;
        // The expectation is 0.5 to 1, so the quotient is a small number that is not negative.
        let place = ((forecast.expected - 0.5) / width) as usize;
        let bin = &mut bins[place.min(BINS - 1)];
        bin.games += 1;
        bin.expected += forecast.expected;
        bin.scored += forecast.score;
    }
    for bin in bins.iter_mut().filter(|bin| bin.games > 0) {
        bin.expected /= bin.games as f64;
        bin.scored /= bin.games as f64;
    }
    bins
}

/// The second half of some forecasts, in which ratings have had time to settle. The middle one of an odd number is in it.
pub fn later_half(forecasts: &[Forecast]) -> &[Forecast] {
    &forecasts[forecasts.len() / 2..]
}

/// A mean over some games or seasons, and how far it may be from the mean over all that there could be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error; 0 with fewer than two values.
    pub standard_error: f64,
}

impl Estimate {
    /// The estimate from values, of which there is at least one.
    pub(crate) fn of(values: &[f64]) -> Self {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let standard_error = if values.len() < 2 { 0.0 } else { (squares / (count - 1.0) / count).sqrt() };
        Self { mean, standard_error }
    }
}

/// By how much the log-loss of `own` is worse than that of `other` on the same games. As both saw the same, this is known far
/// better than either; 0 without games.
///
/// # Panics
/// If they are not as many.
pub fn behind(own: &[Forecast], other: &[Forecast]) -> Estimate {
    assert_eq!(own.len(), other.len(), "both are about the same games");
    if own.is_empty() {
        return Estimate { mean: 0.0, standard_error: 0.0 };
    }
    let pairs = own.iter().zip(other);
    Estimate::of(&pairs.map(|(own, other)| own.log_loss() - other.log_loss()).collect::<Vec<_>>())
}
