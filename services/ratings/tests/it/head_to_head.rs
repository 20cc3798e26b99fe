//! The games of two entities against each other.

use ratings::append::{self, Order, Sealed, Target};
use ratings::head_to_head::{HeadToHead, head_to_head};
use ratings::{Entity, Error, ResultId, SourceName};
use uuid::Uuid;

use crate::world::{Game, HOUR, START, World, ladder_id, pair, player};

async fn met(world: &World, ladder: &str, between: [Entity; 2]) -> HeadToHead {
    head_to_head(world.pool(), &ladder_id(ladder), between, 10).await.unwrap()
}

fn ids(met: &HeadToHead) -> Vec<&str> {
    met.games.iter().map(|game| game.result_id.as_str()).collect()
}

#[tokio::test]
async fn only_games_of_the_two_pairs_that_stand_are_counted() {
    let world = World::new().await;
    let at = |hours: u32| START.plus(hours * HOUR);
    world.play(Game::pairs("won", [1, 2], [3, 4]).at(at(1))).await;
    world.play(Game::pairs("other pairing", [1, 3], [2, 4]).at(at(2))).await;
    world.play(Game::pairs("lost", [4, 3], [2, 1]).at(at(4))).await;
    world.play(Game::pairs("drawn", [1, 2], [3, 4]).drawn().at(at(3))).await;
    world.play(Game::pairs("abandoned", [1, 2], [3, 4]).abandoned().at(at(5))).await;
    world.play(Game::pairs("void", [1, 2], [3, 4]).at(at(6))).await;
    world.play(Game::pairs("weightless", [1, 2], [3, 4]).at(at(7))).await;
    world.play(Game::pairs("another", [1, 2], [3, 5]).at(at(8))).await;
    let order =
        Order { request_id: Uuid::from_u128(1), requested_by: "admin".into(), reason: "a test".into() };
    let target = Target::Result(SourceName::engine(), ResultId::parse("void").unwrap());
    append::void(world.pool(), &ladder_id("seep"), &order, &target, Sealed::Respect, world.clock.now())
        .await
        .unwrap();
    world.rate("seep").await;
    let found = met(&world, "seep", [pair(3, 4), pair(1, 2)]).await;
    assert_eq!((found.wins, found.draws, found.is_truncated), ([1, 2], 1, false));
    assert_eq!(ids(&found), ["weightless", "lost", "drawn", "won"]);
    assert_eq!(found.games[0].places, [2, 1]);
    assert_eq!(found.names, [["Player 3", "Player 4"], ["Player 1", "Player 2"]]);
}

#[tokio::test]
async fn single_players_meet_where_they_play_alone() {
    let world = World::new().await;
    world.play(Game::solo("a", &[1, 2], &[1, 2])).await;
    world.play(Game::solo("b", &[2, 1], &[1, 2])).await;
    world.play(Game::solo("three", &[1, 2, 3], &[1, 2, 3])).await;
    let found = met(&world, "solo", [player(1), player(2)]).await;
    assert_eq!((found.wins, found.draws), ([1, 1], 0));
}

#[tokio::test]
async fn who_has_never_met_has_no_games() {
    let world = World::new().await;
    let found = met(&world, "seep", [pair(1, 2), pair(3, 4)]).await;
    assert_eq!((found.wins, found.draws, found.games.len()), ([0, 0], 0, 0));
}

#[tokio::test]
async fn sides_that_cannot_meet_are_named() {
    let world = World::new().await;
    for (between, field) in [
        ([player(1), pair(2, 3)], "one"),
        ([pair(1, 2), player(3)], "other"),
        ([pair(1, 2), pair(2, 3)], "other"),
    ] {
        let refused = head_to_head(world.pool(), &ladder_id("seep"), between, 10).await;
        assert!(matches!(refused, Err(Error::Invalid(faults)) if faults[0].field == field));
    }
}
