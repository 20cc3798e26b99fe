//! From a full table to exactly one match, whatever fails on the way.

use std::collections::HashSet;
use std::time::Duration;

use tokio_stream::StreamExt as _;
use wire::Fault;
use wire::engine::v1::{CreateMatchRequest, seat_assignment};
use wire::errors::v1::ErrorReason as Reason;
use wire::lobby::v1::watch_table_response::Update;
use wire::lobby::v1::{Table, TableSettings, TableState};

use crate::engine::Mood;
use crate::house::{Guest, House, player, private, reason};

fn match_ids(requests: &[CreateMatchRequest]) -> HashSet<&str> {
    requests.iter().map(|request| request.match_id.as_str()).collect()
}

fn names(request: &CreateMatchRequest) -> Vec<&str> {
    request
        .seats
        .iter()
        .map(|seat| match &seat.occupant {
            Some(seat_assignment::Occupant::Player(player)) => player.display_name.as_str(),
            Some(seat_assignment::Occupant::Bot(_)) => "a bot",
            None => "nobody",
        })
        .collect()
}

/// The last state that a table's stream shows before it ends well.
async fn last_state(guest: &Guest, table_id: &str) -> Table {
    let mut stream = guest.watch(table_id).await.unwrap();
    let mut last = None;
    while let Some(message) = stream.next().await {
        if let Some(Update::Table(table)) = message.unwrap().update {
            last = Some(table);
        }
    }
    last.expect("a stream begins with the table")
}

#[tokio::test]
async fn table_with_an_empty_seat_does_not_start() {
    let house = House::open().await;
    let host = house.guest("Asha").await;
    let table = host.create(private()).await.unwrap();
    assert_eq!(reason(host.start(&table.table_id).await), Reason::SeatsEmpty);
    assert_eq!(host.get(&table.table_id).await.unwrap(), table);
}

#[tokio::test]
async fn table_with_an_unready_player_does_not_start() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    guests[2].join(crate::house::by_id(&table.table_id), Some(2)).await.unwrap();
    let table =
        guests[0].update(&table.table_id, TableSettings { spectators: true, ..private() }).await.unwrap();
    assert_eq!(reason(guests[0].start(&table.table_id).await), Reason::NotReady);
    assert!(house.engine.asked().is_empty());
}

#[tokio::test]
async fn start_creates_the_match_that_the_table_shows() {
    let house = House::open().await;
    let mut settings = private();
    settings.clocks.get_or_insert_default().bank = Some(prost_types::Duration { seconds: 90, nanos: 0 });
    settings.spectators = true;
    let (table, guests) = house.full_table(settings).await;
    let started = guests[0].start(&table.table_id).await.unwrap();
    let matches = house.engine.matches();
    assert_eq!((started.state(), matches.len()), (TableState::Started, 1));
    let created = &matches[0];
    assert_eq!(created.match_id, started.match_id);
    assert_eq!(names(created), ["Asha", "Bala", "Chitra", "Dev"]);
    assert_eq!((created.ladder.as_str(), created.spectators), ("seep", true));
    assert_eq!(created.options, table.settings.unwrap().options);
    let clocks = created.clocks.unwrap();
    assert_eq!((clocks.turn_limit, clocks.bank.unwrap().seconds), (None, 90));
}

#[tokio::test]
async fn started_table_starts_no_second_match() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    let first = guests[0].start(&table.table_id).await.unwrap();
    let second = guests[0].start(&table.table_id).await.unwrap();
    assert_eq!((first, house.engine.asked().len()), (second, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_starts_at_once_create_one_match() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    let starts = futures::future::join_all((0..6).map(|_| guests[0].start(&table.table_id))).await;
    let ids: HashSet<_> = starts.into_iter().map(|table| table.unwrap().match_id).collect();
    assert_eq!((ids.len(), house.engine.matches().len()), (1, 1));
}

#[tokio::test]
async fn match_with_a_bot_is_unrated() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    guests[3].leave(&table.table_id).await.unwrap();
    guests[0].set_bot(&table.table_id, 3, Some("greedy")).await.unwrap();
    guests[0].start(&table.table_id).await.unwrap();
    let created = house.engine.matches().remove(0);
    assert_eq!((created.ladder.as_str(), names(&created)[3]), ("", "a bot"));
}

#[tokio::test]
async fn unrated_table_makes_an_unrated_match() {
    let house = House::open().await;
    let (table, guests) = house.full_table(TableSettings { rated: false, ..private() }).await;
    guests[0].start(&table.table_id).await.unwrap();
    assert_eq!(house.engine.matches()[0].ladder, "");
}

#[tokio::test]
async fn seat_that_was_away_learns_of_the_start() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    let match_id = guests[0].start(&table.table_id).await.unwrap().match_id;
    assert_eq!(guests[1].mine().await[0].match_id, match_id);
    assert_eq!(last_state(&guests[2], &table.table_id).await.match_id, match_id);
}

