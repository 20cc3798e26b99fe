//! A whole match of each game and number of players, by default rules, on the ladder that is its own.

use futures::future::join_all;
use jodi_tests::client::{
    Guest, await_rated, careful_move, guests, pepper, play_to_end, rated_table_of, smear, start_rated_match,
};
use jodi_tests::process::Suite;
use wire::engine::v1::EndReason;
use wire::game::v1::GameOptions;
use wire::ratings::v1::ResultState;

/// Plays a match of these guests to its end, and looks for it on the ladder.
async fn is_played_and_rated_on(guests: &[Guest], options: GameOptions, ladder: &str) {
    let match_id = start_rated_match(guests, rated_table_of(options)).await;
    let playing = guests.iter().map(|guest| play_to_end(guest, &match_id, careful_move));
    let played = join_all(playing).await;
    for player in &played {
        assert_eq!((player.first.ladder.as_str(), player.ended.reason()), (ladder, EndReason::PlayedOut));
        assert_eq!(player.ended, played[0].ended);
    }
    let result = await_rated(&guests[0], &match_id).await;
    assert_eq!((result.ladder.as_str(), result.state()), (ladder, ResultState::Rated));
    // Pairs have a rating of their own beside those of their players.
    for guest in guests {
        let own = |entity: &wire::ratings::v1::Entity| entity.account_ids == [guest.account_id.clone()];
        assert!(result.changes.iter().any(|change| change.entity.as_ref().is_some_and(own)), "{result:?}");
    }
}

#[tokio::test]
async fn smear_is_rated_for_pairs() {
    let suite = Suite::shared().await;
    let four = guests(&suite.channel(), ["Asha", "Bala", "Chitra", "Dev"]).await;
    is_played_and_rated_on(&four, smear(), "smear").await;
}

#[tokio::test]
async fn pepper_of_four_is_rated_for_pairs() {
    let suite = Suite::shared().await;
    let four = guests(&suite.channel(), ["Asha", "Bala", "Chitra", "Dev"]).await;
    is_played_and_rated_on(&four, pepper(4), "pepper").await;
}

#[tokio::test]
async fn pepper_of_three_is_rated_for_single_players() {
    let suite = Suite::shared().await;
    let three = guests(&suite.channel(), ["Asha", "Bala", "Chitra"]).await;
    is_played_and_rated_on(&three, pepper(3), "pepper-solo3").await;
}

#[tokio::test]
async fn pepper_of_two_is_rated_for_single_players() {
    let suite = Suite::shared().await;
    let two = guests(&suite.channel(), ["Asha", "Bala"]).await;
    is_played_and_rated_on(&two, pepper(2), "pepper-solo2").await;
}

#[tokio::test]
async fn options_of_the_house_are_played_unrated_and_stand_in_the_record() {
    let suite = Suite::shared().await;
    let two = guests(&suite.channel(), ["Asha", "Bala"]).await;
    let Some(wire::game::v1::game_options::Game::Pepper(plain)) = pepper(2).game else { unreachable!() };
    let house = wire::game::v1::PepperOptions { target: Some(3), ..plain };
    let options = GameOptions { game: Some(wire::game::v1::game_options::Game::Pepper(house)) };
    let match_id = start_rated_match(&two, rated_table_of(options)).await;
    let played = join_all(two.iter().map(|guest| play_to_end(guest, &match_id, careful_move))).await;
    assert_eq!(played[0].first.ladder, "");
    let Some(wire::game::v1::game_options::Game::Pepper(shown)) =
        played[1].first.options.and_then(|options| options.game)
    else {
        panic!("Pepper is played")
    };
    assert_eq!((shown.players, shown.target, shown.no_trump), (2, Some(3), Some(true)));
}
