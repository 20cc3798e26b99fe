//! The ladder and simpler ways to rate, on the same simulated seasons.

use rating::Config;

use crate::measures::{Estimate, Forecast, Measures, later_half};
use crate::replay::replay;
use crate::rivals::{MeanOfIndividuals, PairElo, Rival as _, SeededPairElo};
use crate::tuning::{with_k_times, with_synergy_rate};
use crate::world::{Season, SimulatedGame, World};

/// Who forecasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// Even chances for everybody.
    EvenChances,
    /// Elo of pairs, all from 1500.
    PairElo,
    /// Elo of pairs, new ones from the mean of their members.
    SeededPairElo,
    /// Elo of individuals, sides at the mean of their members.
    MeanOfIndividuals,
    /// The ladder as shipped.
    Ladder,
    /// The ladder with a synergy rate of 0.
    LadderWithoutSynergy,
    /// The ladder with half of every K.
    LadderOfHalfK,
    /// Somebody who knows all true strengths; nobody can do better in the long run.
    Oracle,
}

impl Contestant {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::EvenChances,
        Self::PairElo,
        Self::SeededPairElo,
        Self::MeanOfIndividuals,
        Self::Ladder,
        Self::LadderWithoutSynergy,
        Self::LadderOfHalfK,
        Self::Oracle,
    ];

    /// What it expected of each game of the season, in order.
    ///
    /// # Panics
    /// If the same players meet so often in the season that the ladder does not rate a game.
    pub fn forecasts(self, season: &Season) -> Vec<Forecast> {
        let games = &season.games;
        let config = Config::standard();
        let known = |expected: fn(f64) -> f64| {
            let forecast = |game: &SimulatedGame| Forecast {
                expected: expected(game.chance_of_first),
                score: if game.first_wins { 1.0 } else { 0.0 },
            };
            games.iter().map(forecast).collect()
        };
        match self {
            Self::EvenChances => known(|_| 0.5),
            Self::Oracle => known(|chance| chance),
            Self::PairElo => PairElo::new(config).play(games),
            Self::SeededPairElo => SeededPairElo::new(config).play(games),
            Self::MeanOfIndividuals => MeanOfIndividuals::new(config).play(games),
            Self::Ladder => of_ladder(season, &config),
            Self::LadderWithoutSynergy => {
                of_ladder(season, &with_synergy_rate(&config, 0).expect("0 percent is a valid rate"))
            }
            Self::LadderOfHalfK => of_ladder(season, &with_k_times(&config, 50)),
        }
    }
}

/// The shipped code on the log of the season.
fn of_ladder(season: &Season, config: &Config) -> Vec<Forecast> {
    let log = season.log();
    let replayed = replay(&log, config).expect("a season is too short to leave the range of ratings");
    assert_eq!(replayed.forecasts.len(), season.games.len(), "every game of the season is rated");
    replayed.forecasts
}

/// How a contestant did, season by season.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// Who.
    pub contestant: Contestant,
    /// Over all games of each season.
    pub whole: Vec<Measures>,
    /// Over the later half of each.
    pub late: Vec<Measures>,
}

impl Score {
    /// The late log-loss.
    pub fn late_log_loss(&self) -> Estimate {
        Estimate::of(&self.late.iter().map(|late| late.log_loss).collect::<Vec<_>>())
    }

    /// By how much the late log-loss is worse than that of `other`. As both saw the same games, this is known far better
    /// than either.
    pub fn behind(&self, other: &Self) -> Estimate {
        let pairs = self.late.iter().zip(&other.late);
        Estimate::of(&pairs.map(|(own, other)| own.log_loss - other.log_loss).collect::<Vec<_>>())
    }

    /// The mean of a measure over the seasons, by the later halves.
    pub fn late_mean(&self, measure: impl Fn(&Measures) -> f64) -> f64 {
        Estimate::of(&self.late.iter().map(measure).collect::<Vec<_>>()).mean
    }

    /// The mean of a measure over the whole seasons.
    pub fn whole_mean(&self, measure: impl Fn(&Measures) -> f64) -> f64 {
        Estimate::of(&self.whole.iter().map(measure).collect::<Vec<_>>()).mean
    }
}

/// Lets all contestants forecast the seasons of `world` with these seeds, calling `tick` after each season.
///
/// # Panics
/// If there is no seed, or the world has no games.
pub fn contest(world: &World, seeds: impl IntoIterator<Item = u64>, tick: impl Fn()) -> Vec<Score> {
    let mut scores =
        Contestant::ALL.map(|contestant| Score { contestant, whole: Vec::new(), late: Vec::new() });
    for seed in seeds {
        let season = world.season(seed);
        for score in &mut scores {
            let forecasts = score.contestant.forecasts(&season);
            let measured = |part| Measures::of(part).expect("the world has games");
            score.whole.push(measured(&forecasts));
            score.late.push(measured(later_half(&forecasts)));
        }
        tick();
    }
    assert!(!scores[0].late.is_empty(), "there is at least one seed");
    scores.to_vec()
}
