//! A match from its creation to its record.

use wire::engine::v1::{EndReason, MatchState};

use crate::table::Plan;
use crate::world::World;

#[tokio::test]
async fn match_is_played_to_its_end_and_its_result_is_delivered() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).create(&engine).await;
    let mut follower = table.players[2].watch(None).await;
    let made = table.play_out().await;
    assert_eq!(made.len(), 49, "a bid and 48 plays");
    follower.rest().await.unwrap();
    assert_eq!(follower.events.last().unwrap().ended.as_ref().unwrap().reason, EndReason::PlayedOut as i32);
    let record = table.players[0].record().await.unwrap();
    assert_eq!(record.state, MatchState::Finished as i32);
    assert_eq!(record.steps.len() as u64, follower.seq.unwrap());
    let results = world.ratings.wait_for(1).await;
    assert_eq!(results[0].result_id, table.match_id.to_string());
}
