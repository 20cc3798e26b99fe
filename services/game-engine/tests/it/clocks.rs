//! Clocks in simulated time: turns, banks, absence, and the cut.

use std::time::Duration;

use env::{Clock, SimulatedTime};
use wire::engine::v1::match_event::Event;
use wire::engine::v1::{Actor, MatchEvent, MatchSnapshot};
use wire::errors::v1::ErrorReason;
use wire::game::v1::seep_event;

use crate::follow::Follower;
use crate::table::{Plan, Table, fresh_id};
use crate::world::{Engine, NOW, World, reason, simulated, tick, within};

/// Short enough for calls to be answered in time.
const STEP: Duration = Duration::from_millis(100);

fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// A match with clocks that only the test moves, and a spectator's eye on it.
struct Timed {
    world: World,
    clock: Clock,
    time: SimulatedTime,
    engine: Engine,
    table: Table,
    eye: Follower,
}

impl Timed {
    async fn begun(plan: Plan) -> Self {
        let world = World::new().await;
        let (clock, time) = simulated();
        let engine = world.engine("a").clock(&clock).start().await;
        let table = plan.spectators().create(&engine).await;
        let eye = spectator(&engine, &table).await;
        Self { world, clock, time, engine, table, eye }
    }

    /// The same after a crash.
    async fn crash(&mut self) {
        let next = self.world.engine("a").clock(&self.clock).start().await;
        std::mem::replace(&mut self.engine, next).crash();
        self.table = self.table.at(&self.engine);
        self.eye = spectator(&self.engine, &self.table).await;
    }

    async fn event(&mut self, is_wanted: impl Fn(&MatchEvent) -> bool) -> MatchEvent {
        loop {
            let event = self.eye.event().await;
            if is_wanted(&event) {
                return event;
            }
        }
    }

    /// Moves until it is the turn of this seat.
    async fn until_turn_of(&mut self, seat: usize) {
        while self.table.turn().await.unwrap().0 != seat {
            self.table.step().await.unwrap();
        }
    }

    /// Lets everybody's time run out until all are away. Time passes only while the engine waits for somebody.
    async fn everybody_leaves(&mut self) {
        let (seat, _) = self.table.turn().await.unwrap();
        let mut turn = self.table.players[seat].get().await.turn;
        let mut timeouts = [0; 4];
        while let Some(deadline) = turn.and_then(|turn| turn.deadline) {
            let now = self.clock.now().as_i64();
            let wait = deadline.seconds * 1000 + i64::from(deadline.nanos) / 1_000_000 - now;
            self.time.advance(Duration::from_millis(u64::try_from(wait).unwrap()));
            let played = self.event(is_by(Actor::Autopilot)).await;
            let seat = seat_of_play(&played).unwrap();
            timeouts[seat] += 1;
            turn = played.turn;
            if timeouts[seat] == 2 {
                turn = self.event(|event| matches!(event.event, Some(Event::Away(_)))).await.turn;
            }
            // Bots play until it is the turn of somebody who is here.
            while timeouts.contains(&0) || timeouts.contains(&1) {
                if turn.as_ref().is_some_and(|turn| turn.deadline.is_some()) {
                    break;
                }
                turn = self.eye.event().await.turn;
            }
        }
        assert_eq!(timeouts, [2; 4]);
    }

    async fn snapshot(&self) -> MatchSnapshot {
        self.table.players[0].get().await
    }

    /// Lets the seat's time run out twice in a row, so that it is away.
    async fn send_away(&mut self, seat: usize) {
        for timeout in 0..2 {
            self.until_turn_of(seat).await;
            let limit = if timeout == 0 { 90 } else { 30 };
            self.time.advance(secs(limit));
            let event = self.event(is_by(Actor::Autopilot)).await;
            assert_eq!(seat_of_play(&event), Some(seat));
        }
        self.event(|event| matches!(&event.event, Some(Event::Away(away)) if away.seat as usize == seat))
            .await;
    }
}

