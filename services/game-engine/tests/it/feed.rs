//! The feed of match events: starts and ends, numbered in the order of the commits.

use std::collections::HashMap;
use std::time::Duration;

use tokio::task::JoinSet;
use uuid::Uuid;
use wire::engine::v1::match_feed_event::Event;
use wire::engine::v1::{
    AbortMatchRequest, EndReason, MatchEventKind, MatchFinished, UnratedReason, WatchMatchEventsRequest,
    seat_assignment::Occupant,
};
use wire::errors::v1::ErrorReason;

use crate::feed_reader::{FeedReader, all_after, only, word, words};
use crate::table::{Plan, Table, fresh_id};
use crate::world::{Engine, World, reason, simulated, token, within};

/// A match that one side gives up at once.
async fn given_up(plan: Plan, engine: &Engine) -> Table {
    let table = plan.create(engine).await;
    give_up(&table).await;
    table
}

async fn give_up(table: &Table) {
    for seat in [0, 2] {
        table.players[seat].resign(fresh_id()).await.unwrap();
    }
}

/// The end of the only match.
async fn the_end(engine: &Engine) -> MatchFinished {
    let mut reader = FeedReader::open(engine, only(&[MatchEventKind::Finished])).await.unwrap();
    match reader.next().await.event {
        Some(Event::Finished(finished)) => finished,
        other => panic!("an end, not {other:?}"),
    }
}

#[tokio::test]
async fn numbers_have_no_gap_and_starts_come_before_ends_while_many_write() {
    const MATCHES: u64 = 24;
    let world = World::new().await;
    let engines = [world.engine("a").start().await, world.engine("b").start().await];
    let mut live = FeedReader::open(&engines[1], all_after(0)).await.unwrap();
    let mut writers = JoinSet::new();
    for seed in 0..MATCHES {
        let plan = Plan::new(seed);
        let engine = &engines[usize::try_from(seed % 2).unwrap()];
        let (creator, table) = (engine.creator(), plan.table(engine));
        writers.spawn(async move {
            let mut creator = creator;
            creator.create_match(plan.request.clone()).await.unwrap();
            give_up(&table).await;
        });
    }
    let seen = live.take(2 * usize::try_from(MATCHES).unwrap()).await;
    while let Some(done) = writers.join_next().await {
        done.unwrap();
    }
    let numbers: Vec<u64> = seen.iter().map(|event| event.number).collect();
    assert_eq!(numbers, (1..=2 * MATCHES).collect::<Vec<_>>());
    let mut last: HashMap<Uuid, &str> = HashMap::new();
    for (word, match_id) in words(&seen) {
        let before = last.insert(match_id, word);
        assert_eq!(before, if word == "started" { None } else { Some("started") }, "{match_id}");
    }
    let (stored, heartbeat) = FeedReader::open(&engines[0], all_after(0)).await.unwrap().stored().await;
    assert_eq!(stored, seen, "whoever reads later reads the same");
    assert_eq!((heartbeat.up_to, heartbeat.latest), (2 * MATCHES, 2 * MATCHES));
}

#[tokio::test]
async fn event_that_is_committed_late_comes_after_what_was_read_before() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let early = Plan::new(1).create(&engine).await;
    let mut reader = FeedReader::open(&engine, all_after(0)).await.unwrap();
    assert_eq!(reader.next().await.number, 1);
    // Written before the next one, and committed after it was read.
    let mut late = postgres::begin(world.pool()).await.unwrap();
    let copied = "insert into engine.feed_waiting (match_id, kind, created_by, accounts, payload)
                  select match_id, kind, created_by, accounts, payload from engine.feed where match_id = $1";
    sqlx::query(copied).bind(early.match_id).execute(&mut *late).await.unwrap();
    let next = Plan::new(2).create(&engine).await;
    let second = reader.next().await;
    assert_eq!((second.number, second.match_id), (2, next.match_id.to_string()));
    late.commit().await.unwrap();
    let third = reader.next().await;
    assert_eq!((third.number, third.match_id), (3, early.match_id.to_string()));
}

