//! A rater that dies at any point, and one that is woken.

use std::pin::pin;

use postgres::testing::CutShort;
use ratings::rate::{Bells, POLL_INTERVAL, Progress, Rater, backlog, rate_batch};
use ratings::read::Outcome;

use crate::ledger::mixed_games;
use crate::world::{Game, World, ladder_id};

#[tokio::test]
async fn rater_that_dies_at_any_point_leaves_all_or_nothing_and_its_successor_rates_once() {
    let reference = World::new().await;
    let world = World::new().await;
    for game in mixed_games(11) {
        reference.submit(game.clone()).await.unwrap();
        world.submit(game).await.unwrap();
    }
    reference.rate("seep").await;
    let (nothing, all) = (world.derived("seep").await, reference.derived("seep").await);
    let seep = ladder_id("seep");
    for polls in 1.. {
        let ended = CutShort::new(rate_batch(world.pool(), &seep), polls).await;
        // The connection that was cut off is settled before the next one may lock the ladder.
        world.pool().acquire().await.unwrap();
        let derived = world.derived("seep").await;
        if ended.is_some() || derived == all {
            assert!(polls > 5, "the work was cut at several points");
            assert_eq!(derived, all);
            break;
        }
        assert_eq!(derived, nothing, "after {polls} polls");
    }
    assert_eq!(rate_batch(world.pool(), &seep).await.unwrap(), Progress::Idle);
    assert_eq!(world.derived("seep").await, all);
}

/// Lets the rater run until everything that was accepted is rated, then drops it.
async fn run_until_rated(world: &World, rater: Rater) {
    let seep = ladder_id("seep");
    let rated = async {
        while backlog(world.pool(), &seep).await.unwrap().waiting() > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        () = rater.run() => unreachable!("a rater runs for ever"),
        () = rated => {}
    }
}

#[tokio::test]
async fn rater_that_starts_finds_what_was_accepted_before() {
    let world = World::new().await;
    world.submit(Game::pairs("a", [1, 2], [3, 4])).await.unwrap();
    let seep = ladder_id("seep");
    let bells = Bells::new([seep.clone()]);
    run_until_rated(&world, Rater::new(world.pool().clone(), world.clock.clone(), seep, &bells)).await;
    assert!(matches!(world.find("a").await.outcome, Some(Outcome::Rated(_))));
}

/// A rater that has nothing to do, polled until it waits.
async fn idle_rater(world: &World, bells: &Bells) -> tokio::task::JoinHandle<()> {
    let rater = Rater::new(world.pool().clone(), world.clock.clone(), ladder_id("seep"), bells);
    world.submit(Game::pairs("first", [1, 2], [3, 4])).await.unwrap();
    let task = tokio::spawn(rater.run());
    wait_until_rated(world).await;
    task
}

async fn wait_until_rated(world: &World) {
    while backlog(world.pool(), &ladder_id("seep")).await.unwrap().waiting() > 0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn bell_wakes_the_rater_without_any_time_passing() {
    let world = World::new().await;
    let bells = Bells::new([ladder_id("seep")]);
    let task = idle_rater(&world, &bells).await;
    world.submit(Game::pairs("second", [1, 2], [3, 4])).await.unwrap();
    bells.ring(&ladder_id("seep"));
    wait_until_rated(&world).await;
    task.abort();
}

#[tokio::test]
async fn poll_finds_what_another_process_has_accepted() {
    let world = World::new().await;
    let bells = Bells::new([ladder_id("seep")]);
    let task = idle_rater(&world, &bells).await;
    world.submit(Game::pairs("second", [1, 2], [3, 4])).await.unwrap();
    // The rater may not sleep yet when the clock is moved, so it is moved until the rater has woken.
    let mut rated = pin!(wait_until_rated(&world));
    while futures::poll!(rated.as_mut()).is_pending() {
        world.time.advance(POLL_INTERVAL);
        tokio::task::yield_now().await;
    }
    task.abort();
}
