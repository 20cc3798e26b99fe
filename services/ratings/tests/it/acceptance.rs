//! Taking results in: once, in order, from those who may, and with every fault named.

use std::time::Duration;

use env::UnixMillis;
use postgres::testing::Cut;
use ratings::accept::{Acceptance, Acceptor};
use ratings::rate::{Backlog, backlog};
use ratings::read::Outcome;
use ratings::result::ReportedResult;
use ratings::{Error, SourceName};

use crate::world::{Game, HOUR, START, World, ladder_id, reported_player};

fn fields(error: Error) -> Vec<String> {
    match error {
        Error::Invalid(faults) => faults.into_iter().map(|fault| fault.field).collect(),
        other => panic!("{other:?}"),
    }
}

async fn refused_fields(result: impl Into<ReportedResult>) -> Vec<String> {
    let world = World::new().await;
    let error = world.submit(result).await.unwrap_err();
    assert_eq!(world.count("result").await, 0);
    fields(error)
}

#[tokio::test]
async fn results_take_the_ladders_numbers_in_turn() {
    let world = World::new().await;
    for (expected, id) in (1..).zip(["a", "b", "c"]) {
        let stored = world.submit(Game::pairs(id, [1, 2], [3, 4])).await.unwrap().into_stored();
        assert_eq!((stored.sequence, stored.outcome), (expected, None));
    }
    let other_ladder = world.submit(Game::solo("d", &[1, 2], &[1, 2])).await.unwrap().into_stored();
    assert_eq!(other_ladder.sequence, 1);
}

#[tokio::test]
async fn same_content_again_returns_the_stored_result_with_its_outcome() {
    let world = World::new().await;
    let game = Game::pairs("a", [1, 2], [3, 4]);
    let first = world.play(game.clone()).await;
    let Acceptance::Replayed(again) = world.submit(game).await.unwrap() else { panic!("accepted twice") };
    assert!(matches!(again.outcome, Some(Outcome::Rated(_))));
    assert_eq!(again, first);
    assert_eq!(world.count("result").await, 1);
}

#[tokio::test]
async fn other_content_under_the_same_id_is_refused_and_takes_no_number() {
    let world = World::new().await;
    let game = Game::pairs("a", [1, 2], [3, 4]);
    world.play(game.clone()).await;
    let before = world.derived("seep").await;
    let mut renamed = game.clone().report();
    renamed.sides[0].players[0].name = "Somebody else".into();
    let mut rescored = game.clone().report();
    rescored.sides[1].score = 12;
    let changed = [
        game.clone().drawn().into(),
        game.clone().at(START.plus(2 * HOUR)).into(),
        game.clone().abandoned().into(),
    ];
    let moved = game.clone().left_by(&[3]).into();
    for other in changed.into_iter().chain([renamed, rescored, moved]) {
        assert!(matches!(world.submit(other).await, Err(Error::ResultIdReused)));
    }
    world.rate("seep").await;
    assert_eq!(world.derived("seep").await, before);
    let expected = Backlog { last_sequence: 1, rated_through: 1 };
    assert_eq!(backlog(world.pool(), &ladder_id("seep")).await.unwrap(), expected);
}

#[tokio::test]
async fn result_ids_of_different_sources_are_apart() {
    let world = World::new().await;
    world.submit(Game::solo("a", &[1, 2], &[1, 2])).await.unwrap();
    let guest = Game::solo("a", &[3, 4], &[1, 2]).on("chess").report();
    let accepted = world.acceptor.accept(&SourceName::new("acme"), &guest).await.unwrap();
    assert!(matches!(accepted, Acceptance::New(_)));
}

#[tokio::test]
async fn unknown_ladder_is_not_found() {
    let world = World::new().await;
    let error = world.submit(Game::solo("a", &[1, 2], &[1, 2]).on("bridge")).await.unwrap_err();
    assert!(matches!(error, Error::LadderNotFound(_)));
}

#[tokio::test]
async fn source_may_not_report_to_a_ladder_of_others() {
    let world = World::new().await;
    let guest = SourceName::new("acme");
    let error = world.acceptor.accept(&guest, &Game::pairs("a", [1, 2], [3, 4]).report()).await.unwrap_err();
    assert!(matches!(error, Error::LadderNotAllowed { .. }));
    let error = world.submit(Game::solo("a", &[1, 2], &[1, 2]).on("chess")).await.unwrap_err();
    assert!(matches!(error, Error::LadderNotAllowed { .. }));
}

