//! What a table refuses.

use std::future::Future;

use jodi_tests::client::{
    Guest, fault, fields, fresh_id, guests, rated_table, reason, seat_table, seep_with,
};
use jodi_tests::process::Suite;
use tonic::Status;
use wire::engine::v1::BotSeat;
use wire::errors::v1::ErrorReason;
use wire::game::v1::{GameOptions, SeepOptions};
use wire::lobby::v1::*;

async fn four() -> [Guest; 4] {
    guests(&Suite::shared().await.channel(), ["Asha", "Bala", "Chitra", "Dev"]).await
}

async fn stranger() -> Guest {
    Guest::sign_in(Suite::shared().await.channel(), "Esha").await
}

async fn get(guest: &Guest, table: &Table) -> Result<Table, Status> {
    let request = GetTableRequest { table_id: table.table_id.clone() };
    Ok(guest.tables().get_table(request).await?.into_inner().table.expect("a table is there"))
}

async fn join(guest: &Guest, table: &Table, seat: Option<u32>) -> Result<JoinTableResponse, Status> {
    let table = join_table_request::Table::Code(table.code.clone());
    Ok(guest.tables().join_table(JoinTableRequest { table: Some(table), seat }).await?.into_inner())
}

async fn start(guest: &Guest, table: &Table) -> Result<StartTableResponse, Status> {
    let request = StartTableRequest { table_id: table.table_id.clone() };
    Ok(guest.tables().start_table(request).await?.into_inner())
}

async fn set_seat(guest: &Guest, table: &Table, seat: u32, level: &str) -> Result<SetSeatResponse, Status> {
    let bot = Some(BotSeat { level: level.to_owned() });
    let request = SetSeatRequest { table_id: table.table_id.clone(), seat, bot };
    Ok(guest.tables().set_seat(request).await?.into_inner())
}

async fn create(guest: &Guest, request_id: &str, settings: TableSettings) -> Result<Table, Status> {
    let request = CreateTableRequest { request_id: request_id.to_owned(), settings: Some(settings) };
    Ok(guest.tables().create_table(request).await?.into_inner().table.expect("a table is there"))
}

/// Does something that must not change the table.
async fn unchanged<T>(guest: &Guest, table: &Table, attempt: impl Future<Output = T>) -> T {
    let before = get(guest, table).await.unwrap();
    let outcome = attempt.await;
    assert_eq!(get(guest, table).await.unwrap(), before, "a refusal changes nothing");
    outcome
}

/// Options with every fault that a message can express.
fn faulty_options() -> SeepOptions {
    SeepOptions {
        absorb_sets: 4,
        absorb_scope: -1,
        capture: 99,
        first_sweep: Some(30),
        ten_diamonds: Some(0),
        lead_to_win: Some(0),
        match_mode: 4,
        n_baazis: Some(100),
        n_deals: Some(1000),
        history: i32::MAX,
        ..SeepOptions::default()
    }
}

const FAULTY_FIELDS: [&str; 10] = [
    "options.seep.absorb_sets",
    "options.seep.absorb_scope",
    "options.seep.capture",
    "options.seep.first_sweep",
    "options.seep.ten_diamonds",
    "options.seep.lead_to_win",
    "options.seep.match_mode",
    "options.seep.n_baazis",
    "options.seep.n_deals",
    "options.seep.history",
];

#[tokio::test]
async fn full_table_takes_nobody_else() {
    let (four, stranger) = tokio::join!(four(), stranger());
    let table = seat_table(&four, rated_table()).await;
    let refused = unchanged(&four[0], &table, join(&stranger, &table, None)).await;
    assert_eq!(reason(refused), ErrorReason::TableFull);
}

#[tokio::test]
async fn taken_seat_is_not_given_away() {
    let (four, stranger) = tokio::join!(four(), stranger());
    let table = seat_table(&four[..2], rated_table()).await;
    let fault = fault(unchanged(&four[0], &table, join(&stranger, &table, Some(1))).await);
    assert_eq!(fault.reason(), ErrorReason::SeatTaken);
    assert_eq!(fault.metadata()["seat"], "1");
    let refused = unchanged(&four[0], &table, set_seat(&four[0], &table, 1, "")).await;
    assert_eq!(reason(refused), ErrorReason::SeatTaken);
}

#[tokio::test]
async fn seat_that_the_table_has_not_is_named() {
    let (four, stranger) = tokio::join!(four(), stranger());
    let table = seat_table(&four[..1], rated_table()).await;
    for seat in [4, 255, 256, u32::MAX] {
        assert_eq!(fields(unchanged(&four[0], &table, join(&stranger, &table, Some(seat))).await), ["seat"]);
        assert_eq!(fields(unchanged(&four[0], &table, set_seat(&four[0], &table, seat, "")).await), ["seat"]);
    }
}

