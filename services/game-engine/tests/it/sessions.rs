//! Sessions: one stream for all matches of a device.

use std::time::Duration;

use postgres::testing::Cut;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use uuid::Uuid;
use wire::engine::v1::session_request::Request;
use wire::engine::v1::session_response::Response;
use wire::engine::v1::*;
use wire::errors::v1::ErrorReason;

use crate::session::{Session, event_seqs, unwatch, watch};
use crate::table::{Plan, Table, fresh_id};
use crate::world::{Engine, World, reason, simulated, token, token_for, within};

#[tokio::test]
async fn reply_to_a_watch_comes_before_what_is_watched() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).create(&engine).await;
    let made = table.steps(10).await.last().unwrap().seq;
    let mut session = Session::of(&table.players[0]).await;
    for after_seq in [None, Some(0), Some(made)] {
        let call = session.send(watch(&table, after_seq)).await;
        let first = session.message().await;
        assert_eq!(first.call, call);
        let Some(Response::Watching(watching)) = first.response else { panic!("{first:?}") };
        assert_eq!((watching.match_id, watching.seq), (table.match_id.to_string(), made));
        let came = session.settle().await;
        let missed: Vec<u64> = after_seq.map_or(vec![], |after| (after + 1..=made).collect());
        assert_eq!(event_seqs(&came), missed);
        assert!(matches!(came.last(), Some(Response::Snapshot(snapshot)) if snapshot.seq == made));
    }
    // A finished match too.
    table.play_out().await;
    session.settle().await;
    let call = session.send(watch(&table, None)).await;
    assert_eq!(session.message().await.call, call);
}

#[tokio::test]
async fn call_zero_is_not_replied_to_but_its_refusal_is_told() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).create(&engine).await;
    let (seat, text) = table.choose().await.unwrap();
    let mut session = Session::of(&table.players[seat]).await;
    session.send_as(0, watch(&table, None)).await;
    let came = session.message().await;
    assert!(matches!(came.response, Some(Response::Snapshot(_))), "{came:?}");
    session.send_as(0, Request::Act(table.players[seat].act_request(fresh_id(), &text))).await;
    let came = session.message().await;
    assert!(matches!(came.response, Some(Response::Event(_))), "{came:?}");
    session.send_as(0, unwatch(&table)).await;
    session.send_as(0, Request::Ping(Ping {})).await;
    session.send_as(0, Request::Act(table.players[seat].act_request(fresh_id(), "NONSENSE"))).await;
    let came = session.message().await;
    let Some(Response::Refused(refused)) = came.response else { panic!("{came:?}") };
    assert_eq!((came.call, refused.reason()), (0, ErrorReason::InvalidField));
    assert_eq!(refused.fields[0].field, "text");
}

#[tokio::test]
async fn request_without_content_is_refused_and_the_session_goes_on() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let table = Plan::new(1).create(&engine).await;
    let mut session = Session::of(&table.players[0]).await;
    let empty = SessionRequest { call: 900, request: None };
    session.up.as_ref().unwrap().send(empty).await.unwrap();
    let Response::Refused(refused) = session.reply(900).await else { panic!("it is refused") };
    assert_eq!(refused.reason(), ErrorReason::InvalidField);
    assert!(session.settle().await.is_empty());
}

#[tokio::test]
async fn match_is_played_through_sessions() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).cut_window(60).create(&engine).await;
    let mut sessions = Vec::new();
    for player in &table.players {
        let mut session = Session::of(player).await;
        session.watch(&table, None).await;
        let cut = CutRequest {
            match_id: table.match_id.to_string(),
            request_id: fresh_id().to_string(),
            entropy: vec![],
        };
        assert!(matches!(session.ask(Request::Cut(cut)).await, Response::Cut(_)));
        sessions.push(session);
    }
    while let Some((seat, text)) = table.choose().await {
        let act = table.players[seat].act_request(fresh_id(), &text);
        let reply = sessions[seat].ask(Request::Act(act)).await;
        assert!(matches!(reply, Response::Acted(_)), "{reply:?}");
    }
    for session in &mut sessions {
        let came = session.settle().await;
        let last = table.players[0].get().await.seq;
        let seqs = event_seqs(&came);
        assert!(seqs.iter().copied().eq(seqs[0]..=last));
        let Some(Response::WatchEnded(ended)) = came.last() else { panic!("the watch ends with the match") };
        assert_eq!((ended.seq, ended.reason()), (last, ErrorReason::Unspecified));
    }
}

