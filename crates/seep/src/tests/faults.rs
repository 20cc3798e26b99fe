//! Faults seen in other engines (`rules/seep.md` 17), each tried here.

use cards::Game;

use super::fixture::{action, houses, legal, opening, options, position, seat};
use crate::{House, Seep};

#[track_caller]
fn refused(game: &Seep, text: &str) -> &'static str {
    game.clone().act(seat(1), &action(text)).unwrap_err().code()
}

#[track_caller]
fn result(game: &Seep, text: &str) -> Vec<House> {
    let mut game = game.clone();
    game.act(seat(1), &action(text)).unwrap();
    game.table.standing().copied().collect()
}

#[test]
fn a_house_is_made_of_whole_sets() {
    let eighteen = position(options(""), "TC 9H 9D", "8D", "");
    assert_eq!(refused(&eighteen, "BUILD TC 9 [8D]"), "not_sets");
    let sevens = position(options(""), "7C 9H 9D", "7D 4H", "");
    assert_eq!(refused(&sevens, "BUILD 7C 9 [4H 7D]"), "not_sets");
}

#[test]
fn the_opening_absorbs_as_later_plays_do() {
    let first = opening(options(""), 13, "7C 8H JS KD", "8S 5C 6D QH");
    let later = position(options(""), "7C 8H JS KD", "8S 5C 6D QH", "");
    let builds =
        |game| legal(game).into_iter().filter(|action| action.to_string().starts_with("BUILD")).count();
    assert_eq!(builds(&first), builds(&later));
}

#[test]
fn an_opponents_cemented_house_is_not_fed_without_a_key() {
    let game = position(options(""), "5C 2D", "8D", "13* {6C 7C KD} 2");
    assert_eq!(refused(&game, "ADD 5C 13 [8D]"), "no_key");
}

#[test]
fn cementing_makes_an_owner_by_a_set_and_by_an_equal_card_alike() {
    let game = position(options(""), "5C KH KS", "8D", "13 {6C 7C} 2");
    assert_eq!(result(&game, "ADD 5C 13 [8D]"), houses("13* {5C 6C 7C 8D} 1 2"));
    assert_eq!(result(&game, "ADD KH 13"), houses("13* {6C 7C KH} 1 2"));
}

#[test]
fn an_opening_throw_is_allowed_though_a_build_exists() {
    let game = opening(options(""), 9, "9C 4C KS 2C", "5D 3H AS TD");
    assert!(legal(&game).contains(&action("THROW 9C")));
}

#[test]
fn a_partners_house_is_fed_without_a_key() {
    let game = position(options(""), "5C 2D", "8D", "13 {6C 7C} 3");
    assert_eq!(result(&game, "ADD 5C 13 [8D]"), houses("13* {5C 6C 7C 8D} 3"));
    let strict = position(options("partner_add_owns=true"), "5C 2D", "8D", "13 {6C 7C} 3");
    assert_eq!(refused(&strict, "ADD 5C 13 [8D]"), "no_key");
    let held = position(options("partner_add_owns=true"), "5C KH", "8D", "13 {6C 7C} 3");
    assert_eq!(result(&held, "ADD 5C 13 [8D]"), houses("13* {5C 6C 7C 8D} 1 3"));
}

#[test]
fn a_card_that_can_capture_may_build_or_break() {
    let build = position(options(""), "9S 9D 2C", "9C 4H 5S", "");
    assert!(legal(&build).contains(&action("BUILD 9S 9 [9C]")));
    let break_ = position(options(""), "3C QS 2D", "3H", "9 {4H 5H} 2");
    assert!(legal(&break_).contains(&action("BREAK 3C 9")));
}

#[test]
fn two_houses_of_one_value_cannot_arise() {
    let game = position(options(""), "4C 9H 9D", "5D", "9 {4H 5H} 2");
    assert_eq!(refused(&game, "BUILD 4C 9 [5D]"), "house_stands");
    let merged = position(options(""), "AC TS", "", "9 {4H 5H} 2; 10 {3C 7D} 0");
    assert_eq!(result(&merged, "BREAK AC 9"), houses("10* {AC 3C 4H 5H 7D} 0 1"));
}

