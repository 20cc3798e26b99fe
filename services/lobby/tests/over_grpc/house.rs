//! A lobby with everything around it, and guests who call it.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use env::{Clock, Entropy, SimulatedTime, UnixMillis};
use postgres::testing::TestDb;
use service::{
    Auth, Credential, Drain, InProcess, KeySource, Part, Peer, PublicPort, Scope, Server, ServiceKey,
    ServiceKeys, TokenVerifier,
};
use sqlx::PgPool;
use tonic::transport::{Channel, Endpoint};
use tonic::{Response, Status};
use wire::errors::v1::ErrorReason;
use wire::game::v1::{GameOptions, SeepOptions, game_options};
use wire::lobby::v1::account_service_client::AccountServiceClient;
use wire::lobby::v1::table_service_client::TableServiceClient;
use wire::lobby::v1::*;

use crate::engine::StandInEngine;
use crate::feed::StandInFeed;

pub const NOW: UnixMillis = UnixMillis::new(1_800_000_000_000);
/// How long a test waits for anything, in real time.
pub const PATIENCE: Duration = Duration::from_secs(30);
const GRACE: Duration = Duration::from_secs(2);
const HARD: Duration = Duration::from_secs(10);

/// A database, a stand-in engine and one lobby in simulated time.
pub struct House {
    pub db: TestDb,
    pub clock: Clock,
    pub time: SimulatedTime,
    pub engine: StandInEngine,
    pub feed: StandInFeed,
    pub lobby: Process,
    engine_peer: Peer,
    settings: lobby::Settings,
}

/// One lobby process.
pub struct Process {
    pub channel: Channel,
    /// For a connection of one's own.
    pub endpoint: Endpoint,
    pub drain: Drain,
    pub service_key: ServiceKey,
    /// Of the service `app`, which may have webhooks of all matches.
    pub app_key: ServiceKey,
    /// Of the service `own`, which may have webhooks of its own.
    pub own_key: ServiceKey,
    /// Of the service `admin`, which may do everything.
    pub admin_key: ServiceKey,
}

/// What the service `app` may.
pub const APP_SCOPES: [Scope; 2] = [Scope::Webhooks, Scope::MatchesRead];

impl House {
    pub async fn open() -> Self {
        Self::with(lobby::Settings::default()).await
    }

    pub async fn with(settings: lobby::Settings) -> Self {
        let (clock, time) = Clock::simulated(NOW);
        let db = TestDb::new(&lobby::MIGRATOR, lobby::SCHEMA).await;
        let feed = StandInFeed::default();
        let (engine, engine_peer) = StandInEngine::serve(clock.clone(), feed.clone()).await;
        let lobby = process(settings.clone(), db.pool().clone(), clock.clone(), engine_peer.clone()).await;
        Self { db, clock, time, engine, feed, lobby, engine_peer, settings }
    }

    /// One more lobby process on the same database.
    pub async fn another_process(&self) -> Process {
        self.process_where_app_may(&APP_SCOPES).await
    }

    /// One more lobby process, where the key of the service `app` has these scopes; if none, it is not accepted.
    pub async fn process_where_app_may(&self, scopes: &[Scope]) -> Process {
        let (settings, pool) = (self.settings.clone(), self.db.pool().clone());
        let peers = [self.engine_peer.clone(), nowhere()];
        process_with(settings, pool, self.clock.clone(), peers, scopes).await
    }

    /// One more lobby process, which has a ratings service.
    pub async fn process_rated_by(&self, ratings: Peer) -> Process {
        let (settings, pool) = (self.settings.clone(), self.db.pool().clone());
        let peers = [self.engine_peer.clone(), ratings];
        process_with(settings, pool, self.clock.clone(), peers, &APP_SCOPES).await
    }

    /// A new guest.
    pub async fn guest(&self, name: &str) -> Guest {
        self.lobby.guest(name).await
    }