async fn spectator(engine: &Engine, table: &Table) -> Follower {
    let onlooker = engine.client(&crate::world::token(uuid::Uuid::from_u128(404)));
    let mut eye = Follower::open(onlooker, table.match_id, None).await.unwrap();
    eye.next().await.unwrap();
    eye
}

fn is_by(actor: Actor) -> impl Fn(&MatchEvent) -> bool {
    move |event| event.actor() == actor
}

fn seat_of_play(event: &MatchEvent) -> Option<usize> {
    let Some(Event::Game(game)) = &event.event else { return None };
    let Some(wire::game::v1::game_event::Game::Seep(step)) = &game.game else { return None };
    match step.event.as_ref()? {
        seep_event::Event::Played(played) => Some(played.seat as usize),
        seep_event::Event::Bid(bid) => Some(bid.seat as usize),
        seep_event::Event::Dealt(_) => None,
    }
}

fn bank_left(snapshot: &MatchSnapshot, seat: usize) -> i64 {
    snapshot.seats[seat].bank_left.unwrap().seconds
}

/// Seconds from the beginning of simulated time to the present turn's deadline.
fn deadline(snapshot: &MatchSnapshot) -> i64 {
    snapshot.turn.as_ref().unwrap().deadline.unwrap().seconds - NOW.as_secs()
}

#[tokio::test]
async fn autopilot_moves_when_turn_and_bank_are_over_and_not_before() {
    let mut timed = Timed::begun(Plan::new(1).clocks(30, 60)).await;
    let (seat, _) = timed.table.turn().await.unwrap();
    let before = timed.snapshot().await;
    assert_eq!((deadline(&before), bank_left(&before, seat)), (90, 60));
    timed.time.advance(secs(89));
    assert_eq!(timed.snapshot().await.seq, before.seq);
    timed.time.advance(secs(1));
    let event = timed.event(is_by(Actor::Autopilot)).await;
    assert_eq!(seat_of_play(&event), Some(seat));
    let charge = event.bank_charge.unwrap();
    assert_eq!((charge.seat as usize, charge.left.unwrap().seconds), (seat, 0));
    // Once the bank is empty, the turn's own time is all there is.
    timed.until_turn_of(seat).await;
    assert_eq!(deadline(&timed.snapshot().await), 90 + 30);
}

#[tokio::test]
async fn move_within_the_turn_costs_nothing_and_one_beyond_it_costs_bank() {
    let mut timed = Timed::begun(Plan::new(1).clocks(30, 60)).await;
    let (seat, _) = timed.table.turn().await.unwrap();
    timed.time.advance(secs(30));
    timed.table.step().await.unwrap();
    assert_eq!(bank_left(&timed.snapshot().await, seat), 60);
    timed.until_turn_of(seat).await;
    timed.time.advance(secs(42));
    timed.table.step().await.unwrap();
    assert_eq!(bank_left(&timed.snapshot().await, seat), 48);
    let event = timed.event(|event| event.bank_charge.is_some()).await;
    assert_eq!(event.actor(), Actor::Player);
    assert_eq!(event.bank_charge.unwrap().left.unwrap().seconds, 48);
}

#[tokio::test]
async fn bank_survives_a_crash_and_the_turn_begins_anew() {
    let mut timed = Timed::begun(Plan::new(1).clocks(30, 60)).await;
    let (seat, _) = timed.table.turn().await.unwrap();
    timed.time.advance(secs(50));
    timed.table.step().await.unwrap();
    timed.until_turn_of(seat).await;
    timed.time.advance(secs(25));
    timed.crash().await;
    let restored = timed.snapshot().await;
    assert_eq!(bank_left(&restored, seat), 40);
    assert_eq!(deadline(&restored), 50 + 25 + 30 + 40);
    // Twenty-five seconds before the crash and as many after it: nobody measured fifty.
    timed.time.advance(secs(25));
    timed.table.step().await.unwrap();
    assert_eq!(bank_left(&timed.snapshot().await, seat), 40);
}

