//! Replay: a match read back is the match that was played, and a log that was tampered with is set aside.

use cards::{Deck, Pack, Seat, Viewer};
use env::UnixMillis;
use fairdeal::{Entropy, MatchSecret};
use game_engine::convert::{closed_event, decode_entry, encode_entry, snapshot};
use game_engine::state::{Actor, Core, Entry, MatchState, Recorded, ReplayFault, replay};
use games::GameKind;
use prost::Message as _;
use uuid::Uuid;
use wire::errors::v1::ErrorReason;

use crate::chance::Chance;
use crate::conversion::setup_of;
use crate::table::{Plan, Table};
use crate::world::{World, reason};

/// A match that is played by chance up to `steps` steps, with everything that can happen at a table.
pub fn played_by_chance(kind: GameKind, seed: u64, steps: usize) -> MatchState {
    let mut chance = Chance::new(seed);
    let setup = setup_of(games::random::options(kind, &mut |n| chance.below(n)));
    let secret = MatchSecret::from_bytes([u8::try_from(seed % 256).unwrap(); 32]);
    let mut state = MatchState::new(Uuid::from_u128(seed.into()), setup, secret, UnixMillis::new(1_000));
    while state.end().is_none() && state.seq() < steps as u64 {
        let entry = any_entry(&state, &mut chance);
        let at = UnixMillis::new(1_000 + i64::try_from(state.seq()).unwrap() * 10);
        // What cannot follow is passed over.
        if let Ok(step) = state.prepare(entry, at, None) {
            state.commit(step);
        }
    }
    state
}

fn any_entry(state: &MatchState, chance: &mut Chance) -> Entry {
    let seat = Seat::ALL[chance.below(state.setup.seats.len() as u32) as usize];
    if state.core().is_cutting() && chance.below(3) > 0 {
        let length = [0, 16, 64][chance.below(3) as usize];
        return Entry::Cut { seat, entropy: Entropy::new(vec![seat.number(); length]).unwrap() };
    }
    match chance.below(20) {
        0 => return Entry::Away { seat },
        1 => return Entry::Back { seat },
        _ => {}
    }
    if let Some(deal) = state.next_deal() {
        return deal;
    }
    let (Some(game), Some(turn)) = (&state.core().game, state.core().turn()) else {
        return Entry::Resign { seat };
    };
    let mut legal = Vec::new();
    game.legal(&mut legal);
    let action = games::random::action(&legal, &mut |n| chance.below(n));
    let actor = [Actor::Player, Actor::Autopilot, Actor::Bot][chance.below(3) as usize];
    Entry::Play { seat: turn, action, actor, bank_charged_ms: chance.below(5000) }
}

/// The steps as they come back from the log.
fn logged(state: &MatchState) -> Vec<Recorded> {
    let steps = state.steps().iter().map(|step| Recorded {
        at: step.at,
        entry: decode_entry(&encode_entry(&step.entry), &state.setup).unwrap(),
        request: None,
    });
    steps.collect()
}

fn replayed(state: &MatchState, steps: &[Recorded]) -> Result<MatchState, ReplayFault> {
    replay(state.id, state.setup.clone(), state.secret.clone(), state.created_at, steps)
}

fn essence(core: &Core) -> impl PartialEq + std::fmt::Debug + use<> {
    (core.seats.clone(), core.game.clone(), core.end, core.played)
}

#[test]
fn match_read_back_from_its_log_is_the_match_that_was_played() {
    for seed in 0..90 {
        let state = played_by_chance(GameKind::ALL[seed as usize % 3], seed, 150);
        let back = replayed(&state, &logged(&state)).unwrap();
        assert_eq!(essence(back.core()), essence(state.core()), "seed {seed}");
        for viewer in state.setup.seats().map(Viewer::Seat).chain([Viewer::Spectator]) {
            let look = |state: &MatchState| {
                let events = state.see_missed(0, usize::MAX, viewer).into_iter();
                let events: Vec<_> =
                    events.map(|(seq, at, step)| closed_event(state, seq, at, step)).collect();
                (snapshot(state, viewer, Default::default()).encode_to_vec(), events)
            };
            assert_eq!(look(&back), look(&state), "seed {seed}, {viewer:?}");
        }
    }
}

#[test]
fn deck_in_another_order_is_found_out_by_the_state_hash() {
    let state = played_by_chance(GameKind::Seep, 1, 20);
    let mut steps = logged(&state);
    let deal = steps.iter_mut().find_map(|step| match &mut step.entry {
        Entry::Deal { deck, .. } => Some(deck),
        _ => None,
    });
    let deal = deal.unwrap();
    let mut cards = deal.cards().to_vec();
    cards.swap(50, 10);
    *deal = Deck::new(Pack::Full52, cards).unwrap();
    assert!(matches!(replayed(&state, &steps), Err(ReplayFault::Diverges { .. })));
}

