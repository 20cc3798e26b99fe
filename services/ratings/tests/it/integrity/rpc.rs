//! The reviewers' service as its callers meet it.

use ratings::integrity::scan::scan;
use service::Peer;
use uuid::Uuid;
use wire::errors::v1::ErrorReason;
use wire::ratings::v1::integrity_service_client::IntegrityServiceClient;
use wire::ratings::v1::{self as pb};

use super::quick_wins;
use crate::served::{Served, fault, reason, serve};
use crate::world::{World, ladder_id};

fn reviewer(served: &Served) -> IntegrityServiceClient<Peer> {
    IntegrityServiceClient::with_interceptor(served.channel.clone(), served.key_of("operator"))
}

fn id(n: u128) -> String {
    Uuid::from_u128(n).to_string()
}

async fn listed(served: &Served) -> Vec<pb::Review> {
    let request = pb::ListReviewsRequest::default();
    reviewer(served).list_reviews(request).await.unwrap().into_inner().reviews
}

fn fields<T: std::fmt::Debug>(outcome: Result<T, tonic::Status>) -> Vec<String> {
    fault(outcome).into_refused().fields.into_iter().map(|field| field.field).collect()
}

#[tokio::test]
async fn reviews_are_for_administrators_only() {
    let served = serve().await;
    for credential in [served.key_of("engine"), served.token()] {
        let mut client = IntegrityServiceClient::with_interceptor(served.channel.clone(), credential);
        let list = client.list_reviews(pb::ListReviewsRequest::default()).await;
        assert_eq!(reason(list), ErrorReason::PermissionDenied);
        assert_eq!(
            reason(client.get_review(pb::GetReviewRequest::default()).await),
            ErrorReason::PermissionDenied
        );
        let resolve = client.resolve_review(pb::ResolveReviewRequest::default()).await;
        assert_eq!(reason(resolve), ErrorReason::PermissionDenied);
        let void = client.void_from_review(pb::VoidFromReviewRequest::default()).await;
        assert_eq!(reason(void), ErrorReason::PermissionDenied);
    }
}

#[tokio::test]
async fn review_is_listed_read_resolved_and_voided() {
    let served = serve().await;
    quick_wins(&served.world, 0, 8).await;
    let listed = listed(&served).await;
    let review = &listed[0];
    assert_eq!((listed.len(), review.signal(), review.result_count), (1, pb::ReviewSignal::QuickGames, 7));
    assert_eq!(review.subject.clone().unwrap().display_names, ["Player 1", "Player 2"]);
    assert_eq!(review.figures[1], pb::ReviewFigure { name: "quick_games".into(), value: 7.0 });
    let get = pb::GetReviewRequest { review_id: review.id.clone() };
    let whole = reviewer(&served).get_review(get).await.unwrap().into_inner().review.unwrap();
    assert_eq!((whole.results.len(), whole.results[0].result_id.as_str()), (7, "quick1"));
    let resolve = |request_id, verdict: pb::ReviewState| pb::ResolveReviewRequest {
        review_id: review.id.clone(),
        request_id,
        verdict: verdict.into(),
        reason: "clear".into(),
    };
    let confirm = resolve(id(1), pb::ReviewState::Confirmed);
    let first = reviewer(&served).resolve_review(confirm.clone()).await.unwrap().into_inner();
    let again = reviewer(&served).resolve_review(confirm).await.unwrap().into_inner();
    assert_eq!((first.replayed, again.replayed), (false, true));
    assert_eq!(first.review.unwrap().actions[0].acted_by, "operator");
    let late = reviewer(&served).resolve_review(resolve(id(2), pb::ReviewState::Dismissed)).await;
    assert_eq!(reason(late), ErrorReason::ReviewResolved);
    let void = pb::VoidFromReviewRequest {
        review_id: review.id.clone(),
        request_id: id(3),
        reason: "never played".into(),
        reopen_sealed_seasons: false,
    };
    let first = reviewer(&served).void_from_review(void.clone()).await.unwrap().into_inner();
    let again = reviewer(&served).void_from_review(void).await.unwrap().into_inner();
    assert_eq!((first.replayed, again.replayed), (false, true));
    let voided = again.review.unwrap();
    assert_eq!((voided.actions.len(), voided.actions[1].void_sequence), (2, 9));
    assert!(voided.results.iter().all(|result| result.voided_by == 9));
}

