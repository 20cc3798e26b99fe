//! `WebhookService`.

use std::sync::Arc;
use std::time::Duration;

use prost::Message as _;
use service::{Caller, Scope, ServiceCaller, decode_token, duration_in, encode_token, page_size, parse_uuid};
use sha2::{Digest as _, Sha256};
use tonic::{Request, Response, Status};
use wire::Fault;
use wire::lobby::v1::webhook_service_server::WebhookService;
use wire::lobby::v1::{
    CreateEndpointRequest, CreateEndpointResponse, DeleteEndpointRequest, DeleteEndpointResponse,
    ListDeliveriesRequest, ListDeliveriesResponse, ListEndpointsRequest, ListEndpointsResponse,
    RedeliverRequest, RedeliverResponse, RotateSecretRequest, RotateSecretResponse, SendTestRequest,
    SendTestResponse, UpdateEndpointRequest, UpdateEndpointResponse,
};

use super::webhook_messages as messages;
use crate::webhooks::{DeliveryPlace, EndpointChange, NewEndpoint, Secret, Target, Webhooks};

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

    fn target(&self, url: &str) -> Result<Target, Fault> {
        Target::read(url, self.hooks.plain_http()).map_err(|why| Fault::invalid("url", why))
    }
}

fn owner<T>(request: &Request<T>) -> Result<ServiceCaller, Fault> {
    Caller::of(request).service(Scope::Webhooks).cloned()
}

fn reveal(secret: Option<Secret>) -> String {
    secret.map(|secret| secret.reveal()).unwrap_or_default()
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
        let owner = owner(&request)?;
        let endpoints = self.hooks.endpoints(&owner.name).await?;
        let endpoints = endpoints.into_iter().map(messages::endpoint).collect();
        Ok(Response::new(ListEndpointsResponse { endpoints }))
    }

    async fn update_endpoint(
        &self,
        request: Request<UpdateEndpointRequest>,
    ) -> Result<Response<UpdateEndpointResponse>, Status> {
        let owner = owner(&request)?;
        let request = request.into_inner();
        let endpoint_id = parse_uuid("endpoint_id", &request.endpoint_id)?;
        let subscription = match request.subscription {
            Some(wanted) => Some(messages::subscription(&owner, Some(wanted))?),
            None => None,
        };
        let target = request.url.as_deref().map(|url| self.target(url)).transpose()?;
        let change = EndpointChange { enabled: request.enabled, target, subscription };
        let endpoint = self.hooks.update_endpoint(&owner.name, endpoint_id, change).await?;
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
        let owner = owner(&request)?;
        let endpoint_id = parse_uuid("endpoint_id", &request.get_ref().endpoint_id)?;
        self.hooks.delete_endpoint(&owner.name, endpoint_id).await?;
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
        let before = decode_token::<DeliveryPlace>(&request.page_token)?;
        let states = messages::states(&request.states)?;
        let limit = i64::try_from(size).unwrap_or(i64::MAX).saturating_add(1);
        let mut rows = self.hooks.deliveries(&owner.name, endpoint_id, &states, before, limit).await?;
        let more = rows.len() > size;
        rows.truncate(size);
        let next = rows.last().filter(|_| more).map(|last| DeliveryPlace(last.delivery_id));
        let next_page_token = next.map(|place| encode_token(&place)).unwrap_or_default();
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
