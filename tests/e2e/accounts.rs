//! Accounts over time.

use jodi_tests::client::{
    Guest, await_rated, first_move, four_guests, play_to_end, rated_table, reason, seat_table,
    start_rated_match,
};
use jodi_tests::process::{Suite, SuiteSetup};
use wire::errors::v1::ErrorReason;
use wire::lobby::v1::{
    DeleteAccountRequest, GetAccountRequest, GetTableRequest, ListTablesRequest, RefreshTokensRequest,
    UpdateAccountRequest,
};

async fn name_of(guest: &Guest, account_id: &str) -> String {
    let request = GetAccountRequest { account_id: account_id.to_owned() };
    let account = guest.accounts().get_account(request).await.unwrap().into_inner().account;
    account.unwrap().display_name
}

#[tokio::test]
async fn deleted_account_is_a_former_player_and_its_device_a_new_one() {
    let suite = Suite::shared().await;
    let [asha, bala, ..] = four_guests(&suite.channel()).await;
    asha.accounts().delete_account(DeleteAccountRequest {}).await.unwrap();
    assert_eq!(name_of(&bala, &asha.account_id).await, "Former player");

    let rename = UpdateAccountRequest { display_name: "Asha".to_owned(), locale: None };
    assert_eq!(reason(asha.accounts().update_account(rename).await), ErrorReason::CredentialInvalid);
    let refresh = RefreshTokensRequest { refresh_token: asha.tokens.refresh_token.clone() };
    assert_eq!(reason(asha.accounts().refresh_tokens(refresh).await), ErrorReason::CredentialInvalid);
    let again = Guest::with_key(suite.channel(), suite.channel(), asha.device_key.clone(), "Asha").await;
    assert_ne!(again.account_id, asha.account_id);
}

#[tokio::test]
async fn deleted_account_leaves_its_tables() {
    let suite = Suite::shared().await;
    let guests = four_guests(&suite.channel()).await;
    let table = seat_table(&guests[..2], rated_table()).await;
    guests[0].accounts().delete_account(DeleteAccountRequest {}).await.unwrap();
    let request = GetTableRequest { table_id: table.table_id };
    let left = guests[1].tables().get_table(request).await.unwrap().into_inner().table.unwrap();
    assert!(left.seats[0].occupant.is_none());
    let Some(wire::lobby::v1::table_seat::Occupant::Player(next)) = &left.seats[1].occupant else {
        panic!("the other player still sits there")
    };
    assert!(next.host, "the next player is host");
}

#[tokio::test]
async fn results_of_a_deleted_account_stay() {
    let suite = Suite::shared().await;
    let guests = four_guests(&suite.channel()).await;
    let match_id = start_rated_match(&guests, rated_table()).await;
    let playing = guests.iter().map(|guest| play_to_end(guest, &match_id, first_move));
    futures::future::join_all(playing).await;
    let before = await_rated(&guests[1], &match_id).await;
    guests[0].accounts().delete_account(DeleteAccountRequest {}).await.unwrap();
    assert_eq!(await_rated(&guests[1], &match_id).await, before);
}

#[tokio::test]
async fn account_outlives_a_restart() {
    let mut suite = SuiteSetup::new().start().await;
    let guest = Guest::sign_in(suite.channel(), "Asha").await;
    let request = UpdateAccountRequest { display_name: "Asha the Second".to_owned(), locale: None };
    guest.accounts().update_account(request).await.unwrap();
    let table = seat_table(std::slice::from_ref(&guest), rated_table()).await;
    suite.kill_with_postgres().await;
    suite.restart().await;
    // The old token is still good: the signing key is kept with the data.
    let guest = guest.on(suite.channel());
    assert_eq!(name_of(&guest, "").await, "Asha the Second");
    let mine = ListTablesRequest { mine: true, ..Default::default() };
    let tables = guest.tables().list_tables(mine).await.unwrap().into_inner().tables;
    assert_eq!(tables.iter().map(|table| &table.table_id).collect::<Vec<_>>(), [&table.table_id]);
}
