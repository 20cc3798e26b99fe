//! Lists of tables, page by page.

use std::time::Duration;

use wire::lobby::v1::{ListTablesRequest, Table, TableState};

use crate::house::{Guest, House, fields, private, public};

fn ids(tables: &[Table]) -> Vec<&str> {
    tables.iter().map(|table| table.table_id.as_str()).collect()
}

async fn pages(guest: &Guest, mine: bool, page_size: u32) -> Vec<Vec<Table>> {
    let mut pages = Vec::new();
    let mut request = ListTablesRequest { mine, page_size, page_token: String::new() };
    loop {
        let page = guest.list(request.clone()).await.unwrap();
        pages.push(page.tables);
        if page.next_page_token.is_empty() {
            return pages;
        }
        request.page_token = page.next_page_token;
    }
}

#[tokio::test]
async fn pages_show_every_public_table_once_newest_first() {
    let house = House::open().await;
    let (host, other) = (house.guest("Asha").await, house.guest("Bala").await);
    let mut opened = Vec::new();
    for _ in 0..5 {
        house.time.advance(Duration::from_millis(1));
        opened.insert(0, host.create(public()).await.unwrap().table_id);
    }
    let pages = pages(&other, false, 2).await;
    assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 1]);
    assert_eq!(ids(&pages.concat()), opened);
}

#[tokio::test]
async fn list_leaves_out_tables_that_cannot_be_joined() {
    let house = House::open().await;
    let host = house.guest("Asha").await;
    host.create(private()).await.unwrap();
    let closed = host.create(public()).await.unwrap();
    host.leave(&closed.table_id).await.unwrap();
    house.full_table(public()).await;
    let open = host.create(public()).await.unwrap();
    let other = house.guest("Late").await;
    assert_eq!(ids(&pages(&other, false, 0).await.concat()), [open.table_id]);
}

#[tokio::test]
async fn own_list_has_private_and_started_tables() {
    let house = House::open().await;
    let (table, guests) = house.full_table(private()).await;
    guests[0].start(&table.table_id).await.unwrap();
    house.time.advance(Duration::from_millis(1));
    let second = guests[2].create(private()).await.unwrap();
    let mine = pages(&guests[2], true, 1).await.concat();
    assert_eq!(ids(&mine), [second.table_id, table.table_id]);
    assert_eq!(mine[1].state(), TableState::Started);
}

#[tokio::test]
async fn page_of_one_list_does_not_go_on_in_the_other() {
    let house = House::open().await;
    let host = house.guest("Asha").await;
    for _ in 0..2 {
        host.create(public()).await.unwrap();
    }
    let first = host.list(ListTablesRequest { page_size: 1, ..Default::default() }).await.unwrap();
    let request = ListTablesRequest { mine: true, page_size: 1, page_token: first.next_page_token };
    assert_eq!(fields(host.list(request).await), ["page_token"]);
}

#[tokio::test]
async fn noise_and_oversized_pages_are_refused() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    let noise = ListTablesRequest { page_token: "noise".to_owned(), ..Default::default() };
    assert_eq!(fields(guest.list(noise).await), ["page_token"]);
    let large = ListTablesRequest { page_size: 101, ..Default::default() };
    assert_eq!(fields(guest.list(large).await), ["page_size"]);
}
