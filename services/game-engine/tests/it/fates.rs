//! The three fates of an append, through the real driver: a proxy cuts the way to Postgres at chosen statements.

use std::collections::HashMap;

use postgres::testing::{Cut, CuttingProxy};
use uuid::Uuid;
use wire::engine::v1::record_step::Step;
use wire::engine::v1::{MatchRecord, MatchState};
use wire::errors::v1::ErrorReason;

use crate::table::{Made, Plan, Table, fresh_id};
use crate::world::{Engine, World, reason, within};

const APPEND: &str = "insert into engine.match_action";

/// A match at an engine whose way to the database can be cut.
struct Cuttable {
    world: World,
    proxy: CuttingProxy,
    engine: Engine,
    table: Table,
}

impl Cuttable {
    async fn begun(plan: Plan) -> Self {
        let world = World::new().await;
        let proxy = world.db.proxy().await;
        let engine = world.engine("a").on(proxy.url()).start().await;
        let mut table = plan.create(&engine).await;
        table.steps(3).await;
        Self { world, proxy, engine, table }
    }

    /// The actions and their seats as the record of the ended match tells them, by seq.
    async fn record(&self) -> MatchRecord {
        self.table.players[0].record().await.unwrap()
    }
}

/// Each move stands where it was acknowledged, and nothing else does.
fn assert_stands(record: &MatchRecord, made: &[Made]) {
    let mut stands = HashMap::new();
    for (step, seq) in record.steps.iter().zip(1..) {
        assert_eq!(step.seq, seq);
        if let Some(Step::Action(action)) = &step.step {
            stands.insert(seq, (action.seat as usize, action.text.clone()));
        }
    }
    assert_eq!(stands.len(), made.len());
    for Made { seat, text, seq, .. } in made {
        assert_eq!(stands.get(seq), Some(&(*seat, text.clone())), "seq {seq}");
    }
}

/// A move whose append meets this cut is acknowledged all the same, and stands once.
async fn move_survives(cut: Cut) {
    let mut cuttable = Cuttable::begun(Plan::new(1)).await;
    let mut follower = cuttable.table.players[1].watch(None).await;
    follower.next().await.unwrap();
    let before = follower.seq.unwrap();
    cuttable.proxy.cut_next(cut, APPEND);
    let made = cuttable.table.step().await.unwrap();
    assert_eq!(cuttable.proxy.cuts(), 1);
    assert_eq!(made.seq, before + 1);
    assert_eq!(cuttable.world.log_rows(cuttable.table.match_id).await as u64, made.seq);
    let again = cuttable.table.players[made.seat].act(made.request_id, &made.text).await.unwrap();
    assert_eq!((again.seq, again.replayed), (made.seq, true));
    cuttable.table.step().await.unwrap();
    // The follower notices an event that comes twice.
    follower.up_to(made.seq + 1).await;
}

#[tokio::test]
async fn move_whose_answer_was_lost_is_acknowledged_and_stands_once() {
    move_survives(Cut::AnswerLost).await;
}

#[tokio::test]
async fn move_whose_request_was_lost_is_sent_again() {
    move_survives(Cut::RequestLost).await;
}

#[tokio::test]
async fn move_at_which_the_server_falls_silent_is_sent_again() {
    move_survives(Cut::Silence).await;
}

/// The last move of a match whose end meets this cut at this statement.
async fn end_survives(cut: Cut, statement: &str) {
    let mut cuttable = Cuttable::begun(Plan::new(2)).await;
    cuttable.table.steps(45).await;
    let mut follower = cuttable.table.players[1].watch(None).await;
    cuttable.proxy.cut_next(cut, statement);
    let last = cuttable.table.step().await.unwrap();
    assert_eq!(cuttable.proxy.cuts(), 1);
    follower.rest().await.unwrap();
    let record = cuttable.record().await;
    assert_eq!(record.state(), MatchState::Finished);
    assert_eq!(record.steps.last().unwrap().seq, last.seq);
    let again = cuttable.table.players[last.seat].act(last.request_id, &last.text).await.unwrap();
    assert_eq!((again.seq, again.replayed), (last.seq, true));
    let results = cuttable.world.ratings.wait_for(1).await;
    assert_eq!(results[0].result_id, cuttable.table.match_id.to_string());
    let outbox = "select count(*) from engine.outbox";
    within(async {
        while sqlx::query_scalar::<_, i64>(outbox).fetch_one(cuttable.world.pool()).await.unwrap() > 0 {
            tokio::task::yield_now().await;
        }
    })
    .await;
    assert_eq!(cuttable.world.ratings.taken().len(), 1);
}

#[tokio::test]
async fn end_whose_commit_was_answered_in_vain_happens_once() {
    end_survives(Cut::AnswerLost, "COMMIT").await;
}

#[tokio::test]
async fn end_whose_commit_was_lost_is_made_again() {
    end_survives(Cut::RequestLost, "COMMIT").await;
}

/// The last move, whose transaction is cut before its commit: it is refused, and everything is as before.
async fn end_is_refused_before_its_commit(cut: Cut, statement: &str) {
    let mut cuttable = Cuttable::begun(Plan::new(2)).await;
    cuttable.table.steps(45).await;
    let (seat, text) = cuttable.table.choose().await.unwrap();
    let before = cuttable.table.players[seat].get().await;
    cuttable.proxy.cut_next(cut, statement);
    let request_id = fresh_id();
    let refused = cuttable.table.players[seat].act(request_id, &text).await.unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::StoreUnavailable);
    fault_with_hint(&refused);
    assert_eq!(cuttable.table.players[seat].get().await, before);
    assert_eq!(cuttable.world.row_state(cuttable.table.match_id).await, 1);
    let acted = cuttable.table.players[seat].act(request_id, &text).await.unwrap();
    assert!(!acted.replayed);
    assert_eq!(cuttable.record().await.state(), MatchState::Finished);
}

