//! Following the feeds of all ladders.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt as _;
use futures::stream::FuturesUnordered;
use service::Peer;
use tonic::Status;
use wire::ratings::v1::rating_feed_service_client::RatingFeedServiceClient;
use wire::ratings::v1::ratings_service_client::RatingsServiceClient;
use wire::ratings::v1::watch_rating_changes_response::Update;
use wire::ratings::v1::{Ladder, ListLaddersRequest, WatchRatingChangesRequest, WatchRatingChangesResponse};

use super::event::Event;
use super::follow::{BATCH, FollowError, Pauses};
use super::from_rating::{from_event, from_result};
use super::{Webhooks, store};

/// How often is looked for new ladders.
const LOOK: Duration = Duration::from_secs(60);
/// Ladders that are followed; more are not expected, and told of.
const MAX_LADDERS: usize = 200;

/// Follows every ladder, for ever.
pub async fn follow_ratings(hooks: Arc<Webhooks>, ratings: Peer) {
    let mut known: HashSet<String> = HashSet::new();
    let mut followers = FuturesUnordered::new();
    let mut pauses = Pauses::new();
    loop {
        let look_again = match ladders(ratings.clone()).await {
            Ok(ladders) => {
                pauses.reset();
                for ladder in ladders {
                    if known.len() >= MAX_LADDERS && !known.contains(&ladder.id) {
                        tracing::error!(ladder = ladder.id, "webhooks do not follow so many ladders");
                    } else if known.insert(ladder.id.clone()) {
                        followers.push(follow_ladder(hooks.clone(), ratings.clone(), ladder));
                    }
                }
                LOOK
            }
            Err(error) => pauses.after("rating", &error),
        };
        let mut pause = std::pin::pin!(hooks.clock.sleep(look_again));
        loop {
            tokio::select! {
                () = &mut pause => break,
                Some(()) = followers.next() => {}
            }
        }
    }
}

async fn ladders(ratings: Peer) -> Result<Vec<Ladder>, FollowError> {
    let listed = RatingsServiceClient::new(ratings).list_ladders(ListLaddersRequest {}).await?;
    Ok(listed.into_inner().ladders)
}

async fn follow_ladder(hooks: Arc<Webhooks>, ratings: Peer, ladder: Ladder) {
    let feed = format!("rating:{}", ladder.id);
    let mut pauses = Pauses::new();
    loop {
        let Err(error) = follow_once(&hooks, ratings.clone(), &ladder, &feed, &mut pauses).await else {
            continue;
        };
        hooks.clock.sleep(pauses.after(&feed, &error)).await;
    }
}

async fn follow_once(
    hooks: &Webhooks,
    ratings: Peer,
    ladder: &Ladder,
    feed: &str,
    pauses: &mut Pauses,
) -> Result<(), FollowError> {
    let cursor = match store::cursor(&hooks.pool, feed).await? {
        Some(number) => number,
        None => begin(hooks, ladder, feed).await?,
    };
    let after = u64::try_from(cursor).unwrap_or(0);
    let request = WatchRatingChangesRequest { ladder: ladder.id.clone(), after };
    let mut client = RatingFeedServiceClient::new(ratings);
    let mut chunks = client.watch_rating_changes(request).await?.into_inner().ready_chunks(BATCH);
    let mut reading = Reading::new(&ladder.id);
    while let Some(chunk) = chunks.next().await {
        let end = reading.take(chunk);
        if let Some((up_to, events)) = reading.complete() {
            hooks.store_events(feed, up_to, events).await?;
            pauses.reset();
        }
        if let Some(status) = end {
            return Err(status.into());
        }
    }
    Ok(())
}

/// Where a ladder is begun with: where nobody can have waited for anything yet, at its present end.
async fn begin(hooks: &Webhooks, ladder: &Ladder, feed: &str) -> Result<i64, sqlx::Error> {
    let somebody_waits = store::has_endpoints(&hooks.pool).await?;
    let rated_through = i64::try_from(ladder.rated_through).unwrap_or(i64::MAX);
    let number = if somebody_waits { 0 } else { rated_through };
    store::set_cursor(&hooks.pool, feed, number).await?;
    Ok(number)
}

/// What was read and not stored. The cursor moves by whole entries only; of one that breaks off, the parts come again, and are known again by
/// their ids.
struct Reading<'a> {
    ladder: &'a str,
    part: u32,
    /// The last entry that is complete.
    up_to: Option<i64>,
    complete: Vec<(i64, Event)>,
    parts: Vec<(i64, Event)>,
}

impl<'a> Reading<'a> {
    fn new(ladder: &'a str) -> Self {
        Self { ladder, part: 0, up_to: None, complete: Vec::new(), parts: Vec::new() }
    }

    /// Takes messages in, and returns the end of the feed if it is among them.
    fn take(&mut self, chunk: Vec<Result<WatchRatingChangesResponse, Status>>) -> Option<Status> {
        for message in chunk {
            match message.map(|message| message.update) {
                Ok(Some(Update::Result(result))) => {
                    let number = i64::try_from(result.sequence).unwrap_or(i64::MAX);
                    self.complete.extend(from_result(result).map(|event| (number, event)));
                    self.up_to = Some(number);
                }
                Ok(Some(Update::Event(told))) => {
                    let number = told.event.as_ref().map_or(0, |event| event.sequence);
                    let number = i64::try_from(number).unwrap_or(i64::MAX);
                    let is_last = told.complete;
                    self.part += 1;
                    self.parts.extend(from_event(self.ladder, self.part, told).map(|event| (number, event)));
                    if is_last {
                        self.part = 0;
                        self.complete.append(&mut self.parts);
                        self.up_to = Some(number);
                    }
                }
                Ok(Some(Update::Heartbeat(_)) | None) => {}
                Err(status) => return Some(status),
            }
        }
        None
    }