#[tokio::test]
async fn reader_goes_on_after_its_cursor_also_after_a_restart() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let first = given_up(Plan::new(1), &engine).await;
    let mut reader = FeedReader::open(&engine, all_after(0)).await.unwrap();
    let before = reader.take(2).await;
    assert_eq!(words(&before), [("started", first.match_id), ("finished", first.match_id)]);
    drop(reader);
    let second = given_up(Plan::new(2), &engine).await;
    engine.crash();
    let engine = world.engine("a").start().await;
    let mut resumed = FeedReader::open(&engine, all_after(1)).await.unwrap();
    let rest = resumed.take(3).await;
    assert_eq!(rest[0], before[1], "the same event under the same number");
    assert_eq!(words(&rest[1..]), [("started", second.match_id), ("finished", second.match_id)]);
}

#[tokio::test]
async fn match_that_is_taken_over_starts_once_and_ends_once() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).create(&engine).await;
    table.steps(3).await;
    engine.crash();
    let heir = world.engine("a").start().await;
    give_up(&table.at(&heir)).await;
    let mut reader =
        FeedReader::open(&heir, only(&[MatchEventKind::Started, MatchEventKind::Finished])).await.unwrap();
    assert_eq!(words(&reader.take(2).await), [("started", table.match_id), ("finished", table.match_id)]);
    let another = given_up(Plan::new(2), &heir).await;
    assert_eq!(words(&reader.take(2).await), [("started", another.match_id), ("finished", another.match_id)]);
}

#[tokio::test]
async fn filters_let_pass_what_was_asked_for() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let theirs = given_up(Plan::new(1), &engine).await;
    let [_, reader_key, admin_key] = engine.keys();
    let own = Plan::new(2);
    engine.admin().create_match(own.request.clone()).await.unwrap();
    let own = own.table(&engine);
    FeedReader::open(&engine, all_after(0)).await.unwrap().take(3).await;
    let ask = async |key: &str, request: WatchMatchEventsRequest| {
        let mut reader = FeedReader::open_as(&engine, key, request).await.unwrap();
        let (events, heartbeat) = reader.stored().await;
        assert_eq!(heartbeat.up_to, 3, "also of what does not pass nothing is left");
        words(&events)
    };
    let created_by_me = WatchMatchEventsRequest { after: Some(0), created_by_me: true, ..Default::default() };
    assert_eq!(ask(admin_key, created_by_me.clone()).await, [("started", own.match_id)]);
    assert_eq!(ask(reader_key, created_by_me).await, []);
    let accounts = [theirs.players[3].account_id, Uuid::from_u128(1)];
    let of_accounts = WatchMatchEventsRequest {
        account_ids: accounts.iter().map(Uuid::to_string).collect(),
        ..Default::default()
    };
    let both = [("started", theirs.match_id), ("finished", theirs.match_id)];
    assert_eq!(ask(reader_key, of_accounts).await, both);
    let ends = only(&[MatchEventKind::Finished]);
    assert_eq!(ask(reader_key, ends).await, [("finished", theirs.match_id)]);
}

#[tokio::test]
async fn only_services_that_may_read_matches_read_the_feed() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let account = token(Uuid::from_u128(5));
    for key in [engine.keys()[0], account.as_str()] {
        let refused = FeedReader::open_as(&engine, key, all_after(0)).await.err().unwrap();
        assert_eq!(reason(&refused), ErrorReason::PermissionDenied);
    }
}

