//! Streams of a match: resume, many at once, from start to end.

use futures::future::join_all;
use jodi_tests::client::{
    Backend, Guest, MatchPlan, Session, Watch, first_move, four_guests, guests, play_to_end, rated_table,
    seat_table,
};
use jodi_tests::process::Suite;
use wire::engine::v1::session_request::Request;
use wire::engine::v1::session_response::Response;
use wire::engine::v1::watch_response::Update;
use wire::engine::v1::{ListMatchesRequest, MatchEvent, MatchSnapshot, Ping};
use wire::lobby::v1::{
    ListTablesRequest, StartTableRequest, TableState, WatchTableRequest, watch_table_response,
};

/// A match of four guests without clocks, in which nobody has moved.
async fn begun() -> ([Guest; 4], String) {
    let suite = Suite::shared().await;
    let guests = four_guests(&suite.channel()).await;
    let backend = Backend::new(suite.channel(), suite.admin());
    let match_id = backend.create(MatchPlan::of(&guests)).await;
    (guests, match_id)
}

/// Makes the first legal move of whoever is to act, until the match has at least that many events and somebody is to act;
/// its seq then.
async fn play_until(guests: &[Guest; 4], match_id: &str, seq: u64) -> u64 {
    let mut watch = Watch::open(&guests[0], match_id, None).await;
    let mut now = watch.turn().await;
    while now < seq {
        let turn = guests[0].look(match_id).await.unwrap().turn.unwrap();
        let guest = &guests[turn.seat as usize];
        let legal = guest.look(match_id).await.unwrap().turn.unwrap().legal_moves;
        guest.act(match_id, &legal[0].text).await.unwrap();
        now = watch.turn().await;
    }
    now
}

/// Everything that comes up to the next snapshot.
async fn resumed(watch: &mut Watch) -> (Vec<MatchEvent>, MatchSnapshot) {
    let mut events = Vec::new();
    loop {
        match watch.next().await.unwrap().expect("the watch goes on") {
            Update::Event(event) => events.push(*event),
            Update::Snapshot(snapshot) => return (events, *snapshot),
            _ => {}
        }
    }
}

#[tokio::test]
async fn resume_tells_the_missed_events_in_closed_form_and_then_the_present() {
    let (guests, match_id) = begun().await;
    assert_eq!(play_until(&guests, &match_id, 20).await, 20);
    for (guest, after) in
        [(0, 0), (1, 1), (2, 7), (3, 19), (0, 20)].map(|(seat, after)| (&guests[seat], after))
    {
        let mut watch = Watch::open(guest, &match_id, Some(after)).await;
        let (events, snapshot) = resumed(&mut watch).await;
        let seqs: Vec<_> = events.iter().map(|event| event.seq).collect();
        assert_eq!(seqs, (after + 1..=20).collect::<Vec<_>>());
        assert!(events.iter().all(|event| event.closed_form && event.turn.is_none()));
        assert_eq!(snapshot, guest.look(&match_id).await.unwrap());
    }
}

#[tokio::test]
async fn resumed_stream_goes_on_live_without_a_gap() {
    let (guests, match_id) = begun().await;
    play_until(&guests, &match_id, 10).await;
    let mut watch = Watch::open(&guests[1], &match_id, Some(4)).await;
    let (_, snapshot) = resumed(&mut watch).await;
    let last = play_until(&guests, &match_id, 14).await;
    for seq in snapshot.seq + 1..=last {
        let event = watch.event().await;
        assert_eq!((event.seq, event.closed_form), (seq, false));
    }
}

#[tokio::test]
async fn many_streams_of_one_seat_tell_the_same() {
    let (guests, match_id) = begun().await;
    let before = play_until(&guests, &match_id, 2).await;
    let mut watches = join_all((0..3).map(|_| Watch::open(&guests[2], &match_id, None))).await;
    let mut sessions = join_all((0..2).map(|_| Session::open(&guests[2]))).await;
    for session in &mut sessions {
        assert!(matches!(session.watch(&match_id, None).await, Response::Watching(_)));
    }
    let expected = watches[0].snapshot().await;
    for watch in &mut watches[1..] {
        assert_eq!(watch.snapshot().await, expected);
    }
    for session in &mut sessions {
        assert_eq!(session.snapshot().await, expected);
    }
    let last = play_until(&guests, &match_id, 12).await;
    for seq in before + 1..=last {
        let expected = watches[0].event().await;
        assert_eq!(expected.seq, seq);
        for watch in &mut watches[1..] {
            assert_eq!(watch.event().await, expected);
        }
        for session in &mut sessions {
            assert_eq!(session.event().await, expected);
        }
    }
}

