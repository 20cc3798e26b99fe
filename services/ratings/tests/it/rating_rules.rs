//! The rules around one update: leavers, repeats, abandoned games, pinned configuration, dead letters.

use std::time::Duration;

use rating::{Config, ConfigVersion};
use ratings::ladder;
use ratings::read::{Outcome, StoredResult, UnratedReason};

use crate::world::{DAY, Game, HOUR, Placed, START, World, deltas, ladder_id, player, rated};

#[tokio::test]
async fn leaver_of_the_losing_side_carries_three_quarters_and_synergies_rest() {
    let world = World::new().await;
    let stored = world.play(Game::pairs("a", [1, 2], [3, 4]).left_by(&[3])).await;
    assert_eq!(deltas(&stored), [2400, 2400, -3600, -1200, 0, 0]);
}

#[tokio::test]
async fn partner_of_a_winning_leaver_gains_all_of_half_the_weight() {
    let world = World::new().await;
    let stored = world.play(Game::pairs("a", [1, 2], [3, 4]).left_by(&[2])).await;
    assert_eq!(deltas(&stored), [2400, 0, -1200, -1200, 0, 0]);
    assert_eq!(rated(&stored).effective_percent(), 50);
}

#[tokio::test]
async fn leavers_on_both_sides_combine() {
    let world = World::new().await;
    let stored = world.play(Game::pairs("a", [1, 2], [3, 4]).left_by(&[2, 4])).await;
    assert_eq!(deltas(&stored), [2400, 0, -600, -1800, 0, 0]);
}

#[tokio::test]
async fn losing_side_that_left_as_a_whole_loses_as_usual() {
    let world = World::new().await;
    let stored = world.play(Game::pairs("a", [1, 2], [3, 4]).left_by(&[3, 4])).await;
    assert_eq!(deltas(&stored), [2400, 2400, -2400, -2400, 600, -600]);
}