    /// A table of four guests who are all ready; the first is its host.
    pub async fn full_table(&self, settings: TableSettings) -> (Table, [Guest; 4]) {
        let guests = [
            self.guest("Asha").await,
            self.guest("Bala").await,
            self.guest("Chitra").await,
            self.guest("Dev").await,
        ];
        let table = guests[0].create(settings).await.unwrap();
        for guest in &guests[1..] {
            guest.join_code(&table.code).await.unwrap();
            guest.set_ready(&table.table_id).await.unwrap();
        }
        (guests[0].get(&table.table_id).await.unwrap(), guests)
    }
}

/// Starts a lobby that serves on a loopback port.
pub async fn process(settings: lobby::Settings, pool: PgPool, clock: Clock, engine: Peer) -> Process {
    // The ratings service is away.
    process_with(settings, pool, clock, [engine, nowhere()], &APP_SCOPES).await
}

async fn process_with(
    settings: lobby::Settings,
    pool: PgPool,
    clock: Clock,
    [engine, ratings]: [Peer; 2],
    app_scopes: &[Scope],
) -> Process {
    let drain = Drain::new(clock.clone(), GRACE, HARD);
    let mut keys = ServiceKeys::default();
    let mut key = |name, scopes: &[Scope]| {
        let key = ServiceKey::generate(&Entropy::os());
        if !scopes.is_empty() {
            keys.accept(&key, name, scopes);
        }
        key
    };
    let service_key = key("shop", &[Scope::MatchesRead]);
    let app_key = key("app", app_scopes);
    let own_key = key("own", &[Scope::Webhooks]);
    let admin_key = key("admin", &[Scope::Admin]);
    let (entropy, clock_too, drain_too, keys_too) =
        (Entropy::os(), clock.clone(), drain.clone(), keys.clone());
    let deps =
        lobby::Deps { pool, clock: clock_too, entropy, drain: drain_too, engine, ratings, keys: keys_too };
    let part = lobby::start(settings, deps).await.unwrap();
    let endpoint = serve(part, keys, clock, drain.clone()).await;
    Process { channel: endpoint.connect_lazy(), endpoint, drain, service_key, app_key, own_key, admin_key }
}

/// A service that does not answer: nothing listens on port 1 of the loopback.
pub fn nowhere() -> Peer {
    let channel = service::connect_peer("http://127.0.0.1:1").unwrap();
    Peer::new(channel, Credential::bearer("key").unwrap())
}

/// Serves a part behind the common layers.
pub async fn serve(part: Part, keys: ServiceKeys, clock: Clock, drain: Drain) -> Endpoint {
    let (in_process, own_channel) = InProcess::new();
    let verifier = TokenVerifier::new(clock.clone(), KeySource::Lobby(own_channel));
    let mut server = Server::new(clock, Entropy::os(), Auth::new(verifier, keys), drain);
    server.add(part);
    let port = PublicPort::open(SocketAddr::from(([127, 0, 0, 1], 0))).await.unwrap();
    let address = port.address();
    tokio::spawn(server.serve(port, Some(in_process)));
    Endpoint::from_shared(format!("http://{address}")).unwrap()
}

impl Process {
    pub fn accounts(&self) -> AccountServiceClient<Channel> {
        AccountServiceClient::new(self.channel.clone())
    }

    /// Tables as seen by whoever bears this credential.
    pub fn tables_as(&self, credential: &str) -> TableServiceClient<Peer> {
        let credential = Credential::bearer(credential).unwrap();
        TableServiceClient::new(Peer::new(self.channel.clone(), credential))
    }

    pub fn accounts_as(&self, credential: &str) -> AccountServiceClient<Peer> {
        let credential = Credential::bearer(credential).unwrap();
        AccountServiceClient::new(Peer::new(self.channel.clone(), credential))
    }

    pub async fn sign_in(&self, key: &[u8], name: &str) -> Result<SignInGuestResponse, Status> {
        let request = SignInGuestRequest { device_key: key.to_vec(), display_name: name.to_owned() };
        self.accounts().sign_in_guest(request).await.map(Response::into_inner)
    }

