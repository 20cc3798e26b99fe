//! Sitting down, alone and all at once.

use std::collections::HashSet;

use futures::future::join_all;
use wire::errors::v1::ErrorReason as Reason;
use wire::lobby::v1::JoinTableRequest;

use crate::house::{Guest, House, by_code, by_id, fields, fresh_id, private, public, reason, seated};

async fn crowd(house: &House, count: usize) -> Vec<Guest> {
    let mut guests = Vec::new();
    for n in 0..count {
        guests.push(house.guest(&format!("Guest {n}")).await);
    }
    guests
}

#[tokio::test]
async fn code_is_read_in_any_case_and_spacing() {
    let house = House::open().await;
    let (host, other) = (house.guest("Asha").await, house.guest("Bala").await);
    let code = host.create(private()).await.unwrap().code;
    let typed = format!(" {}-{} ", code[..3].to_lowercase(), &code[3..]);
    let table = other.join_code(&typed).await.unwrap();
    assert_eq!((seated(&table)[1], &table.code), (other.account_id.as_str(), &code));
}

#[tokio::test]
async fn wrong_code_opens_nothing() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    for code in ["", "BCDFGHJ", "not a code"] {
        assert_eq!(reason(guest.join_code(code).await), Reason::TableNotFound, "{code}");
    }
    assert_eq!(reason(guest.join(by_id(&fresh_id()), None).await), Reason::TableNotFound);
}

#[tokio::test]
async fn join_must_name_a_table() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    let refused = guest.tables.clone().join_table(JoinTableRequest::default()).await;
    assert_eq!(fields(refused), ["table"]);
}

#[tokio::test]
async fn public_table_is_joined_by_id() {
    let house = House::open().await;
    let (host, other) = (house.guest("Asha").await, house.guest("Bala").await);
    let table = host.create(public()).await.unwrap();
    let table = other.join(by_id(&table.table_id), Some(3)).await.unwrap();
    assert_eq!(seated(&table)[3], other.account_id);
}

#[tokio::test]
async fn player_moves_to_a_free_seat() {
    let house = House::open().await;
    let (host, other) = (house.guest("Asha").await, house.guest("Bala").await);
    let table = host.create(private()).await.unwrap();
    other.join_code(&table.code).await.unwrap();
    // Who sits there needs no code.
    let table = other.join(by_id(&table.table_id), Some(2)).await.unwrap();
    assert_eq!(seated(&table), [host.account_id.as_str(), "", other.account_id.as_str(), ""]);
    let again = other.join(by_id(&table.table_id), Some(2)).await.unwrap();
    assert_eq!(again.version, table.version);
}

#[tokio::test]
async fn taken_and_missing_seats_are_refused() {
    let house = House::open().await;
    let (host, other) = (house.guest("Asha").await, house.guest("Bala").await);
    let table = host.create(private()).await.unwrap();
    assert_eq!(reason(other.join(by_code(&table.code), Some(0)).await), Reason::SeatTaken);
    assert_eq!(fields(other.join(by_code(&table.code), Some(4)).await), ["seat"]);
    assert_eq!(fields(other.join(by_code(&table.code), Some(999)).await), ["seat"]);
}

#[tokio::test]
async fn full_table_is_refused() {
    let house = House::open().await;
    let (table, _guests) = house.full_table(private()).await;
    let late = house.guest("Late").await;
    assert_eq!(reason(late.join_code(&table.code).await), Reason::TableFull);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn crowd_fills_a_table_without_a_double_seat() {
    let house = House::open().await;
    let host = house.guest("Asha").await;
    let table = host.create(private()).await.unwrap();
    let guests = crowd(&house, 12).await;
    let joins = join_all(guests.iter().map(|guest| guest.join_code(&table.code))).await;
    let (seated_now, refused): (Vec<_>, Vec<_>) = joins.into_iter().partition(|join| join.is_ok());
    assert_eq!(seated_now.len(), 3);
    assert!(refused.into_iter().all(|join| reason(join) == Reason::TableFull));
    let table = host.get(&table.table_id).await.unwrap();
    let accounts: HashSet<_> = seated(&table).into_iter().filter(|account| !account.is_empty()).collect();
    assert_eq!(accounts.len(), 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_seat_wanted_by_many_goes_to_one() {
    let house = House::open().await;
    let host = house.guest("Asha").await;
    let table = host.create(private()).await.unwrap();
    let guests = crowd(&house, 8).await;
    let joins = join_all(guests.iter().map(|guest| guest.join(by_code(&table.code), Some(2)))).await;
    let (seated_now, refused): (Vec<_>, Vec<_>) = joins.into_iter().partition(|join| join.is_ok());
    assert_eq!(seated_now.len(), 1);
    assert!(refused.into_iter().all(|join| reason(join) == Reason::SeatTaken));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guest_who_joins_many_times_at_once_sits_once() {
    let house = House::open().await;
    let (host, other) = (house.guest("Asha").await, house.guest("Bala").await);
    let table = host.create(private()).await.unwrap();
    join_all((1..4).map(|seat| other.join(by_code(&table.code), Some(seat)))).await;
    let table = host.get(&table.table_id).await.unwrap();
    assert_eq!(seated(&table).iter().filter(|account| **account == other.account_id).count(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deletion_and_join_at_the_same_time_leave_no_deleted_player_seated() {
    let house = House::open().await;
    let host = house.guest("Asha").await;
    let table = host.create(private()).await.unwrap();
    for _ in 0..4 {
        let other = house.guest("Bala").await;
        let (_, deleted) = tokio::join!(other.join_code(&table.code), other.delete());
        deleted.unwrap();
        let table = host.get(&table.table_id).await.unwrap();
        assert_eq!(seated(&table), [host.account_id.as_str(), "", "", ""]);
    }
}