#[tokio::test]
async fn seat_that_times_out_twice_is_away_and_a_bot_plays_until_the_player_watches_again() {
    let mut timed = Timed::begun(Plan::new(1).deals(3).clocks(30, 60)).await;
    timed.send_away(2).await;
    assert!(timed.snapshot().await.seats[2].away);
    // The bot needs no time; the others are waited for.
    timed.until_turn_of(1).await;
    timed.table.step().await.unwrap();
    let bot = timed.event(is_by(Actor::Bot)).await;
    assert_eq!(seat_of_play(&bot), Some(2));
    timed.table.players[2].watch(None).await.next().await.unwrap();
    timed.event(|event| matches!(&event.event, Some(Event::Back(back)) if back.seat == 2)).await;
    assert!(!timed.snapshot().await.seats[2].away);
    timed.until_turn_of(2).await;
    let before = timed.snapshot().await;
    timed.table.step().await.unwrap();
    let own = timed.event(|event| event.seq == before.seq + 1).await;
    assert_eq!((seat_of_play(&own), own.actor()), (Some(2), Actor::Player));
}

#[tokio::test]
async fn player_who_is_away_returns_with_a_move_and_one_timeout_more_is_forgiven() {
    let mut timed = Timed::begun(Plan::new(1).deals(3).clocks(30, 60)).await;
    let engine_with_slow_bots = timed.world.engine("a").clock(&timed.clock).bots_after(secs(5)).start().await;
    timed.table = timed.table.at(&engine_with_slow_bots);
    timed.eye = spectator(&engine_with_slow_bots, &timed.table).await;
    timed.send_away(1).await;
    timed.until_turn_of(1).await;
    // The bot thinks; the player is quicker.
    let made = timed.table.step().await.unwrap();
    assert_eq!(made.seat, 1);
    let back = timed.event(|event| matches!(event.event, Some(Event::Back(_)))).await;
    assert_eq!(made.seq, back.seq + 1);
    // The count of timeouts began anew.
    timed.until_turn_of(1).await;
    timed.time.advance(secs(30));
    timed.event(is_by(Actor::Autopilot)).await;
    assert!(!timed.snapshot().await.seats[1].away);
}

#[tokio::test]
async fn refused_move_of_a_player_who_is_away_changes_nothing() {
    let mut timed = Timed::begun(Plan::new(1).deals(3).clocks(30, 60)).await;
    timed.send_away(1).await;
    let before = timed.snapshot().await;
    let refused = timed.table.players[1].act(fresh_id(), "THROW 2C").await.unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::NotYourTurn);
    assert_eq!(timed.snapshot().await, before);
}

#[tokio::test]
async fn match_that_everybody_left_is_played_out_and_the_result_tells_who_was_away() {
    let mut timed = Timed::begun(Plan::new(1).clocks(30, 0)).await;
    timed.everybody_leaves().await;
    timed.eye.rest().await.unwrap();
    let results = timed.world.ratings.wait_for(1).await;
    let players: Vec<_> = results[0].sides.iter().flat_map(|side| &side.players).collect();
    assert_eq!(players.len(), 4);
    for player in players {
        assert!(player.left);
        assert_eq!(player.bot_spans.len(), 1);
        assert_eq!(player.left_at, player.bot_spans[0].since);
    }
    let record = timed.table.players[0].record().await.unwrap();
    assert_eq!(record.absences.len(), 4);
}

#[tokio::test]
async fn bots_without_pause_do_not_keep_a_returning_player_out() {
    let mut timed = Timed::begun(Plan::new(1).deals(30).clocks(30, 0)).await;
    timed.everybody_leaves().await;
    // Four bots play on without a pause; the match would be over in a second or two.
    timed.table.players[0].watch(None).await.next().await.unwrap();
    timed.event(|event| matches!(&event.event, Some(Event::Back(back)) if back.seat == 0)).await;
}

