//! The feed of a ladder: everything, in order, to whoever goes on from where they were.

use std::time::Duration;

use ratings::append::{self, Order, Sealed, Target};
use ratings::{ResultId, SourceName};
use service::Credential;
use sqlx::AssertSqlSafe;
use tonic::Streaming;
use uuid::Uuid;
use wire::errors::v1::ErrorReason;
use wire::fault_of;
use wire::ratings::v1::rating_feed_service_client::RatingFeedServiceClient;
use wire::ratings::v1::watch_rating_changes_response::Update;
use wire::ratings::v1::{self as pb};

use crate::served::{Served, entity, pairs, reason, serve, serve_with_grace};
use crate::world::{Game, HOUR, Placed, World, ladder_id, pair};

fn order(n: u128) -> Order {
    Order { request_id: Uuid::from_u128(n), requested_by: "referee".into(), reason: "because".into() }
}

/// A ladder on which everything has happened: entries 1 and 2 are results, 3 is abandoned, 4 takes 1 back, 5 hides the absent,
/// 6 ends the season, 7 is a result of the next.
async fn eventful(world: &World) {
    let seep = ladder_id("seep");
    let pool = world.pool();
    let now = world.clock.now();
    world.play(Game::pairs("a", [1, 2], [3, 4])).await;
    world.play(Game::pairs("b", [1, 2], [5, 6]).at(now.minus(HOUR))).await;
    world.play(Game::pairs("c", [1, 2], [5, 6]).at(now.minus(HOUR)).abandoned()).await;
    let target = Target::Result(SourceName::engine(), ResultId::parse("a").unwrap());
    append::void(pool, &seep, &order(1), &target, Sealed::Respect, now).await.unwrap();
    world.rate("seep").await;
    world.place("seep", pair(7, 8), Placed { balance: 0, strength: Some(300_000), games: 12 }).await;
    append::upkeep_if_due(pool, &seep, now).await.unwrap().unwrap();
    world.rate("seep").await;
    append::close(pool, &seep, &order(2), 1, now).await.unwrap();
    world.rate("seep").await;
    world.play(Game::pairs("d", [1, 2], [5, 6]).at(now)).await;
}

async fn watch(served: &Served, after: u64) -> Streaming<pb::WatchRatingChangesResponse> {
    watch_as(served, served.token(), after).await
}

async fn watch_as(
    served: &Served,
    credential: Credential,
    after: u64,
) -> Streaming<pb::WatchRatingChangesResponse> {
    let mut client = RatingFeedServiceClient::with_interceptor(served.channel.clone(), credential);
    let request = pb::WatchRatingChangesRequest { ladder: "seep".into(), after };
    client.watch_rating_changes(request).await.unwrap().into_inner()
}

async fn update(stream: &mut Streaming<pb::WatchRatingChangesResponse>) -> Update {
    stream.message().await.unwrap().unwrap().update.unwrap()
}

fn sequence(update: &Update) -> u64 {
    match update {
        Update::Result(result) => result.sequence,
        Update::Event(part) => part.event.as_ref().unwrap().sequence,
        Update::Heartbeat(beat) => panic!("a heartbeat through {}", beat.rated_through),
    }
}

/// Everything up to the entry `through`, for ladders without events of many parts.
async fn collect(stream: &mut Streaming<pb::WatchRatingChangesResponse>, through: u64) -> Vec<Update> {
    let mut updates: Vec<Update> = Vec::new();
    while updates.last().is_none_or(|last| sequence(last) < through) {
        let next = update(stream).await;
        assert!(
            updates.last().is_none_or(|last| sequence(last) < sequence(&next)),
            "{} again",
            sequence(&next)
        );
        updates.push(next);
    }
    updates
}

fn event(update: &Update) -> &pb::LadderEventChanges {
    match update {
        Update::Event(part) => part,
        other => panic!("{other:?}"),
    }
}

