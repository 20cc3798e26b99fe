//! A service that has webhooks, and calls about them.

use std::time::Duration;

use service::{Credential, Peer};
use tonic::{Response, Status};
use wire::lobby::v1::webhook_service_client::WebhookServiceClient;
use wire::lobby::v1::*;

use crate::house::{House, Process, eventually, fresh_id};
use crate::receiver::Receiver;

/// More than the first pause, whatever it is varied by.
pub const FIRST_PAUSE: Duration = Duration::from_secs(7);

/// A service at a lobby.
pub struct Owner {
    client: WebhookServiceClient<Peer>,
}

/// An endpoint and the secret that it was created with.
pub struct Hook {
    pub id: String,
    pub secret: String,
}

/// Everything about matches.
pub fn matches() -> Subscription {
    let kinds = [WebhookKind::MatchStarted, WebhookKind::MatchFinished, WebhookKind::YourTurn];
    only(&kinds)
}

/// These kinds.
pub fn only(kinds: &[WebhookKind]) -> Subscription {
    Subscription { kinds: kinds.iter().map(|kind| *kind as i32).collect(), ..Default::default() }
}

/// A house whose endpoints may be on this machine.
pub async fn house() -> House {
    house_with(lobby::WebhookSettings::default()).await
}

pub async fn house_with(webhooks: lobby::WebhookSettings) -> House {
    let webhooks = lobby::WebhookSettings { private_addresses: true, ..webhooks };
    House::with(lobby::Settings { webhooks, ..Default::default() }).await
}

/// A house at which `app` has an endpoint for everything about matches.
pub struct Hooked {
    pub house: House,
    pub receiver: Receiver,
    pub app: Owner,
    pub hook: Hook,
}

pub async fn hooked() -> Hooked {
    hooked_with(lobby::WebhookSettings::default()).await
}

pub async fn hooked_with(webhooks: lobby::WebhookSettings) -> Hooked {
    let (house, receiver) = (house_with(webhooks).await, Receiver::start().await);
    let app = Owner::app(&house.lobby);
    let hook = app.hook(&receiver, matches()).await;
    Hooked { house, receiver, app, hook }
}

pub fn is_delivered(delivery: &Delivery) -> bool {
    delivery.state == DeliveryState::Delivered as i32
}

pub fn is_dead(delivery: &Delivery) -> bool {
    delivery.state == DeliveryState::DeadLetter as i32
}

/// Has an attempt failed?
pub fn has_failed(delivery: &Delivery) -> bool {
    !delivery.last_error.is_empty()
}

impl Owner {
    /// The service `app`, which may read all matches.
    pub fn app(process: &Process) -> Self {
        Self::with_key(process, process.app_key.reveal())
    }

    /// The service `own`, which may not.
    pub fn own(process: &Process) -> Self {
        Self::with_key(process, process.own_key.reveal())
    }

    /// The service `admin`, which may do everything.
    pub fn admin(process: &Process) -> Self {
        Self::with_key(process, process.admin_key.reveal())
    }

    pub fn with_key(process: &Process, key: &str) -> Self {
        let credential = Credential::bearer(key).unwrap();
        Self { client: WebhookServiceClient::new(Peer::new(process.channel.clone(), credential)) }
    }

    pub async fn try_create(&self, request: CreateEndpointRequest) -> Result<CreateEndpointResponse, Status> {
        self.client.clone().create_endpoint(request).await.map(Response::into_inner)
    }

    pub async fn hook_at(&self, url: &str, subscription: Subscription) -> Hook {
        let id = fresh_id();
        let request = CreateEndpointRequest {
            endpoint_id: id.clone(),
            url: url.to_owned(),
            subscription: Some(subscription),
        };
        let created = self.try_create(request).await.unwrap();
        assert!(created.endpoint.unwrap().enabled);
        Hook { id, secret: created.secret }
    }

    pub async fn hook(&self, receiver: &Receiver, subscription: Subscription) -> Hook {
        self.hook_at(&receiver.url(), subscription).await
    }

    pub async fn endpoints(&self) -> Vec<Endpoint> {
        self.list_endpoints(ListEndpointsRequest::default()).await.unwrap().endpoints
    }

    pub async fn list_endpoints(
        &self,
        request: ListEndpointsRequest,
    ) -> Result<ListEndpointsResponse, Status> {
        self.client.clone().list_endpoints(request).await.map(Response::into_inner)
    }

    pub async fn update(&self, request: UpdateEndpointRequest) -> Result<Endpoint, Status> {
        Ok(self.client.clone().update_endpoint(request).await?.into_inner().endpoint.unwrap())
    }

    pub async fn enable(&self, hook: &Hook, enabled: bool) {
        let endpoint_id = hook.id.clone();
        self.update(UpdateEndpointRequest { endpoint_id, enabled: Some(enabled), ..Default::default() })
            .await
            .unwrap();
    }

    pub async fn rotate(&self, hook: &Hook, secret_id: &str, overlap_s: i64) -> Result<String, Status> {
        let request = RotateSecretRequest {
            endpoint_id: hook.id.clone(),
            secret_id: secret_id.to_owned(),
            overlap: Some(prost_types::Duration { seconds: overlap_s, nanos: 0 }),
        };
        Ok(self.client.clone().rotate_secret(request).await?.into_inner().secret)
    }

    pub async fn delete(&self, hook: &Hook) {
        let request = DeleteEndpointRequest { endpoint_id: hook.id.clone(), ..Default::default() };
        self.try_delete(request).await.unwrap();
    }

    pub async fn try_delete(&self, request: DeleteEndpointRequest) -> Result<(), Status> {
        self.client.clone().delete_endpoint(request).await.map(drop)
    }

    pub async fn list(&self, request: ListDeliveriesRequest) -> Result<ListDeliveriesResponse, Status> {
        self.client.clone().list_deliveries(request).await.map(Response::into_inner)
    }

    /// The latest deliveries, newest first.
    pub async fn deliveries(&self, hook: &Hook) -> Vec<Delivery> {
        let request = ListDeliveriesRequest { endpoint_id: hook.id.clone(), ..Default::default() };
        self.list(request).await.unwrap().deliveries
    }

    /// The only delivery, once it stands so.
    pub async fn until(&self, hook: &Hook, holds: impl Fn(&Delivery) -> bool) -> Delivery {
        eventually("the delivery stands so", async || {
            self.deliveries(hook).await.pop().filter(|delivery| holds(delivery))
        })
        .await
    }

    /// All deliveries, once the endpoint has them.
    pub async fn settled(&self, hook: &Hook) -> Vec<Delivery> {
        eventually("all are delivered", async || {
            let deliveries = self.deliveries(hook).await;
            deliveries.iter().all(is_delivered).then_some(deliveries)
        })
        .await
    }

    /// Has the lobby look for what is due now: in simulated time it would not look again by itself.
    pub async fn look(&self, hook: &Hook) {
        let endpoint_id = hook.id.clone();
        self.update(UpdateEndpointRequest { endpoint_id, ..Default::default() }).await.unwrap();
    }

    pub async fn redeliver(&self, hook: &Hook, which: redeliver_request::Which) -> Result<u32, Status> {
        let request = RedeliverRequest { endpoint_id: hook.id.clone(), which: Some(which) };
        Ok(self.client.clone().redeliver(request).await?.into_inner().redelivered)
    }

    pub async fn test(&self, hook: &Hook, test_id: &str) -> Result<Delivery, Status> {
        let request = SendTestRequest { endpoint_id: hook.id.clone(), test_id: test_id.to_owned() };
        Ok(self.client.clone().send_test(request).await?.into_inner().delivery.unwrap())
    }
}