#[tokio::test]
async fn requests_at_fault_are_named_and_change_nothing() {
    let served = serve().await;
    quick_wins(&served.world, 0, 8).await;
    let review = listed(&served).await.remove(0);
    let resolve = |review_id: &str, request_id: &str, verdict: i32, reason: &str| pb::ResolveReviewRequest {
        review_id: review_id.into(),
        request_id: request_id.into(),
        verdict,
        reason: reason.into(),
    };
    let mut client = reviewer(&served);
    let confirmed = pb::ReviewState::Confirmed.into();
    for (request, field) in [
        (resolve(&review.id, "x", confirmed, "why"), "request_id"),
        (resolve(&review.id, &id(1), 0, "why"), "verdict"),
        (resolve(&review.id, &id(1), pb::ReviewState::Open.into(), "why"), "verdict"),
        (resolve(&review.id, &id(1), 99, "why"), "verdict"),
        (resolve(&review.id, &id(1), confirmed, ""), "reason"),
        (resolve(&review.id, &id(1), confirmed, "a\0"), "reason"),
    ] {
        assert_eq!(fields(client.resolve_review(request).await), [field]);
    }
    let void = pb::VoidFromReviewRequest {
        review_id: review.id.clone(),
        request_id: id(1),
        reason: "a\0".into(),
        reopen_sealed_seasons: false,
    };
    assert_eq!(fields(client.void_from_review(void).await), ["reason"]);
    for unknown in [id(7), "x".into()] {
        let resolve = client.resolve_review(resolve(&unknown, &id(1), confirmed, "why")).await;
        assert_eq!(reason(resolve), ErrorReason::ReviewNotFound);
        let get = client.get_review(pb::GetReviewRequest { review_id: unknown.clone() }).await;
        assert_eq!(reason(get), ErrorReason::ReviewNotFound);
        let void = pb::VoidFromReviewRequest {
            review_id: unknown,
            request_id: id(1),
            reason: "why".into(),
            reopen_sealed_seasons: false,
        };
        assert_eq!(reason(client.void_from_review(void).await), ErrorReason::ReviewNotFound);
    }
    assert_eq!(listed(&served).await, [review]);
}

/// Two reviews, about the pair of 1 and 2 and, later, about that of 3 and 4.
async fn two_reviews(world: &World) {
    quick_wins(world, 0, 8).await;
    world.time.advance(crate::world::HOUR);
    for n in 0..8_u32 {
        let other = 5_000 + 2 * u128::from(n);
        let game = crate::world::Game::pairs(&format!("other{n}"), [3, 4], [other, other + 1]);
        world.submit(game.at(super::minutes(100 + n))).await.unwrap();
    }
    world.rate("seep").await;
    scan(world.pool(), &ladder_id("seep"), world.clock.now()).await.unwrap();
}

#[tokio::test]
async fn request_id_belongs_to_one_review_and_one_content() {
    let served = serve().await;
    two_reviews(&served.world).await;
    let reviews = listed(&served).await;
    let mut client = reviewer(&served);
    let resolve = |review: usize| pb::ResolveReviewRequest {
        review_id: reviews[review].id.clone(),
        request_id: id(1),
        verdict: pb::ReviewState::Confirmed.into(),
        reason: "clear".into(),
    };
    client.resolve_review(resolve(0)).await.unwrap();
    assert_eq!(reason(client.resolve_review(resolve(1)).await), ErrorReason::RequestIdReused);
    let void = |review: usize, request: u128, reopen_sealed_seasons| pb::VoidFromReviewRequest {
        review_id: reviews[review].id.clone(),
        request_id: id(request),
        reason: "clear".into(),
        reopen_sealed_seasons,
    };
    client.void_from_review(void(0, 2, false)).await.unwrap();
    for other in [void(0, 2, true), void(1, 2, false), void(1, 1, false)] {
        assert_eq!(reason(client.void_from_review(other).await), ErrorReason::RequestIdReused);
    }
    assert_eq!(served.world.count("review where state = 'open'").await, 1);
    assert_eq!(served.world.count("event where kind = 'void'").await, 1);
}

#[tokio::test]
async fn queue_is_paged_and_filtered() {
    let served = serve().await;
    two_reviews(&served.world).await;
    let list = |state: pb::ReviewState, ladder: &str, page_token| pb::ListReviewsRequest {
        ladder: ladder.into(),
        state: state.into(),
        page_size: 1,
        page_token,
    };
    let open = pb::ReviewState::Open;
    let mut client = reviewer(&served);
    let first = client.list_reviews(list(open, "seep", String::new())).await.unwrap().into_inner();
    let token = first.next_page_token;
    let second = client.list_reviews(list(open, "seep", token.clone())).await.unwrap().into_inner();
    let subjects =
        [&first.reviews[0], &second.reviews[0]].map(|r| r.subject.clone().unwrap().display_names[0].clone());
    assert_eq!((subjects, second.next_page_token.as_str()), (["Player 3".into(), "Player 1".into()], ""));
    assert_eq!(fields(client.list_reviews(list(open, "", token)).await), ["page_token"]);
    for (state, ladder) in [(pb::ReviewState::Dismissed, "seep"), (open, "solo")] {
        let none = client.list_reviews(list(state, ladder, String::new())).await.unwrap().into_inner();
        assert_eq!(none.reviews, []);
    }
    let before_all_time = service::encode_token(&serde_json::json!({
        "asked": ["seep", i32::from(open)],
        "place": { "opened_at_ms": i64::MIN, "id": id(0) },
    }));
    let none = client.list_reviews(list(open, "seep", before_all_time)).await.unwrap().into_inner();
    assert_eq!(none.reviews, []);
    let unknown = client.list_reviews(list(open, "bridge", String::new())).await;
    assert_eq!(reason(unknown), ErrorReason::LadderNotFound);
    let state = pb::ListReviewsRequest { state: 99, ..Default::default() };
    assert_eq!(fields(client.list_reviews(state).await), ["state"]);
}
