//! The tunable part of a ladder: K by number of games, and the synergy rate. Versioned; the version is pinned on
//! every result, so that a replay uses what held when the result was rated.

/// Greatest K that a configuration may hold.
pub const K_MAX: u32 = 1_000;
/// Most tiers that a configuration may hold besides the settled one.
pub const TIERS_MAX: usize = 8;

const SYNERGY_RATE_MAX_PERCENT: u32 = 100;

/// Which version of a ladder's configuration, as the ladder numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConfigVersion(pub u32);

/// One tier: who has played fewer than `below_games` games (and is in no earlier tier) has this `k`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KTier {
    /// The first game count that is not in the tier any more, at least 1.
    pub below_games: u32,
    /// K in points, 1 to [`K_MAX`].
    pub k: u32,
}

/// The configuration of a ladder.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Config {
    version: ConfigVersion,
    tiers: Vec<KTier>,
    settled_k: u32,
    synergy_rate_percent: u32,
}

impl Config {
    /// Version 1, the one of the specification: K is 48 below 10 games, 32 below 30 and 16 from there on; the
    /// synergy rate is 25 percent.
    pub fn standard() -> Self {
        let tiers = vec![KTier { below_games: 10, k: 48 }, KTier { below_games: 30, k: 32 }];
        Self::new(ConfigVersion(1), tiers, 16, 25).expect("the specification's own values are valid")
    }

    /// A configuration with other values. `tiers` are in rising order of games; `settled_k` holds for everybody
    /// beyond the last; `synergy_rate_percent` (0 to 100) is the share of a member's mean gain that is added to
    /// the synergy of the pair.
    ///
    /// # Errors
    /// [`ConfigError`] when a value is out of range or the tiers do not rise.
    pub fn new(
        version: ConfigVersion,
        tiers: Vec<KTier>,
        settled_k: u32,
        synergy_rate_percent: u32,
    ) -> Result<Self, ConfigError> {
        if tiers.len() > TIERS_MAX {
            return Err(ConfigError::TooManyTiers { tiers: tiers.len() });
        }
        let rising = tiers.windows(2).all(|pair| pair[0].below_games < pair[1].below_games);
        if !rising || tiers.first().is_some_and(|tier| tier.below_games == 0) {
            return Err(ConfigError::TiersDoNotRise);
        }
        let all_k = tiers.iter().map(|tier| tier.k).chain([settled_k]);
        if let Some(k) = all_k.into_iter().find(|k| !(1..=K_MAX).contains(k)) {
            return Err(ConfigError::KOutOfRange { k });
        }
        if synergy_rate_percent > SYNERGY_RATE_MAX_PERCENT {
            return Err(ConfigError::SynergyRateOutOfRange { percent: synergy_rate_percent });
        }
        Ok(Self { version, tiers, settled_k, synergy_rate_percent })
    }

    /// The version, to be pinned on results.
    pub const fn version(&self) -> ConfigVersion {
        self.version
    }

    /// The tiers in rising order of games.
    pub fn tiers(&self) -> &[KTier] {
        &self.tiers
    }

    /// K beyond the last tier, in points.
    pub const fn settled_k(&self) -> u32 {
        self.settled_k
    }

    /// The synergy rate in percent, 0 to 100.
    pub const fn synergy_rate_percent(&self) -> u32 {
        self.synergy_rate_percent
    }

    /// K in points, 1 to [`K_MAX`], of a player or a pair that has played `games` games.
    pub fn k(&self, games: u32) -> u32 {
        self.tiers.iter().find(|tier| games < tier.below_games).map_or(self.settled_k, |tier| tier.k)
    }
}

/// Why a configuration is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// More than [`TIERS_MAX`] tiers.
    #[error("{tiers} tiers, at most 8 are allowed")]
    TooManyTiers {
        /// How many there were.
        tiers: usize,
    },
    /// The tiers are not in strictly rising order of games, or the first one is empty.
    #[error("tiers must rise strictly in games, from 1")]
    TiersDoNotRise,
    /// A K is 0 or above [`K_MAX`].
    #[error("K of {k} is not within 1 to 1000")]
    KOutOfRange {
        /// The K.
        k: u32,
    },
    /// The synergy rate is above 100 percent.
    #[error("synergy rate of {percent} percent is above 100")]
    SynergyRateOutOfRange {
        /// The rate.
        percent: u32,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tier(below_games: u32, k: u32) -> KTier {
        KTier { below_games, k }
    }

    fn new(tiers: Vec<KTier>, settled_k: u32, rate: u32) -> Result<Config, ConfigError> {
        Config::new(ConfigVersion(2), tiers, settled_k, rate)
    }

    #[test]
    fn standard_k_falls_at_10_and_30_games() {
        let config = Config::standard();
        assert_eq!([0, 9, 10, 29, 30, 31, u32::MAX].map(|n| config.k(n)), [48, 48, 32, 32, 16, 16, 16]);
    }

    #[test]
    fn configuration_without_tiers_has_one_k() {
        assert_eq!(new(vec![], 20, 0).map(|config| config.k(0)), Ok(20));
    }

    #[test]
    fn values_out_of_range_are_named() {
        assert_eq!(new(vec![tier(1, 0)], 16, 25), Err(ConfigError::KOutOfRange { k: 0 }));
        assert_eq!(new(vec![], 1001, 25), Err(ConfigError::KOutOfRange { k: 1001 }));
        assert_eq!(new(vec![], 16, 101), Err(ConfigError::SynergyRateOutOfRange { percent: 101 }));
        let nine = (1..=9).map(|n| tier(n, 9)).collect();
        assert_eq!(new(nine, 16, 25), Err(ConfigError::TooManyTiers { tiers: 9 }));
    }

    #[test]
    fn tiers_that_do_not_rise_are_refused() {
        for tiers in [vec![tier(0, 9)], vec![tier(5, 9), tier(5, 8)], vec![tier(6, 9), tier(5, 8)]] {
            assert_eq!(new(tiers, 16, 25), Err(ConfigError::TiersDoNotRise));
        }
    }
}