#[tokio::test]
async fn faulty_filters_are_named() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let asked = |kinds: Vec<i32>, account_ids: Vec<String>| WatchMatchEventsRequest {
        kinds,
        account_ids,
        ..Default::default()
    };
    let id = Uuid::from_u128(1).to_string();
    for (request, field) in [
        (asked(vec![0], vec![]), "kinds"),
        (asked(vec![9], vec![]), "kinds"),
        (asked(vec![1; 4], vec![]), "kinds"),
        (asked(vec![], vec![id.clone(), "nobody".to_owned()]), "account_ids[1]"),
        (asked(vec![], vec![id; 501]), "account_ids"),
    ] {
        let refused = FeedReader::open(&engine, request).await.err().unwrap();
        assert_eq!(reason(&refused), ErrorReason::InvalidField);
        let fault = wire::fault_of(&refused).unwrap();
        assert_eq!(fault.into_refused().fields[0].field, field);
    }
}

#[tokio::test]
async fn cursor_outside_of_the_feed_is_refused() {
    let world = World::new().await;
    let (clock, time) = simulated();
    let engine = world.engine("a").clock(&clock).start().await;
    given_up(Plan::new(1), &engine).await;
    FeedReader::open(&engine, all_after(0)).await.unwrap().take(2).await;
    let refused = |after: u64| {
        let engine = &engine;
        async move {
            let refused = FeedReader::open(engine, all_after(after)).await.err().unwrap();
            assert_eq!(reason(&refused), ErrorReason::SeqOutOfRange);
            let fault = wire::fault_of(&refused).unwrap();
            ["oldest", "latest"].map(|name| fault.metadata()[name].clone())
        }
    };
    assert_eq!(refused(3).await, ["0", "2"]);
    assert_eq!(refused(u64::MAX).await, ["0", "2"]);
    // Kept for 14 days.
    time.advance(Duration::from_secs(14 * 24 * 3600 + 60));
    let kept = "select count(*) from engine.feed";
    within(async {
        while sqlx::query_scalar::<_, i64>(kept).fetch_one(world.pool()).await.unwrap() > 0 {
            tokio::task::yield_now().await;
        }
    })
    .await;
    assert_eq!(refused(0).await, ["2", "2"]);
    assert_eq!(refused(1).await, ["2", "2"]);
    // Numbers go on where they were.
    given_up(Plan::new(2), &engine).await;
    let mut whatever_is_kept = FeedReader::open(&engine, WatchMatchEventsRequest::default()).await.unwrap();
    assert_eq!(whatever_is_kept.next().await.number, 3);
}

#[tokio::test]
async fn drain_is_told_before_it_ends_the_stream() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let reader = FeedReader::open(&engine, all_after(0)).await.unwrap();
    engine.drain.begin();
    let (draining, status) = reader.drained().await;
    assert!(draining.deadline.is_some());
    assert_eq!(reason(&status), ErrorReason::Draining);
}

#[tokio::test]
async fn start_tells_seats_clocks_and_ladder() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let plan = Plan::new(1).clocks(30, 60);
    let asked = plan.request.clone();
    plan.create(&engine).await;
    let event = FeedReader::open(&engine, all_after(0)).await.unwrap().next().await;
    assert_eq!((word(&event), event.created_by.as_str()), ("started", "creator"));
    let Some(Event::Started(started)) = event.event else { panic!("a start") };
    assert_eq!((started.game.as_str(), started.ladder.as_str()), ("seep", "seep"));
    assert_eq!((started.seats, started.clocks), (asked.seats, asked.clocks));
}

#[tokio::test]
async fn end_of_a_rated_match_tells_places_and_scores_as_its_result_does() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).create(&engine).await;
    table.play_out().await;
    let finished = the_end(&engine).await;
    assert_eq!((finished.reason(), finished.unrated()), (EndReason::PlayedOut, UnratedReason::Unspecified));
    let result = &world.ratings.wait_for(1).await[0];
    let told: Vec<_> = finished.sides.iter().map(|side| (side.place, side.score)).collect();
    let rated: Vec<_> = result.sides.iter().map(|side| (side.place, side.score)).collect();
    assert_eq!(told, rated);
    let seats: Vec<Vec<u32>> =
        finished.sides.iter().map(|side| side.seats.iter().map(|seat| seat.seat).collect()).collect();
    assert_eq!(seats, [[0, 2], [1, 3]]);
    for seat in finished.sides.iter().flat_map(|side| &side.seats) {
        let Some(Occupant::Player(player)) = &seat.assignment.as_ref().unwrap().occupant else {
            panic!("a player sits there")
        };
        assert_eq!(player.account_id, table.players[seat.seat as usize].account_id.to_string());
    }
}

