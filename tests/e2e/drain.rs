//! How a suite stops.

use std::time::Duration;

use futures::future::join_all;
use jodi_tests::client::{
    Backend, Guest, MatchPlan, Session, Watch, four_guests, rated_table, reason, seat_table,
};
use jodi_tests::process::{HEALTH_NAMES, HealthWatch, Signal, Suite, SuiteSetup};
use jodi_tests::within;
use tonic::transport::Endpoint;
use tonic_health::pb::health_check_response::ServingStatus;
use wire::engine::v1::session_response::Response;
use wire::engine::v1::watch_response::Update;
use wire::errors::v1::ErrorReason;
use wire::lobby::v1::{WatchTableRequest, watch_table_response};

/// Long enough that a client is told before its stream ends, however busy the machine is.
const GRACE_S: u64 = 2;

async fn draining_suite() -> Suite {
    SuiteSetup::new().env("JODI_DRAIN_GRACE_S", GRACE_S).env("JODI_DRAIN_DEADLINE_S", 30).start().await
}

async fn a_match(suite: &Suite) -> ([Guest; 4], String) {
    let guests = four_guests(&suite.channel()).await;
    let match_id = Backend::new(suite.channel(), suite.admin()).create(MatchPlan::of(&guests)).await;
    (guests, match_id)
}

#[tokio::test]
async fn every_stream_is_told_before_it_ends_and_the_process_exits_well() {
    let mut suite = draining_suite().await;
    let (guests, match_id) = a_match(&suite).await;
    let table = seat_table(&guests[..1], rated_table()).await;
    let mut session = Session::open(&guests[0]).await;
    session.watch(&match_id, None).await;
    let mut watch = Watch::open(&guests[1], &match_id, None).await;
    let request = WatchTableRequest { table_id: table.table_id };
    let mut tables = guests[0].tables().watch_table(request).await.unwrap().into_inner();

    let told_in_session = async {
        loop {
            let message = session.next().await.unwrap().unwrap();
            if let Some(Response::Draining(_)) = message.response {
                return reason(session.end().await);
            }
        }
    };
    let told_in_watch = async {
        loop {
            if let Some(Update::Draining(_)) = watch.next().await.unwrap() {
                return reason(watch.end().await);
            }
        }
    };
    let told_at_table = async {
        let mut told = false;
        loop {
            match within("an update of the table", tables.message()).await {
                Ok(message) => {
                    let update = message.expect("the stream goes on until it is ended").update;
                    told |= matches!(update, Some(watch_table_response::Update::Draining(_)));
                }
                Err(status) => return (told, reason(Err::<(), _>(status))),
            }
        }
    };
    let (status, session, watch, table) =
        tokio::join!(suite.stop(), told_in_session, told_in_watch, told_at_table);
    assert_eq!((session, watch), (ErrorReason::Draining, ErrorReason::Draining));
    assert_eq!(table, (true, ErrorReason::Draining));
    assert_eq!(status.code(), Some(0));
}

#[tokio::test]
async fn health_turns_before_the_streams_end() {
    let suite = draining_suite().await;
    let channel = suite.channel();
    let (guests, match_id) = a_match(&suite).await;
    let mut watch = Watch::open(&guests[0], &match_id, None).await;
    let mut all = Vec::new();
    for name in HEALTH_NAMES {
        let mut health = HealthWatch::open(channel.clone(), name).await;
        health.becomes(ServingStatus::Serving).await;
        all.push(health);
    }
    suite.child().signal(Signal::TERM);
    tokio::select! {
        biased;
        _ = join_all(all.iter_mut().map(|health| health.becomes(ServingStatus::NotServing))) => {}
        ended = watch.end() => panic!("the watch ended first: {ended:?}"),
    }
}

#[tokio::test]
async fn stream_is_resumed_after_a_restart_where_it_was_left() {
    let mut suite = draining_suite().await;
    let (guests, match_id) = a_match(&suite).await;
    let mut watch = Watch::open(&guests[0], &match_id, None).await;
    let seen = watch.turn().await;
    let (status, ended) = tokio::join!(suite.stop(), watch.end());
    assert_eq!((status.code(), reason(ended)), (Some(0), ErrorReason::Draining));
    suite.restart().await;
    let guest = guests[0].on(suite.channel());
    let mut resumed = Watch::open(&guest, &match_id, Some(seen)).await;
    let snapshot = resumed.snapshot().await;
    assert_eq!((snapshot.seq, snapshot.turn.is_some()), (seen, true));
}

#[tokio::test]
async fn reader_that_never_reads_does_not_hold_up_the_end() {
    let mut suite =
        SuiteSetup::new().env("JODI_DRAIN_GRACE_S", 1).env("JODI_DRAIN_DEADLINE_S", 2).start().await;
    let (guests, match_id) = a_match(&suite).await;
    let endpoint = Endpoint::from_shared(format!("http://{}", suite.address())).unwrap();
    let narrow = endpoint.initial_stream_window_size(64).connect().await.unwrap();
    let device = guests[0].on(narrow);
    let request = wire::engine::v1::WatchRequest { match_id, after_seq: Some(0) };
    let _unread = device.engine().watch(request).await.unwrap();
    let stopped = tokio::time::timeout(Duration::from_secs(20), suite.stop()).await;
    let status = stopped.expect("the hard deadline of 2 s ends the process, with much to spare here");
    assert_eq!(status.code(), Some(0));
}

#[tokio::test]
async fn second_signal_ends_the_process_at_once() {
    let suite =
        SuiteSetup::new().env("JODI_DRAIN_GRACE_S", 3600).env("JODI_DRAIN_DEADLINE_S", 3600).start().await;
    let (guests, match_id) = a_match(&suite).await;
    let mut watch = Watch::open(&guests[0], &match_id, None).await;
    suite.child().signal(Signal::TERM);
    while !matches!(watch.next().await.unwrap(), Some(Update::Draining(_))) {}
    suite.child().signal(Signal::TERM);
    assert_eq!(suite.child().exit().await.code(), Some(130));
}