#[tokio::test]
async fn match_without_clocks_waits_for_ever() {
    let mut timed = Timed::begun(Plan::new(1).clocks(0, 60)).await;
    let before = timed.snapshot().await;
    assert_eq!(before.turn.as_ref().unwrap().deadline, None);
    timed.time.advance(secs(30 * 24 * 3600));
    assert_eq!(timed.snapshot().await.seq, before.seq);
    timed.table.step().await.unwrap();
}

#[tokio::test]
async fn what_others_do_at_the_table_gives_the_seat_to_act_no_more_time() {
    let mut timed = Timed::begun(Plan::new(1).clocks(30, 60)).await;
    timed.table.steps(3).await;
    let (seat, _) = timed.table.turn().await.unwrap();
    timed.time.advance(secs(20));
    timed.table.players[(seat + 1) % 4].resign(fresh_id()).await.unwrap();
    let after = timed.snapshot().await;
    assert_eq!(deadline(&after), 90);
    let offered = timed.event(|event| matches!(event.event, Some(Event::ResignOffered(_)))).await;
    assert_eq!(offered.turn.unwrap().deadline.unwrap().seconds - NOW.as_secs(), 90);
}

#[tokio::test]
async fn time_in_which_the_store_is_away_is_nobodys() {
    let world = World::new().await;
    let (clock, time) = simulated();
    let proxy = world.db.proxy().await;
    let engine = world.engine("a").clock(&clock).store_clock(&clock).on(proxy.url()).start().await;
    let mut table = Plan::new(1).clocks(30, 60).create(&engine).await;
    table.steps(2).await;
    let (seat, text) = table.choose().await.unwrap();
    let player = table.players[seat].clone();
    proxy.close();
    // Long enough for the writers to look at their connections before they use them: nothing is lost on its way.
    time.advance(secs(2));
    let request_id = fresh_id();
    // The store is away for a minute and more, in which the player tries again and again.
    let back = clock.now().plus(secs(70));
    let insisting = async {
        let mut refusals = 0;
        loop {
            match player.act(request_id, &text).await {
                Ok(_) => return refusals,
                Err(refused) => assert!(
                    matches!(reason(&refused), ErrorReason::StoreUnavailable | ErrorReason::OutcomeUnknown),
                    "{refused:?}"
                ),
            }
            refusals += 1;
            if clock.now() >= back {
                proxy.open();
            }
        }
    };
    tokio::select! {
        refusals = within(insisting) => assert!(refusals > 5, "{refusals}"),
        never = tick(&time, STEP, world.pool(), &engine) => match never {},
    }
    let left = bank_left(&table.players[0].get().await, seat);
    assert!(left > 50, "{left} s are left of 60");
}

#[tokio::test]
async fn store_that_was_away_is_found_again_while_the_matches_time_stands_still() {
    let world = World::new().await;
    let (clock, _time) = simulated();
    let proxy = world.db.proxy().await;
    let engine = world.engine("a").clock(&clock).on(proxy.url()).start().await;
    let mut table = Plan::new(1).clocks(30, 60).create(&engine).await;
    table.steps(2).await;
    proxy.close();
    let opening = within(async {
        while proxy.refusals() == 0 {
            tokio::task::yield_now().await;
        }
        proxy.open();
    });
    // Nobody moves the clock of the matches: by it, no pause between two attempts would ever end.
    let (made, ()) = tokio::join!(table.insist(), opening);
    assert_eq!(table.players[0].get().await.seq, made.unwrap().seq);
}

// ---- the cut

async fn is_dealt(timed: &mut Timed) -> MatchEvent {
    timed.event(|event| matches!(event.event, Some(Event::Game(_)))).await
}

#[tokio::test]
async fn cards_are_dealt_when_the_cut_window_is_over() {
    let mut timed = Timed::begun(Plan::new(1).cut_window(5)).await;
    timed.table.players[2].cut(fresh_id(), &[7; 16]).await.unwrap();
    let cutting = timed.snapshot().await;
    assert_eq!(cutting.cut_deadline.unwrap().seconds - NOW.as_secs(), 5);
    assert_eq!(cutting.seats.iter().map(|seat| seat.cut).collect::<Vec<_>>(), [false, false, true, false]);
    let early = timed.table.players[0].act(fresh_id(), "BID 9").await.unwrap_err();
    assert_eq!(reason(&early), ErrorReason::NotStarted);
    timed.time.advance(secs(5));
    is_dealt(&mut timed).await;
    let late = timed.table.players[0].cut(fresh_id(), &[7; 16]).await.unwrap_err();
    assert_eq!(reason(&late), ErrorReason::CutClosed);
    assert_eq!(timed.snapshot().await.cut_deadline, None);
}

