//! Reviews: one for each subject, signal and window; opened again by new evidence only.

use ratings::append::{self, Order, Sealed, Target};
use ratings::integrity::review::{self, Acted, Review, State};
use ratings::integrity::scan::scan;
use ratings::integrity::signals::Signal;
use ratings::rate::Progress;
use ratings::{Error, ResultId, SourceName};
use uuid::Uuid;

use super::{found, minutes, queue, quick_wins, scan_all};
use crate::world::{Game, World, ladder_id, pair, player};

fn order(n: u128, reason: &str) -> Order {
    Order { request_id: Uuid::from_u128(n), requested_by: "reviewer".into(), reason: reason.into() }
}

async fn only(world: &World) -> Review {
    let queue = queue(world).await;
    assert_eq!(queue.len(), 1, "{queue:?}");
    review::find(world.pool(), queue[0].id).await.unwrap()
}

async fn resolve(world: &World, n: u128, verdict: State) -> Result<Acted, Error> {
    let id = queue(world).await[0].id;
    review::resolve(world.pool(), id, &order(n, "seen it"), verdict, world.clock.now()).await
}

async fn void(world: &World, n: u128) -> Result<Acted, Error> {
    let id = queue(world).await[0].id;
    review::void(world.pool(), id, &order(n, "never played"), Sealed::Respect, world.clock.now()).await
}

#[tokio::test]
async fn evidence_can_be_read_and_names_its_results() {
    let world = World::new().await;
    quick_wins(&world, 0, 8).await;
    let review = only(&world).await;
    let summary = &review.summary;
    assert_eq!(
        (summary.signal, summary.subject, summary.state),
        (Signal::QuickGames, pair(1, 2), State::Open)
    );
    assert_eq!(summary.evidence.sentence, "7 of 8 games ended less than 120 seconds after the game before.");
    let ids: Vec<_> = review.results.iter().map(|result| result.result_id.clone()).collect();
    assert_eq!(ids, (1..8).map(|n| format!("quick{n}")).collect::<Vec<_>>());
    assert_eq!(summary.names.values().collect::<std::collections::BTreeSet<_>>().len(), 2);
}

#[tokio::test]
async fn single_players_are_looked_at_on_their_ladder() {
    let world = World::new().await;
    for n in 0..8 {
        let game = Game::solo(&format!("s{n}"), &[1, 100 + u128::from(n), 200 + u128::from(n)], &[1, 2, 3]);
        world.submit(game.at(minutes(n))).await.unwrap();
    }
    world.rate("solo").await;
    scan_all(&world, "solo").await;
    assert_eq!(found(&world).await, [(Signal::QuickGames, player(1))]);
}

#[tokio::test]
async fn looking_again_changes_nothing() {
    let world = World::new().await;
    quick_wins(&world, 0, 8).await;
    let before = queue(&world).await;
    assert_eq!(scan(world.pool(), &ladder_id("seep"), world.clock.now()).await.unwrap(), Progress::Idle);
    sqlx::query("update ratings.integrity_cursor set scanned_through = 0")
        .execute(world.pool())
        .await
        .unwrap();
    scan_all(&world, "seep").await;
    assert_eq!(queue(&world).await, before);
}

#[tokio::test]
async fn open_review_takes_later_evidence_along() {
    let world = World::new().await;
    quick_wins(&world, 0, 8).await;
    quick_wins(&world, 8, 3).await;
    let review = only(&world).await;
    assert_eq!((review.results.len(), review.summary.times_reopened), (10, 0));
}

#[tokio::test]
async fn dismissed_review_is_opened_again_by_new_evidence_alone() {
    let world = World::new().await;
    quick_wins(&world, 0, 8).await;
    assert_eq!(resolve(&world, 1, State::Dismissed).await.unwrap(), Acted::Now);
    quick_wins(&world, 8, 6).await;
    let review = only(&world).await;
    assert_eq!(
        (review.summary.state, review.results.len()),
        (State::Dismissed, 7),
        "five are too few by themselves"
    );
    quick_wins(&world, 14, 1).await;
    let review = only(&world).await;
    assert_eq!((review.summary.state, review.summary.times_reopened), (State::Open, 1));
    let ids: Vec<_> = review.results.iter().map(|result| result.result_id.as_str()).collect();
    assert_eq!(ids, ["quick9", "quick10", "quick11", "quick12", "quick13", "quick14"]);
    assert_eq!(review.acts.len(), 1, "what was done before is kept");
}

