//! `WebhookService`.

use std::sync::Arc;
use std::time::Duration;

use prost::Message as _;
use service::{Caller, Scope, ServiceCaller, decode_token, duration_in, encode_token, page_size, parse_uuid};
use sha2::{Digest as _, Sha256};
use tonic::{Request, Response, Status};
use uuid::Uuid;
use wire::Fault;
use wire::lobby::v1::webhook_service_server::WebhookService;
use wire::lobby::v1::{
    CreateEndpointRequest, CreateEndpointResponse, DeleteEndpointRequest, DeleteEndpointResponse,
    ListDeliveriesRequest, ListDeliveriesResponse, ListEndpointsRequest, ListEndpointsResponse,
    RedeliverRequest, RedeliverResponse, RotateSecretRequest, RotateSecretResponse, SendTestRequest,
    SendTestResponse, UpdateEndpointRequest, UpdateEndpointResponse,
};

use super::webhook_messages as messages;
use crate::webhooks::{
    ChangedBy, DeliveryPlace, DeliveryState, EndpointChange, EndpointPlace, NewEndpoint, Secret, Target,
    Webhooks,
};

/// Rows of a page that asks for no number, and the most it may ask for.
const DEFAULT_PAGE: u32 = 50;
const MAX_PAGE: u32 = 200;
const DEFAULT_OVERLAP: Duration = Duration::from_secs(24 * 60 * 60);
const MAX_OVERLAP: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// Serves `WebhookService`.
pub struct WebhookApi {
    hooks: Arc<Webhooks>,
}

impl WebhookApi {
    /// Serves these webhooks.
    pub fn new(hooks: Arc<Webhooks>) -> Self {
        Self { hooks }
    }

    async fn every_endpoint(&self, request: &ListEndpointsRequest) -> Result<ListEndpointsResponse, Status> {
        let size = page_size(request.page_size, DEFAULT_PAGE, MAX_PAGE)? as usize;
        let after = decode_token::<EndpointPlace>(&request.page_token)?;
        let limit = i64::try_from(size).unwrap_or(i64::MAX).saturating_add(1);
        let mut found = self.hooks.every_endpoint(after, limit).await?;
        let more = found.len() > size;
        found.truncate(size);
        let next = found.last().filter(|_| more).map(|last| encode_token(&last.place()));
        let endpoints = found.into_iter().map(messages::endpoint).collect();
        Ok(ListEndpointsResponse { endpoints, next_page_token: next.unwrap_or_default() })
    }

    fn target(&self, url: &str) -> Result<Target, Fault> {
        Target::read(url, self.hooks.plain_http()).map_err(|why| Fault::invalid("url", why))
    }
}

fn owner<T>(request: &Request<T>) -> Result<ServiceCaller, Fault> {
    Caller::of(request).service(Scope::Webhooks).cloned()
}

/// The service whose endpoint a call is about, and who changes it: a service changes its own, operators those of the service that they name.
fn whose<T>(request: &Request<T>, service: &str) -> Result<(String, ChangedBy), Fault> {
    if service.is_empty() {
        return Ok((owner(request)?.name, ChangedBy::Owner));
    }
    Caller::of(request).service(Scope::Admin)?;
    Ok((messages::service_name(service)?, ChangedBy::Operator))
}

fn reveal(secret: Option<Secret>) -> String {
    secret.map(|secret| secret.reveal()).unwrap_or_default()
}

/// What a page token of ListDeliveries stands for; a token of one list is none of another.
#[derive(serde::Serialize, serde::Deserialize)]
struct PageToken {
    endpoint_id: Uuid,
    states: Vec<DeliveryState>,
    place: DeliveryPlace,
}

fn place_of(
    page_token: &str,
    endpoint_id: Uuid,
    states: &[DeliveryState],
) -> Result<Option<DeliveryPlace>, Fault> {
    match decode_token::<PageToken>(page_token)? {
        Some(token) if token.endpoint_id != endpoint_id || token.states != states => {
            Err(Fault::invalid("page_token", "is a token of another list"))
        }
        token => Ok(token.map(|token| token.place)),
    }
}

#[tonic::async_trait]
impl WebhookService for WebhookApi {
    async fn create_endpoint(
        &self,
        request: Request<CreateEndpointRequest>,
    ) -> Result<Response<CreateEndpointResponse>, Status> {
        let owner = owner(&request)?;
        let request = request.into_inner();
        let request_hash = Sha256::digest(request.encode_to_vec()).into();
        let new = NewEndpoint {
            endpoint_id: parse_uuid("endpoint_id", &request.endpoint_id)?,
            target: self.target(&request.url)?,
            subscription: messages::subscription(&owner, request.subscription)?,
            owner: owner.name,
            request_hash,
        };
        let (endpoint, secret) = self.hooks.create_endpoint(new).await?;
        let endpoint = Some(messages::endpoint(endpoint));
        Ok(Response::new(CreateEndpointResponse { endpoint, secret: reveal(secret) }))
    }

