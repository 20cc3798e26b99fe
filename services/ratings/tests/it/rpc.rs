//! The service as clients meet it, behind the layers that all services share.

use std::time::Duration;

use postgres::testing::TestDb;
use ratings::{Deps, MIGRATOR, SCHEMA, Settings, SourceLadder, SourceName};
use service::Drain;
use tonic::Code;
use wire::errors::v1::ErrorReason;
use wire::fault_of;
use wire::ratings::v1::{self as pb};

use crate::served::{entity, fault, pairs, reason, serve, settings};
use crate::world::{START, World, account, ladder_id};

#[tokio::test]
async fn result_is_accepted_then_rated_without_any_time_passing() {
    let served = serve().await;
    let first =
        served.service("engine").submit_result(pairs("a", [1, 2], [3, 4])).await.unwrap().into_inner();
    let result = first.result.unwrap();
    assert_eq!((first.replayed, result.sequence, result.season), (false, 1, 1));
    let rated = served.rated(pairs("b", [5, 6], [7, 8])).await;
    assert_eq!(rated.state(), pb::ResultState::Rated);
    let displayed: Vec<_> = rated.changes.iter().map(|c| (c.displayed_before, c.displayed_after)).collect();
    assert_eq!(
        displayed,
        [(1500, 1524), (1500, 1524), (1500, 1476), (1500, 1476), (1500, 1530), (1500, 1470)]
    );
    assert_eq!(rated.changes[4].display_names, ["Player 5", "Player 6"]);
}

#[tokio::test]
async fn retry_returns_the_stored_result_and_says_so() {
    let served = serve().await;
    let stored = served.rated(pairs("a", [1, 2], [3, 4])).await;
    let retry =
        served.service("engine").submit_result(pairs("a", [1, 2], [3, 4])).await.unwrap().into_inner();
    assert_eq!((retry.replayed, retry.result), (true, Some(stored)));
    let other = served.service("engine").submit_result(pairs("a", [3, 4], [1, 2])).await;
    assert_eq!(reason(other), ErrorReason::RequestIdReused);
}

#[tokio::test]
async fn only_services_with_the_scope_may_report() {
    let served = serve().await;
    let request = || pairs("a", [1, 2], [3, 4]);
    assert_eq!(reason(served.anonymous().submit_result(request()).await), ErrorReason::CredentialMissing);
    assert_eq!(reason(served.player().submit_result(request()).await), ErrorReason::PermissionDenied);
    assert_eq!(
        reason(served.service("viewer").submit_result(request()).await),
        ErrorReason::PermissionDenied
    );
    assert_eq!(reason(served.service("acme").submit_result(request()).await), ErrorReason::LadderNotAllowed);
    let unknown = pb::SubmitResultRequest { ladder: "no such\nladder".into(), ..request() };
    assert_eq!(reason(served.service("engine").submit_result(unknown).await), ErrorReason::LadderNotFound);
    assert_eq!(served.world.count("result").await, 0);
}

#[tokio::test]
async fn reads_need_a_credential_and_no_more() {
    let served = serve().await;
    let request = || pb::ListLaddersRequest {};
    assert_eq!(reason(served.anonymous().list_ladders(request()).await), ErrorReason::CredentialMissing);
    let ladders = served.player().list_ladders(request()).await.unwrap().into_inner().ladders;
    let ids: Vec<_> =
        ladders.iter().map(|l| (l.id.as_str(), l.side_kind(), l.season, l.config_version)).collect();
    let (pair, solo) = (pb::SideKind::Pair, pb::SideKind::Solo);
    assert_eq!(ids, [("chess", solo, 1, 1), ("seep", pair, 1, 1), ("solo", solo, 1, 1)]);
    assert_eq!(served.service("viewer").list_ladders(request()).await.unwrap().into_inner().ladders, ladders);
}

#[tokio::test]
async fn faults_of_a_result_are_named_by_field() {
    let served = serve().await;
    let mut request = pairs("", [1, 2], [3, 4]);
    request.sides[0].players[1].account_id = "x".into();
    request.played_at = None;
    let status = served.service("engine").submit_result(request).await.unwrap_err();
    assert_eq!(status.code(), Code::InvalidArgument);
    let refused = fault_of(&status).unwrap().into_refused();
    let fields: Vec<_> = refused.fields.iter().map(|field| field.field.as_str()).collect();
    assert_eq!(fields, ["result_id", "played_at", "sides[0].players[1].account_id"]);
}

