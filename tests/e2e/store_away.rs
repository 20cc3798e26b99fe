//! While Postgres is away.

use std::time::Duration;

use jodi_tests::client::{
    Backend, Guest, MatchPlan, Session, Watch, await_turn, fault, four_guests, fresh_id, reason,
};
use jodi_tests::eventually;
use jodi_tests::process::{HEALTH_NAMES, Signal, Suite, SuiteSetup, await_health};
use postgres::testing::{CuttingProxy, TestDb};
use tonic::{Code, Status};
use tonic_health::pb::health_check_response::ServingStatus;
use wire::engine::v1::session_request::Request;
use wire::engine::v1::session_response::Response;
use wire::engine::v1::{ActRequest, ActResponse, Ping, act_request};
use wire::errors::v1::ErrorReason;
use wire::lobby::v1::ListTablesRequest;

/// A suite whose way to its store a test can cut, and a match in it.
struct Cut {
    suite: Suite,
    way: CuttingProxy,
    guests: [Guest; 4],
    match_id: String,
    _db: TestDb,
}

impl Cut {
    async fn open() -> Self {
        let db = TestDb::with(&[]).await;
        let way = db.proxy().await;
        // One writer, so that one lost connection is all that there is to find out.
        let setup = SuiteSetup::new().on(way.url()).env("JODI_ENGINE_LEASE_S", 2);
        let suite = setup.env("JODI_ENGINE_LOG_WRITERS", 1).start().await;
        let guests = four_guests(&suite.channel()).await;
        let match_id = dealt(&suite, &guests).await;
        Self { suite, way, guests, match_id, _db: db }
    }

    /// Whose turn it is in a match, and a move for it.
    async fn due(&self, match_id: &str) -> (&Guest, ActRequest) {
        let seat = self.guests[0].look(match_id).await.unwrap().turn.unwrap().seat as usize;
        (&self.guests[seat], first_legal(&self.guests[seat], match_id).await)
    }

    async fn health(&self, status: ServingStatus) {
        let all = HEALTH_NAMES.map(|name| await_health(self.suite.channel(), name, status));
        futures::future::join_all(all).await;
    }
}

/// A match in which somebody is to act.
async fn dealt(suite: &Suite, guests: &[Guest; 4]) -> String {
    let match_id = Backend::new(suite.channel(), suite.admin()).create(MatchPlan::of(guests)).await;
    await_turn(&guests[0], &match_id).await;
    match_id
}

async fn first_legal(guest: &Guest, match_id: &str) -> ActRequest {
    let turn = guest.look(match_id).await.unwrap().turn.unwrap();
    ActRequest {
        match_id: match_id.to_owned(),
        request_id: fresh_id(),
        expected_seq: None,
        r#move: Some(act_request::Move::Text(turn.legal_moves[0].text.clone())),
    }
}

async fn act(guest: &Guest, request: &ActRequest) -> Result<ActResponse, Status> {
    Ok(guest.engine().act(request.clone()).await?.into_inner())
}

#[tokio::test(flavor = "multi_thread")]
async fn health_turns_false_and_true_again_by_itself() {
    let cut = Cut::open().await;
    cut.health(ServingStatus::Serving).await;
    cut.way.close();
    cut.health(ServingStatus::NotServing).await;
    cut.way.open();
    cut.health(ServingStatus::Serving).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_refused_with_a_hint_streams_stay_and_everything_resumes() {
    let cut = Cut::open().await;
    let other = dealt(&cut.suite, &cut.guests).await;
    let (finder, first_to_find_out) = cut.due(&other).await;
    let found_at = finder.look(&other).await.unwrap().seq;
    let (guest, request) = cut.due(&cut.match_id).await;
    let mut session = Session::open(guest).await;
    session.watch(&cut.match_id, None).await;
    let before = session.snapshot().await.seq;
    let mut watch = Watch::open(guest, &cut.match_id, None).await;
    watch.snapshot().await;

    cut.way.close();
    cut.health(ServingStatus::NotServing).await;
    // The move that finds the connection lost may have been sent: its outcome is not known then.
    let in_doubt = fault(act(finder, &first_to_find_out).await);
    let expected = [ErrorReason::StoreUnavailable, ErrorReason::OutcomeUnknown];
    assert!(expected.contains(&in_doubt.reason()), "{in_doubt:?}");
    assert!(in_doubt.into_refused().retry_after.is_some(), "a retry hint comes along");
    // All others are refused.
    let refused = fault(act(guest, &request).await);
    assert_eq!((refused.reason(), refused.code()), (ErrorReason::StoreUnavailable, Code::Unavailable));
    assert!(refused.into_refused().retry_after.is_some(), "a retry hint comes along");
    let tables = guest.tables().list_tables(ListTablesRequest::default()).await;
    assert_eq!(reason(tables), ErrorReason::StoreUnavailable);
    assert!(matches!(session.ask(Request::Ping(Ping {})).await, Response::Pong(_)), "streams stay");

    cut.way.open();
    cut.health(ServingStatus::Serving).await;
    let acted = act(guest, &request).await.unwrap();
    assert_eq!((acted.seq, acted.replayed), (before + 1, false), "the refused move had changed nothing");
    assert_eq!(session.event().await.seq, before + 1);
    assert_eq!(watch.event().await.seq, before + 1);
    let settled = act(finder, &first_to_find_out).await.unwrap();
    assert_eq!(settled.seq, found_at + 1, "the move in doubt stands in the log once");
    assert_eq!(finder.look(&other).await.unwrap().seq, found_at + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn commit_whose_answer_is_lost_is_answered_rightly() {
    let cut = Cut::open().await;
    let (guest, request) = cut.due(&cut.match_id).await;
    let before = guest.look(&cut.match_id).await.unwrap().seq;
    let mut watch = Watch::open(guest, &cut.match_id, None).await;
    cut.way.cut_next(postgres::testing::Cut::AnswerLost, "engine.match_action");
    let acted = act(guest, &request).await.unwrap();
    assert_eq!(acted.seq, before + 1);
    assert_eq!(cut.way.cuts(), 1);
    assert_eq!(watch.event().await.seq, before + 1);
    let again = act(guest, &request).await.unwrap();
    assert_eq!((again.seq, again.replayed), (acted.seq, true), "it stands in the log once");
}

#[tokio::test]
async fn suite_brings_its_own_postgres_back() {
    let suite = SuiteSetup::new().start().await;
    let guests = four_guests(&suite.channel()).await;
    let match_id = dealt(&suite, &guests).await;
    let mut watch = Watch::open(&guests[0], &match_id, None).await;
    let before = watch.turn().await;
    let killed = suite.postgres().expect("the suite runs a Postgres of its own");
    killed.send(Signal::KILL);
    let brought_back = eventually("another Postgres", || async {
        suite.postgres().filter(|running| running.pid() != killed.pid())
    })
    .await;
    // Until the suite has found its connections lost, moves are refused; a retry under the same request id is safe.
    let seat = guests[0].look(&match_id).await.unwrap().turn.unwrap().seat as usize;
    let request = first_legal(&guests[seat], &match_id).await;
    let acted = eventually("a move after the store is back", || async {
        match act(&guests[seat], &request).await {
            Ok(acted) => Some(acted),
            Err(status) => {
                assert_eq!(status.code(), Code::Unavailable, "{status:?}");
                None
            }
        }
    })
    .await;
    assert_eq!(acted.seq, before + 1);
    assert_eq!(watch.event().await.seq, acted.seq);
    await_health(suite.channel(), HEALTH_NAMES[0], ServingStatus::Serving).await;
    assert!(!brought_back.wait(Duration::ZERO), "it still runs");
}