#[tokio::test]
async fn cards_are_dealt_as_soon_as_everybody_has_cut_or_declined() {
    let mut timed = Timed::begun(Plan::new(1).cut_window(60).bot(1)).await;
    for seat in [0, 2] {
        timed.table.players[seat].cut(fresh_id(), &[]).await.unwrap();
        let twice = timed.table.players[seat].cut(fresh_id(), &[1; 16]).await.unwrap_err();
        assert_eq!(reason(&twice), ErrorReason::CutClosed);
    }
    timed.table.players[3].cut(fresh_id(), &[9; 64]).await.unwrap();
    is_dealt(&mut timed).await;
    timed.table.play_out().await;
    let record = timed.table.players[0].record().await.unwrap();
    assert_eq!(record.entropies, [vec![], vec![], vec![], vec![9; 64]]);
}

#[tokio::test]
async fn without_cut_window_cards_are_dealt_at_once_by_the_given_dealer() {
    let mut timed = Timed::begun(Plan::new(1).cut_window(0).first_dealer(2)).await;
    timed.table.turn().await.unwrap();
    timed.table.play_out().await;
    let record = timed.table.players[0].record().await.unwrap();
    assert_eq!((record.first_dealer, record.first_dealer_given), (2, true));
    assert!(matches!(
        &record.steps[0].step,
        Some(wire::engine::v1::record_step::Step::Deal(deal)) if deal.dealer == 2
    ));
}

#[tokio::test]
async fn crash_inside_the_cut_window_makes_it_no_longer() {
    let mut timed = Timed::begun(Plan::new(1).cut_window(5)).await;
    let cut = fresh_id();
    timed.table.players[1].cut(cut, &[7; 32]).await.unwrap();
    timed.time.advance(secs(3));
    timed.crash().await;
    let again = timed.table.players[1].cut(cut, &[7; 32]).await.unwrap();
    assert!(again.replayed);
    assert!(timed.snapshot().await.turn.is_none());
    timed.time.advance(secs(2));
    is_dealt(&mut timed).await;
}

#[tokio::test]
async fn clock_that_is_set_back_makes_the_cut_window_no_longer_than_it_was() {
    let mut timed = Timed::begun(Plan::new(1).cut_window(5)).await;
    timed.time.set_wall(NOW.minus(secs(3600)));
    timed.crash().await;
    timed.time.advance(secs(5));
    is_dealt(&mut timed).await;
}

#[tokio::test]
async fn bot_takes_its_time() {
    let world = World::new().await;
    let (clock, time) = simulated();
    let engine = world.engine("a").clock(&clock).bots_after(Duration::from_millis(600)).start().await;
    let plan = Plan::new(1).bot(0).bot(1).bot(2).first_dealer(2).cut_window(0);
    let table = plan.create(&engine).await;
    let mut follower = table.players[3].watch(None).await;
    let before = follower.until(|snapshot| snapshot.turn.is_some()).await;
    if before.turn.as_ref().unwrap().seat == 3 {
        table.players[3].act(fresh_id(), &before.turn.unwrap().legal_moves[0].text).await.unwrap();
        let snapshot = table.players[3].get().await;
        table.players[3].act(fresh_id(), &snapshot.turn.unwrap().legal_moves[0].text).await.unwrap();
    }
    let waiting = table.players[3].get().await;
    time.advance(Duration::from_millis(599));
    assert_eq!(table.players[3].get().await.seq, waiting.seq);
    time.advance(Duration::from_millis(1));
    follower.up_to(waiting.seq + 1).await;
}