#[tokio::test]
async fn answer_to_many_faults_fits_into_the_trailers_that_clients_take() {
    let served = serve().await;
    let nobody = pb::Entity { account_ids: vec!["nobody".into(), "nobody".into()] };
    let request = pb::BatchGetStandingsRequest {
        ladder: "seep".into(),
        entities: vec![nobody; 200],
        ..Default::default()
    };
    let status = served.player().batch_get_standings(request).await.unwrap_err();
    assert!(status.details().len() <= wire::DETAILS_BYTES_MAX, "{}", status.details().len());
    let refused = fault_of(&status).unwrap().into_refused();
    assert_eq!((refused.fields.len(), &*refused.metadata[wire::FIELDS_OMITTED]), (wire::FIELDS_MAX, "384"));
    assert_eq!(refused.fields[0].field, "entities[0].account_ids[0]");
}

#[tokio::test]
async fn names_that_cannot_be_stored_are_not_found_rather_than_our_fault() {
    let served = serve().await;
    let get = |source: &str, result_id: &str| {
        let request = pb::GetResultRequest { source: source.into(), result_id: result_id.into() };
        let mut client = served.player();
        async move { reason(client.get_result(request).await) }
    };
    for (source, result_id) in [("", "\0"), ("\0", "a"), ("", ""), ("nobody", "a")] {
        assert_eq!(get(source, result_id).await, ErrorReason::ResultNotFound, "{source:?} {result_id:?}");
    }
    let request = pb::ListStandingsRequest { ladder: "\0".into(), ..Default::default() };
    assert_eq!(reason(served.player().list_standings(request).await), ErrorReason::LadderNotFound);
}

#[tokio::test]
async fn result_that_is_not_found_tells_which_source_was_searched() {
    let served = serve().await;
    for (source, searched) in [("", "engine"), ("acme", "acme"), ("a\0b", "ab")] {
        let request = pb::GetResultRequest { source: source.into(), result_id: "a".into() };
        let explain = pb::ExplainResultRequest { source: source.into(), result_id: "a".into() };
        for fault in [
            fault(served.player().get_result(request).await),
            fault(served.player().explain_result(explain).await),
        ] {
            assert_eq!(fault.metadata()["source"], searched);
            assert!(fault.message().contains(searched), "{}", fault.message());
        }
    }
}

#[tokio::test]
async fn refused_source_is_told_what_would_let_it_report() {
    let served = serve().await;
    let refused = fault(served.service("acme").submit_result(pairs("a", [1, 2], [3, 4])).await);
    assert_eq!(refused.reason(), ErrorReason::LadderNotAllowed);
    assert!(refused.message().contains("`--source-ladders acme=seep`"), "{}", refused.message());
}

#[tokio::test]
async fn explanation_holds_inputs_postings_and_plain_sentences() {
    let served = serve().await;
    served.rated(pairs("a", [1, 2], [3, 4])).await;
    let request = pb::ExplainResultRequest { source: String::new(), result_id: "a".into() };
    let explained = served.player().explain_result(request).await.unwrap().into_inner();
    assert_eq!((explained.weight_percent, explained.config_version, explained.pool), (100, 1, 4800));
    let side = &explained.sides[0];
    assert_eq!((side.expected_millionths, side.score_millionths), (500_000, 1_000_000));
    assert_eq!((side.strength, side.synergy_before, side.synergy_delta), (300_000, 0, 600));
    let member = &side.players[0];
    assert_eq!((member.rating_before, member.games_before, member.k, member.delta), (150_000, 0, 48, 2400));
    let postings: Vec<_> = explained.postings.iter().map(|p| (p.amount, p.balance_after)).collect();
    let expected =
        [(2400, 152_400), (2400, 152_400), (-2400, 147_600), (-2400, 147_600), (600, 600), (-600, -600)];
    assert_eq!(postings, expected);
    assert_eq!(explained.postings[0].account, format!("player:{}", account(1).uuid()));
    assert_eq!(explained.sentences[0], "Player 1 and Player 2 (1500) beat Player 3 and Player 4 (1500).");
}

#[tokio::test]
async fn explanation_waits_until_the_result_is_rated() {
    let served = serve().await;
    // Nobody rates while somebody else holds the ladder.
    let mut lock = postgres::begin(served.world.pool()).await.unwrap();
    sqlx::query("select from ratings.cursor where ladder = 'seep' for update")
        .execute(&mut *lock)
        .await
        .unwrap();
    served.service("engine").submit_result(pairs("a", [1, 2], [3, 4])).await.unwrap();
    let request = pb::ExplainResultRequest { source: "engine".into(), result_id: "a".into() };
    assert_eq!(reason(served.player().explain_result(request).await), ErrorReason::NotRatedYet);
}

