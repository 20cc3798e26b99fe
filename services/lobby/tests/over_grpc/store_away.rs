//! The store goes away and comes back, or loses an answer; nobody starts the lobby again. Real time: what is waited for
//! is Postgres.

use env::Clock;
use postgres::PoolSettings;
use postgres::testing::{Cut, CuttingProxy, TestDb};
use tokio_stream::StreamExt as _;
use tonic::Streaming;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;
use tonic_health::pb::{HealthCheckRequest, HealthCheckResponse};
use wire::errors::v1::ErrorReason as Reason;
use wire::lobby::v1::watch_table_response::Update;

use crate::engine::StandInEngine;
use crate::house::{Process, fresh_key, private, process, reason};

async fn until(health: &mut Streaming<HealthCheckResponse>, wanted: ServingStatus) {
    loop {
        let status = health.next().await.expect("health is watched for ever").unwrap();
        if status.status() == wanted {
            return;
        }
    }
}

/// A lobby whose way to the store can be cut.
struct Cuttable {
    lobby: Process,
    proxy: CuttingProxy,
    engine: StandInEngine,
    // Dropped last: the database goes with it.
    _db: TestDb,
}

impl Cuttable {
    async fn open() -> Self {
        let db = TestDb::new(&lobby::MIGRATOR, lobby::SCHEMA).await;
        let proxy = db.proxy().await;
        let pool = postgres::connect(proxy.url(), &PoolSettings::new("lobby")).await.unwrap();
        let clock = Clock::system();
        let (engine, peer) = StandInEngine::serve(clock.clone(), Default::default()).await;
        let lobby = process(lobby::Settings::default(), pool, clock, peer).await;
        Self { lobby, proxy, engine, _db: db }
    }
}

#[tokio::test]
async fn lobby_waits_for_its_store_and_goes_on() {
    let Cuttable { lobby, proxy, engine: _engine, _db } = Cuttable::open().await;
    let (host, other) = (lobby.guest("Asha").await, lobby.guest("Bala").await);
    let table = host.create(private()).await.unwrap();
    let mut stream = host.watch(&table.table_id).await.unwrap();
    let request = HealthCheckRequest { service: "jodi.lobby.v1.TableService".to_owned() };
    let mut health = HealthClient::new(lobby.channel.clone()).watch(request).await.unwrap().into_inner();
    until(&mut health, ServingStatus::Serving).await;

    proxy.close();
    assert_eq!(reason(lobby.sign_in(&fresh_key(), "").await), Reason::StoreUnavailable);
    until(&mut health, ServingStatus::NotServing).await;

    proxy.open();
    until(&mut health, ServingStatus::Serving).await;
    let joined = other.join_code(&table.code).await.unwrap();
    let mut shown = None;
    while shown.as_ref() != Some(&joined) {
        match stream.next().await.expect("the stream lived on").unwrap().update {
            Some(Update::Table(table)) => shown = Some(table),
            other => panic!("the table, not {other:?}"),
        }
    }
}

#[tokio::test]
async fn exchange_whose_commit_is_not_confirmed_is_made_again() {
    let place = Cuttable::open().await;
    let guest = place.lobby.guest("Asha").await;
    place.proxy.cut_next(Cut::AnswerLost, "COMMIT");
    let lost = place.lobby.refresh(&guest.tokens.refresh_token).await;
    assert_eq!((reason(lost), place.proxy.cuts()), (Reason::OutcomeUnknown, 1));
    let pair = place.lobby.refresh(&guest.tokens.refresh_token).await.unwrap();
    assert!(place.lobby.refresh(&pair.refresh_token).await.is_ok());
}

#[tokio::test]
async fn start_whose_commit_is_not_confirmed_leads_to_one_match() {
    let place = Cuttable::open().await;
    let host = place.lobby.guest("Asha").await;
    let id = host.create(private()).await.unwrap().table_id;
    for seat in 1..4 {
        host.set_bot(&id, seat, Some("")).await.unwrap();
    }
    place.proxy.cut_next(Cut::AnswerLost, "COMMIT");
    assert_eq!(reason(host.start(&id).await), Reason::OutcomeUnknown);
    let started = host.start(&id).await.unwrap();
    let matches = place.engine.matches();
    assert_eq!((matches.len(), &matches[0].match_id), (1, &started.match_id));
}
