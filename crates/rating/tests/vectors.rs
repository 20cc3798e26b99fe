//! The vectors of the ladder's specification, section 3 (16 is beside the soft reset), and worked cases of the
//! leaver rules of section 4.
#![allow(clippy::unwrap_used, reason = "clippy sees only functions marked as tests as tests")]

use rating::{
    CentiPoints, Config, Entrant, Leavers, Member, Outcome, Pair, PairUpdate, Player, RATING_LIMIT,
    RatingError, Side, SideLeavers, Split, SynergyRule, Weight, WeightRule, rate_free_for_all, rate_pairs,
};

const SETTLED_GAMES: u32 = 40;

const fn player(rating: i64, games: u32) -> Player {
    Player { rating: CentiPoints(rating), games }
}

/// A settled pair without synergy.
const fn settled(a: i64, b: i64) -> Side {
    Side {
        players: [player(a, SETTLED_GAMES), player(b, SETTLED_GAMES)],
        pair: Pair { synergy: CentiPoints::ZERO, games: SETTLED_GAMES },
    }
}

fn with_synergy(side: Side, synergy: i64) -> Side {
    Side { pair: Pair { synergy: CentiPoints(synergy), ..side.pair }, ..side }
}

fn rate(sides: [Side; 2], outcome: Outcome) -> PairUpdate {
    rate_pairs(&Config::standard(), &sides, outcome, Weight::FULL, Leavers::NOBODY).unwrap()
}

/// The deltas in the order of the specification's table: a, b, c, d, the two synergies.
fn deltas(update: &PairUpdate) -> [i64; 6] {
    let [[a, b], [c, d]] = update.players;
    let [one, other] = update.synergies;
    [a, b, c, d, one, other].map(|delta| delta.0)
}

#[test]
fn vector_01_new_pairs() {
    let new = Side { players: [Player::NEW; 2], pair: Pair::NEW };
    assert_eq!(deltas(&rate([new; 2], Outcome::FirstWins)), [2400, 2400, -2400, -2400, 600, -600]);
}

#[test]
fn vector_02_equal_settled_pairs() {
    let sides = [settled(150_000, 150_000); 2];
    assert_eq!(deltas(&rate(sides, Outcome::FirstWins)), [800, 800, -800, -800, 200, -200]);
}

const STRONGER_AND_WEAKER: [Side; 2] = [settled(165_000, 165_000), settled(155_000, 155_000)];

#[test]
fn vector_03_stronger_pair_wins() {
    let update = rate(STRONGER_AND_WEAKER, Outcome::FirstWins);
    assert_eq!(deltas(&update), [576, 576, -576, -576, 144, -144]);
}

#[test]
fn vector_04_stronger_pair_loses() {
    let update = rate(STRONGER_AND_WEAKER, Outcome::SecondWins);
    assert_eq!(deltas(&update), [-1024, -1024, 1024, 1024, -256, 256]);
}

#[test]
fn vector_05_stronger_pair_draws() {
    assert_eq!(deltas(&rate(STRONGER_AND_WEAKER, Outcome::Draw)), [-224, -224, 224, 224, -56, 56]);
}

#[test]
fn vector_06_synergy_counts_towards_strength() {
    let side = settled(160_000, 160_000);
    let update = rate([with_synergy(side, 2_500), with_synergy(side, -2_500)], Outcome::FirstWins);
    assert_eq!(deltas(&update), [686, 686, -686, -686, 171, -171]);
}

#[test]
fn vector_07_new_player_with_a_settled_one() {
    let mixed = Side { players: [player(150_000, 0), player(180_000, SETTLED_GAMES)], pair: Pair::NEW };
    let update = rate([mixed, settled(165_000, 165_000)], Outcome::FirstWins);
    assert_eq!(deltas(&update), [1800, 600, -1200, -1200, 400, -400]);
}

#[test]
fn vector_08_difference_beyond_the_table() {
    let update = rate([settled(260_000, 260_000), settled(140_000, 140_000)], Outcome::FirstWins);
    assert_eq!(deltas(&update), [16, 16, -16, -16, 4, -4]);
}

#[test]
fn vector_10_difference_is_rounded_half_away_from_zero() {
    let update = rate([settled(150_001, 150_000), settled(149_950, 149_950)], Outcome::FirstWins);
    assert_eq!(deltas(&update), [798, 798, -798, -798, 199, -199]);
}

