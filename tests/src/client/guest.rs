//! A player's device: signed in as a guest.

use env::Entropy;
use service::{Credential, Peer};
use tonic::Status;
use tonic::transport::Channel;
use wire::engine::v1::engine_service_client::EngineServiceClient;
use wire::engine::v1::{
    ActRequest, ActResponse, GetMatchRequest, MatchSnapshot, ResignRequest, ResignResponse, act_request,
};
use wire::lobby::v1::account_service_client::AccountServiceClient;
use wire::lobby::v1::table_service_client::TableServiceClient;
use wire::lobby::v1::{SignInGuestRequest, TokenPair};
use wire::ratings::v1::ratings_service_client::RatingsServiceClient;

use super::fresh_id;
use crate::within;

/// A signed-in guest with one connection to each of the services.
#[derive(Clone)]
pub struct Guest {
    /// Its account.
    pub account_id: String,
    /// The name that it is shown by.
    pub name: String,
    /// The tokens of its sign-in.
    pub tokens: TokenPair,
    /// The key of its device.
    pub device_key: Vec<u8>,
    lobby: Channel,
    engine: Channel,
}

impl Guest {
    /// Signs a new guest in at a suite.
    ///
    /// # Panics
    /// If that is refused.
    pub async fn sign_in(suite: Channel, name: &str) -> Self {
        Self::sign_in_apart(suite.clone(), suite, name).await
    }

    /// Signs a new guest in where lobby and engine are reached by ways of their own.
    ///
    /// # Panics
    /// If that is refused.
    pub async fn sign_in_apart(lobby: Channel, engine: Channel, name: &str) -> Self {
        Self::with_key(lobby, engine, Entropy::os().bytes32().to_vec(), name).await
    }

    /// Signs in with the key of a device.
    ///
    /// # Panics
    /// If that is refused.
    pub async fn with_key(lobby: Channel, engine: Channel, device_key: Vec<u8>, name: &str) -> Self {
        let request = SignInGuestRequest { device_key: device_key.clone(), display_name: name.to_owned() };
        let mut client = AccountServiceClient::new(lobby.clone());
        let signed_in = within("sign-in", client.sign_in_guest(request)).await.expect("a guest signs in");
        let signed_in = signed_in.into_inner();
        let account = signed_in.account.expect("a sign-in has an account");
        Self {
            account_id: account.account_id,
            name: account.display_name,
            tokens: signed_in.tokens.expect("a sign-in has tokens"),
            device_key,
            lobby,
            engine,
        }
    }

    /// The same guest on other connections, for example to a suite that was started again.
    #[must_use]
    pub fn on(&self, suite: Channel) -> Self {
        Self { lobby: suite.clone(), engine: suite, ..self.clone() }
    }

    /// The same guest with another credential.
    #[must_use]
    pub fn bearing(&self, credential: &str) -> Self {
        let tokens = TokenPair { access_token: credential.to_owned(), ..self.tokens.clone() };
        Self { tokens, ..self.clone() }
    }

    fn peer(&self, channel: &Channel) -> Peer {
        let credential = Credential::bearer(&self.tokens.access_token).expect("a token is plain text");
        Peer::new(channel.clone(), credential)
    }

    /// Accounts, as this guest.
    pub fn accounts(&self) -> AccountServiceClient<Peer> {
        AccountServiceClient::new(self.peer(&self.lobby))
    }

    /// Tables, as this guest.
    pub fn tables(&self) -> TableServiceClient<Peer> {
        TableServiceClient::new(self.peer(&self.lobby))
    }

    /// Matches, as this guest.
    pub fn engine(&self) -> EngineServiceClient<Peer> {
        EngineServiceClient::new(self.peer(&self.engine))
    }

    /// The ladder of a suite, as this guest.
    pub fn ratings(&self) -> RatingsServiceClient<Peer> {
        RatingsServiceClient::new(self.peer(&self.engine))
    }

    /// A match as this guest sees it.
    ///
    /// # Errors
    /// Why it does not.
    pub async fn look(&self, match_id: &str) -> Result<MatchSnapshot, Status> {
        let request = GetMatchRequest { match_id: match_id.to_owned() };
        let response = within("GetMatch", self.engine().get_match(request)).await?;
        Ok(response.into_inner().r#match.expect("a match is there"))
    }

    /// Makes a move given as text, under a new request id.
    ///
    /// # Errors
    /// Why it is refused.
    pub async fn act(&self, match_id: &str, text: &str) -> Result<ActResponse, Status> {
        let request = ActRequest {
            match_id: match_id.to_owned(),
            request_id: fresh_id(),
            expected_seq: None,
            r#move: Some(act_request::Move::Text(text.to_owned())),
        };
        Ok(within("Act", self.engine().act(request)).await?.into_inner())
    }

    /// Resigns under a new request id.
    ///
    /// # Errors
    /// Why it is refused.
    pub async fn resign(&self, match_id: &str) -> Result<ResignResponse, Status> {
        let request = ResignRequest { match_id: match_id.to_owned(), request_id: fresh_id() };
        Ok(within("Resign", self.engine().resign(request)).await?.into_inner())
    }
}
