//! The vectors of `ratings.md` 3, through acceptance, rater and ledger.

use crate::world::{Game, Placed, World, deltas, pair, player};

/// A case of two pairs, 1 and 2 against 3 and 4, and the deltas of the players and the two synergies.
struct PairCase {
    number: u32,
    /// Ratings and games of the players.
    players: [(i64, i32); 4],
    /// Synergies and games of the pairs.
    pairs: [(i64, i32); 2],
    /// Places of the sides.
    places: [u32; 2],
    deltas: [i64; 6],
}

const SETTLED: i32 = 40;

fn level(rating: i64, games: i32) -> [(i64, i32); 4] {
    [(rating, games); 4]
}

fn against(one: i64, other: i64) -> [(i64, i32); 4] {
    [(one, SETTLED), (one, SETTLED), (other, SETTLED), (other, SETTLED)]
}

const WIN: [u32; 2] = [1, 2];
const LOSS: [u32; 2] = [2, 1];
const DRAW: [u32; 2] = [1, 1];

fn pair_cases() -> Vec<PairCase> {
    let even = [(0, SETTLED); 2];
    let case = |number, players, pairs, places, deltas| PairCase { number, players, pairs, places, deltas };
    vec![
        case(1, level(150_000, 0), [(0, 0); 2], WIN, [2400, 2400, -2400, -2400, 600, -600]),
        case(2, level(150_000, SETTLED), even, WIN, [800, 800, -800, -800, 200, -200]),
        case(3, against(165_000, 155_000), even, WIN, [576, 576, -576, -576, 144, -144]),
        case(4, against(165_000, 155_000), even, LOSS, [-1024, -1024, 1024, 1024, -256, 256]),
        case(5, against(165_000, 155_000), even, DRAW, [-224, -224, 224, 224, -56, 56]),
        case(
            6,
            level(160_000, SETTLED),
            [(2500, SETTLED), (-2500, SETTLED)],
            WIN,
            [686, 686, -686, -686, 171, -171],
        ),
        case(
            7,
            [(150_000, 0), (180_000, SETTLED), (165_000, SETTLED), (165_000, SETTLED)],
            [(0, 0), (0, SETTLED)],
            WIN,
            [1800, 600, -1200, -1200, 400, -400],
        ),
        case(8, against(260_000, 140_000), even, WIN, [16, 16, -16, -16, 4, -4]),
        case(
            10,
            [(150_001, SETTLED), (150_000, SETTLED), (149_950, SETTLED), (149_950, SETTLED)],
            even,
            WIN,
            [798, 798, -798, -798, 199, -199],
        ),
    ]
}

#[tokio::test]
async fn pairs_change_as_the_published_vectors_say() {
    let world = World::new().await;
    for (index, case) in (0_u128..).zip(pair_cases()) {
        let [a, b, c, d] = [1, 2, 3, 4].map(|n| 10 * index + n);
        for (n, (balance, games)) in [a, b, c, d].into_iter().zip(case.players) {
            world.place("seep", player(n), Placed { balance, games, strength: None }).await;
        }
        for ((one, other), (i, (balance, games))) in
            [(a, b), (c, d)].into_iter().zip(case.pairs.into_iter().enumerate())
        {
            let strength = Some(case.players[2 * i].0 + case.players[2 * i + 1].0 + 2 * balance);
            world.place("seep", pair(one, other), Placed { balance, games, strength }).await;
        }
        let game = Game::pairs(&format!("vector-{}", case.number), [a, b], [c, d]).places(&case.places);
        assert_eq!(deltas(&world.play(game).await), case.deltas, "vector {}", case.number);
    }
}

#[tokio::test]
async fn single_players_change_as_the_published_vectors_say() {
    let world = World::new().await;
    for n in 1..=6 {
        world.place("solo", player(n), Placed { balance: 150_000, games: SETTLED, strength: None }).await;
    }
    let cases = [
        (12, Game::solo("12", &[1, 2, 3], &[1, 2, 3]), vec![800, 0, -800]),
        (13, Game::solo("13", &[4, 5, 6], &[1, 1, 3]), vec![400, 400, -800]),
        (15, Game::solo("15", &[7, 8], &[1, 2]), vec![2400, -2400]),
    ];
    for (number, game, expected) in cases {
        assert_eq!(deltas(&world.play(game).await), expected, "vector {number}");
    }
}
