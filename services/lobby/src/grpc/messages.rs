//! Values as messages.

use std::time::Duration;

use env::UnixMillis;
use prost::Message;
use wire::engine::v1::{BotSeat, ClockSettings};
use wire::game::v1::GameOptions;
use wire::lobby::v1::{self as lobby, table_seat};

use crate::account::Account;
use crate::error::LobbyError;
use crate::ids::AccountId;
use crate::sign_in::TokenPair;
use crate::table::{Occupant, Seat, Stage, Table, TableSettings, Visibility};

/// An account's public face.
pub fn account(account: &Account) -> lobby::Account {
    lobby::Account {
        account_id: account.id.to_string(),
        display_name: account.display_name.clone(),
        created_at: Some(at(account.created_at)),
        locale: String::new(),
    }
}

/// An account as its owner sees it: with the language that it chose.
pub fn own_account(own: &Account) -> lobby::Account {
    let locale = own.locale.map(|locale| locale.tag().to_owned());
    lobby::Account { locale: locale.unwrap_or_default(), ..account(own) }
}

/// A pair of tokens.
pub fn token_pair(pair: TokenPair) -> lobby::TokenPair {
    lobby::TokenPair {
        access_expires_at: Some(at(pair.access_expires_at)),
        refresh_token: pair.refresh.reveal(),
        refresh_expires_at: Some(at(pair.refresh_expires_at)),
        access_token: pair.access,
    }
}

/// A table as `viewer` may see it: the code is for those who sit there.
///
/// # Errors
/// `Corrupt` if the stored options cannot be read.
pub fn table(table: &Table, viewer: AccountId) -> Result<lobby::Table, LobbyError> {
    let seated = table.seat_of(viewer).is_some();
    let match_id = match table.stage {
        Stage::Started(id) => id.to_string(),
        // While it is starting the engine may not know the match yet.
        Stage::Open | Stage::Starting(_) | Stage::Closed => String::new(),
    };
    Ok(lobby::Table {
        table_id: table.id.to_string(),
        code: if seated { table.code.as_str().to_owned() } else { String::new() },
        state: state(table.stage) as i32,
        settings: Some(settings(&table.settings)?),
        seats: (0u32..).zip(&table.seats).map(|(number, s)| seat(number, s, table.host)).collect(),
        match_id,
        version: table.version,
        created_at: Some(at(table.created_at)),
        unrated_because: table.unrated_because().unwrap_or_default().to_owned(),
    })
}

fn state(stage: Stage) -> lobby::TableState {
    match stage {
        Stage::Open => lobby::TableState::Open,
        Stage::Starting(_) => lobby::TableState::Starting,
        Stage::Started(_) => lobby::TableState::Started,
        Stage::Closed => lobby::TableState::Closed,
    }
}

fn settings(settings: &TableSettings) -> Result<lobby::TableSettings, LobbyError> {
    let options = GameOptions::decode(&settings.choice.options[..])
        .map_err(|_| LobbyError::Corrupt("stored options cannot be read"))?;
    let span = |ms: u32| service::to_duration(Duration::from_millis(u64::from(ms)));
    let visibility = match settings.visibility {
        Visibility::Private => lobby::TableVisibility::Private,
        Visibility::Public => lobby::TableVisibility::Public,
    };
    Ok(lobby::TableSettings {
        options: Some(options),
        clocks: Some(ClockSettings {
            turn_limit: settings.clocks.turn_limit_ms.map(span),
            bank: settings.clocks.bank_ms.map(span),
        }),
        visibility: visibility as i32,
        rated: settings.rated,
        spectators: settings.spectators,
        cut_window: settings.clocks.cut_window_ms.map(span),
    })
}

fn seat(number: u32, seat: &Seat, host: Option<AccountId>) -> lobby::TableSeat {
    let occupant = seat.occupant.as_ref().map(|occupant| match occupant {
        Occupant::Player(player) => {
            let hosts = host == Some(player.account);
            table_seat::Occupant::Player(lobby::TablePlayer {
                account_id: player.account.to_string(),
                display_name: player.display_name.clone(),
                // The host decides when to start, and so counts as ready.
                ready: hosts || player.readiness.is_ready(),
                host: hosts,
            })
        }
        Occupant::Bot(level) => table_seat::Occupant::Bot(BotSeat { level: level.as_str().to_owned() }),
    });
    lobby::TableSeat { seat: number, side: u32::from(seat.side), occupant }
}

fn at(moment: UnixMillis) -> prost_types::Timestamp {
    service::timestamp(moment)
}