#[tokio::test]
async fn watching_again_begins_again_and_nothing_comes_twice() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).create(&engine).await;
    let made = table.steps(20).await.last().unwrap().seq;
    let mut session = Session::of(&table.players[0]).await;
    // Asked for all at once: each one puts an end to those before, and each is replied to.
    let mut calls = Vec::new();
    for after_seq in [Some(0), Some(5), None, Some(10)] {
        calls.push(session.send(watch(&table, after_seq)).await);
    }
    let mut replies = Vec::new();
    while replies.len() < calls.len() {
        let message = session.message().await;
        if message.call != 0 {
            assert!(matches!(message.response, Some(Response::Watching(_))), "{message:?}");
            replies.push(message.call);
        }
    }
    assert_eq!(replies, calls);
    table.step().await.unwrap();
    let came = session.settle().await;
    assert_eq!(event_seqs(&came), (11..=made + 1).collect::<Vec<_>>());
    assert_eq!(came.iter().filter(|c| matches!(c, Response::Snapshot(_))).count(), 1);
}

#[tokio::test]
async fn nothing_of_a_match_comes_once_its_watch_was_ended() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).create(&engine).await;
    let mut session = Session::of(&table.players[0]).await;
    for _ in 0..4 {
        session.watch(&table, Some(0)).await;
        let (unwatched, made) = tokio::join!(session.ask(unwatch(&table)), table.steps(4));
        assert!(matches!(unwatched, Response::Done(_)));
        // What came before the reply is let go.
        session.passed.clear();
        assert_eq!(made.len(), 4);
        assert_eq!(session.settle().await, []);
    }
    let nothing = session.ask(unwatch(&table)).await;
    assert!(matches!(nothing, Response::Done(_)), "ending a watch that there is not does no harm");
}

async fn many(engine: &Engine, matches: usize, players: Vec<Uuid>) -> Vec<Table> {
    let mut tables = Vec::new();
    for n in 0..matches {
        let mut plan = Plan::new(n as u64 + 1);
        let fresh = Plan::new(500 + n as u64);
        // The same four people everywhere.
        for (seat, account_id) in plan.request.seats.iter_mut().zip(&players) {
            let Some(seat_assignment::Occupant::Player(player)) = &mut seat.occupant else { unreachable!() };
            player.account_id = account_id.to_string();
        }
        plan.accounts = players.clone();
        plan.request.match_id = fresh.request.match_id;
        plan.request.ladder.clear();
        tables.push(plan.create(engine).await);
    }
    tables
}

#[tokio::test]
async fn session_watches_so_many_matches_at_once_and_ended_ones_do_not_count() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let tables = many(&engine, 66, Plan::new(7).accounts).await;
    let mut session = Session::of(&tables[0].players[2]).await;
    for table in &tables[..64] {
        assert!(matches!(session.watch(table, None).await, Response::Watching(_)));
    }
    let Response::Refused(refused) = session.watch(&tables[64], None).await else {
        panic!("that is too many")
    };
    assert_eq!(refused.reason(), ErrorReason::Overloaded);
    session.ask(unwatch(&tables[0])).await;
    assert!(matches!(session.watch(&tables[64], None).await, Response::Watching(_)));
    let abort = AbortMatchRequest { match_id: tables[5].match_id.to_string(), why: "a test".to_owned() };
    engine.admin().abort_match(abort).await.unwrap();
    assert!(matches!(session.watch(&tables[65], None).await, Response::Watching(_)));
    // A watch of an ended match ends at once, and takes no place either.
    for _ in 0..3 {
        session.settle().await;
        session.ask(unwatch(&tables[65])).await;
        assert!(matches!(session.watch(&tables[5], Some(0)).await, Response::Watching(_)));
        session.settle().await;
        assert!(matches!(session.watch(&tables[65], None).await, Response::Watching(_)));
    }
}

#[tokio::test]
async fn half_closed_session_answers_what_was_asked_and_ends_well() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).create(&engine).await;
    let (seat, text) = table.choose().await.unwrap();
    let mut session = Session::of(&table.players[seat]).await;
    let watching = session.send(watch(&table, None)).await;
    let acting = session.send(Request::Act(table.players[seat].act_request(fresh_id(), &text))).await;
    session.up = None;
    assert!(matches!(session.reply(watching).await, Response::Watching(_)));
    assert!(matches!(session.reply(acting).await, Response::Acted(_)));
    while let Some(message) = session.next().await.unwrap() {
        assert!(!matches!(message.response, Some(Response::Refused(_))));
    }
}

