//! Requests about tables as values, with errors that name the field at fault.

use std::time::Duration;

use prost::Message;
use sha2::{Digest, Sha256};
use wire::Fault;
use wire::engine::v1::BotSeat;
use wire::lobby::v1::{self as lobby, TableVisibility, join_table_request};

use crate::ids::{SeatNumber, TableId};
use crate::table::{BotLevel, Clocks, TableCode, Visibility};
use crate::tables::{NewTable, SeatChange, Which};

/// The bounds of `jodi.engine.v1.ClockSettings` and `CreateMatchRequest`.
const MAX_TURN_LIMIT: Duration = Duration::from_secs(7 * 24 * 60 * 60);
const MAX_BANK: Duration = Duration::from_secs(24 * 60 * 60);
const MAX_CUT_WINDOW: Duration = Duration::from_secs(60);

/// The table of a request.
pub fn table_id(text: &str) -> Result<TableId, Fault> {
    Ok(TableId(service::parse_uuid("table_id", text)?))
}

/// A seat's number. Whether the table has it, the table says.
pub fn seat(number: u32) -> Result<SeatNumber, Fault> {
    u8::try_from(number)
        .map(SeatNumber)
        .map_err(|_| Fault::invalid("seat", format!("no table has a seat {number}")))
}

/// The table that somebody wants to join.
pub fn which(table: Option<join_table_request::Table>) -> Result<Option<Which>, Fault> {
    match table {
        Some(join_table_request::Table::TableId(id)) => Ok(Some(Which::Id(table_id(&id)?))),
        // A text that cannot be a code opens no table; that is no different from a wrong code.
        Some(join_table_request::Table::Code(typed)) => Ok(TableCode::read(&typed).map(Which::Code)),
        None => Err(Fault::invalid("table", "one of table_id and code must be set")),
    }
}

/// What the host does with a seat.
pub fn seat_change(bot: Option<BotSeat>) -> Result<SeatChange, Fault> {
    match bot {
        None => Ok(SeatChange::Empty),
        Some(bot) => BotLevel::named(&bot.level)
            .map(SeatChange::Bot)
            .ok_or_else(|| Fault::invalid("bot.level", "is no level that the suite knows")),
    }
}

/// Settings as they are asked for.
pub fn settings(settings: Option<lobby::TableSettings>) -> Result<NewTable, Fault> {
    let settings = settings.ok_or_else(|| Fault::invalid("settings", "is missing"))?;
    let options = settings.options.ok_or_else(|| Fault::invalid("settings.options", "is missing"))?;
    let clocks = settings.clocks.unwrap_or_default();
    let visibility = match TableVisibility::try_from(settings.visibility) {
        Ok(TableVisibility::Unspecified | TableVisibility::Private) => Visibility::Private,
        Ok(TableVisibility::Public) => Visibility::Public,
        Err(_) => return Err(Fault::invalid("settings.visibility", "is no visibility")),
    };
    Ok(NewTable {
        options,
        clocks: Clocks {
            turn_limit_ms: millis("settings.clocks.turn_limit", clocks.turn_limit, MAX_TURN_LIMIT)?,
            bank_ms: millis("settings.clocks.bank", clocks.bank, MAX_BANK)?,
            cut_window_ms: millis("settings.cut_window", settings.cut_window, MAX_CUT_WINDOW)?,
        },
        visibility,
        rated: settings.rated,
        spectators: settings.spectators,
    })
}

/// What a retry of CreateTable must have in common with the first call.
pub fn settings_hash(settings: Option<&lobby::TableSettings>) -> [u8; 32] {
    Sha256::digest(settings.map(Message::encode_to_vec).unwrap_or_default()).into()
}

fn millis(field: &str, span: Option<prost_types::Duration>, max: Duration) -> Result<Option<u32>, Fault> {
    if span.is_none() {
        return Ok(None);
    }
    let span = service::duration_in(field, span, Duration::ZERO, max)?;
    Ok(Some(u32::try_from(span.as_millis()).expect("seven days of milliseconds fit 32 bits")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted() -> lobby::TableSettings {
        lobby::TableSettings { options: Some(Default::default()), ..Default::default() }
    }

    fn field_at_fault(settings: lobby::TableSettings) -> String {
        let fault = super::settings(Some(settings)).unwrap_err();
        fault.into_refused().fields.remove(0).field
    }

    #[test]
    fn settings_without_a_visibility_are_private() {
        assert_eq!(settings(Some(wanted())).unwrap().visibility, Visibility::Private);
    }

    #[test]
    fn times_out_of_range_are_named() {
        let span = |seconds| Some(prost_types::Duration { seconds, nanos: 0 });
        let cut = lobby::TableSettings { cut_window: span(61), ..wanted() };
        assert_eq!(field_at_fault(cut), "settings.cut_window");
        let mut slow = wanted();
        slow.clocks.get_or_insert_default().turn_limit = span(-1);
        assert_eq!(field_at_fault(slow), "settings.clocks.turn_limit");
    }

    #[test]
    fn time_that_is_not_given_stays_so() {
        let clocks = settings(Some(wanted())).unwrap().clocks;
        assert_eq!(clocks, Clocks::default());
    }

    #[test]
    fn missing_options_are_named() {
        assert_eq!(field_at_fault(lobby::TableSettings::default()), "settings.options");
    }

    #[test]
    fn text_that_is_no_code_names_no_table() {
        assert_eq!(which(Some(join_table_request::Table::Code("??".into()))), Ok(None));
    }
}
