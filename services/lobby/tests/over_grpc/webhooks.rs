//! Webhooks of backends: what is posted to whom, and who may say so.

use base64::Engine as _;
use wire::errors::v1::ErrorReason;
use wire::lobby::v1::*;

use crate::feed::account;
use crate::hooks::{Hook, Hooked, Owner, has_failed, hooked, house, is_delivered, matches, only};
use crate::house::{House, eventually, fields, fresh_id, reason};
use crate::receiver::Receiver;

#[tokio::test]
async fn event_is_posted_once_with_a_signature_that_others_can_check() {
    let Hooked { house, receiver, app, hook } = hooked().await;
    let id = house.feed.start("lobby");
    let received = &receiver.wait_for(1).await[0];
    assert_eq!(received.id(), id);
    assert_eq!(received.headers["content-type"], "application/json");
    assert_eq!(received.headers["webhook-timestamp"], "1800000000");
    assert!(received.is_signed_with(&hook.secret));
    let delivery = app.until(&hook, is_delivered).await;
    assert_eq!((delivery.event_id, delivery.attempts, delivery.last_error.as_str()), (id, 1, ""));
    assert_eq!(receiver.received().len(), 1);
}

#[tokio::test]
async fn bodies_have_the_names_that_are_promised() {
    let house = house().await;
    let receiver = Receiver::start().await;
    Owner::app(&house.lobby).hook(&receiver, matches()).await;
    let ids = [house.feed.start("lobby"), house.feed.abort("lobby"), house.feed.turn("lobby", 2)];
    let received = receiver.wait_for(3).await;
    let body = |id: &str| received.iter().find(|received| received.id() == id).unwrap().json();
    let player = |seat: u32| {
        serde_json::json!({
            "seat": seat, "account_id": account(seat.into()).to_string(), "display_name": format!("Player {seat}")
        })
    };
    assert_eq!(
        body(&ids[0]),
        serde_json::json!({
            "id": ids[0], "type": "match.started", "timestamp": "2027-01-15T08:00:00.25Z",
            "data": {
                "match_id": "00000000-0000-0000-0000-000000000001", "created_by": "lobby", "game": "seep", "ladder": "seep",
                "turn_limit_ms": 30000, "bank_ms": 60000, "seats": [player(0), player(1), player(2), player(3)]
            }
        })
    );
    let finished = body(&ids[1]);
    assert_eq!(finished["type"], "match.finished");
    let data = &finished["data"];
    assert_eq!((&data["reason"], &data["abort_reason"]), (&"aborted".into(), &"the hall burns".into()));
    assert_eq!((&data["rated"], &data["unrated_because"]), (&false.into(), &"aborted".into()));
    let mut left = player(1);
    for (name, value) in
        [("left", true.into()), ("resigned", false.into()), ("bot_spans", serde_json::json!([]))]
    {
        left[name] = value;
    }
    assert_eq!(data["sides"][0]["seats"][1], left);
    assert_eq!((&data["sides"][1]["place"], &data["sides"][1]["score"]), (&0.into(), &(-3).into()));
    let turn = body(&ids[2]);
    assert_eq!((&turn["type"], &turn["data"]["turn_seq"]), (&"match.your_turn".into(), &7.into()));
    assert_eq!(turn["data"]["account_id"], account(2).to_string());
}

#[tokio::test]
async fn endpoints_get_what_they_subscribe_to() {
    let house = house().await;
    let app = Owner::app(&house.lobby);
    let (starts, turns, own, nobody) =
        (Receiver::start().await, Receiver::start().await, Receiver::start().await, Receiver::start().await);
    app.hook(&starts, only(&[WebhookKind::MatchStarted])).await;
    app.hook(
        &turns,
        Subscription { account_ids: vec![account(2).to_string()], ..only(&[WebhookKind::YourTurn]) },
    )
    .await;
    Owner::own(&house.lobby).hook(&own, Subscription { created_by_me: true, ..matches() }).await;
    let stranger = Subscription { account_ids: vec![account(9).to_string()], ..matches() };
    app.hook(&nobody, stranger).await;
    let theirs = house.feed.start("lobby");
    let ours = house.feed.start("own");
    house.feed.turn("lobby", 1);
    let turn = house.feed.turn("lobby", 2);
    let ended = house.feed.abort("own");
    // Of all that is stored in one go, each endpoint has got what is its.
    for (receiver, wanted) in
        [(&starts, vec![&theirs, &ours]), (&turns, vec![&turn]), (&own, vec![&ours, &ended])]
    {
        let received = receiver.wait_for(wanted.len()).await;
        let mut ids: Vec<_> = received.iter().map(|received| received.id().to_owned()).collect();
        ids.sort();
        let mut wanted: Vec<_> = wanted.into_iter().cloned().collect();
        wanted.sort();
        assert_eq!(ids, wanted);
    }
    assert_eq!(nobody.ids(), Vec::<String>::new());
}