#[tokio::test]
async fn session_is_told_that_its_token_expires_and_goes_on_under_a_fresh_one() {
    let world = World::new().await;
    let (clock, time) = simulated();
    let engine = world.engine("a").clock(&clock).start().await;
    let mut table = Plan::new(1).create(&engine).await;
    let account_id = table.players[0].account_id;
    let short = token_for(account_id, Duration::from_secs(100));
    let mut renewed = Session::open(engine.client(&short)).await;
    let mut expiring = Session::open(engine.client(&short)).await;
    renewed.watch(&table, None).await;
    time.advance(Duration::from_secs(40));
    for session in [&mut renewed, &mut expiring] {
        loop {
            if let Some(Response::TokenExpiring(notice)) = session.message().await.response {
                assert_eq!(notice.at.unwrap().seconds, crate::world::NOW.as_secs() + 100);
                break;
            }
        }
    }
    let foreign = [token(Uuid::from_u128(3)), "jodi_sk_reader".to_owned(), "nonsense".to_owned()];
    for access_token in foreign {
        let refused = renewed.ask(Request::Token(FreshToken { access_token })).await;
        let Response::Refused(refused) = refused else { panic!("a token of somebody else's is refused") };
        assert_eq!(refused.reason(), ErrorReason::CredentialInvalid);
    }
    let fresh = Request::Token(FreshToken { access_token: token_for(account_id, Duration::from_secs(1000)) });
    assert!(matches!(renewed.ask(fresh).await, Response::Done(_)));
    time.advance(Duration::from_secs(60));
    assert_eq!(reason(&expiring.end().await), ErrorReason::TokenExpired);
    let made = table.step().await.unwrap();
    assert_eq!(event_seqs(&renewed.settle().await), [made.seq]);
}

#[tokio::test]
async fn heartbeats_tell_the_latest_seq_of_every_match() {
    let world = World::new().await;
    let (clock, time) = simulated();
    let engine = world.engine("a").clock(&clock).start().await;
    let mut tables = many(&engine, 2, Plan::new(7).accounts).await;
    let mut session = Session::of(&tables[0].players[0]).await;
    let mut expected = Vec::new();
    for table in &mut tables {
        session.watch(table, None).await;
        let made = table.step().await.unwrap();
        expected.push(MatchSeq { match_id: table.match_id.to_string(), seq: made.seq });
    }
    session.settle().await;
    time.advance(Duration::from_secs(15));
    let Some(Response::Heartbeat(mut beat)) = session.message().await.response else {
        panic!("a heartbeat comes")
    };
    beat.latest.sort_by(|a, b| a.match_id.cmp(&b.match_id));
    expected.sort_by(|a, b| a.match_id.cmp(&b.match_id));
    assert_eq!(beat.latest, expected);
}

#[tokio::test]
async fn session_is_told_of_a_drain_before_it_ends() {
    let world = World::new().await;
    let (clock, time) = simulated();
    let engine = world.engine("a").clock(&clock).start().await;
    let mut table = Plan::new(1).create(&engine).await;
    let (seat, text) = table.choose().await.unwrap();
    let mut session = Session::of(&table.players[seat]).await;
    session.watch(&table, None).await;
    session.settle().await;
    engine.drain.begin();
    let Some(Response::Draining(notice)) = session.message().await.response else { panic!("a notice comes") };
    assert_eq!(notice.deadline.unwrap().seconds, crate::world::NOW.as_secs() + 2);
    // Meanwhile the session goes on.
    let acted = session.ask(Request::Act(table.players[seat].act_request(fresh_id(), &text))).await;
    assert!(matches!(acted, Response::Acted(_)), "{acted:?}");
    time.advance(Duration::from_secs(2));
    assert_eq!(reason(&session.end().await), ErrorReason::Draining);
}

