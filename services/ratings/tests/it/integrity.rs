//! Integrity: planted cheaters are found among honest players, and reviewers have the last word.

mod reviews;
mod rpc;
mod season;

use env::UnixMillis;
use ratings::Entity;
use ratings::integrity::review::{self, Filter, Summary};
use ratings::integrity::scan::scan;
use ratings::integrity::signals::Signal;
use ratings::rate::Progress;
use std::time::Duration;

use crate::world::{Game, HOUR, START, World, ladder_id};

/// Looks through everything that was rated.
async fn scan_all(world: &World, ladder: &str) {
    while scan(world.pool(), &ladder_id(ladder), world.clock.now()).await.unwrap() != Progress::Idle {}
}

async fn queue(world: &World) -> Vec<Summary> {
    review::page(world.pool(), &Filter::default(), None, 200).await.unwrap().reviews
}

async fn found(world: &World) -> Vec<(Signal, Entity)> {
    let mut found: Vec<_> =
        queue(world).await.into_iter().map(|review| (review.signal, review.subject)).collect();
    found.sort_unstable();
    found
}

fn minutes(minutes: u32) -> UnixMillis {
    START.plus(HOUR + minutes * Duration::from_secs(60))
}

/// Wins of players 1 and 2 that end a minute apart, the first at `minute`; everybody else plays once.
async fn quick_wins(world: &World, minute: u32, games: u32) {
    for at in minute..minute + games {
        let other = 1_000 + 2 * u128::from(at);
        let game = Game::pairs(&format!("quick{at}"), [1, 2], [other, other + 1]);
        world.submit(game.at(minutes(at))).await.unwrap();
    }
    world.rate("seep").await;
    scan_all(world, "seep").await;
}
