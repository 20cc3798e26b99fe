//! Streams of one match: without gap, once, and bounded.

use std::time::Duration;

use uuid::Uuid;
use wire::engine::v1::watch_response::Update;
use wire::engine::v1::{EndReason, MatchSnapshot, WatchRequest};
use wire::errors::v1::ErrorReason;

use crate::chance::Chance;
use crate::follow::Follower;
use crate::table::{Plan, Table, fresh_id};
use crate::world::{World, reason, simulated, tick, token, within};

/// A reader that leaves and resumes by chance, and keeps what it got in all its streams.
struct Restless {
    seat: usize,
    chance: Chance,
    seqs: Vec<u64>,
}

impl Restless {
    /// Follows the match to its end, in pieces.
    async fn follow(mut self, table: &Table) -> Self {
        let mut last = None;
        loop {
            let mut piece = table.players[self.seat].watch(last).await;
            let leave_after = self.chance.below(20);
            let mut came = 0;
            let ended = loop {
                if came > leave_after && self.chance.below(4) > 0 {
                    break false;
                }
                match piece.next().await.unwrap() {
                    Some(Update::Event(_)) => came += 1,
                    Some(_) => {}
                    None => break true,
                }
            };
            self.seqs.extend(piece.events.iter().map(|event| event.seq));
            if piece.events.is_empty() && last.is_none() {
                // The first piece begins with a snapshot, whatever was before it.
                continue;
            }
            last = piece.seq;
            if ended {
                return self;
            }
        }
    }
}

#[tokio::test]
async fn every_seat_gets_every_event_once_however_often_it_leaves() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    for seed in 0..2 {
        let mut table = Plan::new(seed).deals(2).create(&engine).await;
        let readers = (0..8).map(|n| Restless {
            seat: n % 4,
            chance: Chance::new(seed * 100 + n as u64),
            seqs: vec![],
        });
        let looks = table.at(&engine);
        let (made, readers) = tokio::join!(
            table.play_out(),
            futures::future::join_all(readers.map(|reader| reader.follow(&looks)))
        );
        let last = table.players[0].get().await.seq;
        assert!(made.len() as u64 + 2 <= last);
        for reader in readers {
            // The first piece may have begun after the first event.
            let first = reader.seqs[0];
            assert!(reader.seqs.iter().copied().eq(first..=last), "seed {seed}: {:?}", reader.seqs);
        }
    }
}

#[tokio::test]
async fn late_reader_is_told_everything_in_closed_form_and_then_the_present() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).create(&engine).await;
    table.steps(30).await;
    let mut late = table.players[1].watch(Some(4)).await;
    let present = table.players[1].get().await;
    for seq in 5..=present.seq {
        let event = late.event().await;
        assert_eq!((event.seq, event.closed_form), (seq, true));
        assert_eq!((event.turn, event.ended), (None, None));
    }
    let Ok(Some(Update::Snapshot(shown))) = late.next().await else { panic!("then the snapshot comes") };
    assert_eq!(*shown, present);
    table.step().await.unwrap();
    let live = late.event().await;
    assert!(!live.closed_form && live.turn.is_some());
}

#[tokio::test]
async fn ended_match_is_told_to_its_end_with_how_it_ended() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).create(&engine).await;
    table.play_out().await;
    let mut late = table.players[3].watch(Some(0)).await;
    late.rest().await.unwrap();
    let (last, others) = late.events.split_last().unwrap();
    assert!(others.iter().all(|event| event.ended.is_none()));
    let ended = last.ended.as_ref().unwrap();
    let present = late.snapshot.as_ref().unwrap();
    assert_eq!((ended.reason(), ended.secret.clone()), (EndReason::PlayedOut, present.secret.clone()));
    assert_eq!(present.seq, last.seq);
    let beyond = table.players[3].try_watch(Some(last.seq + 1)).await.err().unwrap();
    assert_eq!(reason(&beyond), ErrorReason::SeqOutOfRange);
    let mut nothing_missed = table.players[3].watch(Some(last.seq)).await;
    nothing_missed.rest().await.unwrap();
    assert!(nothing_missed.events.is_empty() && nothing_missed.snapshot.is_some());
}

#[tokio::test]
async fn record_is_there_as_soon_as_the_last_event_is() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    for seed in 0..3 {
        let mut table = Plan::new(seed).create(&engine).await;
        table.steps(48).await;
        let mut follower = table.players[2].watch(None).await;
        let (last, asked) = tokio::join!(table.step(), async {
            while follower.event().await.ended.is_none() {}
            follower.next().await.unwrap();
        });
        let ((), _) = (asked, last.unwrap());
        table.players[2].record().await.unwrap();
    }
}

