//! Every row of the worked examples of `rules/seep.md` 15, by its number there.

use cards::{CardSet, Game};

use super::fixture::{action, cards, houses, legal, opening, options, position, seat};
use crate::{Action, Event, House, Illegal, Played, Seep};

/// Asserts which actions are legal with some cards, `""` standing for all; the order does not matter here.
#[track_caller]
fn assert_legal(game: &Seep, with: &str, expected: &str) {
    let with = if with.is_empty() { CardSet::FULL } else { cards(with) };
    let mut found = legal(game);
    found.retain(|action| action.card().is_some_and(|card| with.contains(card)));
    let mut expected: Vec<Action> = expected.split(';').map(|text| action(text.trim())).collect();
    expected.sort();
    assert_eq!(found, expected);
}

#[track_caller]
fn refused(game: &Seep, text: &str) -> Illegal {
    let mut after = game.clone();
    let illegal = after.act(seat(1), &action(text)).expect_err("the example says it is illegal");
    assert_eq!(after, *game, "a refused action changes nothing");
    illegal
}

#[track_caller]
fn play(mut game: Seep, text: &str) -> (Seep, Played) {
    let Event::Played(played) = game.act(seat(1), &action(text)).unwrap() else {
        panic!("{text} is no play")
    };
    (game, played)
}

fn standing(game: &Seep) -> Vec<House> {
    game.table.standing().copied().collect()
}

#[test]
fn example_01_a_bid_needs_its_card() {
    let mut game = crate::tests::fixture::bidding("9C 4C KS 2C");
    let bids: Vec<String> = legal(&game).iter().map(Action::to_string).collect();
    assert_eq!(bids, ["BID 9", "BID 13"]);
    for bid in ["BID 10", "BID 11", "BID 12"] {
        assert_eq!(game.act(seat(1), &action(bid)).unwrap_err().code(), "bid_not_held");
    }
}

#[test]
fn example_02_without_a_card_from_nine_up_it_is_a_throw_in() {
    assert!(!crate::legal::can_bid(cards("8S 8H 2C AD")));
}

#[test]
fn example_03_opening_with_a_bid_of_nine() {
    let game = opening(options(""), 9, "9C 4C KS 2C", "5D 3H AS TD");
    assert_legal(&game, "", "BUILD 4C 9 [5D]; CAPTURE 9C [AS 3H 5D]; THROW 9C");
    assert_eq!(refused(&game, "CAPTURE KS [3H TD]").code(), "bid_not_honoured");
    assert_eq!(refused(&game, "THROW KS").code(), "bid_not_honoured");
    let strict = opening(options("opening_throw=only_if_no_capture"), 9, "9C 4C KS 2C", "5D 3H AS TD");
    assert_eq!(refused(&strict, "THROW 9C").code(), "throw_can_capture");
    let (after, _) = play(game, "BUILD 4C 9 [5D]");
    assert_eq!(after.table.loose, cards("AS 3H TD"));
    assert_eq!(standing(&after), houses("9 {4C 5D} 1"));
}

#[test]
fn example_04_opening_with_a_bid_of_thirteen() {
    let game = opening(options(""), 13, "9C 4C KS 2C", "5D 3H AS TD");
    assert_legal(
        &game,
        "",
        "BUILD 2C 13 [AS TD]; BUILD 4C 13 [AS 3H 5D]; BUILD 9C 13 [AS 3H]; CAPTURE KS [3H TD]; THROW KS",
    );
    assert_eq!(refused(&game, "BUILD 4C 9 [5D]").code(), "bid_not_honoured");
    assert_eq!(refused(&game, "THROW 9C").code(), "bid_not_honoured");
}

#[test]
fn example_05_all_groups_of_an_opening_build_are_distinct() {
    let game = opening(options(""), 11, "6H 2C JC 2H", "AC 9D 9S 8C");
    assert_legal(
        &game,
        "",
        "BUILD 2C 11 [9D]; BUILD 2C 11 [9S]; BUILD 2C 11 [AC 8C]; BUILD 2H 11 [9D]; BUILD 2H 11 [9S]; \
         BUILD 2H 11 [AC 8C]; THROW JC",
    );
}

#[test]
fn example_06_an_opening_build_may_take_extra_sets() {
    let game = opening(options(""), 13, "7C 8H JS KD", "8S 5C 6D QH");
    let builds = "BUILD 7C 13 [6D]; BUILD 7C 13 [5C 6D 8S]; BUILD 8H 13 [5C]";
    assert_legal(&game, "", &format!("{builds}; CAPTURE KD [5C 8S]; THROW KD"));
    let (after, _) = play(game, "BUILD 7C 13 [5C 6D 8S]");
    assert_eq!(standing(&after), houses("13* {5C 6D 7C 8S} 1"));
    assert_eq!(after.table.loose, cards("QH"));
    let mandatory = opening(options("absorb_sets=mandatory"), 13, "7C 8H JS KD", "8S 5C 6D QH");
    assert_eq!(refused(&mandatory, "BUILD 7C 13 [6D]").code(), "set_left_loose");
}