    async fn list_endpoints(
        &self,
        request: Request<ListEndpointsRequest>,
    ) -> Result<Response<ListEndpointsResponse>, Status> {
        if request.get_ref().every_service {
            Caller::of(&request).service(Scope::Admin)?;
            return self.every_endpoint(&request.into_inner()).await.map(Response::new);
        }
        let owner = owner(&request)?;
        let endpoints = self.hooks.endpoints(&owner.name).await?;
        let endpoints = endpoints.into_iter().map(messages::endpoint).collect();
        Ok(Response::new(ListEndpointsResponse { endpoints, next_page_token: String::new() }))
    }

    async fn update_endpoint(
        &self,
        request: Request<UpdateEndpointRequest>,
    ) -> Result<Response<UpdateEndpointResponse>, Status> {
        let (service, by) = whose(&request, &request.get_ref().service)?;
        let caller = Caller::of(&request);
        let request = request.into_inner();
        let endpoint_id = parse_uuid("endpoint_id", &request.endpoint_id)?;
        if by == ChangedBy::Operator {
            messages::leaves_to_owner(&request)?;
        }
        let subscription = match request.subscription {
            Some(wanted) => Some(messages::subscription(caller.service(Scope::Webhooks)?, Some(wanted))?),
            None => None,
        };
        let target = request.url.as_deref().map(|url| self.target(url)).transpose()?;
        let change = EndpointChange { by, enabled: request.enabled, target, subscription };
        let endpoint = self.hooks.update_endpoint(&service, endpoint_id, change).await?;
        Ok(Response::new(UpdateEndpointResponse { endpoint: Some(messages::endpoint(endpoint)) }))
    }

    async fn rotate_secret(
        &self,
        request: Request<RotateSecretRequest>,
    ) -> Result<Response<RotateSecretResponse>, Status> {
        let owner = owner(&request)?;
        let request = request.into_inner();
        let endpoint_id = parse_uuid("endpoint_id", &request.endpoint_id)?;
        let secret_id = parse_uuid("secret_id", &request.secret_id)?;
        let overlap = duration_in("overlap", request.overlap, DEFAULT_OVERLAP, MAX_OVERLAP)?;
        let secret = self.hooks.rotate_secret(&owner.name, endpoint_id, secret_id, overlap).await?;
        Ok(Response::new(RotateSecretResponse { secret: reveal(secret) }))
    }

    async fn delete_endpoint(
        &self,
        request: Request<DeleteEndpointRequest>,
    ) -> Result<Response<DeleteEndpointResponse>, Status> {
        let (service, _) = whose(&request, &request.get_ref().service)?;
        let endpoint_id = parse_uuid("endpoint_id", &request.get_ref().endpoint_id)?;
        self.hooks.delete_endpoint(&service, endpoint_id).await?;
        Ok(Response::new(DeleteEndpointResponse {}))
    }

    async fn list_deliveries(
        &self,
        request: Request<ListDeliveriesRequest>,
    ) -> Result<Response<ListDeliveriesResponse>, Status> {
        let owner = owner(&request)?;
        let request = request.into_inner();
        let endpoint_id = parse_uuid("endpoint_id", &request.endpoint_id)?;
        let size = page_size(request.page_size, DEFAULT_PAGE, MAX_PAGE)? as usize;
        let states = messages::states(&request.states)?;
        let before = place_of(&request.page_token, endpoint_id, &states)?;
        let limit = i64::try_from(size).unwrap_or(i64::MAX).saturating_add(1);
        let mut rows = self.hooks.deliveries(&owner.name, endpoint_id, &states, before, limit).await?;
        let more = rows.len() > size;
        rows.truncate(size);
        let next = rows.last().filter(|_| more).map(|last| DeliveryPlace(last.delivery_id));
        let next = next.map(|place| encode_token(&PageToken { endpoint_id, states, place }));
        let next_page_token = next.unwrap_or_default();
        let deliveries = rows.into_iter().map(messages::delivery).collect();
        Ok(Response::new(ListDeliveriesResponse { deliveries, next_page_token }))
    }

    async fn redeliver(
        &self,
        request: Request<RedeliverRequest>,
    ) -> Result<Response<RedeliverResponse>, Status> {
        let owner = owner(&request)?;
        let request = request.into_inner();
        let endpoint_id = parse_uuid("endpoint_id", &request.endpoint_id)?;
        let which = messages::which(request.which)?;
        let redelivered = self.hooks.redeliver(&owner.name, endpoint_id, which).await?;
        Ok(Response::new(RedeliverResponse { redelivered }))
    }

    async fn send_test(
        &self,
        request: Request<SendTestRequest>,
    ) -> Result<Response<SendTestResponse>, Status> {
        let owner = owner(&request)?;
        let request = request.into_inner();
        let endpoint_id = parse_uuid("endpoint_id", &request.endpoint_id)?;
        let test_id = parse_uuid("test_id", &request.test_id)?;
        let delivery = self.hooks.send_test(&owner.name, endpoint_id, test_id).await?;
        Ok(Response::new(SendTestResponse { delivery: Some(messages::delivery(delivery)) }))
    }
}
