//! Matches with bots.

use jodi_tests::client::{
    Backend, Guest, MatchPlan, await_rated, first_move, four_guests, play_to_end, rated_table, reason,
    result_of, seat_table, start_rated_match,
};
use jodi_tests::process::Suite;
use wire::engine::v1::{Actor, BotSeat, MatchState, match_event, record_step};
use wire::errors::v1::ErrorReason;
use wire::lobby::v1::{SetSeatRequest, StartTableRequest};

#[tokio::test]
async fn bots_on_the_empty_seats_play_to_the_end_and_nothing_is_rated() {
    let suite = Suite::shared().await;
    let guest = Guest::sign_in(suite.channel(), "Asha").await;
    let table = seat_table(std::slice::from_ref(&guest), rated_table()).await;
    let mut seated = table.clone();
    for seat in 1..4 {
        let bot = Some(BotSeat::default());
        let request = SetSeatRequest { table_id: table.table_id.clone(), seat, bot };
        seated = guest.tables().set_seat(request).await.unwrap().into_inner().table.unwrap();
    }
    assert!(!seated.unrated_because.is_empty(), "the table says why it will not be rated");
    let request = StartTableRequest { table_id: table.table_id };
    let started = guest.tables().start_table(request).await.unwrap().into_inner().table.unwrap();
    let played = play_to_end(&guest, &started.match_id, first_move).await;
    assert_eq!(played.first.ladder, "");
    let record = Backend::new(suite.channel(), suite.admin()).record(&started.match_id).await.unwrap();
    let by = |actor: Actor| {
        let actions = record.steps.iter().filter_map(|step| match &step.step {
            Some(record_step::Step::Action(action)) => Some(action.actor()),
            _ => None,
        });
        actions.filter(|own| *own == actor).count()
    };
    assert_eq!((by(Actor::Player), by(Actor::Bot) + by(Actor::Player)), (played.acknowledged.len(), 49));

    // The engine delivers results in order: once a later one has come, an earlier one is not to be expected any more.
    let later = four_guests(&suite.channel()).await;
    let match_id = start_rated_match(&later, rated_table()).await;
    for seat in [0, 2] {
        later[seat].resign(&match_id).await.unwrap();
    }
    await_rated(&later[0], &match_id).await;
    assert_eq!(reason(result_of(&guest, &started.match_id).await), ErrorReason::ResultNotFound);
}

#[tokio::test]
async fn backend_that_fills_up_with_bots_gets_a_whole_match() {
    let suite = Suite::shared().await;
    let guest = Guest::sign_in(suite.channel(), "Asha").await;
    let backend = Backend::new(suite.channel(), suite.admin());
    let match_id = backend.create(MatchPlan::of(std::slice::from_ref(&guest))).await;
    play_to_end(&guest, &match_id, first_move).await;
    let record = backend.record(&match_id).await.unwrap();
    assert_eq!(record.state(), MatchState::Finished);
    assert_eq!(record.steps.last().map(|step| step.seq), Some(record.steps.len() as u64));
}

#[tokio::test]
async fn bot_cuts_nothing_and_nobody_waits_for_it() {
    let suite = Suite::shared().await;
    let guest = Guest::sign_in(suite.channel(), "Asha").await;
    let backend = Backend::new(suite.channel(), suite.admin());
    let plan = MatchPlan::of(std::slice::from_ref(&guest)).cut_window(60_000);
    let match_id = backend.create(plan).await;
    let mut watch = jodi_tests::client::Watch::open(&guest, &match_id, None).await;
    let cut = wire::engine::v1::CutRequest {
        match_id,
        request_id: jodi_tests::client::fresh_id(),
        entropy: vec![7; 32],
    };
    guest.engine().cut(cut).await.unwrap();
    assert!(matches!(watch.event().await.event, Some(match_event::Event::Cut(_))));
    // Long before the window is over.
    assert!(matches!(watch.event().await.event, Some(match_event::Event::Game(_))));
}