#[test]
fn a_capture_that_leaves_a_group_is_refused() {
    let game = position(options(""), "JS 4C", "9H 2D JC", "");
    assert_eq!(refused(&game, "CAPTURE JS [JC]"), "capturable_left");
    let free = position(options("capture=free"), "JS 4C", "9H 2D JC", "");
    assert!(legal(&free).contains(&action("CAPTURE JS [JC]")));
}

#[test]
fn the_most_cards_can_be_asked_for() {
    let game = position(options("capture=maximum"), "JS 4C", "2C 3D 5H 6S", "");
    assert!(legal(&game).contains(&action("CAPTURE JS [2C 3D 6S]")));
    assert_eq!(refused(&game, "CAPTURE JS [5H 6S]"), "not_most_cards");
}

#[test]
fn a_free_capture_may_leave_the_house_but_not_with_its_last_key() {
    let free = |hand: &str, owner: u8| {
        position(options("capture=free"), hand, "4D 5C", &format!("9 {{3H 6D}} {owner}"))
    };
    assert!(legal(&free("9H 2S", 2)).contains(&action("CAPTURE 9H [4D 5C]")));
    assert_eq!(refused(&free("9H 2S", 1), "CAPTURE 9H [4D 5C]"), "last_key");
    assert!(legal(&free("9H 9S", 1)).contains(&action("CAPTURE 9H [4D 5C]")));
    assert_eq!(refused(&free("9H 2S", 2), "CAPTURE 9H []"), "captures_nothing");
}

#[test]
fn a_merge_into_a_partners_house_can_be_free() {
    let at = |hand: &str, owners: &str| {
        let standing = format!("9 {{4H 5H}} 2; 12 {{7D 5S}} {owners}");
        position(options("break_merge_into_partner_free=true break_merge=own_target"), hand, "", &standing)
    };
    assert_eq!(result(&at("3C 2D", "3"), "BREAK 3C 9"), houses("12* {3C 4H 5H 5S 7D} 3"));
    assert_eq!(result(&at("3C QS", "3"), "BREAK 3C 9"), houses("12* {3C 4H 5H 5S 7D} 3"));
    assert_eq!(refused(&at("3C QS", "2"), "BREAK 3C 9"), "target_not_owned");
}

#[test]
fn extra_sets_can_be_kept_to_own_houses() {
    let at = |text: &str, owner: u8| {
        position(options(text), "5C KH KS", "8D 4C 9S", &format!("13* {{6C 7C KD}} {owner}"))
    };
    assert!(legal(&at("", 2)).contains(&action("ADD 5C 13 [4C 8D 9S]")));
    assert_eq!(refused(&at("absorb_scope=owned_only", 2), "ADD 5C 13 [4C 8D 9S]"), "extra_sets");
    assert!(legal(&at("absorb_scope=owned_only", 1)).contains(&action("ADD 5C 13 [4C 8D 9S]")));
    // Where extra sets are not allowed they are not mandatory either.
    let both = at("absorb_scope=owned_only absorb_sets=mandatory", 2);
    assert!(legal(&both).contains(&action("ADD 5C 13 [8D]")));
    assert_eq!(refused(&at("absorb_sets=mandatory", 2), "ADD 5C 13 [8D]"), "set_left_loose");
}

#[test]
fn without_absorption_an_equal_card_cannot_be_laid_beside_a_set() {
    let game = position(options("absorb_sets=none"), "JS JD 3D", "9H 2D", "");
    assert_eq!(refused(&game, "BUILD JS 11 [2D 9H]"), "extra_sets");
    let equal = position(options("absorb_sets=none"), "JS JD 3D", "9H 2D JC", "");
    assert_eq!(result(&equal, "BUILD JS 11 [JC]"), houses("11* {JC JS} 1"));
}
