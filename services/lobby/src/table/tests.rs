//! What may be done at a table, move by move.

use env::{Entropy, UnixMillis};
use uuid::Uuid;

use super::*;
use crate::ids::{AccountId, MatchId, SeatNumber, TableId};

const PAIRS: [u8; 4] = [0, 1, 0, 1];

fn account(n: u128) -> AccountId {
    AccountId(Uuid::from_u128(n))
}

fn seat(n: u8) -> SeatNumber {
    SeatNumber(n)
}

fn settings() -> TableSettings {
    TableSettings {
        choice: GameChoice { game: "seep".into(), options: vec![10, 0], ladder: "seep".into() },
        clocks: Clocks::default(),
        visibility: Visibility::Private,
        rated: true,
        spectators: false,
    }
}

fn table() -> Table {
    let code = TableCode::draw(&Entropy::seeded(1));
    let host = (account(1), "One".to_owned());
    Table::open(TableId(Uuid::from_u128(9)), code, settings(), &PAIRS, host, UnixMillis::new(0))
}

/// Four people, all ready.
fn full_table() -> Table {
    let mut table = table();
    for n in 2..=4 {
        table.join(account(n), "Somebody", None).unwrap();
        table.set_readiness(account(n), Readiness::Ready).unwrap();
    }
    table
}

fn bot() -> BotLevel {
    BotLevel::named("greedy").unwrap()
}

#[test]
fn host_sits_on_seat_0_of_a_new_table() {
    let table = table();
    assert_eq!((table.seat_of(account(1)), table.host, table.version), (Some(seat(0)), Some(account(1)), 1));
}

#[test]
fn join_takes_the_first_free_seat() {
    let mut table = table();
    table.join(account(2), "Two", Some(seat(1))).unwrap();
    table.join(account(3), "Three", None).unwrap();
    assert_eq!(table.seat_of(account(3)), Some(seat(2)));
}

#[test]
fn join_again_changes_nothing() {
    let mut table = full_table();
    let before = table.clone();
    table.join(account(2), "Two", None).unwrap();
    table.join(account(2), "Two", table.seat_of(account(2))).unwrap();
    assert_eq!(table, before);
}

#[test]
fn join_on_a_taken_seat_is_refused() {
    let refused = table().join(account(2), "Two", Some(seat(0)));
    assert_eq!(refused, Err(TableRefusal::SeatTaken { seat: seat(0) }));
}

#[test]
fn join_on_a_seat_that_does_not_exist_is_refused() {
    let refused = table().join(account(2), "Two", Some(seat(4)));
    assert_eq!(refused, Err(TableRefusal::NoSuchSeat { seats: 4 }));
}

#[test]
fn join_at_a_full_table_is_refused() {
    assert_eq!(full_table().join(account(5), "Five", None), Err(TableRefusal::Full));
}

#[test]
fn move_to_another_seat_frees_the_old_one_and_takes_readiness_back() {
    let mut table = table();
    table.join(account(2), "Two", Some(seat(1))).unwrap();
    table.set_readiness(account(2), Readiness::Ready).unwrap();
    table.join(account(2), "Two", Some(seat(3))).unwrap();
    assert_eq!(table.free_seats(), 2);
    assert_eq!(table.seats[3].player().unwrap().readiness, Readiness::NotReady);
}

#[test]
fn move_keeps_the_place_in_the_order_of_hosts() {
    let mut table = full_table();
    table.leave(account(4)).unwrap();
    table.join(account(2), "Two", Some(seat(3))).unwrap();
    table.leave(account(1)).unwrap();
    assert_eq!(table.host, Some(account(2)));
}

#[test]
fn table_closes_when_only_bots_are_left() {
    let mut table = table();
    table.seat_bot(account(1), seat(1), bot()).unwrap();
    table.leave(account(1)).unwrap();
    assert_eq!((table.stage, table.host, table.free_seats()), (Stage::Closed, None, 4));
}

#[test]
fn leave_twice_changes_nothing() {
    let mut table = full_table();
    table.leave(account(2)).unwrap();
    let before = table.clone();
    table.leave(account(2)).unwrap();
    assert_eq!(table, before);
}

#[test]
fn bot_does_not_push_a_person_away() {
    let mut table = full_table();
    assert_eq!(table.seat_bot(account(1), seat(2), bot()), Err(TableRefusal::SeatTaken { seat: seat(2) }));
}

#[test]
fn bot_replaces_a_bot_and_the_same_bot_changes_nothing() {
    let mut table = table();
    table.seat_bot(account(1), seat(2), bot()).unwrap();
    table.seat_bot(account(1), seat(2), BotLevel::named("").unwrap()).unwrap();
    let before = table.clone();
    table.seat_bot(account(1), seat(2), BotLevel::named("").unwrap()).unwrap();
    assert_eq!((table.version, &table), (3, &before));
}

#[test]
fn host_can_send_a_player_away() {
    let mut table = full_table();
    table.empty_seat(account(1), seat(1)).unwrap();
    assert_eq!((table.seat_of(account(2)), table.stage), (None, Stage::Open));
}

