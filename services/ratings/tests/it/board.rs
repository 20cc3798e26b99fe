//! The board: ranks, ties, provisional entities, pages and neighbours.

use ratings::board::{self, BoardRow, Page, Rows};
use ratings::history;
use ratings::rank::BoardKey;
use ratings::{Entity, Error};

use crate::world::{Game, Placed, World, ladder_id, pair, player};

/// Pairs of players (10n, 10n + 1) at the given points and games, members included.
pub async fn board_of(points_and_games: &[(i64, i32)]) -> World {
    let world = World::new().await;
    for (n, (points, games)) in (1..).zip(points_and_games) {
        let (a, b) = (10 * n, 10 * n + 1);
        for member in [a, b] {
            let placed = Placed { balance: points * 100, games: *games, strength: None };
            world.place("seep", player(member), placed).await;
        }
        let placed = Placed { balance: 0, games: *games, strength: Some(points * 200) };
        world.place("seep", pair(a, b), placed).await;
    }
    world
}

async fn page(world: &World, rows: Rows, after: Option<BoardKey>, size: u32) -> Page {
    board::page(world.pool(), &ladder_id("seep"), rows, after, size).await.unwrap()
}

pub fn ranks(rows: &[BoardRow]) -> Vec<(u64, i32)> {
    rows.iter().map(|row| (row.rank.unwrap_or(0), row.displayed)).collect()
}

#[tokio::test]
async fn ties_share_a_rank_and_are_ordered_by_entity() {
    let world = board_of(&[(1500, 12), (1550, 12), (1600, 12), (1550, 12)]).await;
    let page = page(&world, Rows::Ranked, None, 50).await;
    assert_eq!(ranks(&page.rows), [(1, 1600), (2, 1550), (2, 1550), (4, 1500)]);
    assert_eq!((page.rows[1].entity, page.rows[2].entity), (pair(20, 21), pair(40, 41)));
    assert_eq!((page.ranked, page.next), (4, None));
}

#[tokio::test]
async fn ratings_that_differ_below_a_point_are_tied() {
    let world = board_of(&[]).await;
    for (n, strength) in [(1, 300_099), (2, 299_900)] {
        world
            .place(
                "seep",
                pair(10 * n, 10 * n + 1),
                Placed { balance: 0, games: 10, strength: Some(strength) },
            )
            .await;
    }
    assert_eq!(ranks(&page(&world, Rows::Ranked, None, 50).await.rows), [(1, 1500), (1, 1500)]);
}

#[tokio::test]
async fn rows_bear_the_names_of_the_members() {
    let world = board_of(&[(1500, 12)]).await;
    assert_eq!(page(&world, Rows::Ranked, None, 50).await.rows[0].names, ["Player 10", "Player 11"]);
}

#[tokio::test]
async fn provisional_pairs_come_after_the_ranked_ones_and_have_no_rank() {
    let world = board_of(&[(1700, 9), (1500, 10), (1400, 11), (1300, 1)]).await;
    let ranked = page(&world, Rows::Ranked, None, 50).await;
    assert_eq!(ranks(&ranked.rows), [(1, 1500), (2, 1400)]);
    let all = page(&world, Rows::WithProvisional, None, 50).await;
    assert_eq!(ranks(&all.rows), [(1, 1500), (2, 1400), (0, 1700), (0, 1300)]);
    assert_eq!(all.rows.iter().map(|row| row.provisional).collect::<Vec<_>>(), [false, false, true, true]);
    assert_eq!(all.ranked, 2);
}