#[tokio::test]
async fn service_without_the_scope_has_no_webhooks() {
    let house = house().await;
    let stranger = Owner::with_key(&house.lobby, house.lobby.service_key.reveal());
    let request = CreateEndpointRequest::default();
    assert_eq!(reason(stranger.try_create(request).await), ErrorReason::PermissionDenied);
}

#[tokio::test]
async fn matches_of_others_are_for_services_that_may_read_them() {
    let house = house().await;
    let receiver = Receiver::start().await;
    let request = |subscription| CreateEndpointRequest {
        endpoint_id: fresh_id(),
        url: receiver.url(),
        subscription: Some(subscription),
    };
    let own = Owner::own(&house.lobby);
    assert_eq!(reason(own.try_create(request(matches())).await), ErrorReason::PermissionDenied);
    let hook = own.hook(&receiver, Subscription { created_by_me: true, ..matches() }).await;
    let wider =
        UpdateEndpointRequest { endpoint_id: hook.id, subscription: Some(matches()), ..Default::default() };
    assert_eq!(reason(own.update(wider).await), ErrorReason::PermissionDenied);
    own.try_create(request(only(&[WebhookKind::RatingChanged]))).await.unwrap();
}

#[tokio::test]
async fn service_sees_its_own_endpoints_only() {
    let house = house().await;
    let receiver = Receiver::start().await;
    let (app, own) = (Owner::app(&house.lobby), Owner::own(&house.lobby));
    let hook = app.hook(&receiver, matches()).await;
    assert_eq!(own.endpoints().await, []);
    let request = ListDeliveriesRequest { endpoint_id: hook.id.clone(), ..Default::default() };
    assert_eq!(reason(own.list(request).await), ErrorReason::EndpointNotFound);
    assert_eq!(reason(own.rotate(&hook, &fresh_id(), 0).await), ErrorReason::EndpointNotFound);
    assert_eq!(reason(own.test(&hook, &fresh_id()).await), ErrorReason::EndpointNotFound);
    let dead = redeliver_request::Which::DeadLetters(DeadLetters {});
    assert_eq!(reason(own.redeliver(&hook, dead).await), ErrorReason::EndpointNotFound);
    let change = UpdateEndpointRequest { endpoint_id: hook.id.clone(), ..Default::default() };
    assert_eq!(reason(own.update(change).await), ErrorReason::EndpointNotFound);
    own.delete(&hook).await;
    assert_eq!(app.endpoints().await.len(), 1, "what is another's is not removed");
    app.delete(&hook).await;
    app.delete(&hook).await;
    assert_eq!(app.endpoints().await, []);
}

#[tokio::test]
async fn services_choose_ids_without_knowing_of_each_others() {
    let house = house().await;
    let (app, own) = (Owner::app(&house.lobby), Owner::own(&house.lobby));
    let request = CreateEndpointRequest {
        endpoint_id: fresh_id(),
        url: "https://example.com/hook".to_owned(),
        subscription: Some(Subscription { created_by_me: true, ..matches() }),
    };
    let (first, second) = tokio::join!(app.try_create(request.clone()), own.try_create(request.clone()));
    let (first, second) = (first.unwrap(), second.unwrap());
    assert_ne!(first.secret, second.secret);
    let hook = Hook { id: request.endpoint_id, secret: second.secret };
    let secret_id = fresh_id();
    let fresh = app.rotate(&hook, &secret_id, 0).await.unwrap();
    assert_ne!(own.rotate(&hook, &secret_id, 0).await.unwrap(), fresh);
    own.delete(&hook).await;
    assert_eq!((app.endpoints().await, own.endpoints().await), (vec![first.endpoint.unwrap()], vec![]));
}

#[tokio::test]
async fn secret_id_is_for_one_endpoint() {
    let house = house().await;
    let app = Owner::app(&house.lobby);
    let hook = app.hook_at("https://example.com/hook", matches()).await;
    let other = app.hook_at("https://example.com/other", matches()).await;
    let secret_id = fresh_id();
    app.rotate(&hook, &secret_id, 0).await.unwrap();
    assert_eq!(reason(app.rotate(&other, &secret_id, 0).await), ErrorReason::RequestIdReused);
}

