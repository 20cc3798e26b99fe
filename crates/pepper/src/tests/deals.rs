//! The full deals of `rules/pepper.md` 10, played through, and what they score.

use cards::{Deck, Game};

use super::fixture::{act, deck, options, seat};
use crate::{DealEnd, Event, Pepper};

/// A deal that seat 0 declares: hands, strain and tricks in order of play, with their winners.
pub(super) struct FullDeal {
    pub(super) hands: &'static [&'static str],
    pub(super) strain: &'static str,
    pub(super) tricks: &'static str,
    pub(super) winners: &'static [u8],
}

pub(super) const DEAL_21: FullDeal = FullDeal {
    hands: &["JC QC QH TS KC JH", "AH TD 9H TC JD JS", "AC AS 9S KD QD 9C", "AD KH TH 9D QS KS"],
    strain: "H",
    tricks: "JH AH 9C KH, QH 9H QD TH, KC TC AC QS, AS KS TS JS, KD AD JC TD, 9D QC JD 9S",
    winners: &[0, 0, 2, 2, 3, 1],
};

pub(super) const DEAL_22: FullDeal = FullDeal {
    hands: &["QD JD AD QC 9H AH", "TH QS JC KH JH KC", "9S KS TD 9C QH JS", "9D TC KD AC AS TS"],
    strain: "NT",
    tricks: "AD KC TD KD, AH KH QH TS, QC JC 9C AC, AS 9H QS 9S, TC QD JH JS, 9D JD TH KS",
    winners: &[0, 0, 3, 3, 3, 0],
};

pub(super) const DEAL_23: FullDeal = FullDeal {
    hands: &["9H JD TC TD QS KC QD AD", "KD TS KH AC JH 9S AH 9C", "QC AS QH 9D JC JS KS TH"],
    strain: "S",
    tricks: "QS TS AS, JS TC 9S, JC AD KD, KS 9H AH, QC KC AC, KH TH TD, JH QH QD, 9D JD 9C",
    winners: &[2, 2, 2, 2, 1, 1, 2, 0],
};

impl FullDeal {
    pub(super) fn deck(&self) -> Deck {
        deck(self.hands)
    }

    /// The match after the deal, seat 0 having bid this and everybody else passed, calling `look` after every step.
    pub(super) fn play(
        &self,
        mut game: Pepper,
        contract: &str,
        mut look: impl FnMut(&Pepper, &Event),
    ) -> (Pepper, DealEnd) {
        let event = game.deal(&self.deck()).unwrap();
        look(&game, &event);
        let mut winners = Vec::new();
        let mut end = None;
        let passes = if contract == "BP" { 0 } else { self.hands.len() - 1 };
        let mut texts = vec![format!("BID {contract}")];
        texts.extend(std::iter::repeat_n("PASS".to_owned(), passes));
        texts.push(format!("NAME {}", self.strain));
        let cards = self.tricks.split([' ', ',']).filter(|card| !card.is_empty());
        texts.extend(cards.map(|card| format!("PLAY {card}")));
        for text in texts {
            let event = act(&mut game, &text);
            if let Event::Played(played) = event {
                winners.extend(played.winner.map(|winner| winner.number()));
                end = played.end;
            }
            look(&game, &event);
        }
        assert_eq!(winners, self.winners);
        (game, end.expect("all cards were played"))
    }

    /// The end of the deal from a match at 0, under that contract of seat 0.
    pub(super) fn end(&self, text: &str, contract: &str) -> DealEnd {
        let game = Pepper::new(options(text), seat(self.hands.len() as u8 - 1));
        self.play(game, contract, |_, _| {}).1
    }
}

#[track_caller]
fn assert_scores(deal: &FullDeal, text: &str, contract: &str, expected: &[i32]) {
    let result = deal.end(text, contract).result;
    assert_eq!(&result.deltas[..], expected);
    assert_eq!(&result.totals[..], expected);
    assert_eq!((result.contract.name(), result.declarer), (contract, seat(0)));
    assert_eq!(result.next_dealer, seat(0), "the deal passes to the left");
}

#[test]
fn example_21_is_won_four_to_two() {
    assert_eq!(DEAL_21.end("", "4").result.tricks[..], [4, 2]);
}

#[test]
fn example_22_is_won_three_to_three() {
    assert_eq!(DEAL_22.end("", "3").result.tricks[..], [3, 3]);
}

#[test]
fn example_23_is_won_by_everyone_apart() {
    assert_eq!(DEAL_23.end("players=3", "1").result.tricks[..], [1, 2, 5]);
}

#[test]
fn example_26_a_contract_made_scores_its_tricks() {
    assert_scores(&DEAL_21, "", "4", &[4, 2]);
}

#[test]
fn example_27_a_contract_set_loses_six() {
    assert_scores(&DEAL_21, "", "5", &[-6, 2]);
}

#[test]
fn example_28_no_trump_scores_alike() {
    assert_scores(&DEAL_22, "", "3", &[3, 3]);
}

#[test]
fn example_29_a_big_pepper_set_loses_twelve() {
    assert_scores(&DEAL_21, "", "LP", &[-6, 2]);
    assert_scores(&DEAL_21, "", "BP", &[-12, 2]);
}

#[test]
fn example_31_three_players_score_apart() {
    assert_scores(&DEAL_23, "players=3", "1", &[1, 2, 5]);
}

#[test]
fn example_32_three_players_lose_eight_or_sixteen() {
    assert_scores(&DEAL_23, "players=3", "2", &[-8, 2, 5]);
    assert_scores(&DEAL_23, "players=3", "BP", &[-16, 2, 5]);
}

#[test]
fn example_35_equal_totals_share_the_win() {
    let game = Pepper::standing_at(options(""), seat(3), &[27, 29]);
    let (game, end) = DEAL_21.play(game, "4", |_, _| {});
    assert_eq!(end.result.totals[..], [31, 31]);
    let winners: Vec<u8> = game.outcome().unwrap().winners.iter().map(cards::Side::number).collect();
    assert_eq!(winners, [0, 1]);
    assert_eq!(game.stage(), cards::Stage::Over);
}

#[test]
fn cards_go_to_the_dealers_left_first_and_to_the_dead_hand_last() {
    let pack = Deck::sorted(cards::Pack::Short24);
    let slot = |slot: usize, of: usize| -> cards::CardSet {
        pack.cards().iter().skip(slot).step_by(of).copied().collect()
    };
    let dealt = |text: &str, dealer: u8| {
        let mut game = Pepper::new(options(text), seat(dealer));
        game.deal(&pack).unwrap();
        game.table
    };
    let four = dealt("", 1).hands;
    assert_eq!([four[2], four[3], four[0], four[1]], [slot(0, 4), slot(1, 4), slot(2, 4), slot(3, 4)]);
    let three = dealt("players=3", 0).hands;
    assert_eq!([three[1], three[2], three[0]], [slot(0, 3), slot(1, 3), slot(2, 3)]);
    let two = dealt("players=2", 0);
    assert_eq!([two.hands[1], two.hands[0], two.dead], [slot(0, 3), slot(1, 3), slot(2, 3)]);
}
