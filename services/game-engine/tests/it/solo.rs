//! Tables where everybody plays alone, and matches of the trick-taking games from end to end.

use cards::{Seat, Side, SideSet};
use env::UnixMillis;
use fairdeal::MatchSecret;
use game_engine::state::{Actor as By, EndKind, Entry, MatchState, Occupant, Refusal};
use games::{GameKind, Options};
use uuid::Uuid;
use wire::engine::v1::{Actor, EndReason, MatchState as WireState};
use wire::errors::v1::ErrorReason;

use crate::conversion::setup_of;
use crate::table::{Plan, fresh_id};
use crate::world::{World, reason};

fn pepper(players: u8, target: u32) -> Options {
    let json = serde_json::json!({ "target": target });
    let options = Options::for_players(GameKind::Pepper, players).unwrap();
    options.with_json(json.as_object().unwrap()).unwrap()
}

/// A match of Pepper that has been dealt.
fn dealt(players: u8) -> MatchState {
    let setup = setup_of(pepper(players, 30));
    let secret = MatchSecret::from_bytes([9; 32]);
    let mut state = MatchState::new(Uuid::from_u128(3), setup, secret, UnixMillis::new(0));
    let deal = state.next_deal().unwrap();
    take(&mut state, deal).unwrap();
    state
}

fn take(state: &mut MatchState, entry: Entry) -> Result<(), Refusal> {
    let step = state.prepare(entry, UnixMillis::new(1), None)?;
    state.commit(step);
    Ok(())
}

fn resign(state: &mut MatchState, seat: usize) {
    take(state, Entry::Resign { seat: Seat::ALL[seat] }).unwrap();
}

fn act(state: &mut MatchState, text: &str) {
    let seat = state.core().turn().unwrap();
    let action = games::Action::parse(GameKind::Pepper, text).unwrap();
    take(state, Entry::Play { seat, action, actor: By::Bot, bank_charged_ms: 0 }).unwrap();
}

fn sides(numbers: &[u8]) -> SideSet {
    numbers.iter().map(|n| Side::new(*n).unwrap()).fold(SideSet::EMPTY, SideSet::with)
}

#[test]
fn first_of_three_to_resign_is_out_and_the_others_play_on() {
    let mut state = dealt(3);
    resign(&mut state, 1);
    assert_eq!(state.end(), None);
    assert!(state.core().is_automatic(&state.setup, Seat::ALL[1]));
    assert!(!state.core().is_automatic(&state.setup, Seat::ALL[0]));
}

#[test]
fn second_of_three_to_resign_leaves_the_win_to_the_third() {
    let mut state = dealt(3);
    resign(&mut state, 1);
    resign(&mut state, 0);
    assert_eq!(state.end(), Some(EndKind::Resigned));
    assert_eq!(state.core().winners(&state.setup), sides(&[2]));
    assert_eq!(state.core().places(&state.setup), [2, 2, 1]);
}

#[test]
fn first_of_two_to_resign_ends_the_match() {
    let mut state = dealt(2);
    resign(&mut state, 0);
    assert_eq!(state.end(), Some(EndKind::Resigned));
    assert_eq!(state.core().places(&state.setup), [2, 1]);
}

#[test]
fn resigning_beside_bots_alone_ends_the_match() {
    let mut setup = setup_of(pepper(3, 30));
    for seat in [0, 2] {
        setup.seats[seat] = Occupant::Bot { level: bots::Level::Greedy };
    }
    let secret = MatchSecret::from_bytes([9; 32]);
    let mut state = MatchState::new(Uuid::from_u128(3), setup, secret, UnixMillis::new(0));
    resign(&mut state, 1);
    assert_eq!(state.end(), Some(EndKind::Resigned));
    assert_eq!(state.core().winners(&state.setup), sides(&[0, 2]));
}

#[test]
fn player_who_has_resigned_plays_no_card() {
    let mut state = dealt(3);
    let seat = state.core().turn().unwrap();
    resign(&mut state, seat.index());
    let action = games::Action::parse(GameKind::Pepper, "PASS").unwrap();
    let entry = Entry::Play { seat, action, actor: By::Player, bank_charged_ms: 0 };
    assert_eq!(take(&mut state, entry), Err(Refusal::OutOfMatch));
}

