//! Two engines on one database: whoever drives a match, nobody else does.

use uuid::Uuid;
use wire::engine::v1::{AbortMatchRequest, EndReason, GetMatchRequest, ListMatchesRequest, MatchState};
use wire::errors::v1::ErrorReason;

use crate::table::{Plan, Table, fresh_id};
use crate::world::{World, reason, simulated, within};

/// The instance and epoch that drive a match.
async fn driver_of(world: &World, table: &Table) -> (String, i64) {
    let statement = "select instance, epoch from engine.match where match_id = $1";
    sqlx::query_as(statement).bind(table.match_id).fetch_one(world.pool()).await.unwrap()
}

#[tokio::test]
async fn process_that_takes_a_name_takes_its_matches_at_once() {
    let world = World::new().await;
    // Its clock stands still: it never notices by itself.
    let (frozen, _time) = simulated();
    let zombie = world.engine("a").clock(&frozen).start().await;
    let mut old = Plan::new(1).create(&zombie).await;
    old.steps(3).await;
    let mut left = old.players[0].watch(None).await;
    let heir = world.engine("a").start().await;
    let mut new = old.at(&heir);
    let made = new.step().await.unwrap();
    assert_eq!(driver_of(&world, &new).await, ("a".to_owned(), 2));

    // A move at the zombie meets the fence: nothing of it lands.
    let refused = old.players[made.seat].act(fresh_id(), &made.text).await.unwrap_err();
    assert!(
        matches!(reason(&refused), ErrorReason::OutcomeUnknown | ErrorReason::StoreUnavailable),
        "{refused:?}"
    );
    assert_eq!(world.log_rows(new.match_id).await as u64, made.seq);
    // And whoever watched there is told to resume.
    let ended = left.rest().await.unwrap_err();
    assert_eq!(reason(&ended), ErrorReason::Draining);
    let mut resumed = new.players[0].watch(left.seq).await;
    resumed.up_to(made.seq).await;
    new.play_out().await;
    resumed.rest().await.unwrap();
    assert_eq!(world.ratings.wait_for(1).await.len(), 1);
}

#[tokio::test]
async fn match_of_a_silent_instance_is_taken_over_by_the_first_call() {
    let world = World::new().await;
    let (frozen, _time) = simulated();
    let zombie = world.engine("a").clock(&frozen).start().await;
    let mut old = Plan::new(1).create(&zombie).await;
    let before = old.steps(3).await;
    // Its clock stands still too, so that it takes nothing over unasked.
    let heir = world.engine("b").clock(&frozen).start().await;
    world.let_claim_run_out("a").await;
    let mut new = old.at(&heir);
    let made = new.step().await.unwrap();
    assert_eq!(made.seq, before.last().unwrap().seq + 1);
    assert_eq!(driver_of(&world, &new).await.0, "b");
    // The zombie's own retry of an old move reads the log, and finds what was acknowledged.
    let old_move = &before[1];
    let again = old.players[old_move.seat].act(old_move.request_id, &old_move.text).await.unwrap();
    assert_eq!((again.seq, again.replayed), (old_move.seq, true));
    // Its next append does not land.
    let refused = old.players[made.seat].act(fresh_id(), &made.text).await.unwrap_err();
    assert!(
        matches!(reason(&refused), ErrorReason::OutcomeUnknown | ErrorReason::StoreUnavailable),
        "{refused:?}"
    );
    assert_eq!(world.log_rows(new.match_id).await as u64, made.seq);
}

#[tokio::test]
async fn match_of_a_silent_instance_is_taken_over_unasked() {
    let world = World::new().await;
    let (frozen, _time) = simulated();
    let zombie = world.engine("a").clock(&frozen).start().await;
    let mut table = Plan::new(1).create(&zombie).await;
    table.steps(2).await;
    let heir = world.engine("b").lease_s(1).start().await;
    world.let_claim_run_out("a").await;
    within(async {
        while driver_of(&world, &table).await.0 != "b" {
            tokio::task::yield_now().await;
        }
    })
    .await;
    table.at(&heir).play_out().await;
}

#[tokio::test]
async fn watchers_of_an_instance_whose_claim_lapsed_are_told_without_any_move() {
    let world = World::new().await;
    let (clock, time) = simulated();
    let sleeper = world.engine("a").clock(&clock).start().await;
    let mut old = Plan::new(1).create(&sleeper).await;
    let mut kept = Plan::new(2).create(&sleeper).await;
    old.steps(2).await;
    let mut left = old.players[0].watch(None).await;
    let mut stays = kept.players[0].watch(None).await;
    let before = old.players[1].get().await.seq;
    world.let_claim_run_out("a").await;
    // Another instance takes one of its matches over.
    let other = "insert into engine.instance values ('b', 1, now() + interval '1 hour', '')";
    sqlx::query(other).execute(world.pool()).await.unwrap();
    let taken = "update engine.match set instance = 'b', epoch = 1 where match_id = $1";
    sqlx::query(taken).bind(old.match_id).execute(world.pool()).await.unwrap();
    // The sleeper wakes, renews its claim, and notices.
    time.advance(std::time::Duration::from_secs(3600));
    let ended = left.rest().await.unwrap_err();
    assert_eq!((reason(&ended), left.seq), (ErrorReason::Draining, Some(before)));
    // What nobody took over goes on as if nothing had been.
    let made = kept.step().await.unwrap();
    stays.up_to(made.seq).await;
}

