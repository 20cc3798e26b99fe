//! From four guests to a started match, through the lobby.

use tonic::transport::Channel;
use wire::engine::v1::ClockSettings;
use wire::game::v1::GameOptions;
use wire::lobby::v1::{
    CreateTableRequest, JoinTableRequest, SetReadyRequest, StartTableRequest, Table, TableSettings,
    join_table_request,
};

use super::{Guest, fresh_id, seep_deals, span};
use crate::within;

/// Signs in as many new guests as there are names.
pub async fn guests<const N: usize>(suite: &Channel, names: [&str; N]) -> [Guest; N] {
    let signing_in = names.map(|name| Guest::sign_in(suite.clone(), name));
    let signed_in = futures::future::join_all(signing_in).await;
    signed_in.try_into().unwrap_or_else(|_| unreachable!("as many guests as names"))
}

/// Signs in four new guests.
pub async fn four_guests(suite: &Channel) -> [Guest; 4] {
    guests(suite, ["Asha", "Bala", "Chitra", "Dev"]).await
}

/// A table for the ladder: one deal of Seep without clocks and cut.
pub fn rated_table() -> TableSettings {
    rated_table_of(seep_deals(1))
}

/// A table for the ladder of a game, without clocks and cut.
pub fn rated_table_of(options: GameOptions) -> TableSettings {
    TableSettings {
        options: Some(options),
        clocks: Some(ClockSettings { turn_limit: span(0), bank: span(0) }),
        cut_window: span(0),
        rated: true,
        ..TableSettings::default()
    }
}

/// Opens a table for the first guest and seats the others after it, all ready.
///
/// # Panics
/// If anything of it is refused.
pub async fn seat_table(guests: &[Guest], settings: TableSettings) -> Table {
    let [host, others @ ..] = guests else { panic!("a table has a host") };
    let request = CreateTableRequest { request_id: fresh_id(), settings: Some(settings) };
    let created = within("CreateTable", host.tables().create_table(request)).await;
    let mut table = created.expect("a table is opened").into_inner().table.expect("a table is there");
    for guest in others {
        let code = join_table_request::Table::Code(table.code.clone());
        let request = JoinTableRequest { table: Some(code), seat: None };
        within("JoinTable", guest.tables().join_table(request)).await.expect("a guest sits down");
        let request = SetReadyRequest { table_id: table.table_id.clone(), ready: true };
        let ready = within("SetReady", guest.tables().set_ready(request)).await.expect("a guest is ready");
        table = Table { code: table.code, ..ready.into_inner().table.expect("a table is there") };
    }
    table
}

/// Seats guests, as many as the game takes, and starts their match; its id.
///
/// # Panics
/// If anything of it is refused.
pub async fn start_rated_match(guests: &[Guest], settings: TableSettings) -> String {
    let table = seat_table(guests, settings).await;
    let request = StartTableRequest { table_id: table.table_id };
    let started = within("StartTable", guests[0].tables().start_table(request)).await;
    started.expect("the table starts").into_inner().table.expect("a table is there").match_id
}
