//! Whose turn it is, for players who are not looking.

use std::time::Duration;

use wire::engine::v1::match_feed_event::Event;
use wire::engine::v1::{MatchEventKind, WatchMatchEventsRequest, YourTurn};

use crate::feed_reader::{FeedReader, all_after, only, words};
use crate::table::{Plan, fresh_id};
use crate::world::{World, simulated, tick, within};

/// Short enough that nobody is told too early.
const STEP: Duration = Duration::from_millis(250);

/// The next turn that is told.
async fn next_turn(reader: &mut FeedReader) -> YourTurn {
    loop {
        if let Some(Event::YourTurn(turn)) = reader.next().await.event {
            return turn;
        }
    }
}

/// What `work` gives while simulated time goes on.
macro_rules! while_time_goes_on {
    ($world:expr, $time:expr, $engine:expr, $work:expr) => {
        tokio::select! {
            done = within($work) => done,
            never = tick(&$time, STEP, $world.pool(), &$engine) => match never {},
        }
    };
}

#[tokio::test]
async fn absent_player_is_told_once_a_turn() {
    let world = World::new().await;
    let (clock, time) = simulated();
    let engine = world.engine("a").clock(&clock).start().await;
    let mut table = Plan::new(1).clocks(600, 0).create(&engine).await;
    let mut reader = FeedReader::open(&engine, only(&[MatchEventKind::YourTurn])).await.unwrap();
    for _ in 0..3 {
        let (seat, _) = table.turn().await.unwrap();
        let player = &table.players[seat];
        let (latest, deadline) = {
            let snapshot = player.get().await;
            (snapshot.seq, snapshot.turn.unwrap().deadline)
        };
        let turn = while_time_goes_on!(world, time, engine, next_turn(&mut reader));
        assert_eq!(turn.player.unwrap().account_id, player.account_id.to_string());
        assert_eq!((turn.seat as usize, turn.turn_seq, turn.deadline), (seat, latest, deadline));
        // However long it takes now, the next thing told is the next turn.
        for _ in 0..20 {
            time.advance(STEP);
        }
        table.step().await.unwrap();
    }
}

#[tokio::test]
async fn player_who_looks_is_not_told_until_the_stream_is_gone() {
    let world = World::new().await;
    let (clock, time) = simulated();
    let engine = world.engine("a").clock(&clock).start().await;
    let mut table = Plan::new(1).create(&engine).await;
    let mut present = Vec::new();
    for player in &table.players {
        present.push(player.watch(None).await);
    }
    let mut reader = FeedReader::open(&engine, only(&[MatchEventKind::YourTurn])).await.unwrap();
    for _ in 0..4 {
        table.step().await.unwrap();
        for _ in 0..20 {
            time.advance(STEP);
            sqlx::query("select 1").execute(world.pool()).await.unwrap();
        }
    }
    let (seat, _) = table.turn().await.unwrap();
    present.remove(seat);
    let turn = while_time_goes_on!(world, time, engine, next_turn(&mut reader));
    assert_eq!((turn.seat as usize, turn.turn_seq), (seat, table.players[seat].get().await.seq));
    assert_eq!(reader.number, 2, "the match's start, and nothing else before");
}

#[tokio::test]
async fn nobody_is_told_for_a_bot() {
    let world = World::new().await;
    let (clock, time) = simulated();
    let engine = world.engine("a").clock(&clock).start().await;
    // The only person deals, so that a bot bids.
    let mut table = Plan::new(1).bot(1).bot(2).bot(3).first_dealer(0).create(&engine).await;
    let mut reader = FeedReader::open(&engine, all_after(0)).await.unwrap();
    let played = async {
        for _ in 0..3 {
            let turn = next_turn(&mut reader).await;
            assert_eq!(turn.seat, 0);
            table.step().await.unwrap();
        }
    };
    while_time_goes_on!(world, time, engine, played);
}

#[tokio::test]
async fn turn_is_told_again_by_whoever_takes_the_match_over() {
    let world = World::new().await;
    let (clock, time) = simulated();
    let engine = world.engine("a").clock(&clock).start().await;
    let mut table = Plan::new(1).create(&engine).await;
    table.steps(3).await;
    let mut reader = FeedReader::open(&engine, only(&[MatchEventKind::YourTurn])).await.unwrap();
    let told = while_time_goes_on!(world, time, engine, next_turn(&mut reader));
    let number = reader.number;
    engine.crash();
    let heir = world.engine("a").clock(&clock).start().await;
    let after = WatchMatchEventsRequest {
        after: Some(number),
        kinds: vec![MatchEventKind::YourTurn as i32],
        ..Default::default()
    };
    let mut reader = FeedReader::open(&heir, after).await.unwrap();
    let again = while_time_goes_on!(world, time, heir, next_turn(&mut reader));
    assert_eq!(again, told);
    assert!(reader.number > number);
}

#[tokio::test]
async fn turns_concern_only_who_is_to_act() {
    let world = World::new().await;
    let (clock, time) = simulated();
    let engine = world.engine("a").clock(&clock).start().await;
    let mut table = Plan::new(1).create(&engine).await;
    let (seat, _) = table.turn().await.unwrap();
    let of = |seat: usize| WatchMatchEventsRequest {
        account_ids: vec![table.players[seat].account_id.to_string()],
        kinds: vec![MatchEventKind::YourTurn as i32],
        ..Default::default()
    };
    let mut own = FeedReader::open(&engine, of(seat)).await.unwrap();
    let turn = while_time_goes_on!(world, time, engine, next_turn(&mut own));
    assert_eq!(turn.seat as usize, seat);
    let (others, heartbeat) = FeedReader::open(&engine, of((seat + 1) % 4)).await.unwrap().stored().await;
    assert_eq!((others.len(), heartbeat.latest), (0, own.number));
    table.step().await.unwrap();
}

#[tokio::test]
async fn nothing_of_a_match_comes_after_its_end() {
    let world = World::new().await;
    let (clock, time) = simulated();
    let engine = world.engine("a").clock(&clock).start().await;
    let table = Plan::new(1).create(&engine).await;
    // Written before the end is, and committed after it: as if a writer had been slow.
    let mut slow = postgres::begin(world.pool()).await.unwrap();
    let turn = "insert into engine.feed_waiting (match_id, kind, created_by, accounts, payload)
                select match_id, 3, created_by, '{}', '' from engine.match where match_id = $1";
    sqlx::query(turn).bind(table.match_id).execute(&mut *slow).await.unwrap();
    for seat in [0, 2] {
        table.players[seat].resign(fresh_id()).await.unwrap();
    }
    slow.commit().await.unwrap();
    let mut reader = FeedReader::open(&engine, all_after(0)).await.unwrap();
    let both = while_time_goes_on!(world, time, engine, reader.take(2));
    assert_eq!(words(&both), [("started", table.match_id), ("finished", table.match_id)]);
    let next = Plan::new(2).create(&engine).await;
    assert_eq!(words(&reader.take(1).await), [("started", next.match_id)]);
    assert_eq!(reader.number, 3);
}
