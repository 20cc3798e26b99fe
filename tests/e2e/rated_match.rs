//! The main job: four signed-in clients play a rated match and the ladder moves.

use jodi_tests::client::{first_move, four_guests, play_to_end, rated_table, start_rated_match};
use jodi_tests::process::Suite;

#[tokio::test]
async fn four_guests_play_a_rated_match_to_its_end() {
    let suite = Suite::shared().await;
    let guests = four_guests(&suite.channel()).await;
    let match_id = start_rated_match(&guests, rated_table()).await;
    let playing = guests.iter().map(|guest| play_to_end(guest, &match_id, first_move));
    let played = futures::future::join_all(playing).await;
    for player in &played {
        assert_eq!(player.ended, played[0].ended);
    }
}