fn result(update: &Update) -> &pb::Result {
    match update {
        Update::Result(result) => result,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn every_entry_of_the_log_comes_with_what_it_changed() {
    let served = serve().await;
    eventful(&served.world).await;
    let updates = collect(&mut watch(&served, 0).await, 7).await;
    assert_eq!(updates.iter().map(sequence).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7]);
    let states = [0, 1, 2, 6].map(|at: usize| result(&updates[at]).state());
    let (rated, unrated, voided) =
        (pb::ResultState::Rated, pb::ResultState::Unrated, pb::ResultState::Voided);
    assert_eq!(states, [voided, rated, unrated, rated]);
    assert_eq!((result(&updates[0]).voided_by, result(&updates[0]).changes.len()), (4, 6));
    let [void, upkeep, close] = [3, 4, 5].map(|at: usize| event(&updates[at]));
    let kinds = [void, upkeep, close].map(|part| part.event.as_ref().unwrap().kind());
    let expected = [pb::LadderEventKind::Void, pb::LadderEventKind::Upkeep, pb::LadderEventKind::Close];
    assert_eq!(kinds, expected);
    assert!([void, upkeep, close].iter().all(|part| part.complete));
}

#[tokio::test]
async fn event_tells_who_asked_for_it_and_each_of_its_lines() {
    let served = serve().await;
    eventful(&served.world).await;
    let mut stream = watch(&served, 3).await;
    let [void, upkeep, close] =
        [update(&mut stream).await, update(&mut stream).await, update(&mut stream).await];
    let (void, upkeep, close) = (event(&void), event(&upkeep), event(&close));
    let about = void.event.as_ref().unwrap();
    assert_eq!((&*about.requested_by, &*about.reason, about.voided_results), ("referee", "because", 1));
    assert_eq!(void.voided_sequences, [1]);
    let losers = void.changes.iter().find(|change| change.entity == entity(&[3, 4])).unwrap();
    assert_eq!((losers.kind(), losers.season), (pb::HistoryKind::Correction, 1));
    assert_eq!(losers.displayed_before, 1470);
    let hidden: Vec<_> =
        upkeep.changes.iter().map(|change| (change.kind(), change.displayed_after)).collect();
    assert_eq!(hidden, [(pb::HistoryKind::Hidden, 1500)]);
    let reset = close.changes.iter().find(|change| change.entity == entity(&[1, 2])).unwrap();
    assert_eq!((reset.kind(), reset.season), (pb::HistoryKind::SeasonReset, 2));
    assert!(reset.displayed_after < reset.displayed_before);
}

#[tokio::test]
async fn resuming_after_any_entry_goes_on_with_the_same_list() {
    let served = serve().await;
    eventful(&served.world).await;
    let all = collect(&mut watch(&served, 0).await, 7).await;
    for after in 1..7 {
        let rest = collect(&mut watch(&served, after).await, 7).await;
        assert_eq!(rest, all[usize::try_from(after).unwrap()..], "after {after}");
    }
}

#[tokio::test]
async fn two_readers_are_woken_by_what_is_rated_without_any_time_passing() {
    let served = serve().await;
    let (mut one, mut other) = (watch(&served, 0).await, watch(&served, 0).await);
    for (expected, id) in (1..).zip(["a", "b", "c"]) {
        served.rated(pairs(id, [1, 2], [3, 4])).await;
        let (seen, also_seen) = (update(&mut one).await, update(&mut other).await);
        assert_eq!((result(&seen).sequence, &*result(&seen).result_id), (expected, id));
        assert_eq!(seen, also_seen);
    }
}

#[tokio::test]
async fn long_backlog_comes_in_order_and_without_a_gap() {
    let served = serve().await;
    for n in 0..150 {
        served.world.submit(Game::pairs(&format!("g{n}"), [1, 2], [3, 4])).await.unwrap();
    }
    served.world.rate("seep").await;
    let updates = collect(&mut watch(&served, 0).await, 150).await;
    assert_eq!(updates.iter().map(sequence).collect::<Vec<_>>(), (1..=150).collect::<Vec<u64>>());
}

/// A season's end that resets 1,200 players more than have played.
async fn close_with_many(world: &World) {
    world.play(Game::pairs("a", [1, 2], [3, 4])).await;
    let placed = "insert into ratings.standing (ladder, season, a, b, display_name, balance, strength, displayed, listing,
            k_games, wins, draws, losses, last_played_at)
         select 'seep', 1, lpad(to_hex(n + 1000), 32, '0')::uuid, '00000000-0000-0000-0000-000000000000', 'N', 160000,
             320000, 1600, 2, 12, 12, 0, 0, '2027-01-15' from generate_series(1, 1200) as n";
    sqlx::query(AssertSqlSafe(placed)).execute(world.pool()).await.unwrap();
    append::close(world.pool(), &ladder_id("seep"), &order(1), 1, world.clock.now()).await.unwrap();
    world.rate("seep").await;
}

#[tokio::test]
async fn event_that_changes_much_comes_in_parts_of_which_the_last_says_so() {
    let served = serve().await;
    close_with_many(&served.world).await;
    let mut stream = watch(&served, 1).await;
    let mut parts = Vec::new();
    while !parts.last().is_some_and(|part: &pb::LadderEventChanges| part.complete) {
        parts.push(event(&update(&mut stream).await).clone());
    }
    let sizes: Vec<_> = parts.iter().map(|part| (part.changes.len(), part.complete)).collect();
    assert_eq!(sizes, [(500, false), (500, false), (206, true)]);
    let mut entities: Vec<_> =
        parts.iter().flat_map(|part| &part.changes).map(|change| &change.entity).collect();
    entities.dedup();
    assert_eq!(entities.len(), 1206);
}

#[tokio::test]
async fn feed_cannot_go_on_after_an_entry_that_is_not_worked_off() {
    let served = serve().await;
    served.rated(pairs("a", [1, 2], [3, 4])).await;
    let mut client = RatingFeedServiceClient::with_interceptor(served.channel.clone(), served.token());
    let mut refused = async |ladder: &str, after| {
        let request = pb::WatchRatingChangesRequest { ladder: ladder.into(), after };
        reason(client.watch_rating_changes(request).await)
    };
    assert_eq!(refused("seep", 2).await, ErrorReason::SeqOutOfRange);
    assert_eq!(refused("seep", u64::MAX).await, ErrorReason::SeqOutOfRange);
    assert_eq!(refused("bridge", 0).await, ErrorReason::LadderNotFound);
    let mut anonymous = RatingFeedServiceClient::new(served.channel.clone());
    let request = pb::WatchRatingChangesRequest { ladder: "seep".into(), after: 0 };
    assert_eq!(reason(anonymous.watch_rating_changes(request).await), ErrorReason::CredentialMissing);
}