#[test]
fn example_07_a_multiple_of_the_value_is_no_house() {
    let game = opening(options(""), 9, "JC 9H 8C 6D", "AS QH KC 3H");
    assert_legal(&game, "", "BUILD 6D 9 [3H]; BUILD 8C 9 [AS]; THROW 9H");
    assert_eq!(refused(&game, "BUILD JC 9 [QH KC]").code(), "not_sets");
}

#[test]
fn example_08_an_opening_sweep_is_worth_twenty_five() {
    let game = opening(options(""), 9, "9H TC 2C 3C", "4D 5C 6H 3S");
    assert_legal(
        &game,
        "",
        "BUILD 2C 9 [3S 4D]; BUILD 3C 9 [6H]; BUILD 3C 9 [4D 5C 6H]; CAPTURE 9H [3S 4D 5C 6H]; THROW 9H",
    );
    assert_eq!(play(game, "CAPTURE 9H [3S 4D 5C 6H]").1.sweep, 25);
}

#[test]
fn example_09_a_capture_chooses_among_overlapping_groups() {
    let game = position(options(""), "JS 4C", "2C 3D 5H 6S", "");
    assert_legal(&game, "JS", "CAPTURE JS [5H 6S]; CAPTURE JS [2C 3D 6S]");
    assert_eq!(refused(&game, "THROW JS").code(), "throw_can_capture");
    assert_eq!(refused(&game, "CAPTURE JS []").code(), "capturable_left");
}

#[test]
fn example_11_a_build_needs_a_second_key() {
    let game = position(options(""), "JS 4H 3D 6C", "9H 2D JC 7S", "");
    assert_legal(&game, "JS", "CAPTURE JS [2D 9H JC]");
    assert_eq!(refused(&game, "BUILD JS 11 [JC]").code(), "no_key");
}

#[test]
fn example_12_a_loose_equal_must_merge() {
    let game = position(options(""), "JS JD 3D 6C", "9H 2D JC 7S", "");
    assert_legal(&game, "JS", "CAPTURE JS [2D 9H JC]; BUILD JS 11 [JC]; BUILD JS 11 [2D 9H JC]");
    assert_eq!(refused(&game, "BUILD JS 11 [2D 9H]").code(), "equal_left_loose");
    let (after, _) = play(game, "BUILD JS 11 [2D 9H JC]");
    assert_eq!(standing(&after), houses("11* {2D 9H JC JS} 1"));
    assert_eq!(after.table.loose, cards("7S"));
}

#[test]
fn example_13_the_last_key_of_an_owner_may_only_capture() {
    let game = position(options(""), "KS 3H 5C", "", "13 {6C 7C} 1");
    assert_legal(&game, "KS", "CAPTURE KS 13");
    let illegal = refused(&game, "ADD KS 13");
    assert_eq!(illegal.code(), "last_key");
    assert_eq!(illegal.to_string(), "You own the house of 13, so your last king may only capture it.");
}

#[test]
fn example_14_cementing_an_opponents_house_makes_a_further_owner() {
    let game = position(options(""), "KS KH 5C", "4C", "13 {6C 7C} 2");
    assert_legal(&game, "KS", "ADD KS 13; CAPTURE KS 13");
    assert_eq!(standing(&play(game, "ADD KS 13").0), houses("13* {6C 7C KS} 1 2"));
}

#[test]
fn example_15_adding_to_a_partners_house_is_free() {
    let game = position(options(""), "KS 9H", "4C", "13 {6C 7C} 3");
    assert_legal(&game, "", "ADD 9H 13 [4C]; ADD KS 13; CAPTURE KS 13; THROW 9H");
    assert_eq!(standing(&play(game, "ADD KS 13").0), houses("13* {6C 7C KS} 3"));
}

#[test]
fn example_17_a_break_raises_by_one_card() {
    let game = position(options(""), "3C QS 2D", "8H", "9 {4H 5H} 2");
    assert_legal(&game, "", "BREAK 3C 9; THROW 3C; THROW QS; THROW 2D");
    assert_eq!(standing(&play(game, "BREAK 3C 9").0), houses("12 {3C 4H 5H} 1"));
}

#[test]
fn example_18_a_break_needs_its_key() {
    let game = position(options(""), "3C KS", "8H", "9 {4H 5H} 2");
    assert_legal(&game, "", "THROW 3C; THROW KS");
    assert_eq!(refused(&game, "BREAK 3C 9").code(), "no_key");
}

#[test]
fn example_19_an_own_house_cannot_be_broken() {
    let game = position(options(""), "3C QS 9D", "", "9 {4H 5H} 1");
    assert_legal(&game, "3C", "THROW 3C");
    assert_legal(&game, "9D", "CAPTURE 9D 9");
    assert_eq!(refused(&game, "BREAK 3C 9").code(), "own_house");
}

#[test]
fn example_20_a_cemented_house_cannot_be_broken() {
    let game = position(options(""), "3C QS", "", "9* {4H 5H 9C} 2");
    assert_legal(&game, "", "THROW 3C; THROW QS");
    assert_eq!(refused(&game, "BREAK 3C 9").code(), "cemented");
}

