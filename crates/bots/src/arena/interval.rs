//! Means and how far they can be trusted.

use std::fmt;

/// Two-sided 95 % of the normal distribution, in standard errors.
const NORMAL_95: f64 = 1.96;

/// The mean of some measurements, with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The mean, 0 of no measurements.
    pub mean: f64,
    /// Half the width of the interval, infinite for fewer than two measurements.
    pub half_width: f64,
    /// How many measurements there were.
    pub count: usize,
}

impl Interval {
    /// The interval of independent measurements, by the normal approximation.
    pub fn of(measured: &[f64]) -> Self {
        let count = measured.len();
        if count < 2 {
            let mean = measured.first().copied().unwrap_or(0.0);
            return Self { mean, half_width: f64::INFINITY, count };
        }
        let number = count as f64;
        let mean = measured.iter().sum::<f64>() / number;
        let variance = measured.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (number - 1.0);
        Self { mean, half_width: NORMAL_95 * (variance / number).sqrt(), count }
    }

    /// Whether the interval lies wholly above zero.
    pub fn is_above_zero(&self) -> bool {
        self.mean > self.half_width
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = (self.mean - self.half_width, self.mean + self.half_width);
        write!(f, "{:+.2} (95 %: {low:+.2} to {high:+.2})", self.mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_the_textbook() {
        let interval = Interval::of(&[1.0, 2.0, 3.0, 4.0]);
        // The standard deviation is sqrt(5/3), the standard error half of it.
        assert!((interval.mean - 2.5).abs() < 1e-12);
        assert!((interval.half_width - 1.96 * (5.0_f64 / 3.0).sqrt() / 2.0).abs() < 1e-12);
        assert!(interval.is_above_zero());
    }

    #[test]
    fn one_measurement_says_nothing_about_the_spread() {
        assert!(!Interval::of(&[7.0]).is_above_zero());
        assert_eq!(Interval::of(&[]).mean, 0.0);
    }
}
