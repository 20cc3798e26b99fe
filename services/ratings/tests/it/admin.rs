//! The administrators' service as they meet it.

use ratings::append::{self, Sealed, Target};
use ratings::history::{self, Cause, LineKind};
use service::Peer;
use uuid::Uuid;
use wire::errors::v1::ErrorReason;
use wire::ratings::v1::ladder_admin_service_client::LadderAdminServiceClient;
use wire::ratings::v1::{self as pb};

use crate::served::{Served, fault, pairs, reason, serve};
use crate::world::{ladder_id, pair, player};

fn admin(served: &Served, name: &str) -> LadderAdminServiceClient<Peer> {
    LadderAdminServiceClient::with_interceptor(served.channel.clone(), served.key_of(name))
}

fn one(result_id: &str) -> Option<pb::VoidTarget> {
    let result = pb::VoidOneResult { source: String::new(), result_id: result_id.into() };
    Some(pb::VoidTarget { target: Some(pb::void_target::Target::Result(result)) })
}

fn void(result_id: &str, request: u128) -> pb::VoidResultsRequest {
    pb::VoidResultsRequest {
        ladder: "seep".into(),
        request_id: Uuid::from_u128(request).to_string(),
        target: one(result_id),
        reopen_sealed_seasons: false,
        reason: "two phones, one player".into(),
    }
}

fn close(season: u32, request: u128) -> pb::CloseSeasonRequest {
    pb::CloseSeasonRequest {
        ladder: "seep".into(),
        request_id: Uuid::from_u128(request).to_string(),
        season,
        reason: "the month is over".into(),
    }
}

async fn worked_off(served: &Served) {
    while ratings::rate::backlog(served.world.pool(), &ladder_id("seep")).await.unwrap().waiting() > 0 {
        tokio::task::yield_now().await;
    }
}

async fn displayed(served: &Served, entity: ratings::Entity) -> Option<i32> {
    let found = ratings::board::around(served.world.pool(), &ladder_id("seep"), entity, 0).await;
    found.ok().map(|around| around.row.displayed)
}

#[tokio::test]
async fn void_takes_back_what_it_previewed_and_leaves_a_correcting_line() {
    let served = serve().await;
    served.rated(pairs("fair", [1, 2], [3, 4])).await;
    served.rated(pairs("cheated", [5, 6], [1, 2])).await;
    let mut admin = admin(&served, "operator");
    let preview = pb::PreviewVoidRequest {
        ladder: "seep".into(),
        target: one("cheated"),
        reopen_sealed_seasons: false,
        changes_max: 0,
    };
    let preview = admin.preview_void(preview).await.unwrap().into_inner();
    // Two winners and their pair who have never played then, two losers and their pair who get their points back.
    assert_eq!((preview.results, preview.computed_through, preview.seasons[0].changed), (1, 2, 6));
    assert_eq!(displayed(&served, pair(1, 2)).await, Some(1497));
    let voided = admin.void_results(void("cheated", 1)).await.unwrap().into_inner();
    worked_off(&served).await;
    assert_eq!((voided.sequence, voided.replayed), (3, false));
    assert_eq!(
        (displayed(&served, pair(1, 2)).await, displayed(&served, player(5)).await),
        (Some(1530), None)
    );
    let seep = ladder_id("seep");
    let lines = history::page(served.world.pool(), &seep, pair(1, 2), None, 10).await.unwrap().entries;
    assert_eq!(
        (&lines[0].cause, lines[0].displayed_before, lines[0].displayed_after),
        (&Cause::Event(LineKind::Correction), 1497, 1530)
    );
    assert!(matches!(lines[1].cause, Cause::Result { voided: true, .. }));
    let request = pb::GetResultRequest { source: String::new(), result_id: "cheated".into() };
    let result = served.player().get_result(request).await.unwrap().into_inner().result.unwrap();
    assert_eq!((result.state(), result.voided_by), (pb::ResultState::Voided, 3));
}

#[tokio::test]
async fn orders_are_idempotent_by_their_request_id() {
    let served = serve().await;
    served.rated(pairs("a", [1, 2], [3, 4])).await;
    let mut admin = admin(&served, "operator");
    let first = admin.void_results(void("a", 1)).await.unwrap().into_inner();
    let again = admin.void_results(void("a", 1)).await.unwrap().into_inner();
    assert_eq!((again.sequence, again.replayed), (first.sequence, true));
    let other = pb::VoidResultsRequest { reason: "another".into(), ..void("a", 1) };
    assert_eq!(reason(admin.void_results(other).await), ErrorReason::RequestIdReused);
    assert_eq!(reason(admin.close_season(close(1, 1)).await), ErrorReason::RequestIdReused);
    let twice = fault(admin.void_results(void("a", 2)).await);
    assert_eq!(
        (twice.reason(), &*twice.into_refused().fields[0].field),
        (ErrorReason::InvalidField, "target")
    );
}

