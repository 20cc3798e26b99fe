//! The log is the truth: whoever computes it, in whatever batches and however often, comes to the same bytes.

use env::Entropy;
use futures::future::join_all;
use ratings::rate::{Backlog, Progress, backlog, rate_batch};
use ratings::{Error, SourceName};
use sqlx::AssertSqlSafe;

use crate::ledger::mixed_games;
use crate::story::{Rating, live, story};
use crate::world::{Game, World, ladder_id};

/// A world whose log is a copy of that of `world`, with nothing computed.
async fn copy_of_log(world: &World) -> World {
    let copy = World::new().await;
    for (table, order) in
        [("season", "season"), ("result", "sequence"), ("event", "sequence"), ("void", "sequence")]
    {
        let rows: Vec<serde_json::Value> = sqlx::query_scalar(AssertSqlSafe(format!(
            "select to_jsonb(r) from ratings.{table} r where ladder = 'seep' order by {order}"
        )))
        .fetch_all(world.pool())
        .await
        .unwrap();
        for row in rows {
            sqlx::query(AssertSqlSafe(format!(
                "insert into ratings.{table} select * from jsonb_populate_record(null::ratings.{table}, $1)
                 on conflict do nothing"
            )))
            .bind(row)
            .execute(copy.pool())
            .await
            .unwrap();
        }
    }
    let head: (i32, i64) =
        sqlx::query_as("select season, last_sequence from ratings.ladder where ladder = 'seep'")
            .fetch_one(world.pool())
            .await
            .unwrap();
    sqlx::query("update ratings.ladder set season = $1, last_sequence = $2 where ladder = 'seep'")
        .bind(head.0)
        .bind(head.1)
        .execute(copy.pool())
        .await
        .unwrap();
    // What of a season is computed.
    sqlx::query("update ratings.season set reset_ratings = 0, reset_synergies = 0, divisions = '[]'")
        .execute(copy.pool())
        .await
        .unwrap();
    copy
}

#[tokio::test]
async fn replay_of_the_whole_log_gives_identical_ledger_and_standings() {
    let world = World::new().await;
    live(&world, story(3).deeds.iter(), Rating::AtOnce).await;
    let copy = copy_of_log(&world).await;
    copy.rate("seep").await;
    assert_eq!(copy.derived("seep").await, world.derived("seep").await);
}

/// All of `games` in an order of the writer's own.
fn shuffled(games: &[Game], writer: u64) -> Vec<Game> {
    let entropy = Entropy::seeded(writer);
    let mut games = games.to_vec();
    for i in (1..games.len()).rev() {
        games.swap(i, usize::try_from(entropy.u64()).unwrap() % (i + 1));
    }
    games
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_two_writers_and_two_raters_count_each_result_once_as_in_series() {
    let world = World::new().await;
    let games = mixed_games(9);
    let total = i64::try_from(games.len()).unwrap();
    let writers = (0..32).map(|writer| {
        let (acceptor, games) = (world.acceptor.clone(), shuffled(&games, writer));
        tokio::spawn(async move {
            for game in games {
                accept_in_the_end(&acceptor, &game).await;
            }
        })
    });
    let raters = (0..2).map(|_| {
        let pool = world.pool().clone();
        tokio::spawn(async move {
            let seep = ladder_id("seep");
            while backlog(&pool, &seep).await.unwrap().rated_through < total {
                if rate_batch(&pool, &seep).await.unwrap() == Progress::Idle {
                    tokio::task::yield_now().await;
                }
            }
        })
    });
    let tasks: Vec<_> = writers.chain(raters).collect();
    for task in join_all(tasks).await {
        task.unwrap();
    }
    let expected = Backlog { last_sequence: total, rated_through: total };
    assert_eq!(backlog(world.pool(), &ladder_id("seep")).await.unwrap(), expected);
    let serial = serial_twin(&world, &games).await;
    assert_eq!(serial.derived("seep").await, world.derived("seep").await);
}

/// The pool is smaller than the crowd; a writer whose wait for a connection ends tries again, as a client would.
async fn accept_in_the_end(acceptor: &ratings::accept::Acceptor, game: &Game) {
    loop {
        match acceptor.accept(&SourceName::engine(), &game.clone().report()).await {
            Ok(_) => return,
            Err(Error::Store(sqlx::Error::PoolTimedOut)) => {}
            Err(error) => panic!("{error:?}"),
        }
    }
}

/// A world in which the same games were taken and rated one after the other, in the order of the ladder.
async fn serial_twin(world: &World, games: &[Game]) -> World {
    let order: Vec<String> =
        sqlx::query_scalar("select result_id from ratings.result where ladder = 'seep' order by sequence")
            .fetch_all(world.pool())
            .await
            .unwrap();
    let serial = World::new().await;
    for id in order {
        let game = games.iter().find(|game| (*game).clone().report().result_id.as_str() == id).unwrap();
        serial.play(game.clone()).await;
    }
    serial
}