#[tokio::test]
async fn record_is_there_before_the_mover_has_its_answer() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).create(&engine).await;
    table.steps(48).await;
    let mut follower = table.players[2].watch(None).await;
    let reader = table.players[2].clone();
    let mover = tokio::spawn(async move { table.step().await });
    while follower.event().await.ended.is_none() {}
    reader.record().await.unwrap();
    mover.await.unwrap().unwrap();
}

#[tokio::test]
async fn reader_that_never_reads_loses_its_stream_and_holds_nobody_up() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).deals(4).create(&engine).await;
    let request = WatchRequest { match_id: table.match_id.to_string(), after_seq: None };
    let mut lazy = engine.narrow_connection(&token(table.players[0].account_id));
    let mut stream = lazy.watch(request).await.unwrap().into_inner();
    let mut keen = table.players[0].watch(None).await;
    let made = table.steps(150).await;
    keen.up_to(made.last().unwrap().seq).await;
    let mut seqs = Vec::new();
    let ended = within(async {
        loop {
            match stream.message().await {
                Ok(Some(response)) => {
                    if let Some(Update::Event(event)) = response.update {
                        seqs.push(event.seq);
                    }
                }
                Ok(None) => panic!("the stream ended well"),
                Err(status) => return status,
            }
        }
    });
    assert_eq!(reason(&ended.await), ErrorReason::SlowReader);
    // What it was sent is whole, so that it can resume.
    assert!(seqs.iter().copied().eq(seqs[0]..seqs[0] + seqs.len() as u64));
    assert!(seqs.len() < 150);
}

#[tokio::test]
async fn reader_that_never_reads_what_it_missed_loses_its_stream() {
    let world = World::new().await;
    let (clock, time) = simulated();
    let engine = world.engine("a").clock(&clock).start().await;
    // More than the layers below keep on their way, with captures that stay open to view.
    let table = Plan::new(1).deals(4).open_history().bot(1).bot(2).bot(3).create(&engine).await;
    let mut player = table.players[0].watch(None).await;
    let mut acted = 0;
    while acted < 190 {
        let is_mine =
            |s: &MatchSnapshot| s.seq >= acted && s.turn.as_ref().is_some_and(|turn| turn.seat == 0);
        let turn = player.until(is_mine).await.turn.unwrap();
        acted = table.players[0].act(fresh_id(), &turn.legal_moves[0].text).await.unwrap().seq;
    }
    let request = WatchRequest { match_id: table.match_id.to_string(), after_seq: Some(0) };
    let mut lazy = engine.narrow_connection(&token(table.players[0].account_id));
    let mut stream = lazy.watch(request).await.unwrap().into_inner();
    let first = stream.message().await.unwrap();
    assert!(first.is_some());
    tokio::select! {
        // Nothing tells when the stream has ended inside the server; a minute is twice what it has.
        () = clock.sleep(Duration::from_secs(60)) => {}
        never = tick(&time, Duration::from_secs(1), world.pool(), &engine) => match never {},
    }
    let ended = within(async {
        loop {
            match stream.message().await {
                Ok(Some(_)) => {}
                Ok(None) => panic!("the stream ended well"),
                Err(status) => return status,
            }
        }
    });
    assert_eq!(reason(&ended.await), ErrorReason::SlowReader);
}

#[tokio::test]
async fn account_with_too_many_streams_loses_the_oldest() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).create(&engine).await;
    let mut streams: Vec<Follower> = Vec::new();
    for _ in 0..9 {
        streams.push(table.players[0].watch(None).await);
    }
    let mut other = table.players[1].watch(None).await;
    let ended = streams[0].rest().await.unwrap_err();
    assert_eq!(reason(&ended), ErrorReason::Overloaded);
    let made = table.step().await.unwrap();
    for follower in streams[1..].iter_mut().chain([&mut other]) {
        follower.up_to(made.seq).await;
    }
}

#[tokio::test]
async fn spectators_never_take_the_place_of_a_seat() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let table = Plan::new(1).spectators().create(&engine).await;
    let mut streams = Vec::new();
    let refused = loop {
        let onlooker = engine.own_connection(&token(Uuid::from_u128(1_000 + streams.len() as u128 / 8)));
        match Follower::open(onlooker, table.match_id, None).await {
            Ok(stream) => streams.push(stream),
            Err(status) => break status,
        }
        assert!(streams.len() <= 200);
    };
    assert_eq!(reason(&refused), ErrorReason::Overloaded);
    table.players[3].watch(None).await.next().await.unwrap();
}
