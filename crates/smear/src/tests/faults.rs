//! Faults seen in other engines (`rules/smear.md` 13), each tried here. Those on legality of trump, on counts
//! that are nought or equal and on a trump that is high and low are among the scored examples.

use cards::{DealFault, Deck, Game, Pack, Suit, Viewer};

use super::fixture::{dealt, deck_of, legal, legal_texts, options, perform, play_tricks, position, seat};
use super::scored::{DEAL_13, DEAL_14, DEAL_15, DEAL_17, Deal, played};
use crate::{DealEnd, Point};

/// Plays a deal with the seats turned by one, so that seat 1 bids and leads.
fn turned(deal: &Deal, bid: u8) -> DealEnd {
    let [first, second, third, fourth] = deal.hands;
    let mut game = dealt(options(""), &deck_of([fourth, first, second, third], ""));
    let passes = if bid == 4 { "" } else { ", PASS, PASS" };
    perform(&mut game, &format!("PASS, BID {bid}{passes}"));
    play_tricks(&mut game, deal.tricks).unwrap()
}

#[test]
fn a_card_belongs_to_its_printed_suit_the_jack_of_the_other_colour_too() {
    let game = position("JC 9H", Suit::Spades, Some("KC"));
    assert_eq!(legal_texts(&game), "PLAY JC");
    let game = position("JC 9H", Suit::Spades, Some("KS"));
    assert_eq!(legal_texts(&game), "PLAY JC, PLAY 9H");
}

#[test]
fn points_go_to_the_team_that_took_them_whichever_team_bids() {
    for deal in [&DEAL_13, &DEAL_14, &DEAL_15, &DEAL_17] {
        let straight = played(deal, "", 2, [0, 0]).result;
        let turned = turned(deal, 2).result;
        let swapped = |[left, right]: [i32; 2]| [right, left];
        assert_eq!(turned.scores, swapped(straight.scores));
        assert_eq!(turned.counts, [straight.counts[1], straight.counts[0]]);
        assert_eq!(turned.points, [straight.points[1], straight.points[0]]);
    }
}

#[test]
fn winner_is_the_team_and_not_the_seat() {
    let mut game = dealt(options("target=4"), &deck_of(DEAL_14.hands, ""));
    perform(&mut game, "BID 4");
    play_tricks(&mut game, DEAL_14.tricks);
    assert_eq!(serde_json::to_string(&game.outcome()).unwrap(), r#"{"winners":[0]}"#);
}

#[test]
fn listing_twice_gives_the_same_list() {
    let game = position("AH 9H 7S KD", Suit::Spades, Some("TH"));
    assert_eq!(legal(&game), legal(&game));
    assert_eq!(legal(&game).len(), 3);
}

#[test]
fn a_tie_for_game_can_cost_the_bidder() {
    let deal = DEAL_14;
    let mut game = dealt(options(""), &deck_of(deal.hands, ""));
    perform(&mut game, "BID 4");
    play_tricks(&mut game, deal.tricks);
    let mut table = game.table;
    // Whatever the tricks hold, equal counts leave the bidders with three points of the four they bid.
    table.piles[1] = table.piles[0];
    let result = crate::score::result(&options(""), seat(3), &table, [0, 0]);
    assert_eq!((result.points[0].len(), result.scores), (3, [-4, 0]));
}

#[test]
fn an_undealt_jack_leaves_three_points() {
    let result = played(&DEAL_15, "", 4, [0, 0]).result;
    assert!(result.points.iter().all(|points| !points.contains(Point::Jack)));
    assert_eq!(result.scores, [-4, 0]);
}

#[test]
fn a_deck_is_dealt_only_when_due_and_only_of_this_pack() {
    let mut game = dealt(options(""), &deck_of(DEAL_14.hands, ""));
    let before = game;
    assert_eq!(game.deal(&Deck::sorted(Pack::Short32)), Err(DealFault::NotDue));
    assert_eq!(game, before);
    let mut fresh = crate::Smear::new(options(""), seat(0));
    assert_eq!(fresh.deal(&Deck::sorted(Pack::Short24)), Err(cards::DeckFault::WrongPack.into()));
    assert_eq!(fresh, crate::Smear::new(options(""), seat(0)));
}

#[test]
fn nobody_else_sees_the_widow_or_the_discard_before_the_deal_is_scored() {
    let mut game = dealt(options("widow=2"), &deck_of(DEAL_14.hands, ""));
    perform(&mut game, "BID 4");
    let discard = legal(&game)[0];
    game.act(seat(0), &discard).unwrap();
    for viewer in Viewer::TABLE_OF_FOUR {
        let view = game.view(viewer);
        assert_eq!(view.taken.is_some(), viewer.is(seat(0)));
        assert_eq!(view.discards.is_some(), viewer.is(seat(0)));
        assert_eq!(view.stock, 6);
    }
}
