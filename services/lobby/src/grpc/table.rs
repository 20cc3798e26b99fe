//! `TableService`.

use std::sync::Arc;

use service::{
    Caller, Drain, Life, OutgoingStream, Places, decode_token, encode_token, page_size, parse_uuid,
};
use tonic::{Request, Response, Status};
use wire::lobby::v1::table_service_server::TableService;
use wire::lobby::v1::{
    CreateTableRequest, CreateTableResponse, GetTableRequest, GetTableResponse, JoinTableRequest,
    JoinTableResponse, LeaveTableRequest, LeaveTableResponse, ListTablesRequest, ListTablesResponse,
    SetReadyRequest, SetReadyResponse, SetSeatRequest, SetSeatResponse, StartTableRequest,
    StartTableResponse, UpdateTableRequest, UpdateTableResponse, WatchTableRequest, WatchTableResponse,
};

use crate::ids::AccountId;
use crate::lobby::Lobby;
use crate::store::Place;
use crate::table::{Readiness, TableRefusal};
use crate::tables::Listing;

use super::account::caller_account;
use super::{messages, requests, watch};

/// Rows of a page that asks for no number, and the most it may ask for.
const DEFAULT_PAGE: u32 = 20;
const MAX_PAGE: u32 = 100;
/// Tables that are watched at once, in all, and by one account: each change is read anew for each of them.
const STREAMS_MAX: usize = 20_000;
const STREAMS_OF_ONE: usize = 64;

/// Serves `TableService`.
pub struct TableApi {
    lobby: Arc<Lobby>,
    drain: Drain,
    streams: Places,
}

impl TableApi {
    /// Serves this lobby; streams end as the drain says.
    pub fn new(lobby: Arc<Lobby>, drain: Drain) -> Self {
        Self { lobby, drain, streams: Places::new(STREAMS_MAX, STREAMS_OF_ONE) }
    }
}

/// What a page token of ListTables stands for; a token of one list is none of the other.
#[derive(serde::Serialize, serde::Deserialize)]
struct PageToken {
    mine: bool,
    place: Place,
}

fn place_of(request: &ListTablesRequest) -> Result<Option<Place>, Status> {
    match decode_token::<PageToken>(&request.page_token)? {
        Some(token) if token.mine != request.mine => {
            Err(wire::Fault::invalid("page_token", "is a token of the other list").into())
        }
        token => Ok(token.map(|token| token.place)),
    }
}

#[tonic::async_trait]
impl TableService for TableApi {
    async fn create_table(
        &self,
        request: Request<CreateTableRequest>,
    ) -> Result<Response<CreateTableResponse>, Status> {
        let who = caller_account(&request)?;
        let request = request.into_inner();
        let request_id = parse_uuid("request_id", &request.request_id)?;
        let hash = requests::settings_hash(request.settings.as_ref());
        let wanted = requests::settings(request.settings)?;
        let table = self.lobby.create_table(who, request_id, hash, wanted).await?;
        Ok(Response::new(CreateTableResponse { table: Some(messages::table(&table, who)?) }))
    }

    async fn list_tables(
        &self,
        request: Request<ListTablesRequest>,
    ) -> Result<Response<ListTablesResponse>, Status> {
        let who = caller_account(&request)?;
        let request = request.into_inner();
        let size = page_size(request.page_size, DEFAULT_PAGE, MAX_PAGE)?;
        let after = place_of(&request)?;
        let listing = if request.mine { Listing::Mine(who) } else { Listing::Joinable };
        let page = self.lobby.tables(listing, after, size).await?;
        let tables = page.tables.iter().map(|table| messages::table(table, who));
        let next = page.next.map(|place| encode_token(&PageToken { mine: request.mine, place }));
        Ok(Response::new(ListTablesResponse {
            tables: tables.collect::<Result<_, _>>()?,
            next_page_token: next.unwrap_or_default(),
        }))
    }