fn free_for_all(games: u32, places: &[u8]) -> Vec<i64> {
    let entrants: Vec<Entrant> =
        places.iter().map(|place| Entrant { player: player(150_000, games), place: *place }).collect();
    let update = rate_free_for_all(&Config::standard(), &entrants, Weight::FULL).unwrap();
    update.players.iter().map(|delta| delta.0).collect()
}

#[test]
fn vector_12_three_places() {
    assert_eq!(free_for_all(SETTLED_GAMES, &[1, 2, 3]), [800, 0, -800]);
}

#[test]
fn vector_13_shared_first_place() {
    assert_eq!(free_for_all(SETTLED_GAMES, &[1, 1, 3]), [400, 400, -800]);
}

#[test]
fn vector_15_two_new_players() {
    assert_eq!(free_for_all(0, &[1, 2]), [2400, -2400]);
}

const NOBODY: SideLeavers = SideLeavers::Nobody;
const FIRST: SideLeavers = SideLeavers::One(Member::First);
const SECOND: SideLeavers = SideLeavers::One(Member::Second);
const BOTH: SideLeavers = SideLeavers::Both;

/// Equal settled pairs; the first wins. Without leavers the pool is 1600 and the synergy moves by 200.
fn win_with_leavers(winners: SideLeavers, losers: SideLeavers) -> PairUpdate {
    let sides = [settled(150_000, 150_000); 2];
    let leavers = Leavers([winners, losers]);
    rate_pairs(&Config::standard(), &sides, Outcome::FirstWins, Weight::FULL, leavers).unwrap()
}

#[test]
fn leaver_on_the_losing_side_carries_three_quarters() {
    assert_eq!(deltas(&win_with_leavers(NOBODY, FIRST)), [800, 800, -1200, -400, 0, 0]);
    assert_eq!(deltas(&win_with_leavers(NOBODY, SECOND)), [800, 800, -400, -1200, 0, 0]);
}

#[test]
fn three_quarters_are_rounded_half_away_from_zero() {
    // The pool is 2 * 343 = 686; three quarters of it are 514.5.
    let side = settled(160_000, 160_000);
    let sides = [with_synergy(side, 2_500), with_synergy(side, -2_500)];
    let leavers = Leavers([NOBODY, FIRST]);
    let weight = Weight::new(50).unwrap();
    let update = rate_pairs(&Config::standard(), &sides, Outcome::FirstWins, weight, leavers).unwrap();
    assert_eq!(deltas(&update), [343, 343, -515, -171, 0, 0]);
}

#[test]
fn both_losers_leaving_is_an_ordinary_loss() {
    assert_eq!(deltas(&win_with_leavers(NOBODY, BOTH)), [800, 800, -800, -800, 200, -200]);
}

#[test]
fn leaver_on_the_winning_side_leaves_half_the_gain_to_the_partner() {
    assert_eq!(deltas(&win_with_leavers(FIRST, NOBODY)), [0, 800, -400, -400, 0, 0]);
    assert_eq!(deltas(&win_with_leavers(SECOND, NOBODY)), [800, 0, -400, -400, 0, 0]);
}

#[test]
fn leavers_on_both_sides_combine_the_rules() {
    assert_eq!(deltas(&win_with_leavers(FIRST, SECOND)), [0, 800, -200, -600, 0, 0]);
}

#[test]
fn winning_leaver_halves_also_when_both_losers_left() {
    assert_eq!(deltas(&win_with_leavers(SECOND, BOTH)), [800, 0, -400, -400, 0, 0]);
}

#[test]
fn winners_who_both_left_share_half_the_gain() {
    assert_eq!(deltas(&win_with_leavers(BOTH, NOBODY)), [400, 400, -400, -400, 0, 0]);
}

#[test]
fn leavers_change_nothing_about_a_draw() {
    let leavers = Leavers([FIRST, BOTH]);
    let update =
        rate_pairs(&Config::standard(), &STRONGER_AND_WEAKER, Outcome::Draw, Weight::FULL, leavers).unwrap();
    assert_eq!(update, rate(STRONGER_AND_WEAKER, Outcome::Draw));
}

#[test]
fn half_weight_halves_and_no_weight_moves_nothing() {
    let sides = [settled(150_000, 150_000); 2];
    let with = |percent| {
        let weight = Weight::new(percent).unwrap();
        deltas(&rate_pairs(&Config::standard(), &sides, Outcome::FirstWins, weight, Leavers::NOBODY).unwrap())
    };
    assert_eq!(with(50), [400, 400, -400, -400, 100, -100]);
    assert_eq!(with(0), [0; 6]);
}

