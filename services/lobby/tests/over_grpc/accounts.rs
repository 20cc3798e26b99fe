//! Signing in, names, and deletion.

use std::collections::HashSet;

use futures::future::join_all;
use wire::errors::v1::ErrorReason as Reason;
use wire::lobby::v1::GetAccountRequest;

use crate::house::{House, by_code, fields, fresh_key, player, private, public, reason};

#[tokio::test]
async fn same_key_leads_to_the_same_account() {
    let house = House::open().await;
    let key = fresh_key();
    let first = house.lobby.sign_in(&key, "Asha").await.unwrap();
    let second = house.lobby.sign_in(&key, "Somebody else").await.unwrap();
    assert_eq!(first.account, second.account);
    assert_eq!((first.created, second.created), (true, false));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn first_sign_ins_at_the_same_time_make_one_account() {
    let house = House::open().await;
    let key = fresh_key();
    let answers = join_all((0..8).map(|_| house.lobby.sign_in(&key, ""))).await;
    let answers: Vec<_> = answers.into_iter().map(Result::unwrap).collect();
    let ids: HashSet<_> = answers.iter().map(|a| a.account.clone().unwrap().account_id).collect();
    assert_eq!((ids.len(), answers.iter().filter(|a| a.created).count()), (1, 1));
}

#[tokio::test]
async fn guest_without_a_name_gets_one() {
    let house = House::open().await;
    let account = house.lobby.sign_in(&fresh_key(), "").await.unwrap().account.unwrap();
    assert_eq!(account.display_name.split(' ').count(), 3, "{}", account.display_name);
}

#[tokio::test]
async fn name_that_cannot_be_shown_is_refused() {
    let house = House::open().await;
    for name in ["   ", "a\u{202e}b", "a\nb", &"x".repeat(41)] {
        assert_eq!(fields(house.lobby.sign_in(&fresh_key(), name).await), ["display_name"], "{name:?}");
    }
}

#[tokio::test]
async fn device_key_of_the_wrong_length_is_refused() {
    let house = House::open().await;
    for length in [0, 15, 65] {
        assert_eq!(fields(house.lobby.sign_in(&vec![7; length], "").await), ["device_key"], "{length}");
    }
}

#[tokio::test]
async fn new_name_shows_everywhere_and_in_the_next_token() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    let table = guest.create(private()).await.unwrap();
    guest.rename("  Asha K  ").await.unwrap();
    let table = guest.get(&table.table_id).await.unwrap();
    assert_eq!(player(&table, 0).display_name, "Asha K");
    assert_eq!(guest.account("").await.unwrap().display_name, "Asha K");
}

#[tokio::test]
async fn language_is_kept_and_shown_to_its_account_alone() {
    let house = House::open().await;
    let (guest, other) = (house.guest("Asha").await, house.guest("Bala").await);
    assert_eq!(guest.account("").await.unwrap().locale, "");
    let changed = guest.speak("cy-GB").await.unwrap();
    assert_eq!((changed.locale.as_str(), changed.display_name.as_str()), ("cy", "Asha"));
    assert_eq!(guest.account(&guest.account_id).await.unwrap().locale, "cy");
    assert_eq!(other.account(&guest.account_id).await.unwrap().locale, "");
}

#[tokio::test]
async fn unknown_language_is_refused_by_naming_those_known() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    guest.speak("sk").await.unwrap();
    let status = guest.speak("tlh").await.unwrap_err();
    assert!(status.message().ends_with("known are: en, hi, cy, sk, vi"), "{status}");
    assert_eq!(fields(Err::<(), _>(status)), ["locale"]);
    assert_eq!(guest.account("").await.unwrap().locale, "sk");
}

#[tokio::test]
async fn new_name_leaves_the_language_and_an_empty_tag_takes_it_back() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    guest.speak("vi").await.unwrap();
    assert_eq!(guest.rename("Asha K").await.unwrap().locale, "vi");
    let spoken = guest.speak("").await.unwrap();
    assert_eq!((spoken.locale.as_str(), spoken.display_name.as_str()), ("", "Asha K"));
}

#[tokio::test]
async fn change_of_nothing_is_refused() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    assert_eq!(fields(guest.rename("").await), ["display_name"]);
}

#[tokio::test]
async fn unknown_account_is_not_found() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    assert_eq!(reason(guest.account(&crate::house::fresh_id()).await), Reason::AccountNotFound);
    assert_eq!(fields(guest.account("Asha").await), ["account_id"]);
}

#[tokio::test]
async fn accounts_are_shown_to_accounts_and_services_only() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    let request = || GetAccountRequest { account_id: guest.account_id.clone() };
    let mut service = house.lobby.accounts_as(house.lobby.service_key.reveal());
    assert!(service.get_account(request()).await.is_ok());
    let mut nobody = house.lobby.accounts();
    assert_eq!(reason(nobody.get_account(request()).await), Reason::CredentialMissing);
    let mine = GetAccountRequest::default();
    assert_eq!(reason(service.get_account(mine).await), Reason::PermissionDenied);
}

#[tokio::test]
async fn deletion_erases_the_name_and_ends_every_sign_in() {
    let house = House::open().await;
    let (guest, other) = (house.guest("Asha").await, house.guest("Bala").await);
    guest.delete().await.unwrap();
    let shown = other.account(&guest.account_id).await.unwrap();
    assert_eq!(shown.display_name, "Former player");
    assert_eq!(reason(house.lobby.refresh(&guest.tokens.refresh_token).await), Reason::CredentialInvalid);
}

#[tokio::test]
async fn deletion_frees_the_device_key() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    guest.delete().await.unwrap();
    let again = house.lobby.sign_in(&guest.key, "Asha").await.unwrap();
    assert!(again.created && again.account.unwrap().account_id != guest.account_id);
}

#[tokio::test]
async fn deletion_leaves_tables_and_passes_the_host_on() {
    let house = House::open().await;
    let (host, other) = (house.guest("Asha").await, house.guest("Bala").await);
    let table = host.create(private()).await.unwrap();
    let alone = host.create(public()).await.unwrap();
    other.join_code(&table.code).await.unwrap();
    host.delete().await.unwrap();
    let table = other.get(&table.table_id).await.unwrap();
    assert!(table.seats[0].occupant.is_none() && player(&table, 1).host);
    let alone = other.get(&alone.table_id).await.unwrap();
    assert_eq!(alone.state(), wire::lobby::v1::TableState::Closed);
}

#[tokio::test]
async fn deletion_twice_is_no_error() {
    let house = House::open().await;
    let guest = house.guest("Asha").await;
    guest.delete().await.unwrap();
    guest.delete().await.unwrap();
}

#[tokio::test]
async fn left_over_token_of_a_deleted_account_opens_no_table() {
    let house = House::open().await;
    let (guest, other) = (house.guest("Asha").await, house.guest("Bala").await);
    let table = other.create(private()).await.unwrap();
    guest.delete().await.unwrap();
    assert_eq!(reason(guest.create(private()).await), Reason::CredentialInvalid);
    assert_eq!(reason(guest.join(by_code(&table.code), None).await), Reason::CredentialInvalid);
    assert_eq!(reason(guest.rename("Asha").await), Reason::CredentialInvalid);
}