#[tokio::test]
async fn table_with_an_empty_seat_does_not_start() {
    let four = four().await;
    let table = seat_table(&four[..3], rated_table()).await;
    let fault = fault(unchanged(&four[0], &table, start(&four[0], &table)).await);
    assert_eq!(fault.reason(), ErrorReason::SeatsEmpty);
    assert_eq!(fault.metadata()["seat"], "3");
}

#[tokio::test]
async fn table_with_somebody_unready_does_not_start() {
    let four = four().await;
    let table = seat_table(&four, rated_table()).await;
    let unready = SetReadyRequest { table_id: table.table_id.clone(), ready: false };
    four[2].tables().set_ready(unready).await.unwrap();
    let fault = fault(unchanged(&four[0], &table, start(&four[0], &table)).await);
    assert_eq!(fault.reason(), ErrorReason::NotReady);
    assert_eq!(fault.metadata()["seat"], "2");
}

#[tokio::test]
async fn only_the_host_starts_changes_and_seats_bots() {
    let four = four().await;
    let table = seat_table(&four[..3], rated_table()).await;
    let guest = &four[1];
    let update = UpdateTableRequest { table_id: table.table_id.clone(), settings: Some(rated_table()) };
    let refusals = [
        reason(unchanged(guest, &table, start(guest, &table)).await),
        reason(unchanged(guest, &table, set_seat(guest, &table, 3, "")).await),
        reason(unchanged(guest, &table, guest.tables().update_table(update)).await),
    ];
    assert_eq!(refusals, [ErrorReason::PermissionDenied; 3]);
}

#[tokio::test]
async fn private_table_does_not_exist_for_strangers() {
    let (four, stranger) = tokio::join!(four(), stranger());
    let table = seat_table(&four[..1], rated_table()).await;
    let table_id = table.table_id.clone();
    let by_id = join_table_request::Table::TableId(table_id.clone());
    let join = JoinTableRequest { table: Some(by_id), seat: None };
    let refusals = [
        reason(get(&stranger, &table).await),
        reason(start(&stranger, &table).await),
        reason(stranger.tables().join_table(join).await),
        reason(stranger.tables().watch_table(WatchTableRequest { table_id: table_id.clone() }).await),
        reason(stranger.tables().leave_table(LeaveTableRequest { table_id }).await),
    ];
    assert_eq!(refusals, [ErrorReason::TableNotFound; 5]);
}

#[tokio::test]
async fn table_that_never_was_is_not_found() {
    let guest = stranger().await;
    let table = Table { table_id: fresh_id(), code: "ZZZZZZ".to_owned(), ..Table::default() };
    assert_eq!(reason(get(&guest, &table).await), ErrorReason::TableNotFound);
    for code in ["", "!", "ZZZZZZ", &"A".repeat(10_000)] {
        let nowhere = Table { code: code.to_owned(), ..table.clone() };
        assert_eq!(reason(join(&guest, &nowhere, None).await), ErrorReason::TableNotFound, "{code:?}");
    }
}

#[tokio::test]
async fn table_id_that_is_no_uuid_is_named() {
    let guest = stranger().await;
    let table = Table { table_id: "seven".to_owned(), ..Table::default() };
    assert_eq!(fields(get(&guest, &table).await), ["table_id"]);
    assert_eq!(fields(start(&guest, &table).await), ["table_id"]);
    assert_eq!(fields(create(&guest, "seven", rated_table()).await), ["request_id"]);
}

#[tokio::test]
async fn join_that_names_no_table_is_named() {
    let guest = stranger().await;
    let request = JoinTableRequest { table: None, seat: None };
    assert_eq!(fields(guest.tables().join_table(request).await), ["table"]);
}

#[tokio::test]
async fn every_faulty_option_is_named() {
    let guest = stranger().await;
    let settings = TableSettings { options: Some(seep_with(faulty_options())), ..rated_table() };
    let fault = fault(create(&guest, &fresh_id(), settings).await);
    assert_eq!(fault.reason(), ErrorReason::InvalidOptions);
    let named = fault.into_refused().fields;
    let named: Vec<_> = named.iter().map(|fault| fault.field.trim_start_matches("settings.")).collect();
    assert_eq!(named, FAULTY_FIELDS);
}

#[tokio::test]
async fn options_of_no_game_cannot_be_played() {
    let guest = stranger().await;
    let settings = TableSettings { options: Some(GameOptions::default()), ..rated_table() };
    assert_eq!(reason(create(&guest, &fresh_id(), settings).await), ErrorReason::InvalidOptions);
}

