//! `AccountService`.

use std::sync::Arc;

use locale::{Locale, UnknownLocale};
use service::{Caller, parse_uuid};
use tonic::{Request, Response, Status};
use wire::Fault;
use wire::lobby::v1::account_service_server::AccountService;
use wire::lobby::v1::{
    DeleteAccountRequest, DeleteAccountResponse, GetAccountRequest, GetAccountResponse,
    ListSigningKeysRequest, ListSigningKeysResponse, RefreshTokensRequest, RefreshTokensResponse,
    SignInGuestRequest, SignInGuestResponse, SignOutRequest, SignOutResponse, SigningKey,
    UpdateAccountRequest, UpdateAccountResponse,
};

use crate::account::{AccountChange, DeviceKey};
use crate::ids::AccountId;
use crate::lobby::Lobby;

use super::messages;

/// Serves `AccountService`.
pub struct AccountApi {
    lobby: Arc<Lobby>,
}

impl AccountApi {
    /// Serves this lobby.
    pub fn new(lobby: Arc<Lobby>) -> Self {
        Self { lobby }
    }
}

/// The account that calls.
pub(super) fn caller_account<T>(request: &Request<T>) -> Result<AccountId, Fault> {
    Ok(AccountId(Caller::of(request).account()?.account_id))
}

/// What the caller wants to change. A request that names nothing is taken for one that forgot the name.
fn account_change(request: &UpdateAccountRequest) -> Result<AccountChange, Fault> {
    let display_name = match (request.display_name.as_str(), &request.locale) {
        ("", Some(_)) => None,
        (name, _) => Some(service::display_name("display_name", name)?),
    };
    let locale = match request.locale.as_deref() {
        None => None,
        Some("") => Some(None),
        Some(tag) => Some(Some(locale_of(tag)?)),
    };
    Ok(AccountChange { display_name, locale })
}

fn locale_of(tag: &str) -> Result<Locale, Fault> {
    tag.parse().map_err(|unknown: UnknownLocale| Fault::invalid("locale", unknown.to_string()))
}

#[tonic::async_trait]
impl AccountService for AccountApi {
    async fn sign_in_guest(
        &self,
        request: Request<SignInGuestRequest>,
    ) -> Result<Response<SignInGuestResponse>, Status> {
        let request = request.into_inner();
        let key = DeviceKey::presented(&request.device_key).ok_or_else(|| {
            Fault::invalid(
                "device_key",
                format!("must have 16 to 64 bytes, not {}", request.device_key.len()),
            )
        })?;
        let name = match request.display_name.as_str() {
            "" => None,
            name => Some(service::display_name("display_name", name)?),
        };
        let signed_in = self.lobby.sign_in_guest(&key, name).await?;
        Ok(Response::new(SignInGuestResponse {
            account: Some(messages::own_account(&signed_in.account)),
            tokens: Some(messages::token_pair(signed_in.tokens)),
            created: signed_in.created,
        }))
    }

    async fn refresh_tokens(
        &self,
        request: Request<RefreshTokensRequest>,
    ) -> Result<Response<RefreshTokensResponse>, Status> {
        let pair = self.lobby.refresh(&request.into_inner().refresh_token).await?;
        Ok(Response::new(RefreshTokensResponse { tokens: Some(messages::token_pair(pair)) }))
    }

    async fn sign_out(&self, request: Request<SignOutRequest>) -> Result<Response<SignOutResponse>, Status> {
        self.lobby.sign_out(&request.into_inner().refresh_token).await?;
        Ok(Response::new(SignOutResponse {}))
    }

    async fn get_account(
        &self,
        request: Request<GetAccountRequest>,
    ) -> Result<Response<GetAccountResponse>, Status> {
        let caller = Caller::of(&request);
        caller.any()?;
        let id = match request.get_ref().account_id.as_str() {
            "" => AccountId(caller.account()?.account_id),
            id => AccountId(parse_uuid("account_id", id)?),
        };
        let account = self.lobby.account(id).await?;
        let own = matches!(&caller, Caller::Account(own) if own.account_id == id.0);
        let shown = if own { messages::own_account(&account) } else { messages::account(&account) };
        Ok(Response::new(GetAccountResponse { account: Some(shown) }))
    }

    async fn update_account(
        &self,
        request: Request<UpdateAccountRequest>,
    ) -> Result<Response<UpdateAccountResponse>, Status> {
        let who = caller_account(&request)?;
        let change = account_change(request.get_ref())?;
        let account = self.lobby.change_account(who, change).await?;
        Ok(Response::new(UpdateAccountResponse { account: Some(messages::own_account(&account)) }))
    }

    async fn delete_account(
        &self,
        request: Request<DeleteAccountRequest>,
    ) -> Result<Response<DeleteAccountResponse>, Status> {
        self.lobby.delete_account(caller_account(&request)?).await?;
        Ok(Response::new(DeleteAccountResponse {}))
    }

    async fn list_signing_keys(
        &self,
        _request: Request<ListSigningKeysRequest>,
    ) -> Result<Response<ListSigningKeysResponse>, Status> {
        let keys = self.lobby.signing().listed().await?;
        let keys = keys.into_iter().map(|key| SigningKey { kid: key.kid, public_key: key.bytes }).collect();
        Ok(Response::new(ListSigningKeysResponse { keys }))
    }
}
