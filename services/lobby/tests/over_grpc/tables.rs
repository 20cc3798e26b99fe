//! Opening tables and changing them.

use futures::future::join_all;
use wire::errors::v1::ErrorReason as Reason;
use wire::game::v1::{GameOptions, SeepOptions, game_options};
use wire::lobby::v1::{SetReadyRequest, TableSettings, TableState, TableVisibility};

use crate::engine::Mood;
use crate::house::{House, by_code, by_id, fields, fresh_id, player, private, public, reason, seated};

/// Seep with options that the host changed.
fn seep(change: impl FnOnce(&mut SeepOptions)) -> TableSettings {
    let mut seep = SeepOptions::default();
    change(&mut seep);
    let options = GameOptions { game: Some(game_options::Game::Seep(seep)) };
    TableSettings { options: Some(options), ..private() }
}

#[tokio::test]
async fn new_table_has_its_host_on_seat_0_and_a_code() {
    let house = House::open().await;
    let host = house.guest("Asha").await;
    let table = host.create(private()).await.unwrap();
    let sides: Vec<u32> = table.seats.iter().map(|seat| seat.side).collect();
    assert_eq!((table.state(), table.version, table.code.len()), (TableState::Open, 1, 7));
    assert_eq!((seated(&table), sides), (vec![host.account_id.as_str(), "", "", ""], vec![0, 1, 0, 1]));
    assert!(player(&table, 0).host && player(&table, 0).ready);
}

#[tokio::test]
async fn options_come_back_in_full() {
    let house = House::open().await;
    let table = house.guest("Asha").await.create(private()).await.unwrap();
    let Some(game_options::Game::Seep(seep)) = table.settings.unwrap().options.unwrap().game else {
        panic!("the table plays Seep")
    };
    assert_eq!((seep.sweeps, seep.lead_to_win), (Some(true), Some(100)));
}

#[tokio::test]
async fn settings_come_back_as_they_were_given() {
    let house = House::open().await;
    let span = |seconds| Some(prost_types::Duration { seconds, nanos: 0 });
    let mut wanted = public();
    wanted.clocks.get_or_insert_default().turn_limit = span(0);
    wanted.cut_window = span(9);
    wanted.spectators = true;
    let settings = house.guest("Asha").await.create(wanted).await.unwrap().settings.unwrap();
    let clocks = settings.clocks.unwrap();
    assert_eq!((clocks.turn_limit, clocks.bank, settings.cut_window), (span(0), None, span(9)));
    assert!(settings.spectators && settings.rated);
    assert_eq!(settings.visibility, TableVisibility::Public as i32);
}

#[tokio::test]
async fn options_that_the_engine_refuses_open_no_table() {
    let house = House::open().await;
    let host = house.guest("Asha").await;
    let wrong = || host.create(seep(|options| options.lead_to_win = Some(0)));
    assert_eq!(reason(wrong().await), Reason::InvalidOptions);
    assert_eq!(fields(wrong().await), ["settings.options.seep.lead_to_win"]);
    assert!(host.mine().await.is_empty());
}

#[tokio::test]
async fn malformed_settings_name_their_field() {
    let house = House::open().await;
    let host = house.guest("Asha").await;
    assert_eq!(fields(host.create(TableSettings::default()).await), ["settings.options"]);
    let slow =
        TableSettings { cut_window: Some(prost_types::Duration { seconds: 61, nanos: 0 }), ..private() };
    assert_eq!(fields(host.create(slow).await), ["settings.cut_window"]);
    assert_eq!(fields(host.create_by("7", private()).await), ["request_id"]);
    let unseen = TableSettings { visibility: 9, ..private() };
    assert_eq!(fields(host.create(unseen).await), ["settings.visibility"]);
}

#[tokio::test]
async fn same_request_leads_to_the_same_table_even_without_the_engine() {
    let house = House::open().await;
    let host = house.guest("Asha").await;
    let id = fresh_id();
    let first = host.create_by(&id, private()).await.unwrap();
    house.engine.behave(Mood::Away);
    assert_eq!(host.create_by(&id, private()).await.unwrap(), first);
}

