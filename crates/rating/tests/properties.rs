//! The invariants of `ratings.md` 2, over random games.
#![allow(clippy::unwrap_used, reason = "clippy sees only functions marked as tests as tests")]

mod support;

use proptest::prelude::*;
use rating::{
    CentiPoints, Leavers, Member, Outcome, PairUpdate, Player, SideLeavers, close_player, rate_free_for_all,
    rate_pairs, season_imbalance,
};
use support::Game;

fn rate(game: &Game) -> PairUpdate {
    rate_pairs(&game.config, &game.sides, game.outcome, game.weight, game.leavers).unwrap()
}

fn swap_sides(game: &Game) -> Game {
    let [first, second] = game.sides;
    let [first_leavers, second_leavers] = game.leavers.0;
    let outcome = match game.outcome {
        Outcome::FirstWins => Outcome::SecondWins,
        Outcome::Draw => Outcome::Draw,
        Outcome::SecondWins => Outcome::FirstWins,
    };
    let leavers = Leavers([second_leavers, first_leavers]);
    Game { sides: [second, first], outcome, leavers, ..game.clone() }
}

fn swap_partners_of_first(game: &Game) -> Game {
    let mut swapped = game.clone();
    swapped.sides[0].players.reverse();
    swapped.leavers.0[0] = match game.leavers.0[0] {
        SideLeavers::One(Member::First) => SideLeavers::One(Member::Second),
        SideLeavers::One(Member::Second) => SideLeavers::One(Member::First),
        other => other,
    };
    swapped
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn deltas_of_a_game_sum_to_zero(game in support::game()) {
        let update = rate(&game);
        prop_assert_eq!(update.players.iter().flatten().copied().sum::<CentiPoints>(), CentiPoints::ZERO);
        prop_assert_eq!(update.synergies.into_iter().sum::<CentiPoints>(), CentiPoints::ZERO);
    }

    /// The deltas follow their sides: what is written for the first side is the negation of what was before.
    #[test]
    fn swapping_sides_swaps_the_deltas(game in support::game()) {
        let [update, swapped] = [rate(&game), rate(&swap_sides(&game))];
        prop_assert_eq!(swapped.explanation.pool, -update.explanation.pool);
        prop_assert_eq!([swapped.players[1], swapped.players[0]], update.players);
        prop_assert_eq!([swapped.synergies[1], swapped.synergies[0]], update.synergies);
    }

    #[test]
    fn swapping_partners_swaps_their_deltas_and_nothing_else(game in support::game()) {
        let [update, swapped] = [rate(&game), rate(&swap_partners_of_first(&game))];
        let [[a, b], others] = update.players;
        prop_assert_eq!(swapped.players, [[b, a], others]);
        prop_assert_eq!(swapped.synergies, update.synergies);
    }

    #[test]
    fn winner_never_loses_and_loser_never_gains(game in support::game()) {
        let Some(winner) = game.outcome.winner() else { return Ok(()) };
        let update = rate(&game);
        prop_assert!(update.players[winner].iter().all(|delta| *delta >= CentiPoints::ZERO));
        prop_assert!(update.players[1 - winner].iter().all(|delta| *delta <= CentiPoints::ZERO));
        prop_assert!(update.synergies[winner] >= CentiPoints::ZERO);
    }

    #[test]
    fn deltas_of_a_free_for_all_sum_to_zero((config, entrants, weight) in support::free_for_all()) {
        let update = rate_free_for_all(&config, &entrants, weight).unwrap();
        prop_assert_eq!(update.players.into_iter().sum::<CentiPoints>(), CentiPoints::ZERO);
    }

    #[test]
    fn order_of_a_free_for_all_decides_nothing((config, mut entrants, weight) in support::free_for_all()) {
        let mut forwards = rate_free_for_all(&config, &entrants, weight).unwrap().players;
        entrants.reverse();
        let backwards = rate_free_for_all(&config, &entrants, weight).unwrap().players;
        forwards.reverse();
        prop_assert_eq!(forwards, backwards);
    }

    #[test]
    fn season_balances_after_every_close(ratings in prop::collection::vec(-1_000_000..1_000_000_i64, 1..40)) {
        // The last player makes the season balance before its close.
        let rest = 150_000 * (i64::try_from(ratings.len()).unwrap() + 1) - ratings.iter().sum::<i64>();
        let mut players: Vec<Player> =
            ratings.iter().chain([&rest]).map(|r| Player { rating: CentiPoints(*r), games: 40 }).collect();
        let mut account = CentiPoints::ZERO;
        for _ in 0..5 {
            for player in &mut players {
                let (closed, booking) = close_player(*player);
                *player = closed;
                account += booking.ratings;
            }
            let sum = players.iter().map(|player| player.rating).sum();
            let count = u64::try_from(players.len()).unwrap();
            prop_assert_eq!(season_imbalance(sum, account, count), CentiPoints::ZERO);
        }
    }
}