    pub async fn refresh(&self, token: &str) -> Result<TokenPair, Status> {
        let request = RefreshTokensRequest { refresh_token: token.to_owned() };
        let response = self.accounts().refresh_tokens(request).await?;
        Ok(response.into_inner().tokens.unwrap())
    }

    pub async fn guest(&self, name: &str) -> Guest {
        let key = fresh_key();
        let signed_in = self.sign_in(&key, name).await.unwrap();
        let tokens = signed_in.tokens.unwrap();
        Guest {
            key,
            account_id: signed_in.account.unwrap().account_id,
            tables: self.tables_as(&tokens.access_token),
            accounts: self.accounts_as(&tokens.access_token),
            tokens,
        }
    }
}

/// A device key that no other test of this process has.
pub fn fresh_key() -> Vec<u8> {
    static COUNT: AtomicU8 = AtomicU8::new(0);
    let mut key = Entropy::os().bytes32().to_vec();
    key.push(COUNT.fetch_add(1, Ordering::Relaxed));
    key
}

/// A signed-in guest.
pub struct Guest {
    pub key: Vec<u8>,
    pub account_id: String,
    pub tokens: TokenPair,
    pub tables: TableServiceClient<Peer>,
    pub accounts: AccountServiceClient<Peer>,
}

impl Guest {
    pub async fn create(&self, settings: TableSettings) -> Result<Table, Status> {
        self.create_by(&fresh_id(), settings).await
    }

    pub async fn create_by(&self, request_id: &str, settings: TableSettings) -> Result<Table, Status> {
        let request = CreateTableRequest { request_id: request_id.to_owned(), settings: Some(settings) };
        Ok(self.tables.clone().create_table(request).await?.into_inner().table.unwrap())
    }

    pub async fn get(&self, table_id: &str) -> Result<Table, Status> {
        let request = GetTableRequest { table_id: table_id.to_owned() };
        Ok(self.tables.clone().get_table(request).await?.into_inner().table.unwrap())
    }

    pub async fn join(&self, table: join_table_request::Table, seat: Option<u32>) -> Result<Table, Status> {
        let request = JoinTableRequest { table: Some(table), seat };
        Ok(self.tables.clone().join_table(request).await?.into_inner().table.unwrap())
    }

    pub async fn join_code(&self, code: &str) -> Result<Table, Status> {
        self.join(by_code(code), None).await
    }

    pub async fn leave(&self, table_id: &str) -> Result<(), Status> {
        let request = LeaveTableRequest { table_id: table_id.to_owned() };
        self.tables.clone().leave_table(request).await.map(drop)
    }

    pub async fn set_ready(&self, table_id: &str) -> Result<Table, Status> {
        let request = SetReadyRequest { table_id: table_id.to_owned(), ready: true };
        Ok(self.tables.clone().set_ready(request).await?.into_inner().table.unwrap())
    }

    pub async fn set_bot(&self, table_id: &str, seat: u32, level: Option<&str>) -> Result<Table, Status> {
        let bot = level.map(|level| wire::engine::v1::BotSeat { level: level.to_owned() });
        let request = SetSeatRequest { table_id: table_id.to_owned(), seat, bot };
        Ok(self.tables.clone().set_seat(request).await?.into_inner().table.unwrap())
    }

    pub async fn update(&self, table_id: &str, settings: TableSettings) -> Result<Table, Status> {
        let request = UpdateTableRequest { table_id: table_id.to_owned(), settings: Some(settings) };
        Ok(self.tables.clone().update_table(request).await?.into_inner().table.unwrap())
    }

    pub async fn start(&self, table_id: &str) -> Result<Table, Status> {
        let request = StartTableRequest { table_id: table_id.to_owned() };
        Ok(self.tables.clone().start_table(request).await?.into_inner().table.unwrap())
    }

    pub async fn list(&self, request: ListTablesRequest) -> Result<ListTablesResponse, Status> {
        Ok(self.tables.clone().list_tables(request).await?.into_inner())
    }

