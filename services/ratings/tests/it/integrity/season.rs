//! A simulated month: 24 honest pairs who sometimes play with others, and one cheat of each kind.

use env::{Entropy, UnixMillis};
use ratings::Entity;
use ratings::integrity::signals::Signal;

use super::{found, scan_all};
use crate::world::{Game, START, World, pair};

const HONEST_PAIRS: u64 = 24;
const HONEST_GAMES: u32 = 900;
/// Honest games end three quarters of an hour apart, all month.
const MINUTES_APART: u64 = 43;
const MONTH_MINUTES: u64 = 27 * 24 * 60;

struct Month {
    entropy: Entropy,
    games: Vec<(UnixMillis, [u128; 2], [u128; 2])>,
    /// In points, of the members of the honest pairs and of those pairs.
    skills: Vec<f64>,
    synergies: Vec<f64>,
}

impl Month {
    fn new(seed: u64) -> Self {
        let mut month = Self {
            entropy: Entropy::seeded(seed),
            games: Vec::new(),
            skills: Vec::new(),
            synergies: Vec::new(),
        };
        month.skills = (0..2 * HONEST_PAIRS).map(|_| month.normal(200.0)).collect();
        month.synergies = (0..HONEST_PAIRS).map(|_| month.normal(60.0)).collect();
        month
    }

    fn below(&self, bound: u64) -> u64 {
        self.entropy.u64() % bound
    }

    fn uniform(&self) -> f64 {
        f64::from(u32::try_from(self.entropy.u64() >> 32).unwrap()) / f64::from(u32::MAX)
    }

    /// Twelve uniform numbers make a normal one, nearly.
    fn normal(&self, deviation: f64) -> f64 {
        deviation * ((0..12).map(|_| self.uniform()).sum::<f64>() - 6.0)
    }

    fn regular(&self) -> [u128; 2] {
        let n = u128::from(self.below(HONEST_PAIRS));
        [100 + 2 * n, 101 + 2 * n]
    }

    fn strength(&self, [a, b]: [u128; 2]) -> f64 {
        let index = |player: u128| usize::try_from(player - 100).unwrap();
        let mean = f64::midpoint(self.skills[index(a)], self.skills[index(b)]);
        let regular = index(a) / 2 == index(b) / 2;
        mean + if regular { self.synergies[index(a) / 2] } else { 0.0 }
    }

    fn play(&mut self, minute: u64, one: [u128; 2], other: [u128; 2], chance: f64) {
        let at = START.plus(std::time::Duration::from_secs(60 * (60 + minute)));
        let wins = self.uniform() < chance;
        self.games.push(if wins { (at, one, other) } else { (at, other, one) });
    }

    /// Seven games in ten are of regular pairs, the others of any four.
    fn honest(&mut self) {
        for n in 0..u64::from(HONEST_GAMES) {
            let four = loop {
                let four = if self.below(10) < 7 {
                    [self.regular(), self.regular()]
                } else {
                    [0; 2].map(|_| [0; 2].map(|_: u128| 100 + u128::from(self.below(2 * HONEST_PAIRS))))
                };
                let mut players = four.concat();
                players.sort_unstable();
                players.dedup();
                if players.len() == 4 {
                    break four;
                }
            };
            let difference = self.strength(four[0]) - self.strength(four[1]);
            let chance = 1.0 / (1.0 + 10_f64.powf(-difference / 400.0));
            self.play(n * MINUTES_APART, four[0], four[1], chance);
        }
    }

    /// `games` games of `side` against honest pairs, spread over the month.
    fn against_regulars(&mut self, side: [u128; 2], games: u64, chance: f64) {
        for n in 0..games {
            let opponents = self.regular();
            self.play(n * MONTH_MINUTES / games + self.below(60), side, opponents, chance);
        }
    }

    /// `games` games of two sides, spread over the month.
    fn meet(&mut self, one: [u128; 2], other: [u128; 2], games: u64, chance: f64) {
        for n in 0..games {
            self.play(n * MONTH_MINUTES / games + 7, one, other, chance);
        }
    }

    fn cheats(&mut self) {
        // Middling players who win nearly all when they are together.
        self.against_regulars([1, 2], 40, 0.96);
        self.against_regulars([1, 90], 24, 0.4);
        self.against_regulars([2, 91], 24, 0.4);
        // Two pairs who meet hardly anybody else.
        self.meet([11, 12], [13, 14], 14, 0.5);
        self.against_regulars([11, 12], 6, 0.5);
        self.against_regulars([13, 14], 6, 0.5);
        // A strong pair that loses to a weak one and to nobody else.
        self.against_regulars([21, 22], 30, 0.9);
        self.meet([23, 24], [21, 22], 10, 1.0);
        self.against_regulars([23, 24], 20, 0.25);
        // Games that nobody can have played.
        for n in 0..12 {
            let opponents = [100 + 2 * u128::from(n), 101 + 2 * u128::from(n)];
            self.play(n, [31, 32], opponents, 0.8);
        }
        self.against_regulars([31, 32], 8, 0.5);
        // Accounts that are made to lose.
        self.against_regulars([41, 42], 12, 0.5);
        self.meet([41, 42], [51, 52], 5, 1.0);
        self.meet([41, 42], [53, 54], 5, 1.0);
    }

    async fn rated(mut self, world: &World) {
        self.games.sort_by_key(|(at, ..)| *at);
        for (n, (at, winners, losers)) in self.games.into_iter().enumerate() {
            world.submit(Game::pairs(&format!("g{n}"), winners, losers).at(at)).await.unwrap();
        }
        world.rate("seep").await;
    }
}

fn planted() -> Vec<(Signal, Entity)> {
    vec![
        (Signal::PartnerLift, pair(1, 2)),
        (Signal::OpponentConcentration, pair(11, 12)),
        (Signal::OpponentConcentration, pair(13, 14)),
        (Signal::LosingRun, pair(21, 22)),
        (Signal::QuickGames, pair(31, 32)),
        (Signal::NewAccounts, pair(41, 42)),
    ]
}

#[tokio::test]
async fn each_planted_cheat_is_found_and_no_honest_pair() {
    let world = World::new().await;
    let mut month = Month::new(2026);
    month.honest();
    month.cheats();
    month.rated(&world).await;
    scan_all(&world, "seep").await;
    let found = found(&world).await;
    for cheat in planted() {
        assert!(found.contains(&cheat), "{cheat:?} is not in {found:?}");
    }
    let false_alarms: Vec<_> = found.into_iter().filter(|found| !planted().contains(found)).collect();
    assert_eq!(false_alarms, [], "of {HONEST_PAIRS} honest pairs in {HONEST_GAMES} games");
}
