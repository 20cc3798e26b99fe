//! What the metrics say about matches that were played through the public API.

use futures::future::join_all;
use jodi_tests::client::{
    Guest, Session, await_rated, first_move, four_guests, framed, fresh_id, play_to_end, rated_table,
    raw_call, start_rated_match,
};
use jodi_tests::process::{
    Alone, ApartSetup, Page, Suite, SuiteSetup, await_page, get, metrics_address, scrape,
};
use postgres::testing::TestDb;
use wire::engine::v1::{ActRequest, act_request};

/// The moves of one deal of Seep: 48 plays and a bid.
const MOVES: f64 = 49.0;

fn measured() -> SuiteSetup {
    SuiteSetup::new().env("JODI_METRICS_LISTEN", "127.0.0.1:0").env("JODI_LOG_FORMAT", "json")
}

async fn play(guests: &[Guest; 4]) -> String {
    let match_id = start_rated_match(guests, rated_table()).await;
    join_all(guests.iter().map(|guest| play_to_end(guest, &match_id, first_move))).await;
    await_rated(&guests[0], &match_id).await;
    match_id
}

fn calls(page: &Page, method: &str, code: &str) -> f64 {
    page.value("jodi_grpc_calls_total", &[("method", method), ("code", code)]).unwrap_or(0.0)
}

#[tokio::test]
async fn a_match_is_counted_from_its_moves_to_its_rating() {
    let suite = measured().start().await;
    let metrics = metrics_address(suite.child()).await;
    let guests = four_guests(&suite.channel()).await;
    play(&guests).await;

    let page = await_page(metrics, "the end of the sessions", |page| {
        (page.value("jodi_grpc_open_streams", &[("method", "Session")]) == Some(0.0)).then(|| page.clone())
    })
    .await;
    let moves = page.value("jodi_engine_moves_total", &[("game", "seep"), ("by", "player")]);
    assert_eq!(moves, Some(MOVES));
    let committed = page.value("jodi_store_rows_total", &[("fate", "committed")]).unwrap();
    // The last move is a transaction of its own; deals and cuts are rows too.
    assert!(committed >= MOVES - 1.0, "{committed}");
    assert_eq!(page.value("jodi_store_rows_total", &[("fate", "unknown")]), Some(0.0));
    assert_eq!(page.value("jodi_store_commit_seconds_count", &[]), Some(committed));
    assert!(page.value("jodi_store_batch_rows_sum", &[]) >= Some(committed));
    assert_eq!(page.value("jodi_engine_result_deliveries_total", &[("outcome", "delivered")]), Some(1.0));
    let seep = [("ladder", "seep")];
    assert_eq!(page.value("jodi_ratings_accepted_results_total", &seep), Some(1.0));
    let rated = [("ladder", "seep"), ("state", "rated")];
    assert_eq!(page.value("jodi_ratings_settled_results_total", &rated), Some(1.0));
    assert_eq!(calls(&page, "SignInGuest", "Ok"), 4.0);
    assert_eq!(page.value("jodi_grpc_call_seconds_count", &[("method", "SignInGuest")]), Some(4.0));
    assert_eq!(page.value("jodi_grpc_stream_seconds_count", &[("method", "Session")]), Some(4.0));
    assert_eq!(page.value("jodi_engine_open_sessions", &[]), Some(0.0));
}

#[tokio::test]
async fn calls_are_counted_by_what_they_really_ended_with() {
    let suite = measured().start().await;
    let metrics = metrics_address(suite.child()).await;
    let [guest, ..] = four_guests(&suite.channel()).await;
    let act = ActRequest {
        match_id: fresh_id(),
        request_id: fresh_id(),
        expected_seq: None,
        r#move: Some(act_request::Move::Text("QD".to_owned())),
    };
    guest.engine().act(act).await.unwrap_err();
    Session::try_open(&guest.bearing("no token")).await.map(drop).unwrap_err();
    // The head of the answer says that all is well, and its trailers that it is not.
    let garbage = framed(&[0xff]);
    let session = "/jodi.engine.v1.EngineService/Session";
    raw_call(&suite.channel(), session, Some(&guest.tokens.access_token), garbage).await.unwrap_err();
    let left = Session::open(&guest).await;
    let open = |page: &Page| page.value("jodi_engine_open_sessions", &[]).filter(|open| *open == 1.0);
    await_page(metrics, "an open session", open).await;
    drop(left);
    for path in ["/jodi.engine.v1.EngineService/Nothing", "/a/b"] {
        raw_call(&suite.channel(), path, None, framed(&[])).await.unwrap_err();
    }

    let ended = |page: &Page| (calls(page, "Session", "Cancelled") == 1.0).then(|| page.clone());
    let page = await_page(metrics, "the end of a session that its client left", ended).await;
    assert_eq!(calls(&page, "Act", "NotFound"), 1.0);
    assert_eq!(calls(&page, "Session", "Unauthenticated"), 1.0);
    assert_eq!(calls(&page, "Session", "InvalidArgument"), 1.0);
    assert_eq!(calls(&page, "unknown", "Unimplemented"), 2.0);
    let paths = page.samples.iter().flat_map(|sample| &sample.labels).map(|(_, value)| value.as_str());
    assert!(
        paths.clone().any(|value| value == "Act") && !paths.clone().any(|value| value.contains("Nothing"))
    );
}

#[tokio::test]
async fn services_apart_show_their_own_and_describe_all_that_they_show() {
    let db = TestDb::with(&[]).await;
    let apart = ApartSetup::on(db.url()).env("JODI_METRICS_LISTEN", "127.0.0.1:0").start().await;
    let alone = async |service: &Alone, own: &str| {
        let metrics = metrics_address(&service.child).await;
        let page = await_page(metrics, own, |page| page.value(own, &[]).map(|_| page.clone())).await;
        let (shown, described) = (page.metrics(), page.described());
        let silent: Vec<_> = shown.difference(&described).collect();
        assert_eq!(silent, Vec::<&String>::new(), "every metric says what it is");
        assert!(shown.iter().all(|name| name.starts_with("jodi_")), "{shown:?}");
        await_page(metrics, "readiness", |page| page.value("jodi_ready", &[]).filter(|ready| *ready > 0.0))
            .await;
        page
    };
    let lobby = alone(&apart.lobby, "jodi_lobby_webhook_deliveries").await;
    let engine = alone(&apart.engine, "jodi_engine_outbox_results").await;
    let ratings = alone(&apart.ratings, "jodi_ratings_dead_letters").await;
    assert!(lobby.value("jodi_engine_live_matches", &[]).is_none());
    let pools = [(&lobby, "jodi-lobby"), (&engine, "jodi-engine"), (&ratings, "jodi-ratings")];
    for (page, pool) in pools {
        assert!(page.value("jodi_pool_connections", &[("pool", pool)]) >= Some(1.0), "{pool}");
    }
}

#[tokio::test]
async fn page_is_only_where_it_is_asked_for() {
    let suite = measured().start().await;
    let metrics = metrics_address(suite.child()).await;
    let (head, _) = get(metrics, "/").await;
    assert!(head.starts_with("HTTP/1.1 404 "), "{head}");
    assert!(scrape(metrics).await.value("jodi_process_open_fds", &[]) > Some(0.0));
    let silent = Suite::shared().await;
    assert!(!silent.child().printed().iter().any(|line| line.contains("showing metrics")));
}
