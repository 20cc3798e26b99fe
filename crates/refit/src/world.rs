//! Simulated seasons: players of known strength, whom they play with, and how their games end.
//!
//! Every player has a skill, and every two who play together a synergy. A side is as strong as the mean of its members'
//! skills plus their synergy, and wins with the probability that the ladder's own curve gives to the difference. So the
//! shape of the truth is the one that the ladder assumes; what is tested is how fast and how well it is learned.

use std::f64::consts::TAU;

use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;

use crate::game::{Event, Game, GamePlayer, GameSide, PlayerId, SideKind};
use crate::log::{Log, LogBuilder};

/// How long a season is: games are spread evenly over it.
const SEASON_MS: u64 = 90 * 24 * 60 * 60 * 1000;
/// When the simulated seasons begin, in milliseconds since 1970.
const SEASON_STARTS_AT_MS: i64 = 1_700_000_000_000;

/// What kind of seasons to simulate.
#[derive(Clone, Debug, PartialEq)]
pub struct World {
    /// The name of the world.
    pub name: &'static str,
    /// How many play: an even number from 4.
    pub players: usize,
    /// How many games a season has.
    pub games: usize,
    /// How many regular partners everybody has, from 1 to all others. All regular pairs play equally often.
    pub partners: usize,
    /// The standard deviation of skills, in points.
    pub skill_sd: f64,
    /// The standard deviation of synergies, in points.
    pub synergy_sd: f64,
}

impl World {
    /// Four hundred players who sit down with one of four regular partners each time.
    pub const MIXED: Self = Self {
        name: "mixed partners",
        players: 400,
        games: 10_000,
        partners: 4,
        skill_sd: 200.0,
        synergy_sd: 60.0,
    };
    /// The same players, each with one partner only.
    pub const FIXED_PAIRS: Self = Self { name: "fixed pairs", partners: 1, ..Self::MIXED };
    /// Mixed partners at a game in which the cards decide: all differences are a quarter of the others'.
    pub const LUCK_HEAVY: Self = Self { name: "luck-heavy", skill_sd: 50.0, synergy_sd: 15.0, ..Self::MIXED };

    /// The season of number `seed`, always the same one.
    ///
    /// # Panics
    /// If the number of players is odd or below 4, or there are no partners or more than other players.
    pub fn season(&self, seed: u64) -> Season {
        assert!(self.players >= 4 && self.players.is_multiple_of(2), "two pairs meet, and all have partners");
        assert!((1..self.players).contains(&self.partners), "partners are other players");
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let skills: Vec<f64> =
            (0..self.players).map(|_| self.skill_sd * standard_normal(&mut chance)).collect();
        let pairs = regular_pairs(self.players, self.partners, &mut chance);
        let strengths: Vec<f64> = pairs
            .iter()
            .map(|[a, b]| (skills[*a] + skills[*b]) / 2.0 + self.synergy_sd * standard_normal(&mut chance))
            .collect();
        let spacing = SEASON_MS / self.games.max(1) as u64;
        let played_at = (0..self.games as u64).map(|number| SEASON_STARTS_AT_MS + (number * spacing) as i64);
        let games = played_at.map(|played_at_ms| {
            let [one, other] = two_pairs(&pairs, &mut chance);
            let chance_of_first = 1.0 / (1.0 + 10f64.powf((strengths[other] - strengths[one]) / 400.0));
            let first_wins = chance.random::<f64>() < chance_of_first;
            SimulatedGame { played_at_ms, sides: [pairs[one], pairs[other]], chance_of_first, first_wins }
        });
        Season { games: games.collect() }
    }
}

/// A simulated season.
#[derive(Clone, Debug, PartialEq)]
pub struct Season {
    /// Its games in the order of play.
    pub games: Vec<SimulatedGame>,
}

/// A simulated game of two pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimulatedGame {
    /// When it ended, in milliseconds since 1970.
    pub played_at_ms: i64,
    /// The players of both sides, by their numbers from 0; of a side, the lower number first or last at random.
    pub sides: [[usize; 2]; 2],
    /// The true probability that the first side wins.
    pub chance_of_first: f64,
    /// Whether it did.
    pub first_wins: bool,
}

impl Season {
    /// The log that a ladder would have of the season.
    pub fn log(&self) -> Log {
        let mut log = LogBuilder::new(SideKind::Pair);
        for (sequence, event) in self.events() {
            log.add(sequence, event).expect("the games are of two pairs");
        }
        log.build()
    }