#[tokio::test]
async fn faulty_change_leaves_the_table_as_it_is() {
    let four = four().await;
    let table = seat_table(&four, rated_table()).await;
    let settings = TableSettings { options: Some(seep_with(faulty_options())), ..rated_table() };
    let update = UpdateTableRequest { table_id: table.table_id.clone(), settings: Some(settings) };
    let refused = unchanged(&four[0], &table, four[0].tables().update_table(update)).await;
    assert_eq!(reason(refused), ErrorReason::InvalidOptions);
}

#[tokio::test]
async fn bot_level_that_can_be_none_is_named() {
    let four = four().await;
    let table = seat_table(&four[..1], rated_table()).await;
    for level in ["Greedy!", "x y", &"x".repeat(41)] {
        let refused = unchanged(&four[0], &table, set_seat(&four[0], &table, 1, level)).await;
        assert_eq!(fields(refused), ["bot.level"]);
    }
}

#[tokio::test]
async fn bot_level_that_the_engine_does_not_know_is_named_when_the_seat_is_set() {
    let four = four().await;
    let table = seat_table(&four[..1], rated_table()).await;
    for (seat, level) in [(1, ""), (2, "greedy")] {
        set_seat(&four[0], &table, seat, level).await.unwrap();
    }
    let before = get(&four[0], &table).await.unwrap();
    let refused = unchanged(&four[0], &before, set_seat(&four[0], &before, 3, "genius")).await;
    assert_eq!(fields(refused), ["bot.level"]);
    set_seat(&four[0], &table, 3, "expert").await.unwrap();
    assert_eq!(start(&four[0], &table).await.unwrap().table.unwrap().state(), TableState::Started);
}

#[tokio::test]
async fn started_table_takes_no_change() {
    let (four, stranger) = tokio::join!(four(), stranger());
    let table = seat_table(&four, rated_table()).await;
    let started = start(&four[0], &table).await.unwrap().table.unwrap();
    let again = start(&four[0], &table).await.unwrap().table.unwrap();
    assert_eq!(again.match_id, started.match_id, "starting a started table returns it");
    let host = &four[0];
    let update = UpdateTableRequest { table_id: table.table_id.clone(), settings: Some(rated_table()) };
    let ready = SetReadyRequest { table_id: table.table_id.clone(), ready: false };
    let leave = LeaveTableRequest { table_id: table.table_id.clone() };
    let refusals = [
        reason(unchanged(host, &table, set_seat(host, &table, 1, "")).await),
        reason(unchanged(host, &table, host.tables().update_table(update)).await),
        reason(unchanged(host, &table, four[1].tables().set_ready(ready)).await),
        reason(unchanged(host, &table, four[1].tables().leave_table(leave)).await),
    ];
    assert_eq!(refusals, [ErrorReason::TableClosed; 4]);
    let joined = reason(unchanged(host, &table, join(&stranger, &table, None)).await);
    assert!([ErrorReason::TableClosed, ErrorReason::TableNotFound].contains(&joined), "{joined:?}");
}

#[tokio::test]
async fn request_id_of_a_table_with_other_settings_is_refused() {
    let guest = stranger().await;
    let request_id = fresh_id();
    let table = create(&guest, &request_id, rated_table()).await.unwrap();
    assert_eq!(create(&guest, &request_id, rated_table()).await.unwrap().table_id, table.table_id);
    let other = TableSettings { rated: false, ..rated_table() };
    assert_eq!(reason(create(&guest, &request_id, other).await), ErrorReason::RequestIdReused);
}

#[tokio::test]
async fn account_has_a_bound_on_open_tables() {
    let guest = stranger().await;
    // The bound is the server's; it is far below this.
    for _ in 0..200 {
        match create(&guest, &fresh_id(), rated_table()).await {
            Ok(_) => {}
            refused => {
                let fault = fault(refused);
                assert_eq!(fault.reason(), ErrorReason::TooManyTables);
                assert!(fault.metadata().contains_key("limit"));
                return;
            }
        }
    }
    panic!("no bound was met");
}

#[tokio::test]
async fn names_that_cannot_be_shown_are_refused() {
    let guest = stranger().await;
    for name in ["", "   ", "\u{200d}", "a\nb", "\u{202e}evil", &"x".repeat(41)] {
        let request = UpdateAccountRequest { display_name: name.to_owned(), locale: None };
        assert_eq!(fields(guest.accounts().update_account(request).await), ["display_name"], "{name:?}");
    }
}

#[tokio::test]
async fn device_key_of_a_wrong_length_is_named() {
    let guest = stranger().await;
    for length in [0, 15, 65, 1000] {
        let request = SignInGuestRequest { device_key: vec![7; length], display_name: String::new() };
        assert_eq!(fields(guest.accounts().sign_in_guest(request).await), ["device_key"], "{length}");
    }
}
