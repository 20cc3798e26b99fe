//! The log is the truth: whoever computes it, in whatever batches and however often, comes to the same bytes.

use env::Entropy;
use futures::future::join_all;
use ratings::rate::{Backlog, Progress, backlog, rate_batch};
use ratings::{Error, SourceName};

use crate::ledger::mixed_games;
use crate::world::{Game, World, ladder_id};

/// A world whose log is a copy of that of `world`, with nothing computed.
async fn copy_of_log(world: &World) -> World {
    let copy = World::new().await;
    let rows: Vec<serde_json::Value> = sqlx::query_scalar(
        "select to_jsonb(r) from ratings.result r where ladder = 'seep' order by sequence",
    )
    .fetch_all(world.pool())
    .await
    .unwrap();
    sqlx::query("update ratings.ladder set last_sequence = $1 where ladder = 'seep'")
        .bind(i64::try_from(rows.len()).unwrap())
        .execute(copy.pool())
        .await
        .unwrap();
    for row in rows {
        sqlx::query(
            "insert into ratings.result select * from jsonb_populate_record(null::ratings.result, $1)",
        )
        .bind(row)
        .execute(copy.pool())
        .await
        .unwrap();
    }
    copy
}

#[tokio::test]
async fn replay_of_the_whole_log_gives_identical_ledger_and_standings() {
    let world = World::new().await;
    for game in mixed_games(7) {
        world.play(game).await;
    }
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
