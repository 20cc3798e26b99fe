//! The worked examples on legality of `rules/smear.md` 11, by their numbers there, and what section 14 adds.

use cards::{Game, Stage, Suit, Trick};

use super::fixture::{
    action, card, cards, dealt, deck_of, discarding, legal, legal_texts, options, perform, position, refused,
    seat,
};
use crate::{Action, LastDeal, Options, Smear};

const HANDS: [&str; 4] = ["9C JC AS KC QD JD", "8D 8S 7D QH QC AD", "TH QS 8H KD KS KH", "9H JS TD 7S JH AH"];

fn auction(text: &str) -> Smear {
    dealt(options(text), &deck_of(HANDS, ""))
}

#[test]
fn example_01_a_bid_beats_the_highest_one() {
    let mut game = auction("");
    perform(&mut game, "BID 2");
    assert_eq!(legal_texts(&game), "PASS, BID 3, BID 4");
    assert_eq!(refused(&game, "BID 2"), "bid_too_low");
}

#[test]
fn example_02_after_three_passes_the_dealer_may_pass_and_the_cards_are_thrown_in() {
    let mut game = auction("");
    perform(&mut game, "PASS, PASS, PASS");
    assert_eq!(legal_texts(&game), "PASS, BID 2, BID 3, BID 4");
    perform(&mut game, "PASS");
    assert_eq!(game.stage(), Stage::Deal { dealer: seat(3) });
    assert_eq!(game.scores(), [0, 0]);
    assert_eq!(game.last_deal(), Some(&LastDeal::ThrownIn { dealer: seat(3) }));
}

#[test]
fn example_03_a_bid_of_four_ends_the_auction() {
    let mut game = auction("");
    perform(&mut game, "PASS, BID 4");
    assert_eq!(game.stage(), Stage::Act(seat(1)));
    assert_eq!(game.table.hands[1], cards(HANDS[1]));
    assert!(legal(&game).iter().all(|action| matches!(action, Action::Play { .. })));
}

#[test]
fn example_04_one_may_trump_while_able_to_follow() {
    let game = position("AH 9H 7S KD", Suit::Spades, Some("TH"));
    assert_eq!(legal_texts(&game), "PLAY 9H, PLAY AH, PLAY 7S");
    assert_eq!(refused(&game, "PLAY KD"), "must_follow");
}

#[test]
fn example_05_trump_must_be_followed() {
    let game = position("AH 9H 7S KD", Suit::Spades, Some("KS"));
    assert_eq!(legal_texts(&game), "PLAY 7S");
    for other in ["PLAY AH", "PLAY 9H", "PLAY KD"] {
        assert_eq!(refused(&game, other), "must_follow_trump");
    }
}

#[test]
fn example_06_without_the_suit_led_any_card_goes() {
    let game = position("AH 9H 7S KD", Suit::Spades, Some("KC"));
    assert_eq!(legal_texts(&game), "PLAY KD, PLAY 9H, PLAY AH, PLAY 7S");
}

#[test]
fn a_later_lead_is_any_card_trump_too() {
    let game = position("AH 9H 7S KD", Suit::Spades, None);
    assert_eq!(legal_texts(&game), "PLAY KD, PLAY 9H, PLAY AH, PLAY 7S");
}

/// Who wins a trick that seat 0 leads, spades being trump.
fn winner(plays: [&str; 4]) -> u8 {
    let mut game = position("", Suit::Spades, None);
    game.table.turn = seat(0);
    game.table.trick = Trick::led_by(seat(0), 4);
    plays.map(card).iter().find_map(|card| game.table.play(*card)).unwrap().number()
}

#[test]
fn example_07_the_only_trump_wins() {
    assert_eq!(winner(["9H", "AD", "7S", "AH"]), 2);
}

#[test]
fn example_08_the_highest_card_of_the_suit_led_wins_without_trump() {
    assert_eq!(winner(["9H", "AD", "7C", "TH"]), 3);
}

