//! The books: they balance, they only grow, and what is displayed follows from them.

use env::Entropy;
use ratings::history::{self, Cause, HistoryEntry, LineKind};
use ratings::{Entity, EntityKey};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::world::{Game, World, ladder_id, pair, player};

/// Forty games of eight players in changing pairings, some of them with leavers and draws.
pub fn mixed_games(seed: u64) -> Vec<Game> {
    let entropy = Entropy::seeded(seed);
    let below = |n: u64| u128::from(entropy.u64() % n);
    (0..40)
        .map(|i| {
            let mut bench: Vec<u128> = (1..=8).collect();
            let seats: [u128; 4] = std::array::from_fn(|_| {
                let at = usize::try_from(below(bench.len() as u64)).unwrap();
                bench.swap_remove(at)
            });
            let game = Game::pairs(&format!("g{i}"), [seats[0], seats[1]], [seats[2], seats[3]]);
            match below(6) {
                0 => game.drawn(),
                1 => game.left_by(&[seats[0]]),
                2 => game.left_by(&[seats[2], seats[1]]),
                3 => game.places(&[2, 1]),
                _ => game,
            }
        })
        .collect()
}

pub async fn play_all(world: &World, games: &[Game]) {
    for game in games {
        world.submit(game.clone()).await.unwrap();
    }
    world.rate("seep").await;
}

async fn number(world: &World, query: &'static str) -> i64 {
    sqlx::query_scalar(query).fetch_one(world.pool()).await.unwrap()
}

#[tokio::test]
async fn postings_of_every_result_sum_to_zero_by_kind_of_account() {
    let world = World::new().await;
    play_all(&world, &mixed_games(1)).await;
    let unbalanced = "select count(*) from (
        select from ratings.posting group by sequence, split_part(account, ':', 1) having sum(amount) <> 0) u";
    assert_eq!(number(&world, unbalanced).await, 0);
    assert!(world.count("posting").await > 200);
}

#[tokio::test]
async fn balances_are_the_sums_of_their_postings() {
    let world = World::new().await;
    play_all(&world, &mixed_games(2)).await;
    let wrong = "select count(*) from ratings.standing s
        left join (select account, sum(amount) as total, (array_agg(balance_after order by sequence desc))[1] as last
                   from ratings.posting group by account) p
            on p.account = case when s.display_name is null then 'synergy:' || s.a || '+' || s.b
                                else 'player:' || s.a end
        where s.balance is distinct from p.last
           or s.balance is distinct from p.total + case when s.display_name is null then 0 else 150000 end";
    assert_eq!(number(&world, wrong).await, 0);
}

#[tokio::test]
async fn ratings_of_a_season_sum_to_fifteen_hundred_for_every_player() {
    let world = World::new().await;
    play_all(&world, &mixed_games(3)).await;
    let surplus = "select (sum(balance) - 150000 * count(*))::bigint from ratings.standing where display_name is not null";
    assert_eq!(number(&world, surplus).await, 0);
}

async fn history_of(world: &World, entity: Entity) -> Vec<HistoryEntry> {
    history::page(world.pool(), &ladder_id("seep"), entity, None, 200).await.unwrap().entries
}

#[tokio::test]
async fn drift_by_other_games_is_booked_as_a_rebase_at_the_next_game() {
    let world = World::new().await;
    world.play(Game::pairs("together", [1, 2], [3, 4])).await;
    world.play(Game::pairs("apart", [1, 5], [6, 7])).await;
    world.play(Game::pairs("again", [1, 2], [3, 5])).await;
    let lines = history_of(&world, pair(1, 2)).await;
    let rebase = &lines[1];
    assert_eq!((lines.len(), &rebase.cause, rebase.sequence), (3, &Cause::WithGame(LineKind::Rebase), 3));
    // After the first game 2 * 1524.00 + 2 * 6.00; the player then gained 24.00 and some with another partner.
    let gained = world.find("apart").await;
    let delta = crate::world::deltas(&gained)[0];
    assert_eq!(rebase.exact_delta, delta);
    assert_eq!((rebase.displayed_before, lines[2].displayed_after), (1530, 1530));
    assert_eq!(lines[0].displayed_before, rebase.displayed_after);
}

#[tokio::test]
async fn pair_that_does_not_play_does_not_move_on_the_board() {
    let world = World::new().await;
    world.play(Game::pairs("together", [1, 2], [3, 4])).await;
    let displayed =
        "select displayed::bigint from ratings.standing where a = '00000000-0000-0000-0000-000000000001'
        and b = '00000000-0000-0000-0000-000000000002'";
    let before = number(&world, displayed).await;
    world.play(Game::pairs("apart", [1, 5], [6, 7])).await;
    assert_eq!(number(&world, displayed).await, before);
}

#[tokio::test]
async fn every_history_is_one_chain_that_ends_at_what_is_displayed() {
    let world = World::new().await;
    play_all(&world, &mixed_games(4)).await;
    let standings: Vec<(Uuid, Uuid, i32)> =
        sqlx::query_as("select a, b, displayed from ratings.standing").fetch_all(world.pool()).await.unwrap();
    for (a, b, displayed) in standings {
        let lines = history_of(&world, EntityKey { a, b }.entity()).await;
        assert_eq!(lines[0].displayed_after, displayed);
        for pair in lines.windows(2) {
            assert_eq!(pair[0].displayed_before, pair[1].displayed_after);
        }
    }
}

#[tokio::test]
async fn players_have_no_rebases_and_their_exact_changes_are_the_postings() {
    let world = World::new().await;
    play_all(&world, &mixed_games(5)).await;
    let lines = history_of(&world, player(1)).await;
    assert!(lines.iter().all(|line| line.cause != Cause::WithGame(LineKind::Rebase)));
    let total: i64 = lines.iter().map(|line| line.exact_delta).sum();
    let posted: i64 =
        sqlx::query_scalar("select sum(amount)::bigint from ratings.posting where account = $1")
            .bind(player(1).ledger_account())
            .fetch_one(world.pool())
            .await
            .unwrap();
    assert_eq!(total, posted);
}

#[tokio::test]
async fn ledger_refuses_changes_deletions_and_unbalanced_postings() {
    let world = World::new().await;
    world.play(Game::pairs("a", [1, 2], [3, 4])).await;
    let statements = [
        "update ratings.posting set amount = 0",
        "delete from ratings.posting",
        "update ratings.history set exact_delta = 0",
        "update ratings.outcome set state = 'unrated'",
        "delete from ratings.result",
        "update ratings.result set played_at = now()",
        "update ratings.ladder_config set settled_k = 1",
        "insert into ratings.posting (ladder, season, sequence, line, account, amount, balance_after)
             select ladder, season, sequence, 100, account, 1, 1 from ratings.posting
             where line = 1",
    ];
    for statement in statements {
        assert!(sqlx::query(AssertSqlSafe(statement)).execute(world.pool()).await.is_err(), "{statement}");
    }
}