#[tokio::test]
async fn instance_that_lost_its_name_goes_on_under_another() {
    let world = World::new().await;
    let (clock, time) = simulated();
    let first = world.engine("a").clock(&clock).start().await;
    let mut old = Plan::new(1).create(&first).await;
    old.steps(2).await;
    let mut left = old.players[3].watch(None).await;
    let second = world.engine("a").reachable().start().await;
    time.advance(std::time::Duration::from_secs(3600));
    let ended = left.rest().await.unwrap_err();
    assert_eq!(reason(&ended), ErrorReason::Draining);
    // What is created at the first from now on is its own, under a name of its own.
    let fresh = within(async {
        loop {
            let plan = Plan::new(2);
            match first.creator().create_match(plan.request.clone()).await {
                Ok(_) => return plan.table(&first),
                Err(status) => assert_eq!(reason(&status), ErrorReason::Draining),
            }
        }
    });
    let mut fresh = fresh.await;
    fresh.step().await.unwrap();
    let (name, epoch) = driver_of(&world, &fresh).await;
    assert!(name.starts_with("a~") && epoch == 1, "{name} {epoch}");
    // And what the second drives is forwarded to it.
    let made = old.step().await.unwrap();
    assert_eq!(driver_of(&world, &old).await, ("a".to_owned(), 2));
    let seq = old.at(&second).players[0].get().await.seq;
    assert_eq!(seq, made.seq);
}

/// The one hole in a fence that takes no locks: an append that began before a takeover and is slow.
#[tokio::test]
async fn append_that_began_before_a_takeover_does_not_land_after_the_match_has_ended() {
    use game_engine::store::{LogAppend, LogRow};
    use postgres::group_commit::Append as _;

    let world = World::new().await;
    let (frozen, _time) = simulated();
    let zombie = world.engine("a").clock(&frozen).start().await;
    let held = Plan::new(1).create(&zombie).await;
    let table = Plan::new(2).create(&zombie).await;
    let next = |table: &Table, seq| LogRow {
        match_id: table.match_id,
        seq,
        at_ms: 0,
        entry: vec![],
        request: None,
        instance: "a".to_owned(),
        epoch: 1,
    };
    let seqs = [table.turn().await, held.turn().await].map(|turn| turn.is_some());
    assert_eq!(seqs, [true, true], "both are dealt, so that the next seq is 2");

    // The zombie's statement has read both matches, and hangs on the first: somebody writes its row just now.
    let mut holder = postgres::begin(world.pool()).await.unwrap();
    let row = "insert into engine.match_action (match_id, seq, at_ms, entry) values ($1, 2, 0, '')";
    sqlx::query(row).bind(held.match_id).execute(&mut *holder).await.unwrap();
    let mut connection = world.pool().acquire().await.unwrap();
    let rows = [next(&held, 2), next(&table, 2)];
    let late = tokio::spawn(async move { LogAppend.append(&mut connection, &rows).await.unwrap() });
    let waiting = "select count(*) from pg_stat_activity
                   where datname = current_database() and wait_event_type = 'Lock'";
    within(async {
        while sqlx::query_scalar::<_, i64>(waiting).fetch_one(world.pool()).await.unwrap() == 0 {
            tokio::task::yield_now().await;
        }
    })
    .await;

    // Meanwhile a successor takes over and ends the other match by its very first append.
    let heir = world.engine("a").clock(&frozen).start().await;
    let request = AbortMatchRequest { match_id: table.match_id.to_string(), why: "a test".to_owned() };
    let aborted = heir.admin().abort_match(request).await.unwrap().into_inner().r#match.unwrap();
    assert_eq!(aborted.seq, 2);
    holder.rollback().await.unwrap();
    let landed = within(late).await.unwrap();
    assert!(!landed.contains(&1), "the late row of the ended match is refused");
}