    async fn get_table(
        &self,
        request: Request<GetTableRequest>,
    ) -> Result<Response<GetTableResponse>, Status> {
        let who = caller_account(&request)?;
        let id = requests::table_id(&request.get_ref().table_id)?;
        let table = self.lobby.table(who, id).await?;
        Ok(Response::new(GetTableResponse { table: Some(messages::table(&table, who)?) }))
    }

    async fn join_table(
        &self,
        request: Request<JoinTableRequest>,
    ) -> Result<Response<JoinTableResponse>, Status> {
        let who = caller_account(&request)?;
        let request = request.into_inner();
        let wanted = request.seat.map(requests::seat).transpose()?;
        let which = requests::which(request.table)?;
        let which = which.ok_or(crate::error::LobbyError::Table(TableRefusal::NotFound))?;
        let table = self.lobby.join_table(who, &which, wanted).await?;
        Ok(Response::new(JoinTableResponse { table: Some(messages::table(&table, who)?) }))
    }

    async fn leave_table(
        &self,
        request: Request<LeaveTableRequest>,
    ) -> Result<Response<LeaveTableResponse>, Status> {
        let who = caller_account(&request)?;
        self.lobby.leave_table(who, requests::table_id(&request.get_ref().table_id)?).await?;
        Ok(Response::new(LeaveTableResponse {}))
    }

    async fn set_seat(&self, request: Request<SetSeatRequest>) -> Result<Response<SetSeatResponse>, Status> {
        let who = caller_account(&request)?;
        let request = request.into_inner();
        let id = requests::table_id(&request.table_id)?;
        let seat = requests::seat(request.seat)?;
        let change = requests::seat_change(request.bot)?;
        let table = self.lobby.set_seat(who, id, seat, change).await?;
        Ok(Response::new(SetSeatResponse { table: Some(messages::table(&table, who)?) }))
    }

    async fn update_table(
        &self,
        request: Request<UpdateTableRequest>,
    ) -> Result<Response<UpdateTableResponse>, Status> {
        let who = caller_account(&request)?;
        let request = request.into_inner();
        let id = requests::table_id(&request.table_id)?;
        let wanted = requests::settings(request.settings)?;
        let table = self.lobby.update_table(who, id, wanted).await?;
        Ok(Response::new(UpdateTableResponse { table: Some(messages::table(&table, who)?) }))
    }

    async fn set_ready(
        &self,
        request: Request<SetReadyRequest>,
    ) -> Result<Response<SetReadyResponse>, Status> {
        let who = caller_account(&request)?;
        let id = requests::table_id(&request.get_ref().table_id)?;
        let readiness = Readiness::from_flag(request.get_ref().ready);
        let table = self.lobby.set_ready(who, id, readiness).await?;
        Ok(Response::new(SetReadyResponse { table: Some(messages::table(&table, who)?) }))
    }

    async fn start_table(
        &self,
        request: Request<StartTableRequest>,
    ) -> Result<Response<StartTableResponse>, Status> {
        let who = caller_account(&request)?;
        let id = requests::table_id(&request.get_ref().table_id)?;
        let table = self.lobby.start_table(who, id).await?;
        Ok(Response::new(StartTableResponse { table: Some(messages::table(&table, who)?) }))
    }

    type WatchTableStream = OutgoingStream<WatchTableResponse>;

    async fn watch_table(
        &self,
        request: Request<WatchTableRequest>,
    ) -> Result<Response<Self::WatchTableStream>, Status> {
        let caller = Caller::of(&request);
        let account = caller.account()?;
        let who = AccountId(account.account_id);
        let id = requests::table_id(&request.get_ref().table_id)?;
        let place = self.streams.take(&caller)?;
        let life = Life::new(self.lobby.clock.clone(), self.drain.clone(), Some(account.expires_at));
        Ok(Response::new(watch::begin(self.lobby.clone(), who, id, life, place).await?))
    }
}
