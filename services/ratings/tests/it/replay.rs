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

/// Three sources report to the ladder, each its own games.
const SOURCES: [&str; 3] = ["engine", "guild", "club"];
/// How often each game is delivered, and by how many writers.
const DELIVERIES: usize = 5;
const WRITERS: usize = 32;

/// A game and who reports it.
#[derive(Clone)]
struct Delivery {
    source: SourceName,
    game: Game,
}

fn deliveries(games: Vec<Game>) -> Vec<Delivery> {
    let sources = SOURCES.into_iter().cycle().map(SourceName::new);
    games.into_iter().zip(sources).map(|(game, source)| Delivery { source, game }).collect()
}

/// What each writer delivers: every game one to five times in all, in an order of chance.
fn dealt_out(games: &[Delivery], entropy: &Entropy) -> Vec<Vec<Delivery>> {
    let below = |n: usize| usize::try_from(entropy.u64()).unwrap() % n;
    let mut copies: Vec<Delivery> =
        games.iter().flat_map(|game| std::iter::repeat_n(game.clone(), 1 + below(DELIVERIES))).collect();
    for i in (1..copies.len()).rev() {
        copies.swap(i, below(i + 1));
    }
    let mut writers = vec![Vec::new(); WRITERS];
    for (at, copy) in copies.into_iter().enumerate() {
        writers[at % WRITERS].push(copy);
    }
    writers
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_two_writers_and_two_raters_count_each_result_once_as_in_series() {
    let world = World::new().await;
    let games = deliveries(mixed_games(9));
    let total = i64::try_from(games.len()).unwrap();
    let writers = dealt_out(&games, &Entropy::seeded(9)).into_iter().map(|deliveries| {
        let acceptor = world.acceptor.clone();
        tokio::spawn(async move {
            for delivery in deliveries {
                accept_in_the_end(&acceptor, &delivery).await;
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
async fn accept_in_the_end(acceptor: &ratings::accept::Acceptor, delivery: &Delivery) {
    loop {
        match acceptor.accept(&delivery.source, &delivery.game.clone().report()).await {
            Ok(_) => return,
            Err(Error::Store(sqlx::Error::PoolTimedOut)) => {}
            Err(error) => panic!("{error:?}"),
        }
    }
}

/// A world in which the same games were taken and rated one after the other, in the order of the ladder.
async fn serial_twin(world: &World, games: &[Delivery]) -> World {
    let order: Vec<String> =
        sqlx::query_scalar("select result_id from ratings.result where ladder = 'seep' order by sequence")
            .fetch_all(world.pool())
            .await
            .unwrap();
    let serial = World::new().await;
    for id in order {
        let is_it = |delivery: &&Delivery| delivery.game.clone().report().result_id.as_str() == id;
        accept_in_the_end(&serial.acceptor, games.iter().find(is_it).unwrap()).await;
        serial.rate("seep").await;
    }
    serial
}