#[test]
fn highest_of_several_trumps_wins() {
    assert_eq!(winner(["9H", "KS", "AS", "AH"]), 2);
    assert_eq!(winner(["9S", "8S", "AH", "TS"]), 3);
}

#[test]
fn example_09_only_whole_suits_can_be_broken_into_if_two_have_four_cards() {
    let game = discarding(options("widow=2"), "AS KS 9S 7S QH JH TH 8H");
    let pairs = legal(&game);
    assert_eq!(pairs.len(), 12);
    let of_one_suit = |action: &Action| {
        let suits: Vec<Suit> = action.cards().iter().map(|card| card.suit()).collect();
        suits[0] == suits[1]
    };
    assert!(pairs.iter().all(of_one_suit));
    assert_eq!(refused(&game, "DISCARD 8H 7S"), "discards_trump");
    let mut hearts_gone = game;
    perform(&mut hearts_gone, "DISCARD 8H TH");
    assert_eq!(legal_texts(&hearts_gone), "PLAY 7S, PLAY 9S, PLAY KS, PLAY AS");
    assert_eq!(refused(&hearts_gone, "PLAY JH"), "lead_discarded");
    let mut spades_gone = game;
    perform(&mut spades_gone, "DISCARD 7S 9S");
    assert_eq!(legal_texts(&spades_gone), "PLAY 8H, PLAY TH, PLAY JH, PLAY QH");
}

#[test]
fn example_10_all_pairs_go_where_each_leaves_a_suit_whole() {
    let game = discarding(options("widow=2"), "AS KS TS 8S QH 9H JD 7C");
    assert_eq!(legal(&game).len(), 28);
    let leads = |discard: &str| {
        let mut after = game;
        perform(&mut after, discard);
        let mut suits: Vec<char> =
            legal(&after).iter().map(|action| action.card().unwrap().suit().letter()).collect();
        suits.dedup();
        suits.into_iter().collect::<String>()
    };
    assert_eq!(leads("DISCARD 7C 8S"), "DH");
    assert_eq!(leads("DISCARD 7C JD"), "HS");
    assert_eq!(leads("DISCARD 9H QH"), "CDS");
}

#[test]
fn example_12_without_a_widow_any_card_is_led_and_nothing_is_discarded() {
    let mut game = auction("");
    perform(&mut game, "BID 2, PASS, PASS, PASS");
    assert_eq!(legal_texts(&game), "PLAY 9C, PLAY JC, PLAY KC, PLAY JD, PLAY QD, PLAY AS");
    assert_eq!(refused(&game, "DISCARD 9C"), "no_discard");
}

#[test]
fn excess_of_seven_trumps_may_be_any_of_them() {
    let game = discarding(options("widow=1"), "7S 8S 9S TS JS KS AS");
    assert_eq!(legal(&game).len(), 7);
    let strict = discarding(options("widow=1 discard_scoring_trump=forbidden"), "7S 8S 9S TS JS KS AS");
    assert_eq!(legal_texts(&strict), "DISCARD 8S, DISCARD 9S");
    assert_eq!(refused(&strict, "DISCARD AS"), "discards_scoring_trump");
}

#[test]
fn seven_trumps_and_another_card_part_with_the_other_card_first() {
    let game = discarding(options("widow=2"), "7S 8S 9S TS JS KS AS 8H");
    // With the heart any spade goes; without it the heart is kept and only hearts can be trump.
    assert_eq!(legal(&game).len(), 28);
    let mut kept = game;
    perform(&mut kept, "DISCARD 7S 8S");
    assert_eq!(legal_texts(&kept), "PLAY 8H");
    let mut gone = game;
    perform(&mut gone, "DISCARD 8H AS");
    assert_eq!(legal_texts(&gone), "PLAY 7S, PLAY 8S, PLAY 9S, PLAY TS, PLAY JS, PLAY KS");
    let strict = discarding(options("widow=2 discard_scoring_trump=forbidden"), "7S 8S 9S TS JS KS AS 8H");
    assert_eq!(refused(&strict, "DISCARD 8H AS"), "discards_scoring_trump");
    assert_eq!(legal(&strict).len(), 28 - 5);
}

