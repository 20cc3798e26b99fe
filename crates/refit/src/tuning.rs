//! Other settings of a ladder, and how well its log would have been predicted with them.

use rating::{Config, ConfigError, K_MAX, KTier, RatingError};

use crate::log::Log;
use crate::measures::{Estimate, Forecast, Measures, behind, later_half};
use crate::replay::replay;

/// By how many percent the grid multiplies every K.
const K_PERCENT: [u32; 5] = [50, 75, 100, 150, 200];
/// The synergy rates of the grid, in percent, beside the one in force.
const SYNERGY_RATES_PERCENT: [u32; 5] = [0, 10, 25, 50, 100];

/// `config` with every K multiplied, rounded down and kept within what a configuration may hold.
pub fn with_k_times(config: &Config, percent: u32) -> Config {
    let k: Vec<u32> = all_k(config).map(|k| (k * percent / 100).clamp(1, K_MAX)).collect();
    with_k(config, &k).expect("as many valid K as before")
}

/// `config` with other K: one for each tier in order, then the settled one. `None` if there are not as many as that, or
/// one is out of range.
pub fn with_k(config: &Config, k: &[u32]) -> Option<Config> {
    let (settled, of_tiers) = k.split_last()?;
    if of_tiers.len() != config.tiers().len() {
        return None;
    }
    let tiers = config.tiers().iter().zip(of_tiers).map(|(tier, k)| KTier { k: *k, ..*tier });
    Config::new(config.version(), tiers.collect(), *settled, config.synergy_rate_percent()).ok()
}

/// `config` with another synergy rate in percent.
///
/// # Errors
/// [`ConfigError`] if it is above 100.
pub fn with_synergy_rate(config: &Config, percent: u32) -> Result<Config, ConfigError> {
    Config::new(config.version(), config.tiers().to_vec(), config.settled_k(), percent)
}

/// The K of a configuration: of its tiers in order, then the settled one.
pub fn all_k(config: &Config) -> impl Iterator<Item = u32> {
    config.tiers().iter().map(|tier| tier.k).chain([config.settled_k()])
}

/// Settings worth trying around those in force, which are among them, in rising order of K and then of synergy rate.
pub fn grid(in_force: &Config) -> Vec<Config> {
    let mut rates = [&SYNERGY_RATES_PERCENT[..], &[in_force.synergy_rate_percent()]].concat();
    rates.sort_unstable();
    rates.dedup();
    let mut grid = Vec::new();
    for percent in K_PERCENT {
        let scaled = with_k_times(in_force, percent);
        let rated = rates.iter().map(|rate| with_synergy_rate(&scaled, *rate));
        grid.extend(rated.map(|config| config.expect("the rates are at most 100 percent")));
    }
    grid.dedup();
    grid
}

/// How well a log would have been predicted.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessment {
    /// What would have been expected of each game.
    pub forecasts: Vec<Forecast>,
    /// Measured over all rated games.
    pub whole: Measures,
    /// Measured over the later half of them.
    pub late: Measures,
}

impl Assessment {
    /// By how much the late log-loss is worse than that of `other`, which is of the same log.
    pub fn behind(&self, other: &Self) -> Estimate {
        behind(later_half(&self.forecasts), later_half(&other.forecasts))
    }
}

/// Replays `log` under `config` and measures what it would have predicted; `None` if no game of it is rated.
///
/// # Errors
/// [`RatingError`] if a rating leaves the range that the ladder rates in.
pub fn assess(log: &Log, config: &Config) -> Result<Option<Assessment>, RatingError> {
    let forecasts = replay(log, config)?.forecasts;
    let measured = Measures::of(&forecasts).zip(Measures::of(later_half(&forecasts)));
    Ok(measured.map(|(whole, late)| Assessment { forecasts, whole, late }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grid_holds_the_settings_in_force_once() {
        let shipped = Config::standard();
        let other = with_synergy_rate(&with_k_times(&shipped, 60), 33).unwrap();
        for (config, size) in [(shipped, 25), (other, 30)] {
            let grid = grid(&config);
            assert_eq!((grid.len(), grid.iter().filter(|tried| **tried == config).count()), (size, 1));
        }
    }

    #[test]
    fn every_k_is_multiplied_and_stays_valid() {
        let k = |percent| all_k(&with_k_times(&Config::standard(), percent)).collect::<Vec<_>>();
        assert_eq!(k(50), [24, 16, 8]);
        assert_eq!(k(150), [72, 48, 24]);
        assert_eq!(k(1), [1, 1, 1]);
        assert_eq!(k(100_000), [1_000, 1_000, 1_000]);
    }

    #[test]
    fn k_need_one_value_for_each_tier_and_a_settled_one() {
        let config = Config::standard();
        assert_eq!(with_k(&config, &[48, 32, 16]), Some(config.clone()));
        for k in [&[][..], &[16], &[48, 32, 16, 8], &[48, 32, 0]] {
            assert_eq!(with_k(&config, k), None, "{k:?}");
        }
    }
}