#[tokio::test]
async fn session_that_stops_watching_is_told_nothing_more() {
    let (guests, match_id) = begun().await;
    play_until(&guests, &match_id, 2).await;
    let mut session = Session::open(&guests[3]).await;
    session.watch(&match_id, None).await;
    session.snapshot().await;
    assert!(matches!(session.unwatch(&match_id).await, Response::Done(_)));
    play_until(&guests, &match_id, 6).await;
    let call = session.send(Request::Ping(Ping {})).await;
    let next = session.next().await.unwrap().unwrap();
    assert_eq!(next.call, call, "nothing came before the pong: {next:?}");
}

#[tokio::test]
async fn session_carries_several_matches() {
    let (guests, first) = begun().await;
    let suite = Suite::shared().await;
    let second = Backend::new(suite.channel(), suite.admin()).create(MatchPlan::of(&guests)).await;
    let mut session = Session::open(&guests[0]).await;
    for match_id in [&first, &second] {
        assert!(matches!(session.watch(match_id, None).await, Response::Watching(_)));
        assert_eq!(session.snapshot().await.match_id, *match_id);
    }
    let (one, two) = tokio::join!(play_until(&guests, &first, 8), play_until(&guests, &second, 8));
    let mut latest = [0, 0];
    while latest != [one, two] {
        let event = session.event().await;
        let own = usize::from(event.match_id == second);
        assert!(latest[own] == 0 || event.seq == latest[own] + 1, "each match comes without a gap");
        latest[own] = event.seq;
    }
}

#[tokio::test]
async fn stream_of_an_ended_match_tells_it_all_and_ends_well() {
    let (guests, match_id) = begun().await;
    let played = join_all(guests.iter().map(|guest| play_to_end(guest, &match_id, first_move))).await;
    let last = played[0].events.last().unwrap().seq;
    let mut watch = Watch::open(&guests[0], &match_id, Some(0)).await;
    let (events, snapshot) = resumed(&mut watch).await;
    assert_eq!((events.len() as u64, snapshot.seq), (last, last));
    assert_eq!(watch.next().await.unwrap(), None, "the stream ends well");
}

#[tokio::test]
async fn watch_ends_well_after_the_last_event() {
    let (guests, match_id) = begun().await;
    let mut watch = Watch::open(&guests[0], &match_id, None).await;
    join_all(guests.iter().map(|guest| play_to_end(guest, &match_id, first_move))).await;
    loop {
        if watch.event().await.ended.is_some() {
            break;
        }
    }
    assert_eq!(watch.next().await.unwrap(), None);
}

#[tokio::test]
async fn session_outlives_a_match_and_is_told_that_its_watch_ended() {
    let (guests, match_id) = begun().await;
    let mut session = Session::open(&guests[0]).await;
    session.watch(&match_id, None).await;
    let played = join_all(guests.iter().map(|guest| play_to_end(guest, &match_id, first_move))).await;
    let ended = loop {
        let message = session.next().await.unwrap().unwrap();
        if let Some(Response::WatchEnded(ended)) = message.response {
            break ended;
        }
    };
    assert_eq!((ended.match_id, ended.seq), (match_id, played[0].events.last().unwrap().seq));
    assert!(matches!(session.ask(Request::Ping(Ping {})).await, Response::Pong(_)));
}

#[tokio::test]
async fn table_stream_leads_every_seat_to_the_match() {
    let suite = Suite::shared().await;
    let guests = guests(&suite.channel(), ["Asha", "Bala", "Chitra", "Dev"]).await;
    let table = seat_table(&guests, rated_table()).await;
    let request = WatchTableRequest { table_id: table.table_id.clone() };
    let mut stream = guests[1].tables().watch_table(request).await.unwrap().into_inner();
    let start = StartTableRequest { table_id: table.table_id.clone() };
    let started = guests[0].tables().start_table(start).await.unwrap().into_inner().table.unwrap();
    let mut last = None;
    while let Some(message) = stream.message().await.unwrap() {
        if let Some(watch_table_response::Update::Table(table)) = message.update {
            last = Some(table);
        }
    }
    let last = last.expect("a table stream begins with the table");
    assert_eq!((last.state(), &last.match_id), (TableState::Started, &started.match_id));

    // The others were away; they learn of it when they look.
    let mine = ListTablesRequest { mine: true, ..Default::default() };
    let tables = guests[2].tables().list_tables(mine).await.unwrap().into_inner().tables;
    assert_eq!(tables[0].match_id, started.match_id);
    let matches = guests[3].engine().list_matches(ListMatchesRequest::default()).await.unwrap();
    assert_eq!(matches.into_inner().matches[0].match_id, started.match_id);
}