#[test]
fn discard_has_as_many_held_cards_as_were_taken() {
    let game = discarding(options("widow=2"), "AS KS TS 8S QH 9H JD 7C");
    assert_eq!(refused(&game, "DISCARD 7C"), "discard_number");
    assert_eq!(refused(&game, "DISCARD 7C JD 9H"), "discard_number");
    assert_eq!(refused(&game, "DISCARD 7C 8C"), "card_not_held");
    assert_eq!(refused(&game, "PLAY 7C"), "discard_first");
}

#[test]
fn widow_comes_from_the_top_of_the_stock() {
    let mut game = dealt(options("widow=3"), &deck_of(HANDS, "7C 8C TC AC 9D 7H 9S TS"));
    perform(&mut game, "PASS, PASS, PASS, BID 2");
    assert_eq!(game.table.hands[3], cards(HANDS[3]) | cards("7C 8C TC"));
    assert_eq!(game.table.rest, cards("AC 9D 7H 9S TS"));
    assert_eq!(game.stage(), Stage::Act(seat(3)));
}

#[test]
fn a_dealer_who_may_take_over_does_so_at_the_same_level() {
    let mut game = auction("overbid_dealer=true");
    perform(&mut game, "PASS, BID 3");
    assert_eq!(refused(&game, "BID 3"), "bid_too_low");
    perform(&mut game, "PASS");
    assert_eq!(legal_texts(&game), "PASS, BID 3, BID 4");
    let mut over_partner = game;
    perform(&mut over_partner, "BID 3");
    assert_eq!(over_partner.stage(), Stage::Act(seat(3)));
    let mut strict = auction("");
    perform(&mut strict, "PASS, BID 3, PASS");
    assert_eq!(legal_texts(&strict), "PASS, BID 4");
}

#[test]
fn a_bid_of_four_cannot_be_taken_over() {
    let mut game = auction("overbid_dealer=true");
    perform(&mut game, "PASS, PASS, BID 4");
    assert_eq!(game.stage(), Stage::Act(seat(2)));
}

#[test]
fn four_passes_can_move_the_deal_on() {
    let mut game = auction("all_pass=next_dealer");
    perform(&mut game, "PASS, PASS, PASS, PASS");
    assert_eq!(game.stage(), Stage::Deal { dealer: seat(0) });
}

#[test]
fn a_stuck_dealer_cannot_pass_while_nobody_has_bid() {
    let mut game = auction("all_pass=dealer_stuck_2");
    perform(&mut game, "PASS, PASS, PASS");
    assert_eq!(legal_texts(&game), "BID 2, BID 3, BID 4");
    assert_eq!(refused(&game, "PASS"), "dealer_must_bid");
    let mut free = auction("all_pass=dealer_stuck_2");
    perform(&mut free, "PASS, BID 2, PASS");
    assert_eq!(legal_texts(&free), "PASS, BID 3, BID 4");
}

#[test]
fn nothing_goes_out_of_turn_or_out_of_time() {
    let mut game = Smear::new(Options::default(), seat(3));
    assert_eq!(game.act(seat(0), &Action::Pass).unwrap_err().code(), "not_dealt");
    let mut game = auction("");
    assert_eq!(game.act(seat(1), &Action::Pass).unwrap_err().code(), "not_your_turn");
    assert_eq!(refused(&game, "PLAY 9C"), "call_first");
    perform(&mut game, "BID 4");
    assert_eq!(refused(&game, "PASS"), "auction_over");
    assert_eq!(refused(&game, "PLAY 8D"), "card_not_held");
    assert_eq!(game.act(seat(1), &action("PLAY 8D")).unwrap_err().code(), "not_your_turn");
}
