//! The three services as processes of their own.

use futures::future::join_all;
use jodi_tests::client::{
    Backend, Guest, MatchPlan, await_rated, first_move, play_to_end, rated_table, start_rated_match,
};
use jodi_tests::process::{Alone, Apart, ApartSetup, HEALTH_NAMES, Relay, await_health};
use postgres::testing::TestDb;
use tonic::transport::Channel;
use tonic_health::pb::health_check_response::ServingStatus;
use wire::engine::v1::EndReason;
use wire::ratings::v1::ResultState;

/// Four guests, each at an engine of its own choice.
pub(crate) async fn four(apart: &Apart, engines: [&Channel; 4]) -> [Guest; 4] {
    let names = ["Asha", "Bala", "Chitra", "Dev"];
    let lobby = apart.lobby.channel();
    let signing_in = names
        .into_iter()
        .zip(engines)
        .map(|(name, engine)| Guest::sign_in_apart(lobby.clone(), engine.clone(), name));
    join_all(signing_in).await.try_into().unwrap_or_else(|_| unreachable!("four names"))
}

/// The same guest where the ladder is.
pub(crate) fn at_the_ladder(guest: &Guest, apart: &Apart) -> Guest {
    guest.on(apart.ratings.channel())
}

#[tokio::test]
async fn rated_match_is_played_across_three_processes() {
    let db = TestDb::with(&[]).await;
    let apart = ApartSetup::on(db.url()).start().await;
    let engine = apart.engine.channel();
    let guests = four(&apart, [&engine; 4]).await;
    let match_id = start_rated_match(&guests, rated_table()).await;
    join_all(guests.iter().map(|guest| play_to_end(guest, &match_id, first_move))).await;
    let result = await_rated(&at_the_ladder(&guests[0], &apart), &match_id).await;
    assert_eq!((result.source.as_str(), result.state()), ("engine", ResultState::Rated));
}

#[tokio::test]
async fn each_process_reports_the_health_of_its_own_services() {
    let db = TestDb::with(&[]).await;
    let apart = ApartSetup::on(db.url()).start().await;
    let serving = ServingStatus::Serving;
    for (service, names) in [
        (&apart.lobby, &HEALTH_NAMES[1..3]),
        (&apart.engine, &HEALTH_NAMES[3..4]),
        (&apart.ratings, &HEALTH_NAMES[4..]),
    ] {
        for name in names {
            await_health(service.channel(), name, serving).await;
        }
    }
}

#[tokio::test]
async fn result_waits_for_a_ladder_that_is_away() {
    let db = TestDb::with(&[]).await;
    let mut apart = ApartSetup::on(db.url()).start().await;
    let engine = apart.engine.channel();
    let guests = four(&apart, [&engine; 4]).await;
    let match_id = start_rated_match(&guests, rated_table()).await;
    apart.ways.ratings.cut();
    apart.ratings.child.signal(jodi_tests::process::Signal::KILL);
    apart.ratings.child.exit().await;
    let playing = guests.iter().map(|guest| play_to_end(guest, &match_id, first_move));
    let played = join_all(playing).await;
    assert_eq!(played[0].ended.reason(), EndReason::PlayedOut);

    apart.ratings = Alone::start(apart.ratings.launch.clone()).await;
    apart.ways.ratings.lead_to(apart.ratings.address);
    let result = await_rated(&at_the_ladder(&guests[0], &apart), &match_id).await;
    assert_eq!((result.state(), result.sequence), (ResultState::Rated, 1));
}

#[tokio::test]
async fn match_goes_on_while_the_lobby_is_away() {
    let db = TestDb::with(&[]).await;
    let apart = ApartSetup::on(db.url()).start().await;
    let engine = apart.engine.channel();
    let guests = four(&apart, [&engine; 4]).await;
    let match_id = start_rated_match(&guests, rated_table()).await;
    // By now the engine has the keys that tokens are checked with.
    guests[0].look(&match_id).await.unwrap();
    apart.lobby.child.signal(jodi_tests::process::Signal::KILL);
    apart.lobby.child.exit().await;
    apart.ways.lobby.cut();
    join_all(guests.iter().map(|guest| play_to_end(guest, &match_id, first_move))).await;
}

#[tokio::test]
async fn any_engine_forwards_to_the_one_that_drives_the_match() {
    let db = TestDb::with(&[]).await;
    let apart = ApartSetup::on(db.url()).start().await;
    let way = Relay::listen().await;
    let launch = apart.engine.launch.clone();
    let launch = launch.env("JODI_ENGINE_INSTANCE", "engine-2").env("JODI_ENGINE_ADDRESS", way.url());
    let second = Alone::start(launch).await;
    way.lead_to(second.address);
    let (one, two) = (apart.engine.channel(), second.channel());
    let guests = four(&apart, [&one, &two, &one, &two]).await;
    let backends = [&one, &two].map(|engine| Backend::new(engine.clone(), &apart.admin));
    for backend in &backends {
        let match_id = backend.create(MatchPlan::of(&guests)).await;
        let playing = guests.iter().map(|guest| play_to_end(guest, &match_id, first_move));
        let played = join_all(playing).await;
        let last = played[0].events.last().unwrap().seq;
        assert!(played.iter().all(|player| player.events.last().unwrap().seq == last));
        for reader in &backends {
            assert_eq!(reader.record(&match_id).await.unwrap().steps.len() as u64, last);
        }
    }
}