#[tokio::test]
async fn started_table_cannot_be_changed() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    let id = &table.table_id;
    guests[0].start(id).await.unwrap();
    assert_eq!(reason(guests[1].leave(id).await), Reason::TableClosed);
    assert_eq!(reason(guests[1].set_ready(id).await), Reason::TableClosed);
    assert_eq!(reason(guests[0].set_bot(id, 1, None).await), Reason::TableClosed);
    assert_eq!(reason(guests[0].update(id, private()).await), Reason::TableClosed);
    let late = house.guest("Late").await;
    assert_eq!(reason(late.join_code(&table.code).await), Reason::TableClosed);
}

#[tokio::test]
async fn join_whose_answer_was_lost_is_answered_after_the_start() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    let started = guests[0].start(&table.table_id).await.unwrap();
    assert_eq!(guests[1].join_code(&table.code).await.unwrap().match_id, started.match_id);
}

#[tokio::test]
async fn table_starts_by_itself_once_the_engine_is_back() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    house.engine.behave(Mood::Away);
    assert_eq!(reason(guests[0].start(&table.table_id).await), Reason::OutcomeUnknown);
    let waiting = guests[1].get(&table.table_id).await.unwrap();
    assert_eq!((waiting.state(), waiting.match_id.as_str()), (TableState::Starting, ""));
    house.engine.behave(Mood::Well);
    house.time.advance(Duration::from_secs(3));
    let started = last_state(&guests[1], &table.table_id).await;
    assert_eq!(started.state(), TableState::Started);
    assert_eq!(match_ids(&house.engine.asked()), HashSet::from([started.match_id.as_str()]));
}

#[tokio::test]
async fn lost_answer_of_the_engine_leads_to_the_same_match_under_the_same_names() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    house.engine.behave(Mood::Mute);
    assert_eq!(reason(guests[0].start(&table.table_id).await), Reason::OutcomeUnknown);
    guests[1].rename("Somebody else").await.unwrap();
    house.engine.behave(Mood::Well);
    let started = guests[0].start(&table.table_id).await.unwrap();
    let asked = house.engine.asked();
    assert_eq!((asked.len(), asked[0] == asked[1]), (2, true));
    assert_eq!((house.engine.matches().len(), started.match_id), (1, asked[0].match_id.clone()));
}

#[tokio::test]
async fn crash_between_match_id_and_match_leaves_one_match() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    house.engine.behave(Mood::Mute);
    assert_eq!(reason(guests[0].start(&table.table_id).await), Reason::OutcomeUnknown);
    // The next process goes on without being asked and without waiting.
    house.engine.behave(Mood::Well);
    let next = house.another_process().await;
    let away = Guest {
        tables: next.tables_as(&guests[3].tokens.access_token),
        accounts: next.accounts_as(&guests[3].tokens.access_token),
        key: guests[3].key.clone(),
        account_id: guests[3].account_id.clone(),
        tokens: guests[3].tokens.clone(),
    };
    let started = last_state(&away, &table.table_id).await;
    assert_eq!(started.state(), TableState::Started);
    assert_eq!(match_ids(&house.engine.matches()), HashSet::from([started.match_id.as_str()]));
}

#[tokio::test]
async fn nothing_of_the_request_is_kept_once_it_was_answered() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    guests[0].start(&table.table_id).await.unwrap();
    let kept: bool = sqlx::query_scalar("select bool_or(match_request is not null) from lobby.card_table")
        .fetch_one(house.db.pool())
        .await
        .unwrap();
    assert!(!kept, "names would outlive the deletion of their accounts");
}

#[tokio::test]
async fn match_that_the_engine_refuses_opens_the_table_again() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    let fault = Fault::new(Reason::InvalidOptions, "Not any more.").field("options.seep", "is too old");
    house.engine.behave(Mood::Refusing(fault));
    assert_eq!(reason(guests[0].start(&table.table_id).await), Reason::InvalidOptions);
    let open = guests[1].get(&table.table_id).await.unwrap();
    assert_eq!((open.state(), player(&open, 1).ready), (TableState::Open, false));
    house.engine.behave(Mood::Well);
    for guest in &guests[1..] {
        guest.set_ready(&table.table_id).await.unwrap();
    }
    let started = guests[0].start(&table.table_id).await.unwrap();
    assert_eq!(house.engine.matches()[0].match_id, started.match_id);
}

#[tokio::test]
async fn refusal_that_is_not_about_the_match_does_not_open_the_table() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    // An earlier attempt may have gone through before the key was taken away.
    house.engine.behave(Mood::Refusing(Fault::new(Reason::PermissionDenied, "No.")));
    assert_eq!(reason(guests[0].start(&table.table_id).await), Reason::OutcomeUnknown);
    assert_eq!(guests[0].get(&table.table_id).await.unwrap().state(), TableState::Starting);
}

#[tokio::test]
async fn deleted_player_of_a_starting_table_still_gets_the_match() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    house.engine.behave(Mood::Away);
    assert_eq!(reason(guests[0].start(&table.table_id).await), Reason::OutcomeUnknown);
    guests[3].delete().await.unwrap();
    house.engine.behave(Mood::Well);
    let started = guests[0].start(&table.table_id).await.unwrap();
    assert_eq!(
        (started.state(), player(&started, 3).display_name.as_str()),
        (TableState::Started, "Former player")
    );
}