/// The fault, which must carry a hint when to retry.
fn fault_with_hint(status: &tonic::Status) -> wire::Fault {
    let fault = wire::fault_of(status).unwrap();
    assert!(fault.clone().into_refused().retry_after.is_some(), "{fault:?}");
    fault
}

#[tokio::test]
async fn end_whose_record_was_not_stored_is_refused_and_changes_nothing() {
    end_is_refused_before_its_commit(Cut::RequestLost, "insert into engine.match_record").await;
}

#[tokio::test]
async fn end_whose_row_was_stored_in_vain_is_refused_and_changes_nothing() {
    end_is_refused_before_its_commit(Cut::AnswerLost, APPEND).await;
}

#[tokio::test]
async fn without_store_moves_are_refused_with_a_hint_and_streams_stay() {
    let mut cuttable = Cuttable::begun(Plan::new(1)).await;
    let mut follower = cuttable.table.players[1].watch(None).await;
    let (seat, text) = cuttable.table.choose().await.unwrap();
    let before = cuttable.table.players[seat].get().await;
    cuttable.proxy.close();
    let request_id = fresh_id();
    let refused = cuttable.table.players[seat].act(request_id, &text).await.unwrap_err();
    // The first append may have been lost on the way: then the driver does not know, and says nothing else.
    let expected = [ErrorReason::StoreUnavailable, ErrorReason::OutcomeUnknown];
    assert!(expected.contains(&reason(&refused)), "{refused:?}");
    fault_with_hint(&refused);
    cuttable.proxy.open();
    let acted = insist_on(&cuttable.table, seat, request_id, &text).await;
    assert_eq!(acted, before.seq + 1);
    follower.up_to(acted).await;
    cuttable.table.step().await.unwrap();
    follower.up_to(acted + 1).await;
}

#[tokio::test]
async fn move_that_the_store_does_not_serve_in_time_is_refused_and_changes_nothing() {
    let mut cuttable = Cuttable::begun(Plan::new(1)).await;
    let (seat, text) = cuttable.table.choose().await.unwrap();
    let before = cuttable.table.players[seat].get().await;
    let mut holder = postgres::begin(cuttable.world.pool()).await.unwrap();
    sqlx::query("lock table engine.match_action in exclusive mode").execute(&mut *holder).await.unwrap();
    let request_id = fresh_id();
    let refused = cuttable.table.players[seat].act(request_id, &text).await.unwrap_err();
    assert_eq!(fault_with_hint(&refused).reason(), ErrorReason::StoreUnavailable);
    holder.rollback().await.unwrap();
    assert_eq!(cuttable.table.players[seat].get().await, before);
    let acted = cuttable.table.players[seat].act(request_id, &text).await.unwrap();
    assert_eq!((acted.seq, acted.replayed), (before.seq + 1, false));
    cuttable.table.step().await.unwrap();
}

#[tokio::test]
async fn without_store_a_match_can_still_be_looked_at() {
    let cuttable = Cuttable::begun(Plan::new(1)).await;
    let before = cuttable.table.players[2].get().await;
    cuttable.proxy.close();
    assert_eq!(cuttable.table.players[2].get().await, before);
    let mut follower = cuttable.table.players[2].watch(Some(0)).await;
    follower.up_to(before.seq).await;
}

async fn insist_on(table: &Table, seat: usize, request_id: Uuid, text: &str) -> u64 {
    within(async {
        loop {
            match table.players[seat].act(request_id, text).await {
                Ok(acted) => return acted.seq,
                Err(status) => drop(fault_with_hint(&status)),
            }
        }
    })
    .await
}

#[tokio::test]
async fn match_that_is_created_into_the_void_is_created_by_the_retry() {
    for (seed, cut) in (10..).zip([Cut::AnswerLost, Cut::RequestLost]) {
        let world = World::new().await;
        let proxy = world.db.proxy().await;
        let engine = world.engine("a").on(proxy.url()).start().await;
        proxy.cut_next(cut, "COMMIT");
        let plan = Plan::new(seed);
        let unknown = engine.creator().create_match(plan.request.clone()).await.unwrap_err();
        assert_eq!(reason(&unknown), ErrorReason::OutcomeUnknown);
        plan.create(&engine).await.step().await.unwrap();
    }
}

#[tokio::test]
async fn no_acknowledged_move_is_lost_or_doubled_whatever_is_cut() {
    let mut cuttable = Cuttable::begun(Plan::new(5)).await;
    let mut made = Vec::new();
    // The three moves before are told by the record.
    let first = cuttable.table.players[0].get().await.seq;
    while let Some(step) = cuttable.table.insist().await {
        made.push(step);
        let chance = &mut cuttable.table.chance;
        if chance.below(3) == 0 {
            let cut = *chance.pick(&[Cut::AnswerLost, Cut::RequestLost]);
            let statement = *chance.pick(&["engine.match_action", APPEND, "COMMIT", "from engine.match "]);
            cuttable.proxy.cut_next(cut, statement);
        }
        if chance.below(12) == 0 {
            // A crash, in the middle of whatever the engine does by itself.
            cuttable.engine.crash();
            cuttable.engine = cuttable.world.engine("a").on(cuttable.proxy.url()).start().await;
            cuttable.table = cuttable.table.at(&cuttable.engine);
        }
    }
    assert!(cuttable.proxy.cuts() > 5);
    let mut record = cuttable.record().await;
    for step in &mut record.steps[..first as usize] {
        step.step = None;
    }
    assert_stands(&record, &made);
    assert_eq!(cuttable.world.ratings.wait_for(1).await.len(), 1);
}