#[tokio::test]
async fn order_with_other_content_under_a_used_request_id_is_refused() {
    let served = serve().await;
    for id in ["a", "b"] {
        served.rated(pairs(id, [1, 2], [3, 4])).await;
    }
    let mut admin = admin(&served, "operator");
    admin.void_results(void("a", 1)).await.unwrap();
    let account = |account: u128| {
        let account_id = crate::world::account(account).uuid().to_string();
        let span = pb::VoidAccount { account_id, since: None, until: None };
        Some(pb::VoidTarget { target: Some(pb::void_target::Target::Account(span)) })
    };
    for other in [
        void("b", 1),
        pb::VoidResultsRequest { reopen_sealed_seasons: true, ..void("a", 1) },
        pb::VoidResultsRequest { target: account(1), ..void("a", 1) },
        pb::VoidResultsRequest { ladder: "solo".into(), ..void("a", 1) },
    ] {
        assert_eq!(reason(admin.void_results(other).await), ErrorReason::RequestIdReused);
    }
    admin.void_results(pb::VoidResultsRequest { target: account(1), ..void("", 2) }).await.unwrap();
    let other = pb::VoidResultsRequest { target: account(2), ..void("", 2) };
    assert_eq!(reason(admin.void_results(other).await), ErrorReason::RequestIdReused);
    admin.close_season(close(1, 3)).await.unwrap();
    assert_eq!(reason(admin.close_season(close(2, 3)).await), ErrorReason::RequestIdReused);
    assert_eq!((served.world.count("event").await, served.world.count("void").await), (3, 2));
}

#[tokio::test]
async fn order_without_an_end_is_the_same_order_later() {
    let served = serve().await;
    served.rated(pairs("a", [1, 2], [3, 4])).await;
    let span =
        pb::VoidAccount { account_id: crate::world::account(1).uuid().to_string(), since: None, until: None };
    let target = Some(pb::VoidTarget { target: Some(pb::void_target::Target::Account(span)) });
    let request = pb::VoidResultsRequest { target, ..void("", 1) };
    let mut admin = admin(&served, "operator");
    admin.void_results(request.clone()).await.unwrap();
    served.world.time.advance(crate::world::HOUR);
    assert!(admin.void_results(request).await.unwrap().into_inner().replayed);
}

#[tokio::test]
async fn order_that_was_refused_leaves_its_request_id_free() {
    let served = serve().await;
    served.rated(pairs("a", [1, 2], [3, 4])).await;
    let mut admin = admin(&served, "operator");
    assert_eq!(reason(admin.void_results(void("none", 1)).await), ErrorReason::ResultNotFound);
    assert!(!admin.void_results(void("a", 1)).await.unwrap().into_inner().replayed);
}

#[tokio::test]
async fn closed_season_keeps_its_board_and_opens_the_next_with_soft_resets() {
    let served = serve().await;
    served.rated(pairs("a", [1, 2], [3, 4])).await;
    let mut admin = admin(&served, "operator");
    let closed = admin.close_season(close(1, 1)).await.unwrap().into_inner();
    let again = admin.close_season(close(1, 1)).await.unwrap().into_inner();
    assert_eq!((closed.sequence, again.sequence, again.replayed), (2, 2, true));
    worked_off(&served).await;
    // 1524.00 becomes 1518.00, and a synergy of 6.00 becomes 3.00.
    assert_eq!(displayed(&served, pair(1, 2)).await, Some(1521));
    assert_eq!(reason(admin.close_season(close(1, 2)).await), ErrorReason::InvalidField);
    let sealed = admin.void_results(void("a", 3)).await;
    assert_eq!(reason(sealed), ErrorReason::SeasonSealed);
    let reopened = pb::VoidResultsRequest { reopen_sealed_seasons: true, ..void("a", 4) };
    admin.void_results(reopened).await.unwrap();
    worked_off(&served).await;
    assert_eq!(displayed(&served, pair(1, 2)).await, None);
}