    pub async fn mine(&self) -> Vec<Table> {
        self.list(ListTablesRequest { mine: true, ..Default::default() }).await.unwrap().tables
    }

    pub async fn watch(&self, table_id: &str) -> Result<tonic::Streaming<WatchTableResponse>, Status> {
        let request = WatchTableRequest { table_id: table_id.to_owned() };
        Ok(self.tables.clone().watch_table(request).await?.into_inner())
    }

    pub async fn rename(&self, name: &str) -> Result<Account, Status> {
        self.update_account(UpdateAccountRequest { display_name: name.to_owned(), locale: None }).await
    }

    pub async fn speak(&self, locale: &str) -> Result<Account, Status> {
        let locale = Some(locale.to_owned());
        self.update_account(UpdateAccountRequest { display_name: String::new(), locale }).await
    }

    pub async fn update_account(&self, request: UpdateAccountRequest) -> Result<Account, Status> {
        Ok(self.accounts.clone().update_account(request).await?.into_inner().account.unwrap())
    }

    pub async fn account(&self, account_id: &str) -> Result<Account, Status> {
        let request = GetAccountRequest { account_id: account_id.to_owned() };
        Ok(self.accounts.clone().get_account(request).await?.into_inner().account.unwrap())
    }

    pub async fn delete(&self) -> Result<(), Status> {
        self.accounts.clone().delete_account(DeleteAccountRequest {}).await.map(drop)
    }
}

/// Asks again and again until there is an answer.
pub async fn eventually<T>(what: &str, ask: impl AsyncFn() -> Option<T>) -> T {
    let answered = async {
        loop {
            match ask().await {
                Some(answer) => return answer,
                None => tokio::task::yield_now().await,
            }
        }
    };
    tokio::time::timeout(PATIENCE, answered).await.unwrap_or_else(|_| panic!("waited in vain: {what}"))
}

pub fn fresh_id() -> String {
    Entropy::os().uuid_v4().to_string()
}

pub fn by_code(code: &str) -> join_table_request::Table {
    join_table_request::Table::Code(code.to_owned())
}

pub fn by_id(table_id: &str) -> join_table_request::Table {
    join_table_request::Table::TableId(table_id.to_owned())
}

/// A rated private table of Seep with default options.
pub fn private() -> TableSettings {
    let options = GameOptions { game: Some(game_options::Game::Seep(SeepOptions::default())) };
    TableSettings { options: Some(options), rated: true, ..Default::default() }
}

/// The same, public.
pub fn public() -> TableSettings {
    TableSettings { visibility: TableVisibility::Public as i32, ..private() }
}

/// The accounts on a table's seats; empty for a free seat or a bot.
pub fn seated(table: &Table) -> Vec<&str> {
    let seats = table.seats.iter();
    seats
        .map(|seat| match &seat.occupant {
            Some(table_seat::Occupant::Player(player)) => player.account_id.as_str(),
            _ => "",
        })
        .collect()
}

/// The person on a seat.
pub fn player(table: &Table, seat: usize) -> &TablePlayer {
    match &table.seats[seat].occupant {
        Some(table_seat::Occupant::Player(player)) => player,
        other => panic!("a player sits on seat {seat}, not {other:?}"),
    }
}

/// The reason of a refusal.
#[track_caller]
pub fn reason<T>(result: Result<T, Status>) -> ErrorReason {
    match result {
        Ok(_) => panic!("the call should have been refused"),
        Err(status) => match wire::fault_of(&status) {
            Some(fault) => fault.reason(),
            None => panic!("a refusal without a reason: {status:?}"),
        },
    }
}

/// The fields at fault in a refusal.
#[track_caller]
pub fn fields<T: std::fmt::Debug>(result: Result<T, Status>) -> Vec<String> {
    let fault = wire::fault_of(&result.unwrap_err()).expect("a refusal bears a reason");
    fault.into_refused().fields.into_iter().map(|fault| fault.field).collect()
}
