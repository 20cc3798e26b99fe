//! The board of one season among several, filtered, for certain entities, and for the partners of a player.

use std::time::Duration;

use env::UnixMillis;
use ratings::append::{self, Order};
use ratings::board::{self, Board, Filter, Page, Rows};
use ratings::rank::BoardKey;
use ratings::read::Outcome;
use ratings::{Error, season};
use uuid::Uuid;

use crate::board::{board_of, ranks};
use crate::world::{Game, START, World, account, ladder_id, pair, player};

fn seep(season: Option<i32>) -> Board {
    Board { ladder: ladder_id("seep"), season }
}

async fn close(world: &World, season: i32) {
    let request_id = Uuid::from_u128(season.unsigned_abs().into());
    let order = Order { request_id, requested_by: "admin".into(), reason: "the month is over".into() };
    append::close(world.pool(), &ladder_id("seep"), &order, season, world.clock.now()).await.unwrap();
    world.rate("seep").await;
}

async fn page(world: &World, board: Board, filter: Filter, after: Option<BoardKey>, size: u32) -> Page {
    board::page(world.pool(), board, filter, after, size).await.unwrap()
}

fn field(error: &Error) -> &str {
    match error {
        Error::Invalid(faults) => &faults[0].field,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn closed_season_keeps_its_final_board() {
    let world = board_of(&[(1700, 12), (1600, 12), (1500, 12), (1400, 3)]).await;
    let all = Filter::from(Rows::WithProvisional);
    let last = page(&world, seep(None), all, None, 50).await;
    close(&world, 1).await;
    world.play(Game::pairs("a", [40, 41], [10, 11]).at(world.clock.now())).await;
    let shown = page(&world, seep(None), all, None, 50).await;
    assert_eq!((shown.season, shown.rows[0].displayed), (2, 1611));
    let frozen = page(&world, seep(Some(1)), all, None, 50).await;
    assert_eq!(frozen, last);
    let first = page(&world, seep(Some(1)), all, None, 3).await;
    let second = page(&world, seep(Some(1)), all, first.next, 3).await;
    assert_eq!([first.rows, second.rows].concat(), last.rows);
    let around = board::around(world.pool(), seep(Some(1)), pair(20, 21), 1).await.unwrap();
    assert_eq!((around.season, around.row.rank, around.above[0].displayed), (1, Some(2), 1700));
}

#[tokio::test]
async fn game_from_before_there_was_a_ladder_belongs_to_the_first_season() {
    let world = World::new().await;
    let stored = world.play(Game::pairs("elsewhere", [1, 2], [3, 4]).at(UnixMillis::new(0))).await;
    assert!(matches!(stored.outcome, Some(Outcome::Rated(_))), "{stored:?}");
}

#[tokio::test]
async fn game_of_a_season_that_was_closed_before_its_result_came_is_kept_as_a_dead_letter() {
    let world = World::new().await;
    world.play(Game::pairs("in time", [1, 2], [3, 4])).await;
    close(&world, 1).await;
    let began = world.clock.now();
    let late = Game::pairs("late", [1, 2], [3, 4]).at(began.minus(Duration::from_millis(1)));
    let first = Game::pairs("first", [1, 2], [3, 4]).at(began);
    let Some(Outcome::DeadLetter(why)) = world.play(late).await.outcome else { panic!("it is rated") };
    assert!(why.contains("closed before its result came"), "{why}");
    assert!(matches!(world.play(first).await.outcome, Some(Outcome::Rated(_))));
}

#[tokio::test]
async fn season_that_has_not_come_is_named() {
    let world = board_of(&[(1700, 12)]).await;
    for season in [2, i32::MAX] {
        let refused = board::page(world.pool(), seep(Some(season)), Rows::Ranked, None, 5).await.unwrap_err();
        assert_eq!(field(&refused), "season");
    }
}

#[tokio::test]
async fn seasons_are_listed_from_the_latest_on() {
    let world = board_of(&[(1700, 12)]).await;
    close(&world, 1).await;
    close(&world, 2).await;
    let ladder = ladder_id("seep");
    let all = season::before(world.pool(), &ladder, None, 10).await.unwrap();
    let numbers: Vec<_> = all.iter().map(|season| (season.number, season.closed_at.is_some())).collect();
    assert_eq!(numbers, [(3, false), (2, true), (1, true)]);
    assert_eq!((all[2].started_at, all[2].closed_at), (START, Some(all[1].started_at)));
    let older = season::before(world.pool(), &ladder, Some(3), 1).await.unwrap();
    assert_eq!(older, all[1..2]);
}

#[tokio::test]
async fn pages_of_those_with_many_games_add_up_and_keep_the_ranks_of_the_whole_board() {
    let points: Vec<(i64, i32)> = (0..40).map(|n| (1500 + n, 10 + i32::try_from(n % 7).unwrap())).collect();
    let world = board_of(&points).await;
    let whole = page(&world, seep(None), Rows::Ranked.into(), None, 50).await.rows;
    let expected: Vec<_> = whole.into_iter().filter(|row| row.games() >= 15).collect();
    assert_eq!((expected.len(), expected[0].rank), (10, Some(6)));
    let filter = Filter { rows: Rows::Ranked, min_games: 15 };
    for size in [1, 3, 10, 11] {
        let (mut rows, mut after) = (Vec::new(), None);
        loop {
            let next = page(&world, seep(None), filter, after, size).await;
            rows.extend(next.rows);
            after = next.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(rows, expected, "pages of {size}");
    }
}

#[tokio::test]
async fn page_of_a_rare_kind_ends_after_so_many_rows_and_goes_on_from_there() {
    let world = World::new().await;
    sqlx::query(
        "insert into ratings.standing (ladder, season, a, b, balance, strength, displayed, listing, k_games, wins, draws,
             losses, last_played_at)
         select 'seep', 1, lpad(to_hex(n), 32, '0')::uuid, lpad(to_hex(n + 100000), 32, '0')::uuid, 0, 300000, 1500, 0, 12,
             case when n = $1 then 99 else 12 end, 0, 0, $2
         from generate_series(1, $1) as n",
    )
    .bind(i32::try_from(board::SCAN_MAX).unwrap() + 300)
    .bind(START.to_datetime())
    .execute(world.pool())
    .await
    .unwrap();
    let filter = Filter { rows: Rows::Ranked, min_games: 99 };
    let first = page(&world, seep(None), filter, None, 5).await;
    assert_eq!(first.rows, []);
    let second = page(&world, seep(None), filter, first.next, 5).await;
    assert_eq!((second.rows.len(), second.next), (1, None));
}

#[tokio::test]
async fn percentile_is_the_share_of_those_at_or_below() {
    let world = board_of(&[(1700, 12), (1600, 12), (1600, 12), (1500, 12), (1400, 3)]).await;
    let mut shares = Vec::new();
    for n in [10, 20, 30, 40, 50] {
        let around = board::around(world.pool(), seep(None), pair(n, n + 1), 0).await.unwrap();
        shares.push(around.percentile_millionths());
    }
    assert_eq!(shares, [Some(1_000_000), Some(750_000), Some(750_000), Some(250_000), None]);
}

#[tokio::test]
async fn friends_are_shown_best_first_with_the_ranks_of_the_whole_board() {
    let world = board_of(&[(1700, 12), (1600, 12), (1500, 12), (1800, 3)]).await;
    let friends = [pair(40, 41), player(20), pair(30, 31), pair(98, 99), pair(20, 21), pair(31, 30)];
    let found = board::among(world.pool(), seep(None), &friends).await.unwrap();
    assert_eq!(ranks(&found.rows), [(2, 1600), (3, 1500), (0, 1800), (0, 1600)]);
    assert_eq!(found.rows[1].names, ["Player 30", "Player 31"]);
    assert_eq!(found.ranked, 3);
}

#[tokio::test]
async fn partners_come_best_first_with_what_the_two_are_worth_together() {
    let world = World::new().await;
    let games = [(5, 6), (5, 2), (9, 5)];
    for (round, (one, other)) in games.into_iter().enumerate() {
        let opponents = 100 + 2 * u128::try_from(round).unwrap();
        let game = Game::pairs(&format!("g{round}"), [one, other], [opponents, opponents + 1]);
        world.play(if round == 1 { game.places(&[2, 1]) } else { game }).await;
    }
    let whole = board::partners(world.pool(), seep(None), account(5), None, 50).await.unwrap();
    let shown: Vec<_> = whole.rows.iter().map(|row| (row.entity, row.displayed, row.balance.0)).collect();
    assert_eq!(shown, [(pair(5, 6), 1530, 600), (pair(5, 9), 1530, 600), (pair(2, 5), 1481, -621)]);
    assert_eq!((whole.rows[2].names.join(" "), whole.next), ("Player 2 Player 5".to_owned(), None));
    let (mut rows, mut after) = (Vec::new(), None);
    loop {
        let next = board::partners(world.pool(), seep(None), account(5), after, 1).await.unwrap();
        rows.extend(next.rows);
        after = next.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(rows, whole.rows);
}

#[tokio::test]
async fn who_has_no_partners_is_told_why() {
    let world = World::new().await;
    let unknown = board::partners(world.pool(), seep(None), account(5), None, 5).await;
    assert!(matches!(unknown, Err(Error::StandingNotFound)));
    let solo = Board { ladder: ladder_id("solo"), season: None };
    let single = board::partners(world.pool(), solo, account(5), None, 5).await.unwrap_err();
    assert_eq!(field(&single), "ladder");
}