#[tokio::test]
async fn same_request_id_for_another_table_is_refused() {
    let house = House::open().await;
    let (host, other) = (house.guest("Asha").await, house.guest("Bala").await);
    let id = fresh_id();
    host.create_by(&id, private()).await.unwrap();
    assert_eq!(reason(host.create_by(&id, public()).await), Reason::RequestIdReused);
    assert!(other.create_by(&id, public()).await.is_ok(), "ids are each caller's own");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn same_request_many_times_at_once_opens_one_table() {
    let house = House::open().await;
    let host = house.guest("Asha").await;
    let id = fresh_id();
    let tables = join_all((0..6).map(|_| host.create_by(&id, private()))).await;
    assert!(tables.iter().all(|table| table.is_ok()), "{tables:?}");
    assert_eq!(host.mine().await.len(), 1);
}

#[tokio::test]
async fn engine_that_is_away_opens_no_table() {
    let house = House::open().await;
    let host = house.guest("Asha").await;
    house.engine.behave(Mood::Away);
    assert_eq!(reason(host.create(private()).await), Reason::StoreUnavailable);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn open_tables_of_an_account_are_bounded() {
    let house = House::open().await;
    let host = house.guest("Asha").await;
    let tables = join_all((0..14).map(|_| host.create(private()))).await;
    let (opened, refused): (Vec<_>, Vec<_>) = tables.into_iter().partition(|table| table.is_ok());
    assert_eq!(opened.len(), 10);
    assert!(refused.into_iter().all(|table| reason(table) == Reason::TooManyTables));
}

#[tokio::test]
async fn table_that_was_left_counts_no_more() {
    let house = House::open().await;
    let host = house.guest("Asha").await;
    let first = host.create(private()).await.unwrap();
    for _ in 1..10 {
        host.create(private()).await.unwrap();
    }
    let other = house.guest("Bala").await.create(private()).await.unwrap();
    assert_eq!(reason(host.join_code(&other.code).await), Reason::TooManyTables);
    host.leave(&first.table_id).await.unwrap();
    assert!(host.join_code(&other.code).await.is_ok());
}

#[tokio::test]
async fn private_table_does_not_exist_for_strangers() {
    let house = House::open().await;
    let (host, stranger) = (house.guest("Asha").await, house.guest("Bala").await);
    let id = host.create(private()).await.unwrap().table_id;
    let not_found = Reason::TableNotFound;
    assert_eq!(reason(stranger.get(&id).await), not_found);
    assert_eq!(reason(stranger.join(by_id(&id), None).await), not_found);
    assert_eq!(reason(stranger.watch(&id).await), not_found);
    assert_eq!(reason(stranger.leave(&id).await), not_found);
    assert_eq!(reason(stranger.set_ready(&id).await), not_found);
    assert_eq!(reason(stranger.set_bot(&id, 1, Some("")).await), not_found);
    assert_eq!(reason(stranger.update(&id, private()).await), not_found);
    assert_eq!(reason(stranger.start(&id).await), not_found);
}

#[tokio::test]
async fn public_table_is_shown_to_strangers_without_its_code() {
    let house = House::open().await;
    let (host, stranger) = (house.guest("Asha").await, house.guest("Bala").await);
    let table = host.create(public()).await.unwrap();
    let seen = stranger.get(&table.table_id).await.unwrap();
    assert_eq!((seen.code.as_str(), seen.table_id), ("", table.table_id));
}

#[tokio::test]
async fn only_the_host_changes_the_table() {
    let house = House::open().await;
    let (host, other, stranger) =
        (house.guest("Asha").await, house.guest("Bala").await, house.guest("Chitra").await);
    let table = host.create(public()).await.unwrap();
    other.join_code(&table.code).await.unwrap();
    let id = &table.table_id;
    assert_eq!(reason(other.set_bot(id, 2, Some("")).await), Reason::PermissionDenied);
    assert_eq!(reason(other.update(id, private()).await), Reason::PermissionDenied);
    assert_eq!(reason(other.start(id).await), Reason::PermissionDenied);
    assert_eq!(reason(stranger.set_bot(id, 2, Some("")).await), Reason::NotSeated);
    assert_eq!(reason(stranger.set_ready(id).await), Reason::NotSeated);
}

#[tokio::test]
async fn change_of_settings_makes_everybody_unready() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    let changed = guests[0].update(&table.table_id, seep(|o| o.sweeps = Some(false))).await.unwrap();
    assert!(!player(&changed, 1).ready && player(&changed, 0).ready, "but the host always counts as ready");
    assert_eq!(changed.version, table.version + 1);
}

#[tokio::test]
async fn repeated_changes_raise_the_version_once() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    let [host, other, ..] = &guests;
    let id = &table.table_id;
    other.set_ready(id).await.unwrap();
    host.update(id, private()).await.unwrap();
    assert_eq!(host.get(id).await.unwrap(), table);
    other.leave(id).await.unwrap();
    host.set_bot(id, 1, Some("")).await.unwrap();
    host.set_bot(id, 1, Some("")).await.unwrap();
    assert_eq!(host.get(id).await.unwrap().version, table.version + 2);
}