#[test]
fn bid_is_not_yet_a_first_play() {
    let mut state = dealt(2);
    act(&mut state, "BID BP");
    act(&mut state, "NAME NT");
    assert!(!state.core().played);
    let mut legal = Vec::new();
    state.core().game.as_ref().unwrap().legal(&mut legal);
    act(&mut state, &legal[0].to_string());
    assert!(state.core().played);
}

#[test]
fn places_of_three_go_by_points_and_a_side_that_resigned_comes_last() {
    for seed in 0..40 {
        let mut state = crate::state::played_by_chance(GameKind::Pepper, seed, 2_000);
        let core = state.core();
        if state.end() != Some(EndKind::PlayedOut) || state.setup.seats.len() != 3 {
            continue;
        }
        let (winners, places) = (core.winners(&state.setup), core.places(&state.setup));
        let scores = core.game.as_ref().unwrap().scores();
        for (side, place) in state.setup.sides().zip(&places) {
            assert_eq!(*place == 1, winners.contains(side), "seed {seed}");
        }
        for (one, other) in [(0, 1), (0, 2), (1, 2)] {
            let both_lost = places[one] > 1 && places[other] > 1;
            if both_lost {
                assert_eq!(scores[one].cmp(&scores[other]), places[other].cmp(&places[one]), "seed {seed}");
            }
        }
        state.setup.ladder = Some("pepper-solo3".to_owned());
        let result = game_engine::convert::result(&state).unwrap();
        assert_eq!(result.sides.iter().map(|side| side.place).collect::<Vec<_>>(), places);
        return;
    }
    panic!("no match of three was played out");
}

/// Plays a match of these options through the API, and expects its result on that ladder.
async fn is_played_and_rated(options: Options, ladder: &str) {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(4).of(options, ladder).create(&engine).await;
    let mut follower = table.players[1].watch(None).await;
    table.play_out_with_care().await;
    follower.rest().await.unwrap();
    let record = table.players[0].record().await.unwrap();
    assert_eq!((record.state(), record.end_reason()), (WireState::Finished, EndReason::PlayedOut));
    assert_eq!(record.steps.len() as u64, follower.seq.unwrap());
    let results = world.ratings.wait_for(1).await;
    assert_eq!(results[0].ladder, ladder);
    assert_eq!(results[0].sides.len(), record.standing.unwrap().scores.len());
    assert!(results[0].sides.iter().any(|side| side.place == 1));
}

fn smear() -> Options {
    Options::defaults(GameKind::Smear)
}

#[tokio::test]
async fn smear_is_played_to_its_end_and_its_result_delivered() {
    is_played_and_rated(smear(), "smear").await;
}

#[tokio::test]
async fn pepper_for_two_is_played_to_its_end_and_its_result_delivered() {
    is_played_and_rated(pepper(2, 30), "pepper-solo2").await;
}

#[tokio::test]
async fn pepper_for_three_is_played_to_its_end_and_its_result_delivered() {
    is_played_and_rated(pepper(3, 30), "pepper-solo3").await;
}

#[tokio::test]
async fn bot_plays_the_cards_of_one_of_three_who_resigned() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let table = Plan::new(7).of(pepper(3, 3), "").create(&engine).await;
    let (seat, _) = table.turn().await.unwrap();
    assert!(!table.players[seat].resign(fresh_id()).await.unwrap().match_over);
    let refused = table.players[seat].act(fresh_id(), "PASS").await.unwrap_err();
    assert!(matches!(reason(&refused), ErrorReason::MatchOver | ErrorReason::NotYourTurn), "{refused:?}");
    let mut follower = table.players[(seat + 1) % 3].watch(Some(0)).await;
    // Only one seat of the table can be a bot's.
    while follower.event().await.actor() != Actor::Bot {}
}

#[tokio::test]
async fn wrong_number_of_seats_is_refused() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut plan = Plan::new(1).of(pepper(3, 30), "");
    plan.request.seats.pop();
    let refused = engine.creator().create_match(plan.request).await.unwrap_err();
    let fields = wire::fault_of(&refused).unwrap().into_refused().fields;
    assert_eq!(fields.iter().map(|field| field.field.as_str()).collect::<Vec<_>>(), ["seats"]);
}
