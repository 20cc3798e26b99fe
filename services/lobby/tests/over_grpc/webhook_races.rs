//! Calls about webhooks that meet each other. Transactions of the test stand still where those of another call would be for a moment only.

use std::time::Duration;

use sqlx::{PgPool, Postgres, Transaction};
use uuid::Uuid;
use wire::errors::v1::ErrorReason;

use crate::hooks::{FIRST_PAUSE, Hook, Hooked, Owner, has_failed, hooked, house, matches};
use crate::house::{House, eventually, fresh_id, reason};
use crate::receiver::{Manner, Receiver};

fn uuid(text: &str) -> Uuid {
    text.parse().unwrap()
}

/// What DeleteEndpoint does, up to where it would commit.
async fn removal(house: &House, hook: &Hook) -> Transaction<'static, Postgres> {
    let mut tx = postgres::begin(house.db.pool()).await.unwrap();
    remove(&mut tx, hook).await.unwrap();
    tx
}

async fn remove(tx: &mut Transaction<'static, Postgres>, hook: &Hook) -> Result<(), sqlx::Error> {
    let removed = sqlx::query("delete from lobby.webhook_endpoint where chosen_id = $1");
    removed.bind(uuid(&hook.id)).execute(&mut **tx).await.map(drop)
}

/// What DeleteEndpoint does first.
async fn hold(house: &House, hook: &Hook) -> Transaction<'static, Postgres> {
    let mut tx = postgres::begin(house.db.pool()).await.unwrap();
    let held = sqlx::query("select from lobby.webhook_endpoint where chosen_id = $1 for update");
    held.bind(uuid(&hook.id)).execute(&mut *tx).await.unwrap();
    tx
}

/// Whoever waits for the endpoint has not locked before what its removal will wait for.
async fn assert_nothing_else_is_held(removal: &mut Transaction<'static, Postgres>, hook: &Hook) {
    let free = sqlx::query(
        "select from lobby.webhook_delivery where endpoint_id in
             (select endpoint_id from lobby.webhook_endpoint where chosen_id = $1) for update nowait",
    );
    free.bind(uuid(&hook.id)).execute(&mut **removal).await.expect("no delivery is locked");
}

/// Until something in this database waits for a lock.
async fn somebody_waits(pool: &PgPool) {
    let waiting =
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    let asked = async || sqlx::query(waiting).fetch_optional(pool).await.unwrap();
    eventually("something waits for a lock", asked).await;
}

#[tokio::test]
async fn test_for_an_endpoint_that_is_just_removed_finds_none() {
    let house = house().await;
    let app = Owner::app(&house.lobby);
    let hook = app.hook_at("https://example.com/hook", matches()).await;
    let removal = removal(&house, &hook).await;
    let test_id = fresh_id();
    let commit = async {
        somebody_waits(house.db.pool()).await;
        removal.commit().await.unwrap();
    };
    let (sent, ()) = tokio::join!(app.test(&hook, &test_id), commit);
    assert_eq!(reason(sent), ErrorReason::EndpointNotFound);
}

#[tokio::test]
async fn events_for_others_are_stored_while_an_endpoint_is_removed() {
    let house = house().await;
    let receiver = Receiver::start().await;
    let app = Owner::app(&house.lobby);
    let hook = app.hook_at("https://example.com/hook", matches()).await;
    app.hook(&receiver, matches()).await;
    let removal = removal(&house, &hook).await;
    house.feed.start("lobby");
    somebody_waits(house.db.pool()).await;
    removal.commit().await.unwrap();
    // Time stands still: the feed is not opened again.
    receiver.wait_for(1).await;
}

#[tokio::test]
async fn secret_id_that_another_endpoint_just_takes_is_reused() {
    let house = house().await;
    let app = Owner::app(&house.lobby);
    let hook = app.hook_at("https://example.com/hook", matches()).await;
    let other = app.hook_at("https://example.com/other", matches()).await;
    let secret_id = fresh_id();
    let mut tx = postgres::begin(house.db.pool()).await.unwrap();
    let taken = sqlx::query(
        "update lobby.webhook_secret set secret_id = $1 where endpoint_id in
             (select endpoint_id from lobby.webhook_endpoint where chosen_id = $2)",
    );
    taken.bind(uuid(&secret_id)).bind(uuid(&other.id)).execute(&mut *tx).await.unwrap();
    let commit = async {
        somebody_waits(house.db.pool()).await;
        tx.commit().await.unwrap();
    };
    let (rotated, ()) = tokio::join!(app.rotate(&hook, &secret_id, 60), commit);
    assert_eq!(reason(rotated), ErrorReason::RequestIdReused);
}

#[tokio::test]
async fn endpoint_is_removed_while_a_failure_of_it_is_noted() {
    let Hooked { house, receiver, app, hook } = hooked().await;
    receiver.answer(Manner::Hang);
    house.feed.start("lobby");
    receiver.wait_for(1).await;
    let mut removal = hold(&house, &hook).await;
    house.time.advance(Duration::from_secs(10));
    somebody_waits(house.db.pool()).await;
    assert_nothing_else_is_held(&mut removal, &hook).await;
    remove(&mut removal, &hook).await.unwrap();
    removal.commit().await.unwrap();
    assert_eq!(app.endpoints().await, []);
}

#[tokio::test]
async fn endpoint_is_removed_while_a_delivery_of_it_is_noted() {
    let Hooked { house, receiver, app, hook } = hooked().await;
    let witness = Receiver::start().await;
    receiver.answer(Manner::Status(500));
    house.feed.start("lobby");
    app.until(&hook, has_failed).await;
    let other = app.hook(&witness, matches()).await;
    receiver.answer(Manner::Status(200));
    let mut removal = hold(&house, &hook).await;
    house.time.advance(FIRST_PAUSE);
    // Has the lobby look for what is due.
    app.test(&other, &fresh_id()).await.unwrap();
    receiver.wait_for(2).await;
    somebody_waits(house.db.pool()).await;
    assert_nothing_else_is_held(&mut removal, &hook).await;
    remove(&mut removal, &hook).await.unwrap();
    removal.commit().await.unwrap();
    assert_eq!(app.endpoints().await.len(), 1);
}