#[tokio::test]
async fn any_instance_answers_for_a_match_that_another_one_drives() {
    let world = World::new().await;
    let driver = world.engine("a").reachable().start().await;
    let door = world.engine("b").reachable().seed(2).start().await;
    let plan = Plan::new(1).cut_window(60);
    plan.clone().create(&driver).await;
    let mut table = plan.table(&door);
    let mut follower = table.players[0].watch(None).await;
    follower.next().await.unwrap();
    for player in &table.players {
        player.cut(fresh_id(), &[]).await.unwrap();
    }
    let made = table.steps(4).await;
    assert_eq!(driver_of(&world, &table).await.0, "a");
    follower.up_to(made.last().unwrap().seq).await;

    // Errors keep their reasons and details on the way.
    let (seat, _) = table.turn().await.unwrap();
    let refused = table.players[(seat + 1) % 4].act(fresh_id(), "THROW 2C").await.unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::NotYourTurn);
    assert_eq!(wire::fault_of(&refused).unwrap().metadata()["turn"], seat.to_string());
    let reused = table.players[made[1].seat].act(made[1].request_id, "THROW 2C").await.unwrap_err();
    assert_eq!(reason(&reused), ErrorReason::RequestIdReused);
    let beyond = table.players[0].try_watch(Some(1000)).await.err().unwrap();
    assert_eq!(reason(&beyond), ErrorReason::SeqOutOfRange);
    let running = table.players[0].record().await.unwrap_err();
    assert_eq!(reason(&running), ErrorReason::MatchRunning);
    let stranger = door.client(&crate::world::token(Uuid::from_u128(9)));
    let request = GetMatchRequest { match_id: table.match_id.to_string() };
    let foreign = stranger.clone().get_match(request.clone()).await.unwrap_err();
    assert_eq!(reason(&foreign), ErrorReason::NotYourMatch);

    // Retries, services, lists, resignations and aborts too.
    let again = table.players[made[1].seat].act(made[1].request_id, &made[1].text).await.unwrap();
    assert_eq!((again.seq, again.replayed), (made[1].seq, true));
    let seen = door.reader().get_match(request).await.unwrap().into_inner().r#match.unwrap();
    assert_eq!(seen.your_seat, None);
    let (turn, _) = table.turn().await.unwrap();
    for (seat, player) in table.players.iter().enumerate() {
        let listed =
            player.client.clone().list_matches(ListMatchesRequest::default()).await.unwrap().into_inner();
        assert_eq!(listed.matches[0].my_turn, seat == turn);
        assert_eq!(listed.matches[0].state(), MatchState::Playing);
    }
    let resigned = table.players[0].resign(fresh_id()).await.unwrap();
    assert!(!resigned.match_over);
    let request = AbortMatchRequest { match_id: table.match_id.to_string(), why: "a test".to_owned() };
    let aborted = door.admin().abort_match(request).await.unwrap().into_inner().r#match.unwrap();
    assert_eq!(aborted.end_reason(), EndReason::Aborted);
    follower.rest().await.unwrap();
}

#[tokio::test]
async fn forwarded_call_is_not_forwarded_again() {
    let world = World::new().await;
    let driver = world.engine("a").reachable().start().await;
    let door = world.engine("b").reachable().seed(2).start().await;
    let table = Plan::new(1).create(&driver).await;
    let mut request = tonic::Request::new(GetMatchRequest { match_id: table.match_id.to_string() });
    request.metadata_mut().insert("x-jodi-forwarded", "1".parse().unwrap());
    let refused = door.reader().get_match(request).await.unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::Draining);
}

#[tokio::test]
async fn match_of_an_instance_without_address_is_answered_with_a_hint() {
    let world = World::new().await;
    let driver = world.engine("a").start().await;
    let door = world.engine("b").seed(2).start().await;
    let table = Plan::new(1).create(&driver).await.at(&door);
    let refused = table.players[0].try_get().await.unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::StoreUnavailable);
    let refused = table.players[0].act(fresh_id(), "BID 9").await.unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::StoreUnavailable);
}

#[tokio::test]
async fn instance_that_has_drained_leaves_its_matches_to_others_at_once() {
    let world = World::new().await;
    let mut first = world.engine("a").start().await;
    let mut table = Plan::new(1).create(&first).await;
    table.steps(3).await;
    let mut follower = table.players[0].watch(None).await;
    first.drain.begin();
    let ended = follower.rest().await.unwrap_err();
    assert_eq!(reason(&ended), ErrorReason::Draining);
    first.drained().await;
    // Its claim would have lasted an hour.
    let second = world.engine("b").start().await;
    let mut table = table.at(&second);
    let mut resumed = table.players[0].watch(follower.seq).await;
    let made = table.step().await.unwrap();
    resumed.up_to(made.seq).await;
}

#[tokio::test]
async fn instance_that_nobody_is_connected_to_leaves_its_matches_before_its_process_ends() {
    let world = World::new().await;
    let mut first = world.engine("a").start().await;
    let mut table = Plan::new(1).create(&first).await;
    table.steps(3).await;
    first.drain.begin();
    first.drained().await;
    first.crash();
    // Its claim would have lasted an hour.
    let second = world.engine("b").start().await;
    table.at(&second).step().await.unwrap();
}
