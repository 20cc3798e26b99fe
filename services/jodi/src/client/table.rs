//! Waiting at a table for its match.

use wire::lobby::v1::table_service_client::TableServiceClient;
use wire::lobby::v1::watch_table_response::Update;
use wire::lobby::v1::{Table, TableState, WatchTableRequest, WatchTableResponse};

use super::error::ClientError;
use super::patience::{Patience, asked_pause, is_passing};
use super::player::Player;

/// Watches a table until its match has been created; returns the match's id. A stream that breaks is opened again.
///
/// # Errors
/// If the table closes, or the server refuses or stays away.
pub async fn await_match(player: &Player, table_id: &str) -> Result<String, ClientError> {
    let mut patience = Patience::new(player.connection.clock.clone());
    loop {
        let mut tables = TableServiceClient::new(player.peer().await?);
        let opened = tables.watch_table(WatchTableRequest { table_id: table_id.to_owned() }).await;
        let ended = match opened {
            Ok(stream) => match read(stream.into_inner()).await {
                Ok(Some(match_id)) => return Ok(match_id),
                Ok(None) => None,
                Err(WatchEnd::Closed) => {
                    return Err(ClientError::Odd("that the table was closed before its match began".into()));
                }
                Err(WatchEnd::Status(status)) => Some(status),
            },
            Err(status) => Some(status),
        };
        match ended {
            Some(status) if !is_passing(&status) => {
                return Err(ClientError::Call { call: "WatchTable", status: Box::new(status) });
            }
            Some(status) => {
                patience.pause(asked_pause(&status), &format!("WatchTable: {status}")).await?;
            }
            None => patience.pause(None, "WatchTable ended before the match began").await?,
        }
    }
}

enum WatchEnd {
    Closed,
    Status(tonic::Status),
}

/// Reads a watch to its end; `None` if that came before the match.
async fn read(mut stream: tonic::Streaming<WatchTableResponse>) -> Result<Option<String>, WatchEnd> {
    while let Some(message) = stream.message().await.map_err(WatchEnd::Status)? {
        if let Some(Update::Table(table)) = message.update {
            match state(&table) {
                TableState::Started => return Ok(Some(table.match_id)),
                TableState::Closed => return Err(WatchEnd::Closed),
                TableState::Unspecified | TableState::Open | TableState::Starting => {}
            }
        }
    }
    Ok(None)
}

fn state(table: &Table) -> TableState {
    TableState::try_from(table.state).unwrap_or(TableState::Unspecified)
}
