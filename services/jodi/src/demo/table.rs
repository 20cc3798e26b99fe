//! Players meet at a table: one opens it, the others join by its code, and all learn of the match by watching.

use std::time::Duration;

use anyhow::{Context as _, bail};
use futures::future::{try_join, try_join_all};
use game_engine::convert;
use games::Options;
use jodi::client::{ClientError, Player, await_match};
use service::{Peer, to_duration};
use wire::lobby::v1::table_service_client::TableServiceClient;
use wire::lobby::v1::{
    CreateTableRequest, JoinTableRequest, SetReadyRequest, StartTableRequest, Table, TableSettings,
    join_table_request,
};

/// How long play waits for the cuts. All cut at once; this is for a server that restarts meanwhile.
const CUT_WINDOW: Duration = Duration::from_secs(30);

/// Seats the players, by seat, at a rated table and starts it; returns the match's id.
///
/// # Errors
/// If a call is refused, or the match would not be rated.
pub async fn meet(players: &[&Player], options: &Options) -> anyhow::Result<String> {
    let host = players[0];
    let table = open(host, options).await?;
    for (seat, player) in (0..).zip(players).skip(1) {
        join(player, &table.code, seat).await?;
    }
    let seated = try_join_all(players[1..].iter().map(|player| ready(player, &table.table_id))).await?;
    if let Some(last) = seated.last().filter(|table| !table.unrated_because.is_empty()) {
        bail!("the table would not be rated: {}", last.unrated_because);
    }
    let watching = try_join_all(players.iter().map(|player| await_match(player, &table.table_id)));
    let (told, _) = try_join(watching, start(host, &table.table_id)).await?;
    let match_id = told[0].clone();
    if told.iter().any(|other| *other != match_id) {
        bail!("the players were told of different matches: {told:?}");
    }
    Ok(match_id)
}

async fn open(host: &Player, options: &Options) -> anyhow::Result<Table> {
    let request = CreateTableRequest {
        request_id: host.connection.entropy().uuid_v4().to_string(),
        settings: Some(TableSettings {
            options: Some(convert::options_to_wire(options)),
            rated: true,
            cut_window: Some(to_duration(CUT_WINDOW)),
            ..TableSettings::default()
        }),
    };
    let create = async |peer: Peer| TableServiceClient::new(peer).create_table(request.clone()).await;
    host.call("CreateTable", create).await?.table.context("CreateTable answered without a table")
}

async fn join(player: &Player, code: &str, seat: u32) -> Result<(), ClientError> {
    let request =
        JoinTableRequest { table: Some(join_table_request::Table::Code(code.to_owned())), seat: Some(seat) };
    let join = async |peer: Peer| TableServiceClient::new(peer).join_table(request.clone()).await;
    player.call("JoinTable", join).await.map(drop)
}

async fn ready(player: &Player, table_id: &str) -> Result<Table, ClientError> {
    let request = SetReadyRequest { table_id: table_id.to_owned(), ready: true };
    let ready = async |peer: Peer| TableServiceClient::new(peer).set_ready(request.clone()).await;
    let answer = player.call("SetReady", ready).await?;
    answer.table.ok_or_else(|| ClientError::Odd("SetReady without a table".into()))
}

async fn start(host: &Player, table_id: &str) -> Result<(), ClientError> {
    let request = StartTableRequest { table_id: table_id.to_owned() };
    let start = async |peer: Peer| TableServiceClient::new(peer).start_table(request.clone()).await;
    host.call("StartTable", start).await.map(drop)
}