#[tokio::test]
async fn match_that_hangs_does_not_hold_up_the_others_of_a_session() {
    let world = World::new().await;
    let proxy = world.db.proxy().await;
    let engine = world.engine("a").on(proxy.url()).start().await;
    let mut tables = many(&engine, 2, Plan::new(7).accounts).await;
    let (seat, text) = tables[0].choose().await.unwrap();
    while tables[1].turn().await.unwrap().0 != seat {
        tables[1].step().await.unwrap();
    }
    let (_, other) = tables[1].choose().await.unwrap();
    let player = [&tables[0], &tables[1]].map(|table| table.players[seat].clone());
    let mut session = Session::of(&player[0]).await;
    session.watch(&tables[0], None).await;
    session.watch(&tables[1], None).await;
    proxy.cut_next(Cut::Silence, "insert into engine.match_action");
    let hangs = session.send(Request::Act(player[0].act_request(fresh_id(), &text))).await;
    within(async {
        while proxy.cuts() == 0 {
            tokio::task::yield_now().await;
        }
    })
    .await;
    // More than its mailbox takes.
    let onlooker = player[0].clone();
    let looking =
        tokio::spawn(
            async move { futures::future::join_all((0..100).map(|_| onlooker.try_get())).await.len() },
        );
    for _ in 0..20 {
        session.send_as(0, unwatch(&tables[0])).await;
        session.send_as(0, watch(&tables[0], None)).await;
        session.send_as(0, unwatch(&tables[0])).await;
    }
    let acted = session.ask(Request::Act(player[1].act_request(fresh_id(), &other))).await;
    assert!(matches!(acted, Response::Acted(_)), "{acted:?}");
    assert!(session.passed.iter().all(|message| message.call != hangs), "the first one still hangs");
    let acted = session.reply(hangs).await;
    assert!(matches!(acted, Response::Acted(_)), "{acted:?}");
    assert_eq!(within(looking).await.unwrap(), 100);
}

#[tokio::test]
async fn session_watches_a_match_that_another_instance_drives() {
    let world = World::new().await;
    let driver = world.engine("a").reachable().start().await;
    let door = world.engine("b").reachable().seed(2).start().await;
    let mut table = Plan::new(1).create(&driver).await.at(&door);
    let made = table.steps(5).await.last().unwrap().seq;
    let mut session = Session::of(&table.players[0]).await;
    let call = session.send(watch(&table, Some(2))).await;
    let first = session.message().await;
    let Some(Response::Watching(watching)) = first.response else { panic!("{first:?}") };
    assert_eq!((first.call, watching.seq), (call, made));
    let came = [session.message().await, session.message().await].map(|message| message.response.unwrap());
    assert_eq!(event_seqs(&came), [3, 4]);
    let made = table.step().await.unwrap();
    loop {
        if let Some(Response::Event(event)) = session.message().await.response
            && event.seq == made.seq
        {
            break;
        }
    }
    session.ask(unwatch(&table)).await;
    session.passed.clear();
    table.steps(3).await;
    assert_eq!(session.settle().await, []);
    // The instance that drives it goes away: the watch ends, the session goes on.
    session.watch(&table, None).await;
    driver.crash();
    loop {
        if let Some(Response::WatchEnded(ended)) = session.message().await.response {
            assert_eq!(ended.reason(), ErrorReason::Draining);
            break;
        }
    }
    world.let_claim_run_out("a").await;
    assert!(matches!(session.watch(&table, None).await, Response::Watching(_)));
    table.step().await.unwrap();
}

#[tokio::test]
async fn refused_watch_says_why_and_the_session_goes_on() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let table = Plan::new(1).create(&engine).await;
    let mut session = Session::of(&table.players[0]).await;
    let mut stranger = Session::open(engine.client(&token(Uuid::from_u128(9)))).await;
    let unknown = WatchRequest { match_id: Uuid::from_u128(4).to_string(), after_seq: None };
    let nonsense = WatchRequest { match_id: "x".to_owned(), after_seq: None };
    let refusals = [
        (session.ask(Request::Watch(unknown)).await, ErrorReason::MatchNotFound),
        (session.ask(Request::Watch(nonsense)).await, ErrorReason::InvalidField),
        (session.watch(&table, Some(99)).await, ErrorReason::SeqOutOfRange),
        (stranger.watch(&table, None).await, ErrorReason::NotYourMatch),
    ];
    for (reply, reason) in refusals {
        let Response::Refused(refused) = reply else { panic!("{reply:?}") };
        assert_eq!(refused.reason(), reason);
    }
    assert!(matches!(session.watch(&table, None).await, Response::Watching(_)));
}

#[tokio::test]
async fn account_has_so_many_streams_and_finds_a_place_again_once_one_has_ended() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let table = Plan::new(1).create(&engine).await;
    let [player, other] = [&table.players[0], &table.players[1]];
    let mut open = Vec::new();
    for _ in 0..64 {
        open.push(Session::of(player).await);
    }
    let one_more = async || {
        let (up, requests) = mpsc::channel(1);
        let opened = within(player.client.clone().session(ReceiverStream::new(requests))).await;
        opened.map(|down| (up, down))
    };
    assert_eq!(reason(&one_more().await.unwrap_err()), ErrorReason::Overloaded);
    Session::of(other).await;
    open.pop();
    // The server learns of an end a moment later.
    within(async {
        while let Err(status) = one_more().await {
            assert_eq!(reason(&status), ErrorReason::Overloaded);
        }
    })
    .await;
}