#[test]
fn fault_of_a_replay_names_no_card() {
    let state = played_by_chance(GameKind::Seep, 3, 60);
    let steps = logged(&state);
    let mut faults = 0;
    for place in 0..steps.len() {
        let mut without = steps.clone();
        without.remove(place);
        let Err(fault) = replayed(&state, &without) else { continue };
        let text = fault.to_string();
        for card in cards::CardSet::FULL.iter() {
            let card = card.to_string();
            assert!(!text.split_whitespace().any(|word| word.trim_matches('.') == card), "{text}");
        }
        faults += 1;
    }
    assert!(faults > 10);
}

/// A match with some moves behind it, at an engine that then crashed.
async fn left_by_a_crash(world: &World, seed: u64) -> Table {
    let engine = world.engine("a").seed(seed).start().await;
    let mut table = Plan::new(seed).create(&engine).await;
    table.steps(5).await;
    engine.crash();
    table
}

/// Does this to the log of a match, and expects it to be set aside and another one to go on.
async fn is_set_aside(damage: &'static str) {
    let world = World::new().await;
    let table = left_by_a_crash(&world, 1).await;
    let healthy = left_by_a_crash(&world, 2).await;
    let damaged = sqlx::query(damage).bind(table.match_id).execute(world.pool()).await.unwrap();
    assert!(damaged.rows_affected() > 0);
    let engine = world.engine("a").start().await;
    let table = table.at(&engine);
    for _ in 0..2 {
        let refused = table.players[0].try_get().await.unwrap_err();
        assert_eq!(reason(&refused), ErrorReason::MatchQuarantined);
    }
    let refused = table.players[0].act(Uuid::from_u128(1), "BID 9").await.unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::MatchQuarantined);
    let Err(refused) = table.players[0].try_watch(None).await else { panic!("nothing is streamed") };
    assert_eq!(reason(&refused), ErrorReason::MatchQuarantined);
    assert_eq!(world.row_state(table.match_id).await, 4);
    let mut healthy = healthy.at(&engine);
    healthy.play_out().await;
}

#[tokio::test]
async fn match_with_another_deck_in_its_log_is_set_aside() {
    // Two bytes of the deck change places.
    is_set_aside(
        "update engine.match_action set entry =
             set_byte(set_byte(entry, 20, get_byte(entry, 40)), 40, get_byte(entry, 20))
         where match_id = $1 and seq = 1",
    )
    .await;
}

#[tokio::test]
async fn match_with_another_state_hash_in_its_log_is_set_aside() {
    is_set_aside(
        "update engine.match_action
         set entry = set_byte(entry, length(entry) - 1, get_byte(entry, length(entry) - 1) # 1)
         where match_id = $1 and seq = 1",
    )
    .await;
}

#[tokio::test]
async fn match_with_a_gap_in_its_log_is_set_aside() {
    is_set_aside("delete from engine.match_action where match_id = $1 and seq = 3").await;
}

#[tokio::test]
async fn match_with_an_unreadable_entry_is_set_aside() {
    is_set_aside("update engine.match_action set entry = '\\xffff' where match_id = $1 and seq = 4").await;
}

#[tokio::test]
async fn match_with_an_unreadable_configuration_is_set_aside() {
    is_set_aside("update engine.match set config = '\\xffff' where match_id = $1").await;
}

#[tokio::test]
async fn match_of_other_rules_waits_for_the_build_that_knows_them() {
    let world = World::new().await;
    let table = left_by_a_crash(&world, 1).await;
    let set = |version: i32| {
        sqlx::query("update engine.match set rules_version = $2 where match_id = $1")
            .bind(table.match_id)
            .bind(version)
            .execute(world.pool())
    };
    set(2).await.unwrap();
    let engine = world.engine("a").start().await;
    let refused = table.at(&engine).players[0].try_get().await.unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::MatchQuarantined);
    assert_eq!(world.row_state(table.match_id).await, 1);
    set(1).await.unwrap();
    table.at(&engine).play_out().await;
}

#[tokio::test]
async fn list_shows_a_match_that_cannot_be_read_and_all_others() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let plan = Plan::new(1);
    let table = plan.clone().create(&engine).await;
    let mut other = plan.clone();
    other.request.match_id = Uuid::from_u128(77).to_string();
    other.create(&engine).await;
    let damage = "update engine.match set config = '\\xffff' where match_id = $1";
    sqlx::query(damage).bind(table.match_id).execute(world.pool()).await.unwrap();
    let request = wire::engine::v1::ListMatchesRequest::default();
    let listed = table.players[0].client.clone().list_matches(request).await.unwrap().into_inner().matches;
    assert_eq!(listed.len(), 2);
    let broken = listed.iter().find(|m| m.match_id == table.match_id.to_string()).unwrap();
    assert_eq!(broken.state(), wire::engine::v1::MatchState::Quarantined);
    assert!(listed.iter().any(|m| m.state() == wire::engine::v1::MatchState::Playing));
}
