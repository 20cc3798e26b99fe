//! What happens before the cards are taken up: the language, the table and its bots, and matches left earlier.

use std::time::Duration;

use anyhow::Context as _;
use bots::Level;
use game_engine::convert;
use games::Options;
use jodi::client::{ClientError, Player, await_match};
use messages::{Locale, game_title};
use service::{Peer, to_duration};
use tonic::Code;
use wire::engine::v1::engine_service_client::EngineServiceClient;
use wire::engine::v1::{BotSeat, ClockSettings, GetMatchRequest, MatchSnapshot, MatchState, ResignRequest};
use wire::lobby::v1::account_service_client::AccountServiceClient;
use wire::lobby::v1::table_service_client::TableServiceClient;
use wire::lobby::v1::{
    CreateTableRequest, SetSeatRequest, StartTableRequest, TableSettings, UpdateAccountRequest,
};

use super::sitting::company;

/// The bank is so many times the limit of a turn.
const BANK_TURNS: u32 = 2;

/// A table to open.
pub struct NewTable {
    /// What is played.
    pub options: Options,
    /// How well the bots play.
    pub bots: Level,
    /// The time for a move; zero: no limit.
    pub turn_limit: Duration,
}

/// A match that was played earlier.
pub struct Earlier {
    /// Does it still run?
    pub running: bool,
    /// Game and score in a few words.
    pub summary: String,
}

/// Chooses the language in which the server speaks to the player.
///
/// # Errors
/// Those of the calls.
pub async fn speak(player: &Player, locale: Locale) -> Result<(), ClientError> {
    let request = UpdateAccountRequest { display_name: String::new(), locale: Some(locale.tag().to_owned()) };
    let update = async |peer: Peer| AccountServiceClient::new(peer).update_account(request.clone()).await;
    player.call("UpdateAccount", update).await?;
    // The language is in the tokens.
    player.renew().await.map(drop)
}

/// Opens a table, puts bots on all other seats and starts the match; returns its id.
///
/// # Errors
/// Those of the calls.
pub async fn sit_down(player: &Player, new: &NewTable) -> anyhow::Result<String> {
    let request = CreateTableRequest {
        request_id: player.connection.entropy().uuid_v4().to_string(),
        settings: Some(TableSettings {
            options: Some(convert::options_to_wire(&new.options)),
            clocks: Some(ClockSettings {
                turn_limit: Some(to_duration(new.turn_limit)),
                bank: Some(to_duration(new.turn_limit * BANK_TURNS)),
            }),
            cut_window: Some(to_duration(Duration::ZERO)),
            ..TableSettings::default()
        }),
    };
    let create = async |peer: Peer| TableServiceClient::new(peer).create_table(request.clone()).await;
    let table = player.call("CreateTable", create).await?.table;
    let table_id = table.context("CreateTable answered without a table")?.table_id;
    for seat in 1..u32::from(new.options.players()) {
        let bot = Some(BotSeat { level: new.bots.name().to_owned() });
        let request = SetSeatRequest { table_id: table_id.clone(), seat, bot };
        let set = async |peer: Peer| TableServiceClient::new(peer).set_seat(request.clone()).await;
        player.call("SetSeat", set).await?;
    }
    let request = StartTableRequest { table_id: table_id.clone() };
    let start = async |peer: Peer| TableServiceClient::new(peer).start_table(request.clone()).await;
    player.call("StartTable", start).await?;
    Ok(await_match(player, &table_id).await?)
}

/// How an earlier match stands; `None` if the server does not know it (any more).
///
/// # Errors
/// Those of the call.
pub async fn look(player: &Player, match_id: &str, locale: Locale) -> anyhow::Result<Option<Earlier>> {
    let request = GetMatchRequest { match_id: match_id.to_owned() };
    let get = async |peer: Peer| EngineServiceClient::new(peer).get_match(request.clone()).await;
    match player.call("GetMatch", get).await {
        Ok(answer) => answer.r#match.map(|snapshot| earlier(&snapshot, locale)).transpose(),
        Err(ClientError::Call { status, .. })
            if matches!(status.code(), Code::NotFound | Code::PermissionDenied) =>
        {
            Ok(None)
        }
        Err(other) => Err(other.into()),
    }
}

fn earlier(snapshot: &MatchSnapshot, locale: Locale) -> anyhow::Result<Earlier> {
    let company = company(snapshot).context("a match whose options cannot be read")?;
    let scores = snapshot.standing.as_ref().map(|standing| standing.scores.as_slice()).unwrap_or_default();
    let score = company.each(|side| scores.get(side.index()).copied().unwrap_or_default());
    let running =
        matches!(MatchState::try_from(snapshot.state), Ok(MatchState::Cutting | MatchState::Playing));
    let game = game_title(locale, company.options().kind()).label;
    Ok(Earlier { running, summary: format!("{game}, {score}") })
}

/// Gives a match up.
///
/// # Errors
/// Those of the call.
pub async fn resign(player: &Player, match_id: &str) -> Result<(), ClientError> {
    let request = ResignRequest {
        match_id: match_id.to_owned(),
        request_id: player.connection.entropy().uuid_v4().to_string(),
    };
    let resign = async |peer: Peer| EngineServiceClient::new(peer).resign(request.clone()).await;
    player.call("Resign", resign).await.map(drop)
}
