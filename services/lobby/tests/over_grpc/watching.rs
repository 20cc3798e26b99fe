//! A table as a stream.

use std::time::Duration;

use tokio_stream::StreamExt as _;
use tonic::{Status, Streaming};
use wire::errors::v1::ErrorReason as Reason;
use wire::lobby::v1::table_service_client::TableServiceClient;
use wire::lobby::v1::watch_table_response::Update;
use wire::lobby::v1::{Table, TableState, WatchTableRequest, WatchTableResponse};

use crate::house::{House, by_id, player, private, public, reason, seated};

async fn next(stream: &mut Streaming<WatchTableResponse>) -> Update {
    stream.next().await.expect("the stream goes on").unwrap().update.expect("a message says something")
}

async fn next_table(stream: &mut Streaming<WatchTableResponse>) -> Table {
    match next(stream).await {
        Update::Table(table) => table,
        other => panic!("the table, not {other:?}"),
    }
}

/// How the stream ends, once everything before was read.
async fn end(stream: &mut Streaming<WatchTableResponse>) -> Result<(), Status> {
    while let Some(message) = stream.next().await {
        message?;
    }
    Ok(())
}

#[tokio::test]
async fn stream_shows_the_table_and_then_its_changes() {
    let house = House::open().await;
    let (host, other) = (house.guest("Asha").await, house.guest("Bala").await);
    let table = host.create(private()).await.unwrap();
    let mut stream = host.watch(&table.table_id).await.unwrap();
    assert_eq!(next_table(&mut stream).await, table);
    let joined = other.join_code(&table.code).await.unwrap();
    assert_eq!(next_table(&mut stream).await, joined);
    other.rename("Bala K").await.unwrap();
    assert_eq!(player(&next_table(&mut stream).await, 1).display_name, "Bala K");
}

#[tokio::test]
async fn last_message_of_a_started_table_bears_the_match() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    let mut stream = guests[1].watch(&table.table_id).await.unwrap();
    let match_id = guests[0].start(&table.table_id).await.unwrap().match_id;
    let mut last = next_table(&mut stream).await;
    while last.state() != TableState::Started {
        last = next_table(&mut stream).await;
    }
    assert_eq!(last.match_id, match_id);
    assert!(stream.next().await.is_none());
}

#[tokio::test]
async fn stream_of_a_table_that_closes_ends_well() {
    let house = House::open().await;
    let (host, other) = (house.guest("Asha").await, house.guest("Bala").await);
    let table = host.create(public()).await.unwrap();
    let mut stream = other.watch(&table.table_id).await.unwrap();
    next_table(&mut stream).await;
    host.leave(&table.table_id).await.unwrap();
    assert_eq!(next_table(&mut stream).await.state(), TableState::Closed);
    assert!(stream.next().await.is_none());
}

#[tokio::test]
async fn player_who_was_sent_away_sees_no_more_of_a_private_table() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    let mut stream = guests[2].watch(&table.table_id).await.unwrap();
    next_table(&mut stream).await;
    guests[0].set_bot(&table.table_id, 2, None).await.unwrap();
    assert_eq!(reason(end(&mut stream).await), Reason::TableNotFound);
}

#[tokio::test]
async fn changes_made_through_another_process_are_seen() {
    let house = House::open().await;
    let second = house.another_process().await;
    let (host, other) = (house.guest("Asha").await, second.guest("Bala").await);
    let table = host.create(public()).await.unwrap();
    let mut stream = host.watch(&table.table_id).await.unwrap();
    next_table(&mut stream).await;
    other.join(by_id(&table.table_id), None).await.unwrap();
    assert_eq!(seated(&next_table(&mut stream).await)[1], other.account_id);
}

#[tokio::test]
async fn quiet_stream_shows_that_it_lives() {
    let house = House::open().await;
    let host = house.guest("Asha").await;
    let table = host.create(private()).await.unwrap();
    let mut stream = host.watch(&table.table_id).await.unwrap();
    next_table(&mut stream).await;
    house.time.advance(Duration::from_secs(15));
    assert!(matches!(next(&mut stream).await, Update::Heartbeat(_)));
}

#[tokio::test]
async fn drain_is_told_before_it_ends_the_stream() {
    let house = House::open().await;
    let host = house.guest("Asha").await;
    let table = host.create(private()).await.unwrap();
    let mut stream = host.watch(&table.table_id).await.unwrap();
    next_table(&mut stream).await;
    house.lobby.drain.begin();
    assert!(matches!(next(&mut stream).await, Update::Draining(_)));
    house.time.advance(Duration::from_secs(2));
    assert_eq!(reason(end(&mut stream).await), Reason::Draining);
}

#[tokio::test]
async fn expiry_of_the_token_is_told_before_it_ends_the_stream() {
    let house = House::open().await;
    let host = house.guest("Asha").await;
    let table = host.create(private()).await.unwrap();
    let mut stream = host.watch(&table.table_id).await.unwrap();
    next_table(&mut stream).await;
    house.time.advance(Duration::from_secs(14 * 60));
    loop {
        match next(&mut stream).await {
            Update::TokenExpiring(notice) => {
                assert_eq!(notice.at, host.tokens.access_expires_at);
                break;
            }
            Update::Heartbeat(_) => {}
            other => panic!("a notice, not {other:?}"),
        }
    }
    house.time.advance(Duration::from_secs(60));
    assert_eq!(reason(end(&mut stream).await), Reason::TokenExpired);
}

#[tokio::test]
async fn stream_that_is_not_read_ends_and_the_table_goes_on() {
    let house = House::open().await;
    let (table, guests) = house.full_table(public()).await;
    // A connection of its own with the smallest window, so that little is on the way beside the server's buffer.
    let endpoint = house.lobby.endpoint.clone().initial_stream_window_size(1024);
    let credential = service::Credential::bearer(&guests[1].tokens.access_token).unwrap();
    let peer = service::Peer::new(endpoint.connect_lazy(), credential);
    let request = WatchTableRequest { table_id: table.table_id.clone() };
    let mut stream = TableServiceClient::new(peer).watch_table(request).await.unwrap().into_inner();
    for round in 0..100 {
        guests[2].rename(&format!("Chitra {round}")).await.unwrap();
        guests[2].get(&table.table_id).await.unwrap();
    }
    assert_eq!(reason(end(&mut stream).await), Reason::SlowReader);
    assert!(guests[0].start(&table.table_id).await.is_ok());
}

#[tokio::test]
async fn account_watches_so_many_tables_at_once_and_no_more() {
    let house = House::open().await;
    let (host, other) = (house.guest("Asha").await, house.guest("Bala").await);
    let table = host.create(public()).await.unwrap();
    let mut open = Vec::new();
    for _ in 0..64 {
        open.push(host.watch(&table.table_id).await.unwrap());
    }
    assert_eq!(reason(host.watch(&table.table_id).await), Reason::Overloaded);
    other.watch(&table.table_id).await.unwrap();
}