#[tokio::test]
async fn endpoint_is_created_once_and_its_secret_shown_once() {
    let house = house().await;
    let app = Owner::app(&house.lobby);
    let request = CreateEndpointRequest {
        endpoint_id: fresh_id(),
        url: "https://example.com/hook".to_owned(),
        subscription: Some(matches()),
    };
    let created = app.try_create(request.clone()).await.unwrap();
    assert!(created.secret.starts_with("whsec_"));
    let again = app.try_create(request.clone()).await.unwrap();
    assert_eq!((again.endpoint, again.secret.as_str()), (created.endpoint, ""));
    let other = CreateEndpointRequest { url: "https://example.com/other".to_owned(), ..request };
    assert_eq!(reason(app.try_create(other).await), ErrorReason::RequestIdReused);
    assert_eq!(app.endpoints().await.len(), 1);
}

#[tokio::test]
async fn endpoints_of_a_service_are_bounded() {
    let house = house().await;
    let app = Owner::app(&house.lobby);
    for _ in 0..20 {
        app.hook_at("https://example.com/hook", matches()).await;
    }
    let request = CreateEndpointRequest {
        endpoint_id: fresh_id(),
        url: "https://example.com/hook".to_owned(),
        subscription: Some(matches()),
    };
    assert_eq!(reason(app.try_create(request).await), ErrorReason::TooManyEndpoints);
}

#[tokio::test]
async fn faults_of_a_request_are_named_and_change_nothing() {
    let house = house().await;
    let app = Owner::app(&house.lobby);
    let request = |url: &str, subscription| CreateEndpointRequest {
        endpoint_id: fresh_id(),
        url: url.to_owned(),
        subscription,
    };
    let fine = "https://example.com/";
    let ladders = |ids: &[&str]| {
        let ladders = ids.iter().map(ToString::to_string).collect();
        Some(Subscription { ladders, ..matches() })
    };
    for (request, field) in [
        (request("http://example.com/", Some(matches())), "url"),
        (request("https://user:password@example.com/", Some(matches())), "url"),
        (request(fine, None), "subscription"),
        (request(fine, Some(only(&[]))), "subscription.kinds"),
        (request(fine, Some(only(&[WebhookKind::Unspecified]))), "subscription.kinds"),
        (
            request(fine, Some(Subscription { account_ids: vec!["x".to_owned()], ..matches() })),
            "subscription.account_ids[0]",
        ),
        (request(fine, ladders(&[""])), "subscription.ladders[0]"),
        (request(fine, ladders(&["seep", "se\0ep"])), "subscription.ladders[1]"),
        (request(fine, ladders(&["se\u{1}ep"])), "subscription.ladders[0]"),
        (request("https://example.com/\0", Some(matches())), "url"),
        (request("https://example.com/?\0", Some(matches())), "url"),
        (
            CreateEndpointRequest { endpoint_id: "x".to_owned(), ..request(fine, Some(matches())) },
            "endpoint_id",
        ),
    ] {
        assert_eq!(fields(app.try_create(request).await), [field]);
    }
    assert_eq!(app.endpoints().await, []);
}

#[tokio::test]
async fn secrets_overlap_after_a_rotation() {
    let Hooked { house, receiver, app, hook } = hooked().await;
    let secret_id = fresh_id();
    let fresh = app.rotate(&hook, &secret_id, 60).await.unwrap();
    assert_eq!(app.rotate(&hook, &secret_id, 60).await.unwrap(), "", "a retry draws nothing anew");
    house.feed.start("lobby");
    let both = &receiver.wait_for(1).await[0];
    assert!(both.is_signed_with(&fresh) && both.is_signed_with(&hook.secret));
    // What is not noted as delivered when its claim is over would come twice.
    app.settled(&hook).await;
    house.time.advance(std::time::Duration::from_secs(61));
    house.feed.start("lobby");
    let new = &receiver.wait_for(2).await[1];
    assert!(new.is_signed_with(&fresh) && !new.is_signed_with(&hook.secret));
    let last = app.rotate(&hook, &fresh_id(), 0).await.unwrap();
    house.feed.start("lobby");
    let alone = &receiver.wait_for(3).await[2];
    assert!(alone.is_signed_with(&last) && !alone.is_signed_with(&fresh));
}

#[tokio::test]
async fn rotation_whose_secret_is_over_draws_nothing_anew() {
    let house = house().await;
    let app = Owner::app(&house.lobby);
    let hook = app.hook_at("https://example.com/hook", matches()).await;
    let early = fresh_id();
    assert_ne!(app.rotate(&hook, &early, 0).await.unwrap(), "");
    assert_ne!(app.rotate(&hook, &fresh_id(), 0).await.unwrap(), "");
    let kept = "select count(*) from lobby.webhook_secret where secret is not null";
    eventually("what is over is removed", async || {
        house.time.advance(std::time::Duration::from_secs(30));
        let kept: i64 = sqlx::query_scalar(kept).fetch_one(house.db.pool()).await.unwrap();
        (kept == 1).then_some(())
    })
    .await;
    assert_eq!(app.rotate(&hook, &early, 0).await.unwrap(), "");
}