    /// The entries that are complete, and the number of the last.
    fn complete(&mut self) -> Option<(i64, Vec<(i64, Event)>)> {
        let up_to = self.up_to.take()?;
        Some((up_to, std::mem::take(&mut self.complete)))
    }
}

#[cfg(test)]
mod tests {
    use wire::ratings::v1::{self as pb, Entity, FeedChange, LadderEvent, LadderEventChanges, RatingChange};

    use super::*;

    const ACCOUNT: &str = "00000000-0000-0000-0000-000000000001";

    fn entity() -> Option<Entity> {
        Some(Entity { account_ids: vec![ACCOUNT.to_owned()] })
    }

    fn message(update: Update) -> Result<WatchRatingChangesResponse, Status> {
        Ok(WatchRatingChangesResponse { update: Some(update) })
    }

    fn result(sequence: u64, state: pb::ResultState) -> Result<WatchRatingChangesResponse, Status> {
        let change = RatingChange {
            entity: entity(),
            displayed_before: 1500,
            displayed_after: 1524,
            ..Default::default()
        };
        message(Update::Result(pb::Result {
            source: "acme".to_owned(),
            result_id: format!("r{sequence}"),
            ladder: "seep".to_owned(),
            sequence,
            state: state as i32,
            changes: vec![change],
            ..Default::default()
        }))
    }

    fn part(sequence: u64, complete: bool) -> Result<WatchRatingChangesResponse, Status> {
        let event = LadderEvent { sequence, kind: pb::LadderEventKind::Void as i32, ..Default::default() };
        let change = FeedChange { entity: entity(), ..Default::default() };
        message(Update::Event(LadderEventChanges {
            event: Some(event),
            changes: vec![change],
            complete,
            ..Default::default()
        }))
    }

    fn ids(complete: Option<(i64, Vec<(i64, Event)>)>) -> Option<(i64, Vec<String>)> {
        complete.map(|(up_to, events)| (up_to, events.into_iter().map(|(_, event)| event.id).collect()))
    }

    #[test]
    fn result_tells_what_it_changed_for_whom() {
        let mut reading = Reading::new("seep");
        assert!(reading.take(vec![result(4, pb::ResultState::Rated)]).is_none());
        let (up_to, events) = reading.complete().unwrap();
        let event = &events[0].1;
        assert_eq!((up_to, event.id.as_str()), (4, "evt_rating_seep_4_1"));
        assert_eq!(event.accounts, [ACCOUNT.parse::<uuid::Uuid>().unwrap()]);
        assert_eq!((event.created_by.as_deref(), event.ladder.as_deref()), (Some("acme"), Some("seep")));
        let body: serde_json::Value = serde_json::from_str(&event.body).unwrap();
        assert_eq!(body["type"], "rating.changed");
        let wanted = serde_json::json!({
            "ladder": "seep", "number": 4, "part": 1, "cause": "result", "season": 0, "source": "acme", "result_id": "r4",
            "changes": [{ "account_ids": [ACCOUNT], "before": 1500, "after": 1524 }]
        });
        assert_eq!(body["data"], wanted);
    }

    #[test]
    fn result_that_is_not_rated_moves_the_cursor_and_tells_nothing() {
        let mut reading = Reading::new("seep");
        reading.take(vec![result(5, pb::ResultState::DeadLetter)]);
        assert_eq!(ids(reading.complete()), Some((5, Vec::new())));
    }

    #[test]
    fn result_that_was_taken_back_meanwhile_tells_what_it_had_changed() {
        let mut rated = Reading::new("seep");
        rated.take(vec![result(4, pb::ResultState::Rated)]);
        let mut voided = Reading::new("seep");
        voided.take(vec![result(4, pb::ResultState::Voided), part(5, true)]);
        let (up_to, events) = voided.complete().unwrap();
        assert_eq!((up_to, events.len()), (5, 2));
        assert_eq!(events[0].1.body, rated.complete().unwrap().1[0].1.body);
    }

    #[test]
    fn event_moves_the_cursor_once_its_last_part_is_there() {
        let mut reading = Reading::new("seep");
        reading.take(vec![result(6, pb::ResultState::Rated), part(7, false)]);
        assert_eq!(ids(reading.complete()), Some((6, vec!["evt_rating_seep_6_1".to_owned()])));
        assert_eq!(ids(reading.complete()), None);
        reading.take(vec![part(7, true), part(8, true)]);
        let wanted = ["evt_rating_seep_7_1", "evt_rating_seep_7_2", "evt_rating_seep_8_1"];
        assert_eq!(ids(reading.complete()), Some((8, wanted.map(str::to_owned).to_vec())));
    }

    #[test]
    fn what_came_before_the_end_of_the_feed_is_not_lost() {
        let mut reading = Reading::new("seep");
        let end = reading.take(vec![result(9, pb::ResultState::Rated), Err(Status::unavailable("gone"))]);
        assert!(end.is_some());
        assert_eq!(ids(reading.complete()).unwrap().0, 9);
    }
}
