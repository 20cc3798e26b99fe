//! Random inputs of the ladder's maths, shared by the property tests.

use proptest::prelude::*;
use rating::{
    CentiPoints, Config, ConfigVersion, Entrant, K_MAX, KTier, Leavers, Member, Outcome, Pair, Player,
    RATING_LIMIT, Side, SideLeavers, Weight,
};

/// One game between two pairs.
#[derive(Clone, Debug)]
pub struct Game {
    pub config: Config,
    pub sides: [Side; 2],
    pub outcome: Outcome,
    pub weight: Weight,
    pub leavers: Leavers,
}

/// Mostly plausible amounts around `middle`, some anywhere inside the limit.
fn amount(middle: i64, spread: i64) -> impl Strategy<Value = CentiPoints> {
    let limit = RATING_LIMIT.0;
    prop_oneof![
        6 => middle - spread..=middle + spread,
        1 => -limit..=limit,
        1 => prop_oneof![Just(limit), Just(-limit), Just(middle)],
    ]
    .prop_map(CentiPoints)
}

fn player() -> impl Strategy<Value = Player> {
    (amount(150_000, 60_000), 0..60_u32).prop_map(|(rating, games)| Player { rating, games })
}

fn side() -> impl Strategy<Value = Side> {
    ([player(), player()], amount(0, 10_000), 0..60_u32)
        .prop_map(|(players, synergy, games)| Side { players, pair: Pair { synergy, games } })
}

fn side_leavers() -> impl Strategy<Value = SideLeavers> {
    prop_oneof![
        3 => Just(SideLeavers::Nobody),
        1 => Just(SideLeavers::One(Member::First)),
        1 => Just(SideLeavers::One(Member::Second)),
        1 => Just(SideLeavers::Both),
    ]
}

fn weight() -> impl Strategy<Value = Weight> {
    prop_oneof![Just(100), Just(50), 0..=100_u8]
        .prop_map(|percent| Weight::new(percent).expect("at most 100"))
}

fn other_config() -> impl Strategy<Value = Config> {
    (1..=K_MAX, 1..=K_MAX, 1..=K_MAX, 1..30_u32, 1..30_u32, 0..=100_u32).prop_map(
        |(a, b, c, below, more, rate)| {
            let tiers = vec![KTier { below_games: below, k: a }, KTier { below_games: below + more, k: b }];
            Config::new(ConfigVersion(2), tiers, c, rate).expect("values are in range")
        },
    )
}

fn config() -> impl Strategy<Value = Config> {
    prop_oneof![Just(Config::standard()), other_config()]
}

pub fn game() -> impl Strategy<Value = Game> {
    let outcome = prop_oneof![Just(Outcome::FirstWins), Just(Outcome::Draw), Just(Outcome::SecondWins)];
    let leavers = [side_leavers(), side_leavers()].prop_map(Leavers);
    (config(), [side(), side()], outcome, weight(), leavers).prop_map(
        |(config, sides, outcome, weight, leavers)| Game { config, sides, outcome, weight, leavers },
    )
}

pub fn free_for_all() -> impl Strategy<Value = (Config, Vec<Entrant>, Weight)> {
    let entrant = (player(), 1..=8_u8).prop_map(|(player, place)| Entrant { player, place });
    (config(), prop::collection::vec(entrant, 2..=8), weight())
}