#[test]
fn explanation_carries_every_intermediate_value() {
    let mixed = Side { players: [player(150_000, 0), player(180_000, SETTLED_GAMES)], pair: Pair::NEW };
    let sides = [mixed, settled(155_000, 155_000)];
    let leavers = Leavers([FIRST, SECOND]);
    let explained = rate_pairs(&Config::standard(), &sides, Outcome::FirstWins, Weight::FULL, leavers)
        .unwrap()
        .explanation;
    assert_eq!(explained.config_version.0, 1);
    assert_eq!(explained.sides.map(|side| side.strength.points()), [1650, 1550]);
    assert_eq!(explained.difference_points, 100);
    assert_eq!((explained.expected.0, explained.score.0), (640_065, 1_000_000));
    assert_eq!(explained.sides.map(|side| side.player_k), [[48, 16], [16, 16]]);
    assert_eq!(explained.sides.map(|side| side.pair_k), [48, 16]);
    assert_eq!(explained.k_sum, 96);
    assert_eq!((explained.weight, explained.weight_rule), (Weight::FULL, WeightRule::HalvedForLeaver));
    assert_eq!(explained.effective_weight_half_percent(), 100);
    assert_eq!(explained.pool, CentiPoints(864));
    let splits = explained.sides.map(|side| side.split);
    let expected_splits = [
        Split::StayerGainsAll { leaver: Member::First },
        Split::LeaverCarriesThreeQuarters { leaver: Member::Second },
    ];
    assert_eq!(splits, expected_splits);
    assert_eq!(explained.synergy_rule, SynergyRule::KeptForLeaver);
}

#[test]
fn free_for_all_explains_each_duel() {
    let entrants = [(170_000, 0, 2), (150_000, 40, 1), (150_000, 40, 2)]
        .map(|(rating, games, place)| Entrant { player: player(rating, games), place });
    let update = rate_free_for_all(&Config::standard(), &entrants, Weight::FULL).unwrap();
    let explained = &update.explanation;
    assert_eq!((explained.player_k.as_slice(), explained.k_sum), ([48, 16, 16].as_slice(), 80));
    let duels: Vec<_> = explained
        .duels
        .iter()
        .map(|duel| (duel.one, duel.other, duel.difference_points, duel.score.0, duel.gain.0))
        .collect();
    assert_eq!(duels, [(0, 1, 200, 0, -1013), (0, 2, 200, 500_000, -346), (1, 2, 0, 1_000_000, 667)]);
    assert_eq!(update.players, [-1359, 1680, -321].map(CentiPoints));
}

#[test]
fn ratings_beyond_the_limit_are_refused_and_those_at_it_are_not() {
    let (at, beyond) = (RATING_LIMIT.0, RATING_LIMIT.0 + 1);
    let try_rate = |side| {
        let sides = [settled(-at, -at), side];
        rate_pairs(&Config::standard(), &sides, Outcome::FirstWins, Weight::FULL, Leavers::NOBODY).map(|_| ())
    };
    assert_eq!(try_rate(with_synergy(settled(at, at), at)), Ok(()));
    let refused = try_rate(settled(at, -beyond));
    assert_eq!(refused, Err(RatingError::RatingOutOfRange { rating: CentiPoints(-beyond) }));
    let refused = try_rate(with_synergy(settled(at, at), i64::MIN));
    assert_eq!(refused, Err(RatingError::SynergyOutOfRange { synergy: CentiPoints(i64::MIN) }));
}

#[test]
fn free_for_all_of_one_or_nine_is_refused() {
    for entrants in [1, 9] {
        let list = vec![Entrant { player: Player::NEW, place: 1 }; entrants];
        let refused = rate_free_for_all(&Config::standard(), &list, Weight::FULL);
        assert_eq!(refused, Err(RatingError::EntrantCount { entrants }));
    }
}

#[test]
fn free_for_all_rating_beyond_the_limit_is_refused() {
    let rating = CentiPoints(i64::MAX);
    let entrants = [Player::NEW, Player { rating, games: 0 }].map(|player| Entrant { player, place: 1 });
    let refused = rate_free_for_all(&Config::standard(), &entrants, Weight::FULL);
    assert_eq!(refused, Err(RatingError::RatingOutOfRange { rating }));
}