#[tokio::test]
async fn end_of_an_unrated_match_tells_why() {
    let casual = || {
        let mut plan = Plan::new(1);
        plan.request.ladder.clear();
        plan
    };
    let cases = [
        (Plan::new(1).cut_window(60), UnratedReason::Abandoned),
        (casual(), UnratedReason::Casual),
        (Plan::new(1).bot(1), UnratedReason::BotSeat),
    ];
    for (plan, why) in cases {
        let world = World::new().await;
        let engine = world.engine("a").start().await;
        given_up(plan, &engine).await;
        let finished = the_end(&engine).await;
        assert_eq!((finished.reason(), finished.unrated()), (EndReason::Resigned, why));
        assert_eq!(finished.sides.iter().map(|side| side.place).collect::<Vec<_>>(), [2, 1]);
        let resigned: Vec<bool> =
            finished.sides.iter().flat_map(|side| &side.seats).map(|seat| seat.resigned).collect();
        assert_eq!(resigned, [true, true, false, false]);
    }
}

#[tokio::test]
async fn aborted_match_ends_without_places() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).create(&engine).await;
    table.steps(2).await;
    let abort = AbortMatchRequest { match_id: table.match_id.to_string(), why: "the hall burns".to_owned() };
    engine.admin().abort_match(abort).await.unwrap();
    let finished = the_end(&engine).await;
    assert_eq!((finished.reason(), finished.unrated()), (EndReason::Aborted, UnratedReason::Aborted));
    assert_eq!(finished.abort_reason, "the hall burns");
    assert!(finished.sides.iter().all(|side| side.place == 0));
}

#[tokio::test]
async fn end_tells_who_left_and_when_a_bot_stood_in() {
    let world = World::new().await;
    let (clock, time) = simulated();
    let engine = world.engine("a").clock(&clock).start().await;
    let mut table = Plan::new(1).clocks(30, 0).create(&engine).await;
    table.steps(4).await;
    table.players[1].resign(fresh_id()).await.unwrap();
    let mut follower = table.players[0].watch(None).await;
    for _ in 0..2 {
        while table.turn().await.unwrap().0 != 3 {
            table.step().await.unwrap();
        }
        let seq = table.players[0].get().await.seq;
        time.advance(Duration::from_secs(30));
        follower.up_to(seq + 1).await;
    }
    follower.rest().await.unwrap();
    let finished = the_end(&engine).await;
    let left: Vec<(u32, bool, usize)> = finished
        .sides
        .iter()
        .flat_map(|side| &side.seats)
        .map(|seat| (seat.seat, seat.left, seat.bot_spans.len()))
        .collect();
    assert_eq!(left, [(0, false, 0), (2, false, 0), (1, false, 0), (3, true, 1)]);
}

#[tokio::test]
async fn nobody_takes_the_places_of_others_at_the_feed() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut readers = Vec::new();
    for _ in 0..16 {
        readers.push(FeedReader::open(&engine, all_after(0)).await.unwrap());
    }
    let Err(refused) = FeedReader::open(&engine, all_after(0)).await else { panic!("it has sixteen") };
    assert_eq!(reason(&refused), ErrorReason::Overloaded);
    let [_, _, admin] = engine.keys();
    assert!(FeedReader::open_as(&engine, admin, all_after(0)).await.is_ok());
}