#[tokio::test]
async fn game_may_end_a_little_but_not_much_after_our_now() {
    let world = World::new().await;
    let game =
        |id, ahead| Game::pairs(id, [1, 2], [3, 4]).at(world.clock.now().plus(Duration::from_secs(ahead)));
    assert!(world.submit(game("a", 60)).await.is_ok());
    assert_eq!(fields(world.submit(game("b", 61)).await.unwrap_err()), ["played_at"]);
}

#[tokio::test]
async fn game_from_before_1970_is_refused() {
    let early = Game::pairs("a", [1, 2], [3, 4]).at(UnixMillis::new(-1));
    assert_eq!(refused_fields(early).await, ["played_at"]);
}

#[tokio::test]
async fn ladder_of_pairs_takes_two_sides_of_two() {
    let mut three = Game::pairs("a", [1, 2], [3, 4]).report();
    three.sides.push(Game::pairs("a", [5, 6], [7, 8]).report().sides[0].clone());
    assert_eq!(refused_fields(three).await, ["sides"]);
    let mut lonely = Game::pairs("a", [1, 2], [3, 4]).report();
    lonely.sides[1].players.pop();
    assert_eq!(refused_fields(lonely).await, ["sides[1].players"]);
}

#[tokio::test]
async fn ladder_of_single_players_takes_two_to_eight() {
    assert_eq!(refused_fields(Game::solo("a", &[1], &[1])).await, ["sides"]);
    let nine: Vec<u128> = (1..=9).collect();
    assert_eq!(refused_fields(Game::solo("a", &nine, &[1; 9])).await, ["sides"]);
    let mut crowded = Game::solo("a", &[1, 2], &[1, 2]).report();
    crowded.sides[0].players.push(reported_player(3));
    assert_eq!(refused_fields(crowded).await, ["sides[0].players"]);
}

#[tokio::test]
async fn nobody_plays_twice_in_one_game() {
    assert_eq!(refused_fields(Game::pairs("a", [1, 1], [3, 4])).await, ["sides[0].players[1].account_id"]);
    assert_eq!(refused_fields(Game::pairs("a", [1, 2], [3, 2])).await, ["sides[1].players[1].account_id"]);
}

#[tokio::test]
async fn places_begin_at_one_and_end_at_the_number_of_sides() {
    let places = |places| refused_fields(Game::pairs("a", [1, 2], [3, 4]).places(places));
    assert_eq!(places(&[0, 1]).await, ["sides[0].place"]);
    assert_eq!(places(&[1, 3]).await, ["sides[1].place"]);
    assert_eq!(places(&[2, 2]).await, ["sides"]);
}

/// Loses the connection at the statement that stores a result, then reports it again.
async fn retry_after(cut: Cut) -> Acceptance {
    let world = World::new().await;
    let proxy = world.db.proxy().await;
    let pool = postgres::connect(proxy.url(), &postgres::PoolSettings::new("ratings-test")).await.unwrap();
    let acceptor = Acceptor { pool, ..world.acceptor.clone() };
    let game = Game::pairs("a", [1, 2], [3, 4]).report();
    proxy.cut_next(cut, "insert into ratings.result");
    let lost = acceptor.accept(&SourceName::engine(), &game).await;
    assert!(matches!(lost, Err(Error::OutcomeUnknown(_))), "{lost:?}");
    let retried = acceptor.accept(&SourceName::engine(), &game).await.unwrap();
    assert_eq!(world.count("result").await, 1);
    retried
}

#[tokio::test]
async fn lost_acknowledgement_is_answered_as_unknown_and_the_retry_finds_the_result() {
    assert!(matches!(retry_after(Cut::AnswerLost).await, Acceptance::Replayed(_)));
}

#[tokio::test]
async fn lost_request_is_answered_as_unknown_and_the_retry_stores_the_result() {
    assert!(matches!(retry_after(Cut::RequestLost).await, Acceptance::New(_)));
}