/// The weight that counted; 0 if the game was a repeat too many.
fn weight(stored: &StoredResult) -> u32 {
    match &stored.outcome {
        Some(Outcome::Rated(explanation)) => explanation.effective_percent(),
        Some(Outcome::Unrated(UnratedReason::Repeated)) => 0,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn same_four_players_again_weigh_less_in_whatever_pairing() {
    let world = World::new().await;
    let mut weights = Vec::new();
    for (i, (one, other)) in
        [([1, 2], [3, 4]), ([3, 1], [2, 4]), ([4, 1], [3, 2])].into_iter().cycle().take(7).enumerate()
    {
        let at = START.plus(HOUR * u32::try_from(i).unwrap());
        weights.push(weight(&world.play(Game::pairs(&format!("g{i}"), one, other).at(at)).await));
    }
    assert_eq!(weights, [100, 100, 100, 50, 50, 0, 0]);
}

#[tokio::test]
async fn repeats_of_one_batch_weigh_as_if_rated_one_by_one() {
    let world = World::new().await;
    for i in 0..6 {
        world.submit(Game::pairs(&format!("g{i}"), [1, 2], [3, 4])).await.unwrap();
    }
    world.rate("seep").await;
    let mut weights = Vec::new();
    for i in 0..6 {
        weights.push(weight(&world.find(&format!("g{i}")).await));
    }
    assert_eq!(weights, [100, 100, 100, 50, 50, 0]);
}

#[tokio::test]
async fn repeat_too_many_is_kept_and_changes_nothing() {
    let world = World::new().await;
    for i in 0..5 {
        world.play(Game::pairs(&format!("g{i}"), [1, 2], [3, 4])).await;
    }
    let postings = world.count("posting").await;
    let sixth = world.play(Game::pairs("sixth", [1, 2], [3, 4])).await;
    assert_eq!(sixth.outcome, Some(Outcome::Unrated(UnratedReason::Repeated)));
    assert_eq!(world.count("posting").await, postings);
}

#[tokio::test]
async fn games_more_than_seven_days_apart_are_no_repeats() {
    let world = World::new().await;
    for i in 0..3 {
        world.play(Game::pairs(&format!("g{i}"), [1, 2], [3, 4]).at(START)).await;
    }
    let on_the_seventh_day = Game::pairs("just", [1, 2], [3, 4]).at(START.plus(7 * DAY));
    let after = Game::pairs("after", [1, 2], [3, 4]).at(START.plus(7 * DAY + Duration::from_millis(1)));
    assert_eq!(weight(&world.play(on_the_seventh_day).await), 50);
    // The one before is its only repeat.
    assert_eq!(weight(&world.play(after).await), 100);
}

#[tokio::test]
async fn reporting_games_backwards_does_not_make_them_weigh_more() {
    let world = World::new().await;
    let mut weights = Vec::new();
    for i in (0..6).rev() {
        let game = Game::pairs(&format!("g{i}"), [1, 2], [3, 4]).at(START.plus(HOUR * i));
        weights.push(weight(&world.play(game).await));
    }
    assert_eq!(weights, [100, 100, 100, 50, 50, 0]);
}

#[tokio::test]
async fn another_foursome_is_no_repeat() {
    let world = World::new().await;
    for i in 0..5 {
        world.play(Game::pairs(&format!("g{i}"), [1, 2], [3, 4])).await;
    }
    assert_eq!(weight(&world.play(Game::pairs("other", [1, 2], [3, 5])).await), 100);
}

#[tokio::test]
async fn abandoned_game_is_kept_and_counts_for_nothing() {
    let world = World::new().await;
    for i in 0..6 {
        let stored = world.play(Game::pairs(&format!("g{i}"), [1, 2], [3, 4]).abandoned()).await;
        assert_eq!(stored.outcome, Some(Outcome::Unrated(UnratedReason::Abandoned)));
    }
    assert_eq!((world.count("posting").await, world.count("standing").await), (0, 0));
    assert_eq!(weight(&world.play(Game::pairs("played", [1, 2], [3, 4])).await), 100);
}

#[tokio::test]
async fn configuration_is_pinned_when_a_result_is_accepted() {
    let world = World::new().await;
    world.submit(Game::pairs("old", [1, 2], [3, 4])).await.unwrap();
    let flat = Config::new(ConfigVersion(2), Vec::new(), 20, 50).unwrap();
    ladder::publish_config(world.pool(), &ladder_id("seep"), &flat, world.clock.now()).await.unwrap();
    world.submit(Game::pairs("new", [5, 6], [7, 8])).await.unwrap();
    world.rate("seep").await;
    let [old, new] = [world.find("old").await, world.find("new").await];
    assert_eq!((old.config_version, deltas(&old)), (1, vec![2400, 2400, -2400, -2400, 600, -600]));
    assert_eq!((new.config_version, deltas(&new)), (2, vec![1000, 1000, -1000, -1000, 500, -500]));
}

#[tokio::test]
async fn configuration_versions_follow_each_other() {
    let world = World::new().await;
    let third = Config::new(ConfigVersion(3), Vec::new(), 20, 50).unwrap();
    let refused = ladder::publish_config(world.pool(), &ladder_id("seep"), &third, world.clock.now()).await;
    assert!(matches!(refused, Err(ratings::Error::Invalid(_))));
}

/// Spoils a stored result that waits, as a defect of an older build might have.
async fn spoil(world: &World, result_id: &str, change: &str) {
    let statement = format!("update ratings.result set sides = {change} where result_id = $1");
    sqlx::query(sqlx::AssertSqlSafe(statement)).bind(result_id).execute(world.pool()).await.unwrap();
}

fn dead_letter(stored: &StoredResult) -> &str {
    match &stored.outcome {
        Some(Outcome::DeadLetter(reason)) => reason,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn dead_letter_says_why_and_does_not_stop_the_ladder() {
    let world = World::new().await;
    for id in ["before", "unreadable", "lopsided", "after"] {
        world.submit(Game::pairs(id, [1, 2], [3, 4])).await.unwrap();
    }
    spoil(&world, "unreadable", "'\"?\"'").await;
    spoil(&world, "lopsided", "jsonb_set(sides, '{1,players}', '[]')").await;
    world.rate("seep").await;
    assert!(dead_letter(&world.find("unreadable").await).starts_with("The stored sides cannot be read"));
    assert!(dead_letter(&world.find("lopsided").await).starts_with("sides[1].players"));
    assert_eq!(deltas(&world.find("before").await)[..4], [2400, 2400, -2400, -2400]);
    assert_eq!(weight(&world.find("after").await), 100);
    assert_eq!(world.count("posting").await, 12);
}

#[tokio::test]
async fn rating_out_of_range_is_a_dead_letter() {
    let world = World::new().await;
    world.place("seep", player(1), Placed { balance: 1_000_000_001, games: 40, strength: None }).await;
    let stored = world.play(Game::pairs("a", [1, 2], [3, 4])).await;
    assert!(dead_letter(&stored).contains("out of range"));
}

#[tokio::test]
async fn result_that_cannot_be_rated_for_its_configuration_is_set_aside_alone() {
    let world = World::new().await;
    world.submit(Game::pairs("before", [1, 2], [3, 4])).await.unwrap();
    sqlx::raw_sql(
        "insert into ratings.ladder_config select ladder, 2, tiers, -1, 25, created_at from ratings.ladder_config;
         update ratings.ladder set config_version = 2 where ladder = 'seep'",
    )
    .execute(world.pool())
    .await
    .unwrap();
    world.submit(Game::pairs("broken", [1, 2], [3, 4])).await.unwrap();
    sqlx::raw_sql("update ratings.ladder set config_version = 1").execute(world.pool()).await.unwrap();
    world.submit(Game::pairs("after", [1, 2], [3, 4])).await.unwrap();
    world.rate("seep").await;
    assert!(!dead_letter(&world.find("broken").await).is_empty());
    assert_eq!(weight(&world.find("before").await), 100);
    assert_eq!(weight(&world.find("after").await), 100);
}

#[tokio::test]
async fn result_that_breaks_an_invariant_is_set_aside_alone() {
    let world = World::new().await;
    // One game more than the books can count.
    world.place("seep", player(1), Placed { balance: 150_000, games: i32::MAX, strength: None }).await;
    for (id, first) in [("before", 5), ("broken", 1), ("after", 9)] {
        world.submit(Game::pairs(id, [first, first + 1], [3, 4])).await.unwrap();
    }
    world.rate("seep").await;
    assert!(!dead_letter(&world.find("broken").await).is_empty());
    assert_eq!(weight(&world.find("before").await), 100);
    assert_eq!(weight(&world.find("after").await), 100);
}
