//! Webhooks of changed ratings.

use wire::lobby::v1::WebhookKind;
use wire::ratings::v1::watch_rating_changes_response::Update;
use wire::ratings::v1::{
    Entity, FeedChange, LadderEvent, LadderEventChanges, LadderEventKind, RatingChange, Result, ResultState,
};

use crate::feed::account;
use crate::hooks::{Owner, house, only};
use crate::ratings::{LADDER, StandInRatings};
use crate::receiver::Receiver;

fn entity() -> Option<Entity> {
    Some(Entity { account_ids: vec![account(1).to_string()] })
}

/// Entry 1, a result that entry 2 has taken back.
fn voided() -> Update {
    let change = RatingChange {
        entity: entity(),
        displayed_before: 1500,
        displayed_after: 1524,
        ..Default::default()
    };
    Update::Result(Result {
        source: "engine".to_owned(),
        result_id: "r1".to_owned(),
        ladder: LADDER.to_owned(),
        sequence: 1,
        state: ResultState::Voided as i32,
        voided_by: 2,
        changes: vec![change],
        ..Default::default()
    })
}

fn void() -> Update {
    let event = LadderEvent { sequence: 2, kind: LadderEventKind::Void as i32, ..Default::default() };
    let change =
        FeedChange { entity: entity(), displayed_before: 1524, displayed_after: 1500, ..Default::default() };
    Update::Event(LadderEventChanges {
        event: Some(event),
        voided_sequences: vec![1],
        changes: vec![change],
        complete: true,
    })
}

#[tokio::test]
async fn result_that_was_taken_back_before_it_was_read_is_posted_and_so_is_the_void() {
    let house = house().await;
    let receiver = Receiver::start().await;
    Owner::app(&house.lobby).hook(&receiver, only(&[WebhookKind::RatingChanged])).await;
    let ratings = StandInRatings::serve(house.clock.clone(), vec![voided(), void()]).await;
    let _with_ratings = house.process_rated_by(ratings).await;
    let received = receiver.wait_for(2).await;
    let changes = |id: &str| {
        let data = &received.iter().find(|received| received.id() == id).unwrap().json()["data"];
        let change = &data["changes"][0];
        (data["cause"].clone(), change["before"].clone(), change["after"].clone())
    };
    assert_eq!(changes("evt_rating_seep_1_1"), ("result".into(), 1500.into(), 1524.into()));
    assert_eq!(changes("evt_rating_seep_2_1"), ("event".into(), 1524.into(), 1500.into()));
}
