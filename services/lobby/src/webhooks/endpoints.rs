//! What owners do with their endpoints.

use std::time::Duration;

use uuid::Uuid;

use super::event::body;
use super::secret::Secret;
use super::store::{
    self, Created, DeliveryPlace, DeliveryRow, DeliveryState, Endpoint, EndpointChange, EndpointPlace,
    Looked, Rotated, Which,
};
use super::target::PlainHttp;
use super::{Subscription, Target, Webhooks, bodies};
use crate::error::LobbyError;

/// Endpoints of one service.
pub(super) const MAX_ENDPOINTS: i64 = 20;
/// Secrets of an endpoint in force at once.
pub(super) const MAX_SECRETS: i64 = 4;
/// Ids of secrets of an endpoint that are over and still known, the latest: a retry of such a rotation draws nothing anew.
pub(super) const MAX_SPENT_SECRETS: i64 = 1_000;
/// Deliveries that one call sends again.
const MAX_REDELIVERED: i64 = 10_000;

/// An endpoint to be created.
pub struct NewEndpoint {
    /// Chosen by the owner.
    pub endpoint_id: Uuid,
    /// The service.
    pub owner: String,
    /// SHA-256 of the request.
    pub request_hash: [u8; 32],
    /// Where it is.
    pub target: Target,
    /// What it gets.
    pub subscription: Subscription,
}

impl Webhooks {
    /// Where endpoints may be called without TLS.
    pub fn plain_http(&self) -> PlainHttp {
        self.settings.plain_http()
    }

    /// Creates an endpoint unless the same request has; the secret only if it was created now.
    ///
    /// # Errors
    /// `RequestIdReused`, `TooManyEndpoints`, those of the store.
    pub async fn create_endpoint(&self, new: NewEndpoint) -> Result<(Endpoint, Option<Secret>), LobbyError> {
        let secret = Secret::draw(&self.entropy);
        let (key, secret_id) = (self.entropy.uuid_v7(&self.clock), self.entropy.uuid_v7(&self.clock));
        let created =
            store::create_endpoint(&self.pool, key, &new, (secret_id, &secret), self.clock.now()).await?;
        let secret = match created {
            Created::New => Some(secret),
            Created::Before => None,
            Created::Other => return Err(LobbyError::RequestIdReused),
            Created::TooMany => return Err(LobbyError::TooManyEndpoints { limit: MAX_ENDPOINTS }),
        };
        Ok((self.endpoint(&new.owner, new.endpoint_id).await?, secret))
    }

    /// The endpoints of a service, oldest first.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn endpoints(&self, owner: &str) -> Result<Vec<Endpoint>, LobbyError> {
        store::endpoints(&self.pool, &self.rights, Looked::Of(owner)).await
    }

    /// So many endpoints of all services after a place, oldest first.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn every_endpoint(
        &self,
        after: Option<EndpointPlace>,
        limit: i64,
    ) -> Result<Vec<Endpoint>, LobbyError> {
        store::endpoints(&self.pool, &self.rights, Looked::Every { after, limit }).await
    }

    /// One endpoint of a service.
    ///
    /// # Errors
    /// `EndpointNotFound`, those of the store.
    pub async fn endpoint(&self, owner: &str, endpoint_id: Uuid) -> Result<Endpoint, LobbyError> {
        let found = store::endpoints(&self.pool, &self.rights, Looked::One(owner, endpoint_id)).await?;
        found.into_iter().next().ok_or(LobbyError::EndpointNotFound)
    }

    /// Changes an endpoint.
    ///
    /// # Errors
    /// `EndpointNotFound`, those of the store.
    pub async fn update_endpoint(
        &self,
        owner: &str,
        endpoint_id: Uuid,
        change: EndpointChange,
    ) -> Result<Endpoint, LobbyError> {
        store::update_endpoint(&self.pool, owner, endpoint_id, &change).await?;
        self.stored.notify_one();
        self.endpoint(owner, endpoint_id).await
    }

    /// Draws a new secret; the ones before it stay in force for `overlap`. `None`: the same request has drawn it.
    ///
    /// # Errors
    /// `EndpointNotFound`, `RequestIdReused`, `TooManySecrets`, those of the store.
    pub async fn rotate_secret(
        &self,
        owner: &str,
        endpoint_id: Uuid,
        secret_id: Uuid,
        overlap: Duration,
    ) -> Result<Option<Secret>, LobbyError> {
        let key = self.endpoint(owner, endpoint_id).await?.key;
        let secret = Secret::draw(&self.entropy);
        let (now, drawn) = (self.clock.now(), (secret_id, &secret));
        match store::rotate_secret(&self.pool, (owner, key), drawn, now, now.plus(overlap)).await? {
            Rotated::New => Ok(Some(secret)),
            Rotated::Before => Ok(None),
            Rotated::Other => Err(LobbyError::RequestIdReused),
            Rotated::TooMany => Err(LobbyError::TooManySecrets { limit: MAX_SECRETS }),
        }
    }

    /// Removes an endpoint, if the service has it.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn delete_endpoint(&self, owner: &str, endpoint_id: Uuid) -> Result<(), LobbyError> {
        store::delete_endpoint(&self.pool, owner, endpoint_id).await
    }

    /// A page of an endpoint's deliveries, newest first.
    ///
    /// # Errors
    /// `EndpointNotFound`, those of the store.
    pub async fn deliveries(
        &self,
        owner: &str,
        endpoint_id: Uuid,
        states: &[DeliveryState],
        before: Option<DeliveryPlace>,
        limit: i64,
    ) -> Result<Vec<DeliveryRow>, LobbyError> {
        let key = self.endpoint(owner, endpoint_id).await?.key;
        store::deliveries(&self.pool, key, states, before, limit).await
    }

    /// Sends again; how many.
    ///
    /// # Errors
    /// `EndpointNotFound`, `DeliveryNotFound`, those of the store.
    pub async fn redeliver(&self, owner: &str, endpoint_id: Uuid, which: Which) -> Result<u32, LobbyError> {
        let key = self.endpoint(owner, endpoint_id).await?.key;
        if let Which::One(delivery) = which
            && !store::has_delivery(&self.pool, key, delivery).await?
        {
            return Err(LobbyError::DeliveryNotFound);
        }
        let again = store::redeliver(&self.pool, key, which, self.clock.now(), MAX_REDELIVERED).await?;
        self.stored.notify_one();
        Ok(u32::try_from(again).unwrap_or(u32::MAX))
    }

    /// Sends a test event.
    ///
    /// # Errors
    /// `EndpointNotFound`, those of the store.
    pub async fn send_test(
        &self,
        owner: &str,
        endpoint_id: Uuid,
        test_id: Uuid,
    ) -> Result<DeliveryRow, LobbyError> {
        let key = self.endpoint(owner, endpoint_id).await?.key;
        let now = self.clock.now();
        let id = format!("evt_test_{test_id}");
        let body = body(&id, "test", now, bodies::Test { endpoint_id: endpoint_id.to_string() });
        let delivery = store::store_test(&self.pool, key, &id, &body, now).await?;
        self.stored.notify_one();
        Ok(delivery)
    }
}