#[tokio::test]
async fn unready_is_taken_back() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    let request = SetReadyRequest { table_id: table.table_id.clone(), ready: false };
    let response = guests[1].tables.clone().set_ready(request).await.unwrap().into_inner();
    assert!(!player(&response.table.unwrap(), 1).ready);
}

#[tokio::test]
async fn host_who_leaves_hands_over_to_who_came_next() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    guests[0].leave(&table.table_id).await.unwrap();
    let table = guests[3].get(&table.table_id).await.unwrap();
    assert!(player(&table, 1).host);
    assert!(guests[1].set_bot(&table.table_id, 0, Some("greedy")).await.is_ok());
}

#[tokio::test]
async fn table_that_everybody_left_is_closed() {
    let house = House::open().await;
    let (host, other) = (house.guest("Asha").await, house.guest("Bala").await);
    let table = host.create(public()).await.unwrap();
    host.leave(&table.table_id).await.unwrap();
    assert_eq!(other.get(&table.table_id).await.unwrap().state(), TableState::Closed);
    assert_eq!(reason(other.join(by_id(&table.table_id), None).await), Reason::TableClosed);
    assert_eq!(reason(other.join(by_code(&table.code), None).await), Reason::TableClosed);
    assert!(host.mine().await.is_empty());
}

#[tokio::test]
async fn host_sends_a_player_away() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    let table = guests[0].set_bot(&table.table_id, 2, None).await.unwrap();
    assert_eq!(seated(&table)[2], "");
    assert_eq!(reason(guests[2].get(&table.table_id).await), Reason::TableNotFound);
}

#[tokio::test]
async fn bot_takes_only_a_free_seat_that_exists() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    let id = &table.table_id;
    assert_eq!(reason(guests[0].set_bot(id, 2, Some("")).await), Reason::SeatTaken);
    assert_eq!(fields(guests[0].set_bot(id, 4, Some("")).await), ["seat"]);
    assert_eq!(fields(guests[0].set_bot(id, 1000, Some("")).await), ["seat"]);
    assert_eq!(fields(guests[0].set_bot(id, 2, Some("Very Good!")).await), ["bot.level"]);
    assert_eq!(fields(guests[0].set_bot(id, 2, Some("wizard")).await), ["bot.level"]);
}

#[tokio::test]
async fn table_says_why_it_will_not_be_rated() {
    let house = House::open().await;
    let host = house.guest("Asha").await;
    let table = host.create(private()).await.unwrap();
    assert_eq!(table.unrated_because, "");
    let with_bot = host.set_bot(&table.table_id, 1, Some("")).await.unwrap();
    assert!(with_bot.unrated_because.contains("bot"), "{}", with_bot.unrated_because);
    let other_options = host.create(seep(|options| options.sweeps = Some(false))).await.unwrap();
    assert!(other_options.unrated_because.contains("options"), "{}", other_options.unrated_because);
    let unrated = host.create(TableSettings { rated: false, ..private() }).await.unwrap();
    assert_eq!(unrated.unrated_because, "");
}