/// Moves the clock until the stream says something.
async fn next_in_time(
    served: &Served,
    stream: &mut Streaming<pb::WatchRatingChangesResponse>,
    step: Duration,
) -> Result<Option<pb::WatchRatingChangesResponse>, tonic::Status> {
    let mut next = std::pin::pin!(stream.message());
    loop {
        if let std::task::Poll::Ready(message) = futures::poll!(next.as_mut()) {
            return message;
        }
        served.world.time.advance(step);
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn entry_that_another_process_has_rated_is_found_in_time() {
    let served = serve().await;
    // The clock runs fast, and a service's key does not expire.
    let mut stream = watch_as(&served, served.key_of("engine"), 0).await;
    // Nobody rings a bell.
    served.world.play(Game::pairs("a", [1, 2], [3, 4])).await;
    loop {
        let message = next_in_time(&served, &mut stream, Duration::from_millis(100)).await.unwrap().unwrap();
        match message.update.unwrap() {
            Update::Heartbeat(_) => {}
            other => break assert_eq!(result(&other).result_id, "a"),
        }
    }
}

#[tokio::test]
async fn silent_feed_shows_that_it_lives_and_how_far_the_ladder_is() {
    let served = serve().await;
    served.rated(pairs("a", [1, 2], [3, 4])).await;
    let mut stream = watch_as(&served, served.key_of("engine"), 1).await;
    let message = next_in_time(&served, &mut stream, Duration::from_millis(100)).await.unwrap().unwrap();
    let Some(Update::Heartbeat(beat)) = message.update else { panic!("{message:?}") };
    assert_eq!(beat.rated_through, 1);
}

#[tokio::test]
async fn draining_server_ends_the_feed_with_a_reason_to_come_again() {
    let served = serve_with_grace(Duration::from_secs(5)).await;
    served.rated(pairs("a", [1, 2], [3, 4])).await;
    let mut stream = watch(&served, 0).await;
    assert_eq!(result(&update(&mut stream).await).sequence, 1);
    served.drain.begin();
    served.world.time.advance(Duration::from_secs(5));
    let status = stream.message().await.unwrap_err();
    assert_eq!(fault_of(&status).unwrap().reason(), ErrorReason::Draining);
}

#[tokio::test]
async fn feed_ends_when_its_token_expires() {
    let served = serve().await;
    let mut stream = watch(&served, 0).await;
    loop {
        match next_in_time(&served, &mut stream, Duration::from_secs(5)).await {
            Ok(message) => assert!(matches!(message.unwrap().update, Some(Update::Heartbeat(_)))),
            Err(status) => {
                assert_eq!(fault_of(&status).unwrap().reason(), ErrorReason::TokenExpired);
                break;
            }
        }
    }
}

#[tokio::test]
async fn result_taken_back_meanwhile_is_told_as_such_to_whoever_comes_later_to_the_same_place() {
    let served = serve().await;
    let mut early = watch(&served, 0).await;
    served.rated(pairs("a", [1, 2], [3, 4])).await;
    assert_eq!(result(&update(&mut early).await).state(), pb::ResultState::Rated);
    let target = Target::Result(SourceName::engine(), ResultId::parse("a").unwrap());
    let now = served.world.clock.now();
    append::void(served.world.pool(), &ladder_id("seep"), &order(1), &target, Sealed::Respect, now)
        .await
        .unwrap();
    // The next result wakes the rater of this process, which works off the void before it.
    served.rated(pairs("b", [1, 2], [5, 6])).await;
    assert_eq!(event(&update(&mut early).await).voided_sequences, [1]);
    let late = update(&mut watch(&served, 0).await).await;
    assert_eq!(result(&late).state(), pb::ResultState::Voided);
}

#[tokio::test]
async fn nobody_takes_the_places_of_others_at_the_feed() {
    let served = serve().await;
    let mut streams = Vec::new();
    for _ in 0..64 {
        streams.push(watch(&served, 0).await);
    }
    let mut client = RatingFeedServiceClient::with_interceptor(served.channel.clone(), served.token());
    let request = pb::WatchRatingChangesRequest { ladder: "seep".into(), after: 0 };
    let refused = client.watch_rating_changes(request.clone()).await;
    assert_eq!(reason(refused), ErrorReason::Overloaded);
    streams.push(watch_as(&served, served.key_of("acme"), 0).await);
    // A place is free as soon as the server has seen that its stream is gone.
    streams.remove(0);
    let again = async { while client.watch_rating_changes(request.clone()).await.is_err() {} };
    tokio::time::timeout(Duration::from_secs(30), again).await.expect("there is a place");
}
