//! Events that the store refuses: nothing is set aside for them, and the ladder waits.

use std::time::Duration;

use ratings::append::{self, Order, Sealed, Target};
use ratings::rate::{Bells, Progress, Rater, backlog, rate_batch};
use ratings::{Error, ResultId, SourceName};
use sqlx::raw_sql;
use uuid::Uuid;

use crate::world::{Game, World, ladder_id};

/// Longer than any wait of a rater after a failure.
const PAST_ANY_BACKOFF: Duration = Duration::from_secs(10);

fn order(request: u128) -> Order {
    let reason = "a test".to_owned();
    Order { request_id: Uuid::from_u128(request), requested_by: "admin".into(), reason }
}

/// Lets the store refuse every step of a ladder as the violation of a constraint, and count how often it was asked.
async fn refuse_steps(world: &World) {
    let refusal = "create sequence ratings.refusals;
        create function ratings.refuse_step() returns trigger language plpgsql as $$ begin
            -- Numbers that a sequence has given out stay given out when the transaction is rolled back.
            perform nextval('ratings.refusals');
            raise exception 'no step today' using errcode = 'check_violation';
        end $$;
        create trigger refuse_step before update on ratings.cursor
            for each row execute function ratings.refuse_step()";
    raw_sql(refusal).execute(world.pool()).await.unwrap();
}

async fn allow_steps(world: &World) {
    let allowance = "drop trigger refuse_step on ratings.cursor; drop function ratings.refuse_step;
        drop sequence ratings.refusals";
    raw_sql(allowance).execute(world.pool()).await.unwrap();
}

async fn refusals(world: &World) -> i64 {
    let given_out = "select case when is_called then last_value else 0 end from ratings.refusals";
    sqlx::query_scalar(given_out).fetch_one(world.pool()).await.unwrap()
}

/// The store refuses the event that comes next, in two rounds, and then no longer.
async fn assert_refused_once_a_round(world: &World, event: i64) {
    let (pool, seep) = (world.pool(), ladder_id("seep"));
    let before = world.derived("seep").await;
    refuse_steps(world).await;
    for round in 1..=2 {
        let failed = rate_batch(pool, &seep).await;
        assert!(matches!(failed, Err(Error::Event { sequence, .. }) if sequence == event), "{failed:?}");
        assert_eq!(refusals(world).await, round, "event {event}");
    }
    assert_eq!(world.derived("seep").await, before, "event {event}");
    allow_steps(world).await;
    assert_eq!(rate_batch(pool, &seep).await.unwrap(), Progress::Advanced(1), "event {event}");
}

#[tokio::test]
async fn refused_event_is_computed_once_a_round_and_the_ladder_waits_before_it() {
    let (world, seep) = (World::new().await, ladder_id("seep"));
    world.play(Game::pairs("a", [1, 2], [3, 4])).await;
    let (pool, now) = (world.pool(), world.clock.now());
    let target = Target::Result(SourceName::engine(), ResultId::parse("a").unwrap());
    append::void(pool, &seep, &order(1), &target, Sealed::Respect, now).await.unwrap();
    append::upkeep(pool, &seep, now).await.unwrap();
    append::close(pool, &seep, &order(2), 1, now).await.unwrap();
    for event in 2..=4 {
        assert_refused_once_a_round(&world, event).await;
    }
}

#[tokio::test]
async fn rater_works_off_a_refused_event_once_its_cause_is_gone() {
    let (world, seep) = (World::new().await, ladder_id("seep"));
    append::close(world.pool(), &seep, &order(1), 1, world.clock.now()).await.unwrap();
    refuse_steps(&world).await;
    let bells = Bells::new([seep.clone()]);
    let rater = Rater::new(world.pool().clone(), world.clock.clone(), seep.clone(), &bells);
    let task = tokio::spawn(rater.run());
    while refusals(&world).await < 3 {
        world.time.advance(PAST_ANY_BACKOFF);
    }
    allow_steps(&world).await;
    while backlog(world.pool(), &seep).await.unwrap().waiting() > 0 {
        world.time.advance(PAST_ANY_BACKOFF);
    }
    task.abort();
    assert_eq!(world.count("outcome").await, 0);
}