#[tokio::test]
async fn pages_of_any_size_add_up_to_the_board() {
    let points: Vec<(i64, i32)> =
        (0..23).map(|n| (1500 + (n * 7) % 5, if n % 4 == 0 { 3 } else { 20 })).collect();
    let world = board_of(&points).await;
    let whole = page(&world, Rows::WithProvisional, None, 50).await.rows;
    assert_eq!(whole.len(), 23);
    for size in [1, 2, 5, 22, 23] {
        let (mut rows, mut after) = (Vec::new(), None);
        loop {
            let next = page(&world, Rows::WithProvisional, after, size).await;
            rows.extend(next.rows);
            after = next.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(rows, whole, "pages of {size}");
    }
}

#[tokio::test]
async fn entity_is_shown_with_its_neighbours() {
    let world = board_of(&[(1700, 12), (1650, 12), (1600, 12), (1600, 12), (1550, 12), (1500, 12)]).await;
    let around = board::around(world.pool(), &ladder_id("seep"), pair(40, 41), 2).await.unwrap();
    assert_eq!(ranks(&around.above), [(2, 1650), (3, 1600)]);
    assert_eq!((around.row.rank, around.row.entity), (Some(3), pair(40, 41)));
    assert_eq!(ranks(&around.below), [(5, 1550), (6, 1500)]);
    assert_eq!(around.ranked, 6);
}

#[tokio::test]
async fn provisional_entity_is_shown_among_the_ranked_ones_of_its_rating() {
    let world = board_of(&[(1700, 12), (1600, 3), (1500, 12)]).await;
    let around = board::around(world.pool(), &ladder_id("seep"), pair(20, 21), 5).await.unwrap();
    assert_eq!((around.row.rank, around.row.provisional), (None, true));
    assert_eq!(ranks(&around.above), [(1, 1700)]);
    assert_eq!(ranks(&around.below), [(2, 1500)]);
}

#[tokio::test]
async fn player_on_a_ladder_of_pairs_has_a_rating_but_no_rank_and_no_neighbours() {
    let world = board_of(&[(1700, 12), (1600, 12)]).await;
    let around = board::around(world.pool(), &ladder_id("seep"), player(20), 5).await.unwrap();
    assert_eq!((around.row.rank, around.row.displayed, around.row.provisional), (None, 1600, false));
    assert_eq!(around.row.names, ["Player 20"]);
    assert_eq!((around.above.len(), around.below.len()), (0, 0));
}

#[tokio::test]
async fn whoever_has_not_played_is_not_found() {
    let world = board_of(&[(1700, 12)]).await;
    let seep = ladder_id("seep");
    let missing = |entity: Entity| board::around(world.pool(), &seep, entity, 0);
    assert!(matches!(missing(player(99)).await, Err(Error::StandingNotFound)));
    assert!(matches!(missing(pair(10, 20)).await, Err(Error::StandingNotFound)));
    let history = history::page(world.pool(), &seep, player(99), None, 5).await;
    assert!(matches!(history, Err(Error::StandingNotFound)));
}

#[tokio::test]
async fn pair_is_ranked_from_its_tenth_game_on() {
    let world = World::new().await;
    for (i, opponent) in (0..10).zip((10_u128..).step_by(2)) {
        let before = page(&world, Rows::Ranked, None, 5).await;
        assert_eq!(before.ranked, 0, "after {i} games");
        world.play(Game::pairs(&format!("g{i}"), [1, 2], [opponent, opponent + 1])).await;
    }
    let rows = page(&world, Rows::Ranked, None, 5).await.rows;
    let counts = (rows[0].entity, rows[0].wins, rows[0].draws, rows[0].losses);
    assert_eq!((rows.len(), counts), (1, (pair(1, 2), 10, 0, 0)));
}

#[tokio::test]
async fn single_players_are_ranked_on_their_own_ladder() {
    let world = World::new().await;
    for (n, points) in [(1, 1600), (2, 1700)] {
        world.place("solo", player(n), Placed { balance: points * 100, games: 15, strength: None }).await;
    }
    let page = board::page(world.pool(), &ladder_id("solo"), Rows::Ranked, None, 5).await.unwrap();
    assert_eq!(page.rows.iter().map(|row| row.entity).collect::<Vec<_>>(), [player(2), player(1)]);
}

#[tokio::test]
async fn pages_of_a_history_add_up_and_go_back_in_time() {
    let world = World::new().await;
    for (i, partner) in [2, 3, 2, 4, 2].into_iter().enumerate() {
        let first = 100 + 2 * u128::try_from(i).unwrap();
        world.play(Game::pairs(&format!("g{i}"), [1, partner], [first, first + 1])).await;
    }
    let seep = ladder_id("seep");
    let whole = history::page(world.pool(), &seep, pair(1, 2), None, 200).await.unwrap().entries;
    assert_eq!(whole.iter().map(|line| line.sequence).collect::<Vec<_>>(), [5, 5, 3, 3, 1]);
    let (mut lines, mut before) = (Vec::new(), None);
    loop {
        let page = history::page(world.pool(), &seep, pair(1, 2), before, 2).await.unwrap();
        lines.extend(page.entries);
        before = page.next;
        if before.is_none() {
            break;
        }
    }
    assert_eq!(lines, whole);
}

#[tokio::test]
async fn latest_name_of_a_player_is_shown() {
    let world = World::new().await;
    world.play(Game::pairs("a", [1, 2], [3, 4])).await;
    let mut renamed = Game::pairs("b", [1, 2], [3, 4]).report();
    renamed.sides[0].players[0].name = "Asha".into();
    world.play(renamed).await;
    let rows = page(&world, Rows::WithProvisional, None, 5).await.rows;
    assert_eq!(rows[0].names, ["Asha", "Player 2"]);
}

#[tokio::test]
async fn everybody_stands_between_their_neighbours_as_on_the_board() {
    let points: Vec<(i64, i32)> = (0..30).map(|n| (1380 + 17 * n % 260, 10 + i32::from(n % 4 > 0))).collect();
    let world = board_of(&points).await;
    let seep = ladder_id("seep");
    for folded in [false, true] {
        if folded {
            ratings::rate::fold(world.pool(), &seep).await.unwrap();
            // And some changes that are not folded yet.
            for n in 1..6 {
                world.play(Game::pairs(&format!("g{n}"), [10 * n, 10 * n + 1], [200, 201])).await;
            }
        }
        let board = page(&world, Rows::Ranked, None, 50).await;
        assert_eq!((board.rows.len(), board.ranked), (30, 30));
        for (at, row) in board.rows.iter().enumerate() {
            let around = board::around(world.pool(), &seep, row.entity, 4).await.unwrap();
            assert_eq!((&around.row, around.ranked), (row, 30));
            assert_eq!(around.above, board.rows[at.saturating_sub(4)..at]);
            assert_eq!(around.below, board.rows[at + 1..(at + 5).min(30)]);
        }
    }
}