#[tokio::test]
async fn verdict_is_given_once() {
    let world = World::new().await;
    quick_wins(&world, 0, 8).await;
    assert_eq!(resolve(&world, 1, State::Confirmed).await.unwrap(), Acted::Now);
    assert_eq!(resolve(&world, 1, State::Confirmed).await.unwrap(), Acted::Before);
    assert!(matches!(resolve(&world, 1, State::Dismissed).await, Err(Error::RequestIdReused)));
    assert!(matches!(resolve(&world, 2, State::Dismissed).await, Err(Error::ReviewResolved)));
    let review = only(&world).await;
    assert_eq!((review.summary.state, review.acts.len()), (State::Confirmed, 1));
    assert_eq!((review.acts[0].acted_by.as_str(), review.acts[0].note.as_str()), ("reviewer", "seen it"));
}

#[tokio::test]
async fn void_takes_the_results_back_and_confirms_the_review() {
    let world = World::new().await;
    quick_wins(&world, 0, 8).await;
    assert_eq!(void(&world, 1).await.unwrap(), Acted::Now);
    world.rate("seep").await;
    let review = only(&world).await;
    assert_eq!((review.summary.state, review.acts[0].void_sequence), (State::Confirmed, Some(9)));
    assert!(review.results.iter().all(|result| result.voided_by == Some(9)));
    let event: (String, String) =
        sqlx::query_as("select requested_by, reason from ratings.event where sequence = 9")
            .fetch_one(world.pool())
            .await
            .unwrap();
    assert_eq!(event, ("reviewer".into(), "never played".into()));
    let honest = World::new().await;
    quick_wins(&honest, 0, 1).await;
    assert_eq!(world.standings("seep").await, honest.standings("seep").await);
    assert_eq!(void(&world, 1).await.unwrap(), Acted::Before);
    assert_eq!(world.count("event").await, 1);
}

#[tokio::test]
async fn void_that_was_cut_off_half_way_is_finished_by_the_same_request() {
    let world = World::new().await;
    quick_wins(&world, 0, 8).await;
    let review::Summary { id, results, .. } = only(&world).await.summary;
    let target = Target::Review { review: id, results };
    let order = order(1, "never played");
    append::void(world.pool(), &ladder_id("seep"), &order, &target, Sealed::Respect, world.clock.now())
        .await
        .unwrap();
    assert_eq!(only(&world).await.summary.state, State::Open);
    void(&world, 1).await.unwrap();
    assert_eq!((only(&world).await.summary.state, world.count("event").await), (State::Confirmed, 1));
}

#[tokio::test]
async fn void_with_the_id_of_another_void_is_refused() {
    let world = World::new().await;
    quick_wins(&world, 0, 8).await;
    let target = Target::Result(SourceName::engine(), ResultId::parse("quick0").unwrap());
    let order = order(1, "never played");
    append::void(world.pool(), &ladder_id("seep"), &order, &target, Sealed::Respect, world.clock.now())
        .await
        .unwrap();
    assert!(matches!(void(&world, 1).await, Err(Error::RequestIdReused)));
    assert_eq!(only(&world).await.summary.state, State::Open);
}

#[tokio::test]
async fn dismissed_review_takes_nothing_back() {
    let world = World::new().await;
    quick_wins(&world, 0, 8).await;
    resolve(&world, 1, State::Dismissed).await.unwrap();
    assert!(matches!(void(&world, 2).await, Err(Error::ReviewResolved)));
    assert!(matches!(void(&world, 1).await, Err(Error::RequestIdReused)));
    assert_eq!(world.count("void").await, 0);
}

#[tokio::test]
async fn results_taken_back_are_no_evidence() {
    let world = World::new().await;
    quick_wins(&world, 0, 8).await;
    void(&world, 1).await.unwrap();
    world.rate("seep").await;
    quick_wins(&world, 8, 5).await;
    assert_eq!(only(&world).await.summary.state, State::Confirmed);
}
