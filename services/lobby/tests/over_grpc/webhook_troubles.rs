//! Webhooks when something fails: the receiver, the lobby, the feed.

use std::time::Duration;

use wire::lobby::v1::redeliver_request::Which;
use wire::lobby::v1::*;

use crate::hooks::{
    FIRST_PAUSE, Hook, Hooked, Owner, has_failed, hooked, hooked_with, house, is_dead, is_delivered, matches,
};
use crate::house::{House, eventually, reason};
use crate::receiver::{Manner, Receiver};

/// More than the longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(8 * 3600);
/// More than a claim lasts.
const CLAIM: Duration = Duration::from_secs(60);

/// Every attempt fails, each after the longest pause.
async fn until_dead(house: &House, app: &Owner, hook: &Hook, attempts: u32) -> Delivery {
    for attempt in 1..=attempts {
        eventually("the attempt has failed", async || {
            (app.endpoints().await[0].failures_in_a_row >= attempt).then_some(())
        })
        .await;
        if attempt < attempts {
            house.time.advance(LONGEST_PAUSE);
            app.look(hook).await;
        }
    }
    app.until(hook, is_dead).await
}

#[tokio::test]
async fn what_fails_is_sent_again_under_the_same_id_with_a_fresh_timestamp() {
    let house = house().await;
    let receiver = Receiver::start().await;
    let app = Owner::app(&house.lobby);
    for (manner, why) in [
        (Manner::Status(500), "the answer was 500"),
        (Manner::Status(404), "the answer was 404"),
        (Manner::Close, "the connection was lost"),
        (Manner::Redirect("http://127.0.0.1:1/".to_owned()), "the answer was 307"),
    ] {
        let hook = app.hook(&receiver, matches()).await;
        let before = receiver.received().len();
        receiver.answer(manner);
        house.feed.start("lobby");
        let failed = app.until(&hook, has_failed).await;
        assert_eq!((failed.last_error.as_str(), failed.attempts), (why, 1));
        receiver.answer(Manner::Status(200));
        house.time.advance(FIRST_PAUSE);
        app.look(&hook).await;
        let delivered = app.until(&hook, is_delivered).await;
        assert_eq!(delivered.attempts, 2);
        let received = receiver.received().split_off(before);
        assert_eq!(received.len(), 2, "{why}");
        assert_eq!(received[0].id(), received[1].id());
        let stamp = |n: usize| received[n].headers["webhook-timestamp"].parse::<i64>().unwrap();
        assert_eq!(stamp(1) - stamp(0), 7);
        assert!(received[1].is_signed_with(&hook.secret));
        app.delete(&hook).await;
    }
}

#[tokio::test]
async fn receiver_that_hangs_is_given_up_in_time_and_tried_again() {
    let Hooked { house, receiver, app, hook } = hooked().await;
    receiver.answer(Manner::Hang);
    house.feed.start("lobby");
    receiver.wait_for(1).await;
    house.time.advance(Duration::from_secs(10));
    assert_eq!(app.until(&hook, has_failed).await.last_error, "there was no answer within 10 s");
    receiver.answer(Manner::Status(200));
    house.time.advance(FIRST_PAUSE);
    app.look(&hook).await;
    app.until(&hook, is_delivered).await;
    assert_eq!(receiver.received().len(), 2);
}

#[tokio::test]
async fn receiver_that_is_down_gets_it_once_it_is_back_on_its_port() {
    let Hooked { house, mut receiver, app, hook } = hooked().await;
    let first = house.feed.start("lobby");
    receiver.wait_for(1).await;
    app.settled(&hook).await;
    receiver.stop().await;
    let second = house.feed.start("lobby");
    let of_second = |delivery: &Delivery| delivery.event_id == second && has_failed(delivery);
    eventually("it has not come", async || {
        app.deliveries(&hook).await.first().is_some_and(of_second).then_some(())
    })
    .await;
    receiver.restart().await;
    house.time.advance(FIRST_PAUSE);
    app.look(&hook).await;
    receiver.wait_for(2).await;
    assert_eq!(receiver.ids(), [first, second]);
}

#[tokio::test]
async fn endless_answer_is_not_listened_to() {
    let Hooked { house, receiver, app, hook } = hooked().await;
    receiver.answer(Manner::Babble);
    house.feed.start("lobby");
    app.until(&hook, is_delivered).await;
}