#[tokio::test]
async fn secrets_in_force_are_bounded() {
    let house = house().await;
    let app = Owner::app(&house.lobby);
    let hook = app.hook_at("https://example.com/hook", matches()).await;
    for _ in 0..3 {
        app.rotate(&hook, &fresh_id(), 60).await.unwrap();
    }
    assert_eq!(reason(app.rotate(&hook, &fresh_id(), 60).await), ErrorReason::Overloaded);
    app.rotate(&hook, &fresh_id(), 0).await.unwrap();
}

#[tokio::test]
async fn test_event_is_sent_once() {
    let Hooked { house: _house, receiver, app, hook } = hooked().await;
    let test_id = fresh_id();
    let delivery = app.test(&hook, &test_id).await.unwrap();
    assert_eq!(delivery.r#type, "test");
    assert_eq!(app.test(&hook, &test_id).await.unwrap().delivery, delivery.delivery);
    let received = receiver.wait_for(1).await;
    assert_eq!(received[0].id(), format!("evt_test_{test_id}"));
    assert_eq!(received[0].json()["data"]["endpoint_id"], hook.id);
    app.until(&hook, is_delivered).await;
    assert_eq!(receiver.received().len(), 1);
}

#[tokio::test]
async fn address_of_this_machine_is_not_called_unless_the_operator_allows_it() {
    let house = House::open().await;
    let receiver = Receiver::start().await;
    let app = Owner::app(&house.lobby);
    let hook = app.hook(&receiver, matches()).await;
    house.feed.start("lobby");
    let delivery = app.until(&hook, has_failed).await;
    let wanted = "the address is not a public one; --webhook-private-addresses of the lobby allows it";
    assert_eq!(delivery.last_error, wanted);
    assert_eq!(receiver.ids(), Vec::<String>::new());
}

#[tokio::test]
async fn deliveries_are_listed_in_pages() {
    let Hooked { house, receiver, app, hook } = hooked().await;
    let ids: Vec<String> = (0..5).map(|_| house.feed.start("lobby")).collect();
    receiver.wait_for(5).await;
    let mut listed = Vec::new();
    let mut page_token = String::new();
    loop {
        let request = ListDeliveriesRequest {
            endpoint_id: hook.id.clone(),
            page_size: 2,
            page_token,
            ..Default::default()
        };
        let page = app.list(request).await.unwrap();
        listed.extend(page.deliveries.into_iter().map(|delivery| delivery.event_id));
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    listed.reverse();
    assert_eq!(listed, ids);
}

#[tokio::test]
async fn page_token_of_deliveries_is_for_the_list_that_gave_it_out() {
    let house = house().await;
    let app = Owner::app(&house.lobby);
    let hook = app.hook_at("https://127.0.0.1:1/hook", matches()).await;
    let other = app.hook_at("https://127.0.0.1:1/hook", matches()).await;
    for _ in 0..2 {
        app.test(&hook, &fresh_id()).await.unwrap();
    }
    let request = |hook: &Hook, states: &[DeliveryState], page_token: &str| ListDeliveriesRequest {
        endpoint_id: hook.id.clone(),
        page_size: 1,
        states: states.iter().map(|state| *state as i32).collect(),
        page_token: page_token.to_owned(),
    };
    let both = [DeliveryState::Pending, DeliveryState::Delivered];
    let token = app.list(request(&hook, &both, "")).await.unwrap().next_page_token;
    assert_eq!(app.list(request(&hook, &both, &token)).await.unwrap().deliveries.len(), 1);
    let number = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode("7");
    for wrong in [
        request(&other, &both, &token),
        request(&hook, &[], &token),
        request(&hook, &both[..1], &token),
        request(&hook, &both, &number),
    ] {
        assert_eq!(fields(app.list(wrong).await), ["page_token"]);
    }
}

#[tokio::test]
async fn deliveries_are_listed_by_state() {
    let Hooked { house, receiver, app, hook } = hooked().await;
    house.feed.start("lobby");
    receiver.wait_for(1).await;
    app.settled(&hook).await;
    let dead = ListDeliveriesRequest {
        endpoint_id: hook.id.clone(),
        states: vec![DeliveryState::DeadLetter as i32],
        ..Default::default()
    };
    assert_eq!(app.list(dead).await.unwrap().deliveries, []);
}