    /// The entries of that log, numbered from 1.
    pub fn events(&self) -> impl Iterator<Item = (u64, Event)> {
        (1..).zip(self.games.iter().map(SimulatedGame::event))
    }
}

impl SimulatedGame {
    fn event(&self) -> Event {
        let places = if self.first_wins { [1, 2] } else { [2, 1] };
        let side = |index: usize| GameSide {
            players: self.sides[index]
                .iter()
                .map(|number| GamePlayer { id: PlayerId(*number as u128), left: false })
                .collect(),
            place: places[index],
        };
        let sides = vec![side(0), side(1)];
        Event::Game(Game { played_at_ms: self.played_at_ms, abandoned: false, sides })
    }
}

/// Pairs in which everybody has `partners` different ones. Around a table of all players but one, each round of the old
/// tournament scheme pairs everybody with another partner than any other round; so some rounds at random, of players
/// who sit at random, make the pairs.
fn regular_pairs(players: usize, partners: usize, chance: &mut ChaCha8Rng) -> Vec<[usize; 2]> {
    let mut seats: Vec<usize> = (0..players).collect();
    seats.shuffle(chance);
    let ring = players - 1;
    let mut rounds: Vec<usize> = (0..ring).collect();
    rounds.shuffle(chance);
    let round = |turn: usize| {
        let opposite = (1..players / 2).map(move |step| [(turn + step) % ring, (turn + ring - step) % ring]);
        std::iter::once([turn, ring]).chain(opposite)
    };
    let pairs = rounds.into_iter().take(partners).flat_map(round);
    pairs.map(|members| members.map(|seat| seats[seat])).collect()
}

/// Two pairs at random that share nobody, by their places in `pairs`.
fn two_pairs(pairs: &[[usize; 2]], chance: &mut ChaCha8Rng) -> [usize; 2] {
    loop {
        let two = [0, 1].map(|_| chance.random_range(0..pairs.len()));
        let [one, other] = two.map(|place| pairs[place]);
        // Whatever the first pair is, most others share nobody with it.
        if !one.iter().any(|member| other.contains(member)) {
            return two;
        }
    }
}

/// A draw from the normal distribution of mean 0 and deviation 1, by the method of Box and Muller.
fn standard_normal(chance: &mut ChaCha8Rng) -> f64 {
    let radius = (-2.0 * (1.0 - chance.random::<f64>()).ln()).sqrt();
    radius * (TAU * chance.random::<f64>()).cos()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn everybody_has_as_many_different_partners_as_the_world_says() {
        for partners in [1, 4, 9] {
            let pairs = regular_pairs(10, partners, &mut ChaCha8Rng::seed_from_u64(1));
            let different: BTreeSet<[usize; 2]> = pairs
                .iter()
                .map(|members| {
                    let mut sorted = *members;
                    sorted.sort_unstable();
                    sorted
                })
                .collect();
            assert_eq!((pairs.len(), different.len()), (5 * partners, 5 * partners));
            for player in 0..10 {
                assert_eq!(pairs.iter().filter(|members| members.contains(&player)).count(), partners);
            }
        }
    }

    #[test]
    fn seed_alone_decides_the_season() {
        let world = World { players: 20, games: 50, ..World::MIXED };
        assert_eq!(world.season(3), world.season(3));
        assert_ne!(world.season(3), world.season(4));
    }

    #[test]
    fn skills_are_spread_as_the_world_says() {
        let mut chance = ChaCha8Rng::seed_from_u64(5);
        let draws: Vec<f64> = (0..20_000).map(|_| standard_normal(&mut chance)).collect();
        let mean = draws.iter().sum::<f64>() / 20_000.0;
        let variance = draws.iter().map(|draw| draw * draw).sum::<f64>() / 20_000.0;
        // Four standard errors of each.
        assert!(mean.abs() < 0.029 && (variance - 1.0).abs() < 0.04, "{mean} {variance}");
    }

    #[test]
    fn no_player_sits_on_both_sides() {
        let season = World { players: 6, games: 500, ..World::MIXED }.season(2);
        for game in &season.games {
            let all: BTreeSet<usize> = game.sides.into_iter().flatten().collect();
            assert_eq!(all.len(), 4);
        }
    }
}