#[test]
fn only_the_host_sets_seats() {
    let mut table = full_table();
    assert_eq!(table.empty_seat(account(2), seat(2)), Err(TableRefusal::NotHost));
    assert_eq!(table.empty_seat(account(9), seat(2)), Err(TableRefusal::NotSeated));
}

#[test]
fn new_settings_make_everybody_unready() {
    let mut table = full_table();
    let changed = TableSettings { rated: false, ..settings() };
    table.change_settings(account(1), changed, &PAIRS).unwrap();
    assert!(table.seats.iter().filter_map(Seat::player).all(|p| !p.readiness.is_ready()));
}

#[test]
fn same_settings_again_leave_everybody_ready() {
    let mut table = full_table();
    let before = table.clone();
    table.change_settings(account(1), settings(), &PAIRS).unwrap();
    assert_eq!(table, before);
}

#[test]
fn smaller_game_moves_people_and_drops_bots() {
    let mut table = table();
    table.join(account(2), "Two", Some(seat(3))).unwrap();
    table.seat_bot(account(1), seat(1), bot()).unwrap();
    table.seat_bot(account(1), seat(2), bot()).unwrap();
    table.change_settings(account(1), settings(), &[0, 1]).unwrap();
    assert_eq!((table.seats.len(), table.seat_of(account(2))), (2, Some(seat(1))));
}

#[test]
fn game_with_too_few_seats_for_the_people_is_refused() {
    let mut table = full_table();
    let refused = table.change_settings(account(1), settings(), &[0, 1, 2]);
    assert_eq!(refused, Err(TableRefusal::TooManyPlayers { players: 4, seats: 3 }));
}

#[test]
fn start_with_an_empty_seat_is_refused() {
    let refused = table().begin_start(account(1), MatchId(Uuid::from_u128(7)));
    assert_eq!(refused, Err(TableRefusal::SeatEmpty { seat: seat(1) }));
}

#[test]
fn start_waits_for_every_player_but_the_host() {
    let mut table = full_table();
    table.set_readiness(account(3), Readiness::NotReady).unwrap();
    let refused = table.begin_start(account(1), MatchId(Uuid::from_u128(7)));
    assert_eq!(refused, Err(TableRefusal::NotReady { seat: seat(2) }));
}

#[test]
fn second_start_keeps_the_first_match() {
    let mut table = full_table();
    let (first, second) = (MatchId(Uuid::from_u128(7)), MatchId(Uuid::from_u128(8)));
    assert_eq!(table.begin_start(account(1), first), Ok(StartStep::Begun));
    assert_eq!(table.begin_start(account(1), second), Ok(StartStep::UnderWay(first)));
    table.match_created(first);
    assert_eq!(table.begin_start(account(1), second), Ok(StartStep::Done));
    assert_eq!(table.stage, Stage::Started(first));
}

#[test]
fn starting_table_cannot_be_changed() {
    let mut table = full_table();
    table.begin_start(account(1), MatchId(Uuid::from_u128(7))).unwrap();
    let before = table.clone();
    assert_eq!(table.leave(account(2)), Err(TableRefusal::Closed));
    assert_eq!(table.join(account(5), "Five", None), Err(TableRefusal::Closed));
    assert_eq!(table.empty_seat(account(1), seat(2)), Err(TableRefusal::Closed));
    assert_eq!(table.set_readiness(account(2), Readiness::Ready), Err(TableRefusal::Closed));
    assert_eq!(table.change_settings(account(1), settings(), &PAIRS), Err(TableRefusal::Closed));
    table.close();
    assert_eq!(table, before);
}

#[test]
fn refused_match_opens_the_table_again() {
    let mut table = full_table();
    let id = MatchId(Uuid::from_u128(7));
    table.begin_start(account(1), id).unwrap();
    table.match_refused(id);
    assert_eq!(table.stage, Stage::Open);
    table.match_created(id);
    assert_eq!(table.stage, Stage::Open);
}

#[test]
fn ladder_rates_people_who_play_its_options() {
    assert_eq!(full_table().ladder(), Some("seep"));
}

#[test]
fn table_with_a_bot_says_why_it_is_unrated() {
    let mut table = table();
    table.seat_bot(account(1), seat(1), bot()).unwrap();
    assert!(table.unrated_because().is_some_and(|why| why.contains("bot")));
    assert_eq!(table.ladder(), None);
}

#[test]
fn options_without_a_ladder_say_why_they_are_unrated() {
    let mut table = table();
    table.settings.choice.ladder.clear();
    assert!(table.unrated_because().is_some_and(|why| why.contains("options")));
}

#[test]
fn unrated_table_needs_no_reason() {
    let mut table = table();
    table.settings.rated = false;
    assert_eq!((table.unrated_because(), table.ladder()), (None, None));
}

#[test]
fn bot_level_is_a_plain_word() {
    assert!(BotLevel::named("greedy-2").is_some());
    assert!(BotLevel::named("Greedy!").is_none());
    assert!(BotLevel::named(&"x".repeat(41)).is_none());
}
