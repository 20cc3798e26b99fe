//! Results on their way to the ratings service.

use std::time::Duration;

use tonic::Status;
use uuid::Uuid;
use wire::Fault;
use wire::errors::v1::ErrorReason;

use crate::table::{Plan, Table, fresh_id};
use crate::world::{Engine, World, simulated, tick, within};

/// Short enough for a delivery to be answered in time.
const STEP: Duration = Duration::from_millis(100);

/// A match that is decided at once.
async fn decided(engine: &Engine, seed: u64) -> Table {
    let table = Plan::new(seed).create(engine).await;
    for seat in [0, 2] {
        table.players[seat].resign(fresh_id()).await.unwrap();
    }
    table
}

fn ids(tables: &[Table]) -> Vec<String> {
    tables.iter().map(|table| table.match_id.to_string()).collect()
}

fn fault(reason: ErrorReason) -> Status {
    Fault::new(reason, "no").into()
}

/// Why a result was refused for good, if it was.
async fn refused_because(world: &World, match_id: Uuid) -> Option<String> {
    let statement = "select refused_because from engine.outbox where match_id = $1";
    let found: Option<Option<String>> =
        sqlx::query_scalar(statement).bind(match_id).fetch_optional(world.pool()).await.unwrap();
    found.flatten()
}

async fn until_refused(world: &World, match_id: Uuid) -> String {
    within(async {
        loop {
            match refused_because(world, match_id).await {
                Some(why) => return why,
                None => tokio::task::yield_now().await,
            }
        }
    })
    .await
}

#[tokio::test]
async fn results_wait_for_a_service_that_is_away_and_come_in_their_order() {
    let world = World::new().await;
    let (clock, time) = simulated();
    let engine = world.engine("a").clock(&clock).start().await;
    world.ratings.answer_all(Some(fault(ErrorReason::StoreUnavailable)));
    let mut tables = Vec::new();
    for seed in 0..4 {
        tables.push(decided(&engine, seed).await);
    }
    let attempts = tokio::select! {
        attempts = world.ratings.wait_for_attempts(5) => attempts,
        never = tick(&time, STEP, world.pool(), &engine) => match never {},
    };
    // However often it is tried, nothing overtakes.
    assert!(attempts.iter().all(|id| *id == tables[0].match_id.to_string()));
    world.ratings.answer_all(None);
    let delivered = async {
        while first_of_each(&world).len() < 4 {
            world.ratings.changed().await
        }
    };
    tokio::select! {
        () = within(delivered) => {}
        never = tick(&time, STEP, world.pool(), &engine) => match never {},
    }
    assert_eq!(first_of_each(&world), ids(&tables));
}

/// The results that were taken, in their order; a delivery may be repeated.
fn first_of_each(world: &World) -> Vec<String> {
    let mut ids = Vec::new();
    for result in world.ratings.taken() {
        if !ids.contains(&result.result_id) {
            ids.push(result.result_id);
        }
    }
    ids
}

#[tokio::test]
async fn results_outlive_a_crash() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    world.ratings.answer_all(Some(fault(ErrorReason::StoreUnavailable)));
    let table = decided(&engine, 1).await;
    world.ratings.wait_for_attempts(1).await;
    engine.crash();
    world.ratings.answer_all(None);
    let _engine = world.engine("b").start().await;
    assert_eq!(world.ratings.wait_for(1).await[0].result_id, table.match_id.to_string());
}

#[tokio::test]
async fn result_that_is_refused_for_good_is_kept_and_holds_nobody_up() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let plan_id = Plan::new(1).request.match_id;
    world.ratings.answer(&plan_id, [fault(ErrorReason::LadderNotFound)]);
    let refused = decided(&engine, 1).await;
    let taken = decided(&engine, 2).await;
    assert_eq!(world.ratings.wait_for(1).await[0].result_id, taken.match_id.to_string());
    let why = until_refused(&world, refused.match_id).await;
    assert!(why.contains("NotFound"), "{why}");
}

#[tokio::test]
async fn result_that_cannot_be_read_is_kept_and_holds_nobody_up() {
    let world = World::new().await;
    let (clock, time) = simulated();
    let engine = world.engine("a").clock(&clock).start().await;
    world.ratings.answer_all(Some(fault(ErrorReason::StoreUnavailable)));
    let broken = decided(&engine, 1).await;
    let good = decided(&engine, 2).await;
    let damage = "update engine.outbox set payload = '\\xffff' where match_id = $1";
    sqlx::query(damage).bind(broken.match_id).execute(world.pool()).await.unwrap();
    world.ratings.answer_all(None);
    let taken = tokio::select! {
        taken = world.ratings.wait_for(1) => taken,
        never = tick(&time, STEP, world.pool(), &engine) => match never {},
    };
    assert_eq!(taken[0].result_id, good.match_id.to_string());
    until_refused(&world, broken.match_id).await;
}

#[tokio::test]
async fn result_that_breaks_the_service_is_put_off_and_holds_nobody_up() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let id = Plan::new(1).request.match_id;
    world.ratings.answer(&id, [Status::internal("a panic"), fault(ErrorReason::LadderNotAllowed)]);
    decided(&engine, 1).await;
    let good = decided(&engine, 2).await;
    assert_eq!(world.ratings.wait_for(1).await[0].result_id, good.match_id.to_string());
    let put_off = "select attempts from engine.outbox where refused_because is null and not_before > now()";
    let attempts: i32 = sqlx::query_scalar(put_off).fetch_one(world.pool()).await.unwrap();
    assert_eq!(attempts, 1);
    // Nobody waits for it here: its time has come. A match that is decided rings the bell.
    for seed in 10.. {
        let due = "update engine.outbox set not_before = '-infinity'";
        sqlx::query(due).execute(world.pool()).await.unwrap();
        decided(&engine, seed).await;
        if first_of_each(&world).contains(&id) {
            break;
        }
    }
}
