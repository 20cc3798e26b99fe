//! Webhooks follow what their owners may at the moment, and operators may do something about all of them.

use service::Scope;
use wire::errors::v1::ErrorReason;
use wire::lobby::v1::*;

use crate::hooks::{FIRST_PAUSE, Hook, Owner, has_failed, house, matches};
use crate::house::{House, Process, fields, reason};
use crate::receiver::{Manner, Receiver};

/// The process ends, and another one begins with other scopes of the service `app`.
async fn restart_where_app_may(house: &House, before: &Process, scopes: &[Scope]) -> Process {
    before.drain.begin();
    house.time.advance(FIRST_PAUSE);
    house.process_where_app_may(scopes).await
}

/// An endpoint of `app` and an event that it has refused once.
async fn refused_event(house: &House, receiver: &Receiver) -> (Hook, String) {
    let app = Owner::app(&house.lobby);
    let hook = app.hook(receiver, matches()).await;
    receiver.answer(Manner::Status(500));
    let id = house.feed.start("lobby");
    app.until(&hook, has_failed).await;
    receiver.answer(Manner::Status(200));
    (hook, id)
}

fn unsorted(mut ids: Vec<String>) -> Vec<String> {
    ids.sort();
    ids
}

#[tokio::test]
async fn endpoint_gets_nothing_while_no_key_lets_its_service_have_webhooks() {
    let house = house().await;
    let (receiver, witness) = (Receiver::start().await, Receiver::start().await);
    let (hook, waiting) = refused_event(&house, &receiver).await;
    let without = restart_where_app_may(&house, &house.lobby, &[]).await;
    Owner::own(&without).hook(&witness, Subscription { created_by_me: true, ..matches() }).await;
    house.feed.start("own");
    witness.wait_for(1).await;
    assert_eq!(receiver.ids(), std::slice::from_ref(&waiting));
    let every = ListEndpointsRequest { every_service: true, ..Default::default() };
    let endpoint = Owner::admin(&without).list_endpoints(every).await.unwrap().endpoints.remove(0);
    assert_eq!((endpoint.endpoint_id, endpoint.service.as_str()), (hook.id, "app"));
    assert_eq!((endpoint.enabled, endpoint.disabled_because.as_str()), (false, "no_key"));
    assert_eq!(endpoint.pending, 1, "what happens meanwhile is not for it");
    let again = restart_where_app_may(&house, &without, &crate::house::APP_SCOPES).await;
    let later = house.feed.start("lobby");
    receiver.wait_for(3).await;
    assert_eq!(unsorted(receiver.ids()), unsorted(vec![waiting.clone(), waiting, later]));
    let endpoint = Owner::app(&again).endpoints().await.remove(0);
    assert_eq!((endpoint.enabled, endpoint.disabled_because.as_str()), (true, ""));
}

#[tokio::test]
async fn key_without_other_matches_gets_those_of_its_service_only() {
    let house = house().await;
    let receiver = Receiver::start().await;
    let (hook, waiting) = refused_event(&house, &receiver).await;
    let narrow = restart_where_app_may(&house, &house.lobby, &[Scope::Webhooks]).await;
    house.feed.start("lobby");
    let own = house.feed.start("app");
    receiver.wait_for(2).await;
    assert_eq!(receiver.ids(), [waiting.clone(), own.clone()]);
    let app = Owner::app(&narrow);
    let delivered = ListDeliveriesRequest {
        endpoint_id: hook.id.clone(),
        states: vec![DeliveryState::Delivered as i32],
        ..Default::default()
    };
    while app.list(delivered.clone()).await.unwrap().deliveries.is_empty() {
        tokio::task::yield_now().await;
    }
    let elsewhere = Receiver::start().await;
    let moved = UpdateEndpointRequest {
        endpoint_id: hook.id.clone(),
        url: Some(elsewhere.url()),
        ..Default::default()
    };
    assert!(app.update(moved).await.unwrap().enabled);
    assert_eq!(app.redeliver(&hook, redeliver_request::Which::AfterDelivery(0)).await.unwrap(), 1);
    elsewhere.wait_for(1).await;
    assert_eq!(elsewhere.ids(), std::slice::from_ref(&own));
    restart_where_app_may(&house, &narrow, &crate::house::APP_SCOPES).await;
    elsewhere.wait_for(2).await;
    assert_eq!(elsewhere.ids(), [own, waiting]);
}

#[tokio::test]
async fn operator_lists_disables_and_deletes_the_endpoints_of_every_service() {
    let house = house().await;
    let receiver = Receiver::start().await;
    let (app, own, admin) = (Owner::app(&house.lobby), Owner::own(&house.lobby), Owner::admin(&house.lobby));
    let hook = app.hook(&receiver, matches()).await;
    let other = own.hook(&receiver, Subscription { created_by_me: true, ..matches() }).await;
    let mut page_token = String::new();
    let mut listed = Vec::new();
    for _ in 0..2 {
        let request = ListEndpointsRequest { every_service: true, page_size: 1, page_token };
        let page = admin.list_endpoints(request).await.unwrap();
        listed.extend(page.endpoints.into_iter().map(|endpoint| (endpoint.service, endpoint.endpoint_id)));
        page_token = page.next_page_token;
    }
    assert_eq!(page_token, "");
    listed.sort();
    assert_eq!(listed, [("app".to_owned(), hook.id.clone()), ("own".to_owned(), other.id.clone())]);
    let disabled = UpdateEndpointRequest {
        endpoint_id: hook.id.clone(),
        enabled: Some(false),
        service: "app".to_owned(),
        ..Default::default()
    };
    admin.update(disabled).await.unwrap();
    let endpoint = app.endpoints().await.remove(0);
    assert_eq!((endpoint.enabled, endpoint.disabled_because.as_str()), (false, "operator"));
    let deleted = DeleteEndpointRequest { endpoint_id: hook.id.clone(), service: "app".to_owned() };
    admin.try_delete(deleted).await.unwrap();
    assert_eq!(app.endpoints().await, []);
    assert_eq!(own.endpoints().await.len(), 1);
}

#[tokio::test]
async fn only_operators_name_a_service_and_only_what_is_theirs_to_change() {
    let house = house().await;
    let (app, admin) = (Owner::app(&house.lobby), Owner::admin(&house.lobby));
    let hook = app.hook_at("https://example.com/hook", matches()).await;
    let every = ListEndpointsRequest { every_service: true, ..Default::default() };
    assert_eq!(reason(app.list_endpoints(every).await), ErrorReason::PermissionDenied);
    let deleted = DeleteEndpointRequest { endpoint_id: hook.id.clone(), service: "app".to_owned() };
    assert_eq!(reason(app.try_delete(deleted).await), ErrorReason::PermissionDenied);
    let change = UpdateEndpointRequest {
        endpoint_id: hook.id.clone(),
        service: "app".to_owned(),
        ..Default::default()
    };
    assert_eq!(reason(app.update(change.clone()).await), ErrorReason::PermissionDenied);
    let url = Some("https://example.com/other".to_owned());
    let moved = UpdateEndpointRequest { url, ..change.clone() };
    assert_eq!(fields(admin.update(moved).await), ["url"]);
    let wider = UpdateEndpointRequest { subscription: Some(matches()), ..change.clone() };
    assert_eq!(fields(admin.update(wider).await), ["subscription"]);
    let nobody = UpdateEndpointRequest { service: "a\0b".to_owned(), ..change };
    assert_eq!(fields(admin.update(nobody).await), ["service"]);
}