#[tokio::test]
async fn answer_whose_body_does_not_come_is_one() {
    let Hooked { house, receiver, app, hook } = hooked().await;
    receiver.answer(Manner::Drip);
    house.feed.start("lobby");
    // Time stands still: whoever waited for the body would wait for ever.
    assert_eq!(app.until(&hook, is_delivered).await.attempts, 1);
}

#[tokio::test]
async fn endpoint_that_hangs_holds_no_other_up() {
    const EVENTS: usize = 40;
    let house = house().await;
    let (hanging, failing, well) =
        (Receiver::start().await, Receiver::start().await, Receiver::start().await);
    hanging.answer(Manner::Hang);
    failing.answer(Manner::Status(503));
    let app = Owner::app(&house.lobby);
    for receiver in [&hanging, &failing, &well] {
        app.hook(receiver, matches()).await;
    }
    for _ in 0..EVENTS {
        house.feed.start("lobby");
    }
    // Time stands still: nothing that hangs is given up meanwhile.
    well.wait_for(EVENTS).await;
    assert!(hanging.received().len() <= 4, "so many at once");
}

#[tokio::test]
async fn event_that_is_refused_for_long_enough_is_a_dead_letter_and_can_be_sent_again() {
    let settings = lobby::WebhookSettings { attempts: 3, ..Default::default() };
    let Hooked { house, receiver, app, hook } = hooked_with(settings).await;
    receiver.answer(Manner::Status(500));
    let id = house.feed.start("lobby");
    let dead = until_dead(&house, &app, &hook, 3).await;
    assert_eq!((dead.attempts, dead.last_error.as_str()), (3, "the answer was 500"));
    house.time.advance(LONGEST_PAUSE);
    assert_eq!(app.endpoints().await[0].failures_in_a_row, 3);
    receiver.answer(Manner::Status(200));
    assert_eq!(app.redeliver(&hook, Which::DeadLetters(DeadLetters {})).await.unwrap(), 1);
    app.until(&hook, is_delivered).await;
    assert_eq!(receiver.ids(), vec![id; 4]);
    assert_eq!(app.endpoints().await[0].failures_in_a_row, 0);
}

#[tokio::test]
async fn what_was_delivered_is_sent_again_on_request_from_a_cursor_or_alone() {
    let Hooked { house, receiver, app, hook } = hooked().await;
    let ids: Vec<String> = (0..3).map(|_| house.feed.start("lobby")).collect();
    receiver.wait_for(3).await;
    let deliveries = app.settled(&hook).await;
    let first = deliveries.last().unwrap();
    assert_eq!(app.redeliver(&hook, Which::AfterDelivery(first.delivery)).await.unwrap(), 2);
    let mut again: Vec<_> = receiver.wait_for(5).await[3..].iter().map(|r| r.id().to_owned()).collect();
    again.sort();
    assert_eq!(again, ids[1..]);
    app.settled(&hook).await;
    assert_eq!(app.redeliver(&hook, Which::Delivery(first.delivery)).await.unwrap(), 1);
    assert_eq!(receiver.wait_for(6).await[5].id(), ids[0]);
    let unknown = app.redeliver(&hook, Which::Delivery(u64::MAX / 2)).await;
    assert_eq!(reason(unknown), wire::errors::v1::ErrorReason::DeliveryNotFound);
}

#[tokio::test]
async fn endpoint_that_is_gone_is_disabled() {
    let Hooked { house, receiver, app, hook } = hooked().await;
    receiver.answer(Manner::Status(410));
    house.feed.start("lobby");
    app.until(&hook, is_dead).await;
    let endpoint = app.endpoints().await.remove(0);
    assert_eq!((endpoint.enabled, endpoint.disabled_because.as_str()), (false, "gone"));
}

#[tokio::test]
async fn disabled_endpoint_gets_nothing_until_it_is_enabled() {
    let Hooked { house, receiver, app, hook } = hooked().await;
    receiver.answer(Manner::Status(500));
    let waiting = house.feed.start("lobby");
    app.until(&hook, has_failed).await;
    app.enable(&hook, false).await;
    receiver.answer(Manner::Status(200));
    house.time.advance(FIRST_PAUSE);
    // Of what happens while it is disabled, it gets nothing; another endpoint shows that it has happened.
    let other = Receiver::start().await;
    app.hook(&other, matches()).await;
    house.feed.start("lobby");
    other.wait_for(1).await;
    assert_eq!(receiver.received().len(), 1);
    app.enable(&hook, true).await;
    receiver.wait_for(2).await;
    app.until(&hook, is_delivered).await;
    assert_eq!(receiver.ids(), [waiting.clone(), waiting]);
}

