//! How a match ends other than by play: resignation and abort.

use wire::engine::v1::{AbortMatchRequest, EndReason, MatchState};
use wire::errors::v1::ErrorReason;

use crate::table::{Plan, Table, fresh_id};
use crate::world::{Engine, World, reason, simulated};

async fn abort(engine: &Engine, table: &Table) -> Result<wire::engine::v1::MatchSnapshot, tonic::Status> {
    let request =
        AbortMatchRequest { match_id: table.match_id.to_string(), why: "the hall burns".to_owned() };
    Ok(engine.admin().abort_match(request).await?.into_inner().r#match.unwrap())
}

#[tokio::test]
async fn resignation_beside_a_bot_needs_nobody_else() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let table = Plan::new(1).bot(2).create(&engine).await;
    let resigned = table.players[0].resign(fresh_id()).await.unwrap();
    assert!(resigned.match_over);
    let ended = table.players[1].get().await;
    assert_eq!((ended.end_reason(), ended.standing.unwrap().winning_sides), (EndReason::Resigned, vec![1]));
}

#[tokio::test]
async fn offered_resignation_holds_once_the_partner_is_away() {
    let world = World::new().await;
    let (clock, time) = simulated();
    let engine = world.engine("a").clock(&clock).start().await;
    let mut table = Plan::new(1).clocks(30, 0).create(&engine).await;
    table.steps(4).await;
    let offered = table.players[1].resign(fresh_id()).await.unwrap();
    assert!(!offered.match_over);
    let mut follower = table.players[0].watch(None).await;
    for _ in 0..2 {
        while table.turn().await.unwrap().0 != 3 {
            table.step().await.unwrap();
        }
        let seq = table.players[0].get().await.seq;
        time.advance(std::time::Duration::from_secs(30));
        follower.up_to(seq + 1).await;
    }
    follower.rest().await.unwrap();
    let results = world.ratings.wait_for(1).await;
    let places: Vec<_> = results[0].sides.iter().map(|side| side.place).collect();
    assert_eq!(places, [1, 2]);
    let left: Vec<_> = results[0].sides[1].players.iter().map(|player| player.left).collect();
    assert_eq!(left, [false, true]);
    assert!(!results[0].abandoned);
}

#[tokio::test]
async fn opponents_offers_do_not_meet() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).create(&engine).await;
    for seat in [0, 1] {
        assert!(!table.players[seat].resign(fresh_id()).await.unwrap().match_over);
    }
    table.step().await.unwrap();
    let seats = table.players[0].get().await.seats;
    assert_eq!(seats.iter().map(|seat| seat.resigned).collect::<Vec<_>>(), [true, true, false, false]);
    assert!(table.players[3].resign(fresh_id()).await.unwrap().match_over);
    let record = table.players[0].record().await.unwrap();
    assert_eq!(record.standing.unwrap().winning_sides, [0]);
}

#[tokio::test]
async fn resignation_before_the_cards_are_dealt_is_an_abandoned_match() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let table = Plan::new(1).cut_window(60).create(&engine).await;
    table.players[0].resign(fresh_id()).await.unwrap();
    assert!(table.players[2].resign(fresh_id()).await.unwrap().match_over);
    assert!(world.ratings.wait_for(1).await[0].abandoned);
    let record = table.players[1].record().await.unwrap();
    assert_eq!((record.state(), record.end_reason()), (MatchState::Finished, EndReason::Resigned));
}

#[tokio::test]
async fn match_is_aborted_at_any_stage_without_a_result() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    // While it is cut; at the bid; at the opening; in play; with an offer to resign.
    for moves in 0..5_usize {
        let plan = Plan::new(moves as u64).cut_window(if moves == 0 { 60 } else { 0 });
        let mut table = plan.create(&engine).await;
        let mut follower = table.players[0].watch(None).await;
        if moves > 0 {
            table.steps(moves - 1).await;
            table.turn().await.unwrap();
        }
        if moves == 4 {
            table.players[3].resign(fresh_id()).await.unwrap();
        }
        let aborted = abort(&engine, &table).await.unwrap();
        assert_eq!((aborted.state(), aborted.end_reason()), (MatchState::Aborted, EndReason::Aborted));
        assert_eq!(aborted.standing.unwrap().winning_sides, Vec::<u32>::new());
        follower.rest().await.unwrap();
        let last = follower.events.last().unwrap();
        assert_eq!(last.ended.as_ref().unwrap().reason(), EndReason::Aborted);
        let record = table.players[2].record().await.unwrap();
        assert_eq!(record.abort_reason, "the hall burns");
        let late = table.players[0].act(fresh_id(), "BID 9").await.unwrap_err();
        assert_eq!(reason(&late), ErrorReason::MatchOver);
    }
    let outbox = "select count(*) from engine.outbox";
    assert_eq!(sqlx::query_scalar::<_, i64>(outbox).fetch_one(world.pool()).await.unwrap(), 0);
    assert!(world.ratings.taken().is_empty());
}

#[tokio::test]
async fn decided_match_is_not_aborted() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let table = Plan::new(1).create(&engine).await;
    for seat in [0, 2] {
        table.players[seat].resign(fresh_id()).await.unwrap();
    }
    assert_eq!(reason(&abort(&engine, &table).await.unwrap_err()), ErrorReason::MatchOver);
}

#[tokio::test]
async fn unrated_match_has_no_result() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut plan = Plan::new(1);
    plan.request.ladder.clear();
    let table = plan.create(&engine).await;
    for seat in [0, 2] {
        table.players[seat].resign(fresh_id()).await.unwrap();
    }
    let outbox = "select count(*) from engine.outbox";
    assert_eq!(sqlx::query_scalar::<_, i64>(outbox).fetch_one(world.pool()).await.unwrap(), 0);
}

#[tokio::test]
async fn log_of_an_ended_match_goes_once_no_late_append_can_be_about() {
    let world = World::new().await;
    let (clock, time) = simulated();
    let engine = world.engine("a").clock(&clock).start().await;
    let mut table = Plan::new(1).create(&engine).await;
    let mut other = Plan::new(2).create(&engine).await;
    other.step().await.unwrap();
    table.play_out().await;
    let rows = world.log_rows(table.match_id).await;
    assert_eq!(rows as u64, table.players[0].get().await.seq);
    time.advance(std::time::Duration::from_secs(61));
    crate::world::within(async {
        while world.log_rows(table.match_id).await > 0 {
            tokio::task::yield_now().await;
        }
    })
    .await;
    table.players[0].record().await.unwrap();
    other.step().await.unwrap();
    assert!(world.log_rows(other.match_id).await > 0);
}
