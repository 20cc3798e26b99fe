//! Simpler ways to rate pairs, for comparison with the ladder. They are small and in floating point, as nobody's rating
//! depends on them. All use the ladder's K, by the games of what they rate.

use std::collections::HashMap;

use rating::Config;

use crate::measures::Forecast;
use crate::world::SimulatedGame;

/// A way to rate pairs.
pub trait Rival {
    /// What the side of these two counts for, in points.
    fn strength(&self, members: [usize; 2]) -> f64;

    /// Learns that a side of these two scored `surplus` more than expected (negative: less).
    fn learn(&mut self, members: [usize; 2], surplus: f64);

    /// What it expected of each game and what happened, learning as it goes.
    fn play(&mut self, games: &[SimulatedGame]) -> Vec<Forecast> {
        let forecast = |game: &SimulatedGame| {
            let [first, second] = game.sides.map(|members| self.strength(members));
            let expected = 1.0 / (1.0 + 10f64.powf((second - first) / 400.0));
            let score = if game.first_wins { 1.0 } else { 0.0 };
            self.learn(game.sides[0], score - expected);
            self.learn(game.sides[1], expected - score);
            Forecast { expected, score }
        };
        games.iter().map(forecast).collect()
    }
}

/// A rating and the games that decide its K.
#[derive(Clone, Copy, Debug)]
struct Rated {
    rating: f64,
    games: u32,
}

impl Rated {
    const fn new(rating: f64) -> Self {
        Self { rating, games: 0 }
    }

    fn learn(&mut self, config: &Config, surplus: f64) {
        self.rating += f64::from(config.k(self.games)) * surplus;
        self.games += 1;
    }
}

const START: f64 = 1500.0;

/// Elo of individuals: a side counts for the mean of its members, and each member learns as if alone.
pub struct MeanOfIndividuals {
    config: Config,
    players: HashMap<usize, Rated>,
}

impl MeanOfIndividuals {
    /// Nobody has played.
    pub fn new(config: Config) -> Self {
        Self { config, players: HashMap::new() }
    }
}

impl Rival for MeanOfIndividuals {
    fn strength(&self, members: [usize; 2]) -> f64 {
        members
            .map(|member| self.players.get(&member).map_or(START, |rated| rated.rating))
            .iter()
            .sum::<f64>()
            / 2.0
    }

    fn learn(&mut self, members: [usize; 2], surplus: f64) {
        for member in members {
            self.players.entry(member).or_insert(Rated::new(START)).learn(&self.config, surplus);
        }
    }
}

/// Elo of pairs: two who have not played together start at 1500, whoever they are.
pub struct PairElo {
    config: Config,
    pairs: HashMap<[usize; 2], Rated>,
}

impl PairElo {
    /// Nobody has played.
    pub fn new(config: Config) -> Self {
        Self { config, pairs: HashMap::new() }
    }
}

impl Rival for PairElo {
    fn strength(&self, members: [usize; 2]) -> f64 {
        self.pairs.get(&sorted(members)).map_or(START, |rated| rated.rating)
    }

    fn learn(&mut self, members: [usize; 2], surplus: f64) {
        self.pairs.entry(sorted(members)).or_insert(Rated::new(START)).learn(&self.config, surplus);
    }
}

/// Elo of pairs in which a new pair starts at the mean of its members, who have an Elo of their own beside it.
pub struct SeededPairElo {
    members: MeanOfIndividuals,
    pairs: PairElo,
}

impl SeededPairElo {
    /// Nobody has played.
    pub fn new(config: Config) -> Self {
        Self { members: MeanOfIndividuals::new(config.clone()), pairs: PairElo::new(config) }
    }
}

impl Rival for SeededPairElo {
    fn strength(&self, members: [usize; 2]) -> f64 {
        match self.pairs.pairs.get(&sorted(members)) {
            Some(rated) => rated.rating,
            None => self.members.strength(members),
        }
    }

    fn learn(&mut self, members: [usize; 2], surplus: f64) {
        let start = self.strength(members);
        self.pairs
            .pairs
            .entry(sorted(members))
            .or_insert(Rated::new(start))
            .learn(&self.pairs.config, surplus);
        self.members.learn(members, surplus);
    }
}

fn sorted(mut members: [usize; 2]) -> [usize; 2] {
    members.sort_unstable();
    members
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(sides: [[usize; 2]; 2]) -> SimulatedGame {
        SimulatedGame { played_at_ms: 0, sides, chance_of_first: 0.5, first_wins: true }
    }

    fn second_expectation(mut rival: impl Rival, second: [[usize; 2]; 2]) -> f64 {
        rival.play(&[game([[0, 1], [2, 3]]), game(second)])[1].expected
    }

    #[test]
    fn plain_pair_elo_knows_a_pair_in_either_order_and_nothing_of_a_new_one() {
        let elo = || PairElo::new(Config::standard());
        // 1524 against 1476.
        assert!((second_expectation(elo(), [[1, 0], [3, 2]]) - 0.568_641).abs() < 1e-6);
        assert_eq!(second_expectation(elo(), [[0, 4], [2, 5]]), 0.5);
    }

    #[test]
    fn seeded_pair_elo_expects_of_a_new_pair_what_its_members_are_worth() {
        let elo = || SeededPairElo::new(Config::standard());
        // Means of 1512 and 1488.
        assert!((second_expectation(elo(), [[0, 4], [2, 5]]) - 0.534_484).abs() < 1e-6);
    }

    #[test]
    fn mean_of_individuals_expects_the_same_of_every_pair_of_equals() {
        let mean = || MeanOfIndividuals::new(Config::standard());
        assert!((second_expectation(mean(), [[0, 4], [2, 5]]) - 0.534_484).abs() < 1e-6);
        assert_eq!(second_expectation(mean(), [[0, 2], [1, 3]]), 0.5);
    }
}