#[test]
fn example_21_floor_cards_do_not_raise() {
    let game = position(options(""), "AC QS", "2H", "9 {4H 5H} 2");
    assert_legal(&game, "", "THROW AC; THROW QS");
}

#[test]
fn example_22_a_break_may_merge() {
    let game = position(options(""), "3C QS", "", "9 {4H 5H} 2; 12 {7D 5S} 3");
    assert_legal(&game, "", "BREAK 3C 9; THROW 3C; CAPTURE QS 12; ADD QS 12");
    assert_eq!(standing(&play(game, "BREAK 3C 9").0), houses("12* {3C 4H 5H 5S 7D} 1 3"));
}

#[test]
fn example_25_clearing_the_floor_is_a_sweep() {
    let game = position(options(""), "9H 4S", "4D 5C", "9 {3H 6D} 1");
    assert_legal(&game, "9H", "CAPTURE 9H 9 [4D 5C]");
    assert_eq!(play(game, "CAPTURE 9H 9 [4D 5C]").1.sweep, 50);
}

#[test]
fn example_26_what_stays_behind_spoils_the_sweep() {
    let game = position(options(""), "9H 4S", "4D 2C", "9 {3H 6D} 1");
    assert_legal(&game, "9H", "CAPTURE 9H 9 []");
    assert_eq!(play(game, "CAPTURE 9H 9 []").1.sweep, 0);
}

#[test]
fn example_27_a_sweep_and_its_card_points() {
    let game = position(options(""), "JH 4S", "AS TD", "");
    assert_legal(&game, "JH", "CAPTURE JH [AS TD]");
    let (after, played) = play(game, "CAPTURE JH [AS TD]");
    assert_eq!((played.sweep, after.table.sweeps), (50, [0, 50]));
    assert_eq!(crate::score::pile_points(&after.table.piles, after.options()), [0, 7]);
}

#[test]
fn example_28_no_house_from_the_hand_alone() {
    let game = position(options(""), "9S 9D", "", "");
    assert_legal(&game, "", "THROW 9S; THROW 9D");
    assert_eq!(refused(&game, "BUILD 9S 9 []").code(), "nothing_from_floor");
}

#[test]
fn example_29_a_house_of_three_sets() {
    let game = position(options(""), "9S 9D 2C", "9C 4H 5S", "");
    assert_legal(&game, "9S", "CAPTURE 9S [4H 5S 9C]; BUILD 9S 9 [9C]; BUILD 9S 9 [4H 5S 9C]");
    assert_eq!(standing(&play(game, "BUILD 9S 9 [4H 5S 9C]").0), houses("9* {4H 5S 9C 9S} 1"));
}

#[test]
fn example_30_two_keys_are_locked() {
    let game = position(options(""), "9H QS 3D", "", "9 {4H 5H} 1; 12 {7D 5S} 1");
    assert_legal(&game, "", "THROW 3D; CAPTURE 9H 9; CAPTURE QS 12");
}

#[test]
fn example_31_a_card_that_can_build_may_not_be_thrown_by_option() {
    let (hand, loose) = ("4C KD 2S", "9H QC");
    let game = position(options("throw=no_capture_no_build"), hand, loose, "");
    assert_legal(&game, "", "BUILD 4C 13 [9H]; THROW KD; THROW 2S");
    assert_eq!(refused(&game, "THROW 4C").code(), "throw_can_build");
    assert!(legal(&position(options(""), hand, loose, "")).contains(&action("THROW 4C")));
}

#[test]
fn example_32_a_merge_into_an_own_house_only() {
    let own_target = || options("break_merge=own_target");
    let game = position(own_target(), "3C QS", "", "9 {4H 5H} 2; 12 {7D 5S} 3");
    assert_legal(&game, "", "THROW 3C; CAPTURE QS 12; ADD QS 12");
    assert_eq!(refused(&game, "BREAK 3C 9").code(), "target_not_owned");
    let owned = position(own_target(), "3C QS", "", "9 {4H 5H} 2; 12 {7D 5S} 1");
    assert_legal(&owned, "", "BREAK 3C 9; THROW 3C; CAPTURE QS 12");
    assert_eq!(standing(&play(owned, "BREAK 3C 9").0), houses("12* {3C 4H 5H 5S 7D} 1"));
}

#[test]
fn example_33_adding_to_a_cemented_house_of_an_opponent_makes_no_owner() {
    let at = |text| position(options(text), "KS KH 5C", "8D", "13* {6C 7C KD} 2");
    let game = at("");
    assert_legal(&game, "", "ADD 5C 13 [8D]; THROW 5C; CAPTURE KS 13; ADD KS 13; CAPTURE KH 13; ADD KH 13");
    assert_eq!(standing(&play(game, "ADD KS 13").0), houses("13* {6C 7C KD KS} 2"));
    assert_eq!(standing(&play(at("opp_add_owns=true"), "ADD KS 13").0), houses("13* {6C 7C KD KS} 1 2"));
}
