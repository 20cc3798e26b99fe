//! Appends that are in flight when their engine is stopped and its matches are taken over.
//!
//! The database holds them up between the moment at which they find the engine to be the driver and the moment at which they
//! write, as a slow or stalled server would.

use std::collections::HashMap;

use futures::future::join_all;
use jodi_tests::client::fresh_id;
use jodi_tests::within;
use sqlx::{Connection as _, PgConnection};

use crate::audit;
use crate::ground::{Engine, Ground};
use crate::say::{assert_none, say};
use crate::seats::{MOVES, Match, Sent};
use crate::told;
use crate::turn::turn;

/// Appends of a role that are held up.
const HELD_UP: &str = "select count(*) from pg_catalog.pg_stat_activity
    where usename = $1 and wait_event_type = 'Lock' and wait_event = 'advisory'";
/// Statements of a role that still run.
const RUNNING: &str =
    "select count(*) from pg_catalog.pg_stat_activity where usename = $1 and state = 'active'";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn append_in_flight_lands_before_its_successors_first_or_not_at_all() {
    let _turn = turn().await;
    let ground = Ground::lay().await;
    let (a, b) = (ground.engine("a").await, ground.engine("b").await);
    let guests = ground.guests(&a, 4).await;
    // At the first match the heir only looks, at the second it moves, the third one it ends.
    let [mut untouched, mut moved, mut ended] = [0; 3].map(|_| Match::of(&guests));
    for one in [&mut untouched, &mut moved, &mut ended] {
        one.make(&ground.backend(&a)).await;
    }
    moved.play(&a, 10).await;
    ended.play(&a, MOVES - 3).await;

    let hold = Hold::on(&ground, &a).await;
    let mut in_flight = Vec::new();
    for one in [&untouched, &moved, &ended] {
        in_flight.push(one.choose(&a, <[_]>::first).await.send());
        let count = in_flight.len() as i64;
        ground.until("an append that is held up", HELD_UP, &[&a.role], |held| held == count).await;
    }
    a.freeze();
    ground.claim_runs_out(&a).await;
    let mut heirs = untouched.choose(&b, <[_]>::last).await;
    moved.play(&b, 2).await;
    ended.play(&b, 3).await;
    let held = hold.release(&ground, &a).await;
    ground.until("the end of the late appends", RUNNING, &[&a.role], |running| running == 0).await;
    a.thaw();

    let answers = within("the answers of the stopped engine", join_all(in_flight)).await;
    let late = answers.into_iter().map(|answer| answer.expect("a client does not panic"));
    let [late_untouched, late_moved, late_ended] =
        late.collect::<Vec<Sent>>().try_into().ok().expect("there are three");
    say(&format!(
        "late: {held} appends were in flight until their matches had changed hands; where the heir had only looked: {}, \
         where it had moved: {}, where it had ended the match: {}",
        late_untouched.outcome(),
        late_moved.outcome(),
        late_ended.outcome()
    ));
    // The heir had read the log before the late row landed, and finds out at its own first append.
    heirs.request.request_id = fresh_id();
    let first = heirs.send().await.expect("a client does not panic");
    assert_eq!(first.answer.is_ok(), late_untouched.answer.is_err(), "of two moves for one seq one is made");
    untouched.told.extend(first.acknowledged());
    for one in [&mut untouched, &mut moved] {
        one.play(&b, MOVES).await;
    }

    let roles = HashMap::from([("a", &*a.role), ("b", &*b.role)]);
    let mut faults = audit::findings(ground.db.pool(), &roles).await.faults;
    for (one, late) in [(untouched, late_untouched), (moved, late_moved), (ended, late_ended)] {
        let record =
            ground.backend(&b).record(&one.plan.match_id).await.expect("an ended match has a record");
        let told: Vec<_> = one.told.into_iter().chain(late.acknowledged()).collect();
        faults.extend(told::faults(&record, &told, &[]));
    }
    assert_none(&faults);
}

/// While it lives, the appends of one engine are held up.
struct Hold(PgConnection);

impl Hold {
    async fn on(ground: &Ground, engine: &Engine) -> Self {
        let mut holder =
            PgConnection::connect_with(&ground.db.connect_options()).await.expect("the server runs");
        let lock = sqlx::query("select pg_advisory_lock($1)").bind(audit::HOLD).execute(&mut holder).await;
        lock.expect("nobody else has the lock");
        let held = sqlx::query("insert into audit.held (role) values ($1)").bind(&engine.role);
        held.execute(&mut holder).await.expect("the audit has begun");
        Self(holder)
    }

    /// Lets the appends go on. Returns how many were still held up.
    async fn release(self, ground: &Ground, engine: &Engine) -> i64 {
        let held = sqlx::query_scalar(HELD_UP).bind(&engine.role).fetch_one(ground.db.pool()).await;
        // The lock goes with its session.
        self.0.close().await.expect("the server runs");
        held.expect("a count can be read")
    }
}