#[tokio::test]
async fn lobby_that_is_restarted_goes_on_where_it_was() {
    let Hooked { house, receiver, app, hook } = hooked().await;
    let first = house.feed.start("lobby");
    receiver.wait_for(1).await;
    app.until(&hook, is_delivered).await;
    house.lobby.drain.begin();
    house.time.advance(Duration::from_secs(2));
    let missed: Vec<String> = (0..3).map(|_| house.feed.start("lobby")).collect();
    let _heir = house.another_process().await;
    receiver.wait_for(4).await;
    let mut ids = receiver.ids();
    ids.sort();
    assert_eq!(ids, [vec![first], missed].concat());
}

#[tokio::test]
async fn two_lobbies_deliver_each_event_once() {
    let house = house().await;
    let other = house.another_process().await;
    let receiver = Receiver::start().await;
    let hook = Owner::app(&other).hook(&receiver, matches()).await;
    let mut ids: Vec<String> = (0..20).map(|_| house.feed.start("lobby")).collect();
    receiver.wait_for(20).await;
    Owner::app(&other).settled(&hook).await;
    let mut got = receiver.ids();
    got.sort();
    ids.sort();
    assert_eq!(got, ids);
}

#[tokio::test]
async fn event_whose_attempt_was_not_noted_comes_twice_under_the_same_id() {
    let Hooked { house, receiver, hook, .. } = hooked().await;
    // The receiver has it, but the lobby ends before it hears so.
    receiver.answer(Manner::Hang);
    let id = house.feed.start("lobby");
    receiver.wait_for(1).await;
    house.lobby.drain.begin();
    house.time.advance(Duration::from_secs(2));
    receiver.answer(Manner::Status(200));
    let heir = house.another_process().await;
    house.time.advance(CLAIM);
    Owner::app(&heir).look(&hook).await;
    receiver.wait_for(2).await;
    Owner::app(&heir).until(&hook, is_delivered).await;
    assert_eq!(receiver.ids(), [id.clone(), id]);
}

#[tokio::test]
async fn lobby_that_drains_lets_go_of_the_feed_at_once() {
    let house = house().await;
    let readers = async |count: usize| {
        eventually("readers come and go", async || (house.feed.readers() == count).then_some(())).await;
    };
    readers(1).await;
    // Time stands still: nothing else ends.
    house.lobby.drain.begin();
    readers(0).await;
}

#[tokio::test]
async fn feed_that_does_not_reach_back_is_followed_from_where_it_begins() {
    let Hooked { house, receiver, app, hook } = hooked().await;
    house.feed.start("lobby");
    receiver.wait_for(1).await;
    app.until(&hook, is_delivered).await;
    house.lobby.drain.begin();
    house.time.advance(Duration::from_secs(2));
    house.feed.start("lobby");
    let kept = house.feed.start("lobby");
    house.feed.prune(2);
    let _heir = house.another_process().await;
    eventually("the feed is followed", async || {
        house.time.advance(Duration::from_secs(1));
        sqlx::query("select 1").execute(house.db.pool()).await.unwrap();
        (receiver.received().len() >= 2).then_some(())
    })
    .await;
    assert_eq!(receiver.ids()[1], kept);
}

#[tokio::test]
async fn what_is_over_is_removed_after_a_while() {
    let Hooked { house, receiver, app, hook } = hooked().await;
    house.feed.start("lobby");
    app.until(&hook, is_delivered).await;
    let day = Duration::from_secs(24 * 3600);
    house.time.advance(2 * day);
    let id = house.feed.start("lobby");
    receiver.wait_for(2).await;
    app.settled(&hook).await;
    house.time.advance(day);
    eventually("the first is removed", async || {
        house.time.advance(Duration::from_secs(30));
        (app.deliveries(&hook).await.len() == 1).then_some(())
    })
    .await;
    assert_eq!(app.deliveries(&hook).await[0].event_id, id);
}