#[tokio::test]
async fn results_of_an_account_in_a_span_are_voided_together() {
    let served = serve().await;
    for (id, winners, losers) in [("a", [1, 2], [3, 4]), ("b", [5, 6], [1, 3]), ("c", [5, 6], [7, 8])] {
        served.rated(pairs(id, winners, losers)).await;
    }
    let span =
        pb::VoidAccount { account_id: crate::world::account(1).uuid().to_string(), since: None, until: None };
    let target = Some(pb::VoidTarget { target: Some(pb::void_target::Target::Account(span)) });
    let mut admin = admin(&served, "operator");
    admin.void_results(pb::VoidResultsRequest { target, ..void("", 1) }).await.unwrap();
    worked_off(&served).await;
    let events = pb::ListEventsRequest { ladder: "seep".into(), ..Default::default() };
    let events = admin.list_events(events).await.unwrap().into_inner().events;
    assert_eq!((events[0].voided_results, &*events[0].requested_by), (2, "operator"));
    assert_eq!(
        (displayed(&served, pair(5, 6)).await, displayed(&served, pair(1, 2)).await),
        (Some(1530), None)
    );
}

#[tokio::test]
async fn new_configuration_counts_for_results_from_then_on() {
    let served = serve().await;
    let config = pb::LadderConfig { version: 2, tiers: Vec::new(), settled_k: 10, synergy_rate_percent: 0 };
    let request = pb::PublishConfigRequest { ladder: "seep".into(), config: Some(config) };
    let mut admin = admin(&served, "operator");
    for _ in 0..2 {
        admin.publish_config(request.clone()).await.unwrap();
    }
    let rated = served.rated(pairs("a", [1, 2], [3, 4])).await;
    assert_eq!(rated.changes[0].displayed_after, 1505);
    let rising = pb::LadderConfig { version: 4, ..request.config.unwrap() };
    let skipped =
        admin.publish_config(pb::PublishConfigRequest { ladder: "seep".into(), config: Some(rising) }).await;
    assert_eq!(reason(skipped), ErrorReason::InvalidField);
}

#[tokio::test]
async fn version_that_does_not_follow_is_named_by_its_field() {
    let served = serve().await;
    let mut admin = admin(&served, "operator");
    for version in [0, 3, i32::MAX.unsigned_abs(), 1 << 31, u32::MAX] {
        let config = pb::LadderConfig { version, tiers: Vec::new(), settled_k: 10, synergy_rate_percent: 0 };
        let request = pb::PublishConfigRequest { ladder: "seep".into(), config: Some(config) };
        let refused = fault(admin.publish_config(request).await).into_refused();
        assert_eq!(refused.fields[0].field, "config.version", "{version}");
    }
}

#[tokio::test]
async fn reason_that_cannot_be_stored_is_a_field_at_fault() {
    let served = serve().await;
    served.rated(pairs("a", [1, 2], [3, 4])).await;
    let mut admin = admin(&served, "operator");
    for reason in ["\0", "over\0", "\u{1b}[2J", ""] {
        let close = pb::CloseSeasonRequest { reason: reason.into(), ..close(1, 1) };
        let void = pb::VoidResultsRequest { reason: reason.into(), ..void("a", 1) };
        for refused in [fault(admin.close_season(close).await), fault(admin.void_results(void).await)] {
            assert_eq!(refused.into_refused().fields[0].field, "reason", "{reason:?}");
        }
    }
    admin
        .close_season(pb::CloseSeasonRequest { reason: "over\nand\tout".into(), ..close(1, 1) })
        .await
        .unwrap();
}

#[tokio::test]
async fn only_administrators_may_give_orders() {
    let served = serve().await;
    for name in ["engine", "viewer"] {
        let mut stranger = admin(&served, name);
        assert_eq!(reason(stranger.void_results(void("a", 1)).await), ErrorReason::PermissionDenied);
        assert_eq!(reason(stranger.close_season(close(1, 1)).await), ErrorReason::PermissionDenied);
        assert_eq!(
            reason(stranger.list_dead_letters(pb::ListDeadLettersRequest::default()).await),
            ErrorReason::PermissionDenied
        );
    }
}

#[tokio::test]
async fn void_of_a_stranger_result_is_refused() {
    let served = serve().await;
    let target = Target::Result(ratings::SourceName::engine(), ratings::ResultId::parse("none").unwrap());
    let mut connection = served.world.pool().acquire().await.unwrap();
    let found = append::targeted(&mut connection, &ladder_id("seep"), &target, Sealed::Respect).await;
    assert!(matches!(found, Err(ratings::Error::ResultNotFound(_))));
}