#[tokio::test]
async fn board_and_history_are_paged_by_opaque_tokens() {
    let served = serve().await;
    served.rated(pairs("a", [1, 2], [3, 4])).await;
    served.rated(pairs("b", [1, 2], [5, 6])).await;
    let request = |page_token: String| pb::ListStandingsRequest {
        ladder: "seep".into(),
        page_size: 2,
        page_token,
        include_provisional: true,
        ..Default::default()
    };
    let first = served.player().list_standings(request(String::new())).await.unwrap().into_inner();
    let second =
        served.player().list_standings(request(first.next_page_token.clone())).await.unwrap().into_inner();
    assert_eq!((first.rows.len(), second.rows.len(), second.next_page_token.as_str()), (2, 1, ""));
    assert_eq!((first.rows[0].rank, first.rows[0].games, first.rows[0].provisional), (0, 2, true));
    let foreign = pb::ListStandingsRequest { include_provisional: false, ..request(first.next_page_token) };
    assert_eq!(reason(served.player().list_standings(foreign).await), ErrorReason::InvalidField);
    let history = |page_token| pb::ListHistoryRequest {
        ladder: "seep".into(),
        entity: entity(&[2, 1]),
        page_size: 1,
        page_token,
    };
    let newest = served.player().list_history(history(String::new())).await.unwrap().into_inner();
    let older = served.player().list_history(history(newest.next_page_token)).await.unwrap().into_inner();
    let line = |entry: &pb::HistoryEntry| (entry.result_id.clone(), entry.kind(), entry.place);
    assert_eq!(line(&newest.entries[0]), ("b".into(), pb::HistoryKind::Result, 1));
    assert_eq!(line(&older.entries[0]), ("a".into(), pb::HistoryKind::Result, 1));
}

#[tokio::test]
async fn standing_is_found_for_a_pair_in_any_order_and_for_a_player() {
    let served = serve().await;
    served.rated(pairs("a", [1, 2], [3, 4])).await;
    let get = |accounts: &[u128], neighbours| {
        let request = pb::GetStandingRequest {
            ladder: "seep".into(),
            entity: entity(accounts),
            neighbours,
            ..Default::default()
        };
        let mut client = served.player();
        async move { client.get_standing(request).await.map(|response| response.into_inner().row.unwrap()) }
    };
    assert_eq!(get(&[2, 1], 5).await.unwrap().rating, 1530);
    assert_eq!(get(&[1], 5).await.unwrap().rating, 1524);
    assert_eq!(reason(get(&[1, 3], 5).await), ErrorReason::StandingNotFound);
    assert_eq!(reason(get(&[1], 51).await), ErrorReason::InvalidField);
}

#[tokio::test]
async fn service_does_not_start_on_an_unmigrated_schema() {
    let db = TestDb::with(&[]).await;
    let (clock, _time) = env::Clock::simulated(START);
    let drain = Drain::new(clock.clone(), Duration::ZERO, Duration::ZERO);
    let deps = Deps { pool: db.pool().clone(), clock, drain };
    assert!(ratings::start(settings(), deps).await.is_err());
}

#[tokio::test]
async fn source_of_a_ladder_that_does_not_exist_stops_the_start() {
    let world = World::new().await;
    let drain = Drain::new(world.clock.clone(), Duration::ZERO, Duration::ZERO);
    let deps = Deps { pool: world.pool().clone(), clock: world.clock.clone(), drain };
    let unknown = SourceLadder { source: SourceName::new("acme"), ladder: ladder_id("bridge") };
    let settings = Settings { source_ladders: vec![unknown], ..settings() };
    let error = ratings::start(settings, deps).await.map(drop).unwrap_err();
    assert!(error.to_string().contains("bridge"));
}

#[tokio::test]
async fn readiness_follows_the_store() {
    let db = TestDb::new(&MIGRATOR, SCHEMA).await;
    let proxy = db.proxy().await;
    let pool = postgres::connect(proxy.url(), &postgres::PoolSettings::new("ratings-test")).await.unwrap();
    let clock = env::Clock::system();
    let drain = Drain::new(clock.clone(), Duration::ZERO, Duration::ZERO);
    let running = ratings::start(settings(), Deps { pool, clock, drain }).await.unwrap();
    let mut ready = running.part.ready.clone();
    ready.wait_for(|ready| *ready).await.unwrap();
    proxy.close();
    ready.wait_for(|ready| !*ready).await.unwrap();
    proxy.open();
    ready.wait_for(|ready| *ready).await.unwrap();
}
