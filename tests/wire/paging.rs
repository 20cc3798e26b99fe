//! Page tokens and page sizes that no list has given out.

use jodi_tests::client::{Guest, fields, fresh_id};
use jodi_tests::process::Suite;
use wire::engine::v1::ListMatchesRequest;
use wire::lobby::v1::ListTablesRequest;
use wire::ratings::v1::{Entity, ListHistoryRequest, ListStandingsRequest};

async fn guest() -> Guest {
    Guest::sign_in(Suite::shared().await.channel(), "Asha").await
}

/// Tokens that look like none, like one, and like one of another list.
fn tokens() -> Vec<String> {
    let foreign = service::encode_token(&("seven", [1, 2, 3]));
    let text = ["!", "AAAA", "' or 1=1 --", "\u{1f0a1}"].map(str::to_owned);
    text.into_iter().chain([foreign, "A".repeat(5000)]).collect()
}

#[tokio::test]
async fn garbage_page_token_is_named_by_every_list() {
    let guest = guest().await;
    for page_token in tokens() {
        let matches = ListMatchesRequest { page_token: page_token.clone(), ..Default::default() };
        assert_eq!(fields(guest.engine().list_matches(matches).await), ["page_token"], "{page_token:.20}");
        for mine in [true, false] {
            let tables = ListTablesRequest { mine, page_token: page_token.clone(), ..Default::default() };
            assert_eq!(fields(guest.tables().list_tables(tables).await), ["page_token"], "{page_token:.20}");
        }
        let standings = ListStandingsRequest {
            ladder: "seep".to_owned(),
            page_token: page_token.clone(),
            ..Default::default()
        };
        assert_eq!(fields(guest.ratings().list_standings(standings).await), ["page_token"]);
        let history = ListHistoryRequest {
            ladder: "seep".to_owned(),
            entity: Some(Entity { account_ids: vec![fresh_id()] }),
            page_token,
            ..Default::default()
        };
        assert_eq!(fields(guest.ratings().list_history(history).await), ["page_token"]);
    }
}

#[tokio::test]
async fn page_that_is_too_large_is_named_by_every_list() {
    let guest = guest().await;
    let page_size = u32::MAX;
    let matches = ListMatchesRequest { page_size, ..Default::default() };
    assert_eq!(fields(guest.engine().list_matches(matches).await), ["page_size"]);
    let tables = ListTablesRequest { page_size, ..Default::default() };
    assert_eq!(fields(guest.tables().list_tables(tables).await), ["page_size"]);
    let standings = ListStandingsRequest { ladder: "seep".to_owned(), page_size, ..Default::default() };
    assert_eq!(fields(guest.ratings().list_standings(standings).await), ["page_size"]);
}

#[tokio::test]
async fn state_that_is_none_is_named() {
    let guest = guest().await;
    for state in [0, 99, -1] {
        let request = ListMatchesRequest { states: vec![state], ..Default::default() };
        assert_eq!(fields(guest.engine().list_matches(request).await), ["states"], "{state}");
    }
}
