//! A signed-in player on one device.

use std::time::Duration;

use env::UnixMillis;
use service::{Credential, Peer};
use tokio::sync::Mutex;
use tonic::{Response, Status};
use wire::errors::v1::ErrorReason;
use wire::fault_of;
use wire::lobby::v1::account_service_client::AccountServiceClient;
use wire::lobby::v1::{RefreshTokensRequest, SignInGuestRequest, TokenPair};

use super::connection::Connection;
use super::error::ClientError;

/// Bytes of a device key.
const DEVICE_KEY_BYTES: usize = 32;
/// An access token with less life than this is exchanged before it is used.
const LEAST_LIFE: Duration = Duration::from_secs(30);

/// A guest on a device: an account, the key that opens it, and the tokens of the present sign-in.
pub struct Player {
    /// The connection of this device.
    pub connection: Connection,
    /// The account, a UUID.
    pub account_id: String,
    /// The name that others see.
    pub display_name: String,
    device_key: Vec<u8>,
    tokens: Mutex<TokenPair>,
}

impl Player {
    /// Signs a new guest in under a fresh device key.
    ///
    /// # Errors
    /// Those of the call.
    pub async fn sign_in(connection: Connection, display_name: &str) -> Result<Self, ClientError> {
        let device_key = Self::new_device_key(&connection);
        Self::sign_in_with(connection, device_key, display_name).await
    }

    /// A device key that nobody has yet, to be kept by who wants to come back under it.
    pub fn new_device_key(connection: &Connection) -> Vec<u8> {
        let mut device_key = vec![0; DEVICE_KEY_BYTES];
        connection.entropy.fill(&mut device_key);
        device_key
    }

    /// Signs the guest of that device key in; a new one gets the display name.
    ///
    /// # Errors
    /// Those of the call.
    pub async fn sign_in_with(
        connection: Connection,
        device_key: Vec<u8>,
        display_name: &str,
    ) -> Result<Self, ClientError> {
        let request =
            SignInGuestRequest { device_key: device_key.clone(), display_name: display_name.to_owned() };
        let answer = sign_in(&connection, &request).await?;
        let account = answer.account.ok_or_else(|| ClientError::Odd("a sign-in without account".into()))?;
        let tokens = answer.tokens.ok_or_else(|| ClientError::Odd("a sign-in without tokens".into()))?;
        Ok(Self {
            connection,
            account_id: account.account_id,
            display_name: account.display_name,
            device_key,
            tokens: Mutex::new(tokens),
        })
    }

    /// A token that is good for a while yet.
    ///
    /// # Errors
    /// Those of the exchange, if one is due.
    pub async fn access_token(&self) -> Result<String, ClientError> {
        let mut tokens = self.tokens.lock().await;
        let expires = tokens.access_expires_at.map_or(0, |at| at.seconds * 1000);
        if UnixMillis::new(expires).since(self.connection.clock.now()) < LEAST_LIFE {
            *tokens = self.exchange(&tokens.refresh_token).await?;
        }
        Ok(tokens.access_token.clone())
    }

    /// Takes a fresh token whatever the present one's life.
    ///
    /// # Errors
    /// Those of the exchange.
    pub async fn renew(&self) -> Result<String, ClientError> {
        let mut tokens = self.tokens.lock().await;
        *tokens = self.exchange(&tokens.refresh_token).await?;
        Ok(tokens.access_token.clone())
    }

    /// Exchanges the refresh token; if the sign-in has ended, the device key begins another.
    async fn exchange(&self, refresh_token: &str) -> Result<TokenPair, ClientError> {
        let request = RefreshTokensRequest { refresh_token: refresh_token.to_owned() };
        let mut accounts = AccountServiceClient::new(self.connection.channel());
        let exchanged = self
            .connection
            .call("RefreshTokens", async || accounts.refresh_tokens(request.clone()).await)
            .await;
        let tokens = match exchanged {
            Ok(answer) => answer.tokens,
            Err(ClientError::Call { status, .. }) if status.code() == tonic::Code::Unauthenticated => {
                let request = SignInGuestRequest {
                    device_key: self.device_key.clone(),
                    display_name: self.display_name.clone(),
                };
                sign_in(&self.connection, &request).await?.tokens
            }
            Err(other) => return Err(other),
        };
        tokens.ok_or_else(|| ClientError::Odd("an exchange without tokens".into()))
    }

    /// A channel that presents the player's token.
    ///
    /// # Errors
    /// Those of the exchange, if one is due.
    pub async fn peer(&self) -> Result<Peer, ClientError> {
        let token = self.access_token().await?;
        let credential = Credential::bearer(&token)
            .map_err(|_| ClientError::Odd("a token that cannot stand in a header".into()))?;
        Ok(Peer::new(self.connection.channel(), credential))
    }

    /// Makes an idempotent call as this player until it is answered.
    ///
    /// # Errors
    /// Those of [`Connection::call`].
    pub async fn call<T>(
        &self,
        name: &'static str,
        mut attempt: impl AsyncFnMut(Peer) -> Result<Response<T>, Status>,
    ) -> Result<T, ClientError> {
        let peer = self.peer().await?;
        match self.connection.call(name, async || attempt(peer.clone()).await).await {
            Err(ClientError::Call { status, .. }) if is_expired(&status) => {
                self.renew().await?;
                let peer = self.peer().await?;
                self.connection.call(name, async || attempt(peer.clone()).await).await
            }
            answer => answer,
        }
    }
}

async fn sign_in(
    connection: &Connection,
    request: &SignInGuestRequest,
) -> Result<wire::lobby::v1::SignInGuestResponse, ClientError> {
    let mut accounts = AccountServiceClient::new(connection.channel());
    connection.call("SignInGuest", async || accounts.sign_in_guest(request.clone()).await).await
}

fn is_expired(status: &Status) -> bool {
    fault_of(status).is_some_and(|fault| fault.reason() == ErrorReason::TokenExpired)
}
