//! A fingerprint of the whole state: SHA-256 over the bytes below, in this order. Whoever changes the layout
//! raises the number in [`LAYOUT`]; digests already stored then no longer compare, so it is part of the rules
//! version.
//!
//! | bytes | what |
//! | --- | --- |
//! | 13 | [`LAYOUT`] |
//! | 17 | options: one byte each in the order of [`Options`], a choice as its place from 0, a switch as 0 / 1, a number as two bytes, a cap that is off as 0 |
//! | 4, 1, 1 | decks dealt, dealer, phase (between 0, auction 1, discard 2, play 3, over 4) |
//! | 2 x 4 | scores by team |
//! | 1 | seat to act |
//! | 4 x 8 | hands |
//! | 8, 8, 8 | widow, rest of the stock, discards |
//! | 1, 1, 4 | seat that calls first, calls made, the calls (0 a pass or none yet) |
//! | 1, 1 | bidder and bid once the auction is over, else 255 and 0 |
//! | 1 | trump (C 0, D 1, H 2, S 3), 255 before the first lead |
//! | 1, n x 6 | number of complete tricks, and each: leader, four cards in order of play, winner |
//! | 1, 1, n | leader of the trick in progress, cards in it, the cards |
//! | 1 + ... | last deal: 0 none; 1 thrown in: dealer; 2 scored: bid, bidder, trump, discards (8), counts, points by team as bits (high 1, low 2, jack 4, game 8), changes of score (2 x 4) |
//! | 1 | outcome: 255 while the match runs, else bit `s` for winning side `s` |
//!
//! A set of cards is its bits as a number, a card its index; all numbers are big-endian.

use cards::{CardSet, Outcome, Trick};
use sha2::{Digest, Sha256};

use crate::table::Table;
use crate::{Bid, LastDeal, Options, Phase, Smear};

const LAYOUT: &[u8; 13] = b"jodi/smear/1\n";
const NONE: u8 = 255;

struct Bytes(Sha256);

impl Bytes {
    fn byte(&mut self, byte: u8) {
        self.0.update([byte]);
    }

    fn number(&mut self, number: u16) {
        self.0.update(number.to_be_bytes());
    }

    fn score(&mut self, score: i32) {
        self.0.update(score.to_be_bytes());
    }

    fn cards(&mut self, cards: CardSet) {
        self.0.update(cards.bits().to_be_bytes());
    }

    fn trick_cards(&mut self, trick: &Trick) {
        trick.plays().for_each(|(_, card)| self.byte(card.index()));
    }

    fn options(&mut self, options: &Options) {
        self.number(options.widow.get());
        self.byte(options.both_out as u8);
        self.byte(u8::from(options.win_needs_bid));
        self.number(options.nonbid_cap.map_or(0, |cap| cap.get()));
        self.byte(options.high_low as u8);
        self.byte(options.low_to as u8);
        self.byte(options.game_tie as u8);
        self.byte(options.all_pass as u8);
        self.byte(options.discard_scoring_trump as u8);
        self.byte(u8::from(options.overbid_dealer));
        self.number(options.target.get());
        self.byte(u8::from(options.open_counts));
        self.byte(u8::from(options.reveal_stock));
        self.byte(options.history as u8);
    }

    fn table(&mut self, table: &Table) {
        self.byte(table.turn.number());
        table.hands.iter().for_each(|hand| self.cards(*hand));
        self.cards(table.widow);
        self.cards(table.rest);
        self.cards(table.discards);
        self.byte(table.calls.first().number());
        self.byte(table.calls.len());
        table.calls.places().iter().for_each(|call| self.byte(call.map_or(0, Bid::get)));
        self.byte(table.contract.map_or(NONE, |contract| contract.bidder.number()));
        self.byte(table.contract.map_or(0, |contract| contract.bid.get()));
        self.byte(table.trump.map_or(NONE, |trump| trump as u8));
        self.byte(table.tricks().len() as u8);
        for taken in table.tricks() {
            self.byte(taken.trick.leader().number());
            self.trick_cards(&taken.trick);
            self.byte(taken.winner.number());
        }
        self.byte(table.trick.leader().number());
        self.byte(table.trick.len());
        self.trick_cards(&table.trick);
    }

    fn last_deal(&mut self, last: Option<&LastDeal>) {
        match last {
            None => self.byte(0),
            Some(LastDeal::ThrownIn { dealer }) => {
                self.byte(1);
                self.byte(dealer.number());
            }
            Some(LastDeal::Scored(end)) => {
                let result = &end.result;
                self.byte(2);
                self.byte(result.bid.get());
                self.byte(result.bidder.number());
                self.byte(result.trump as u8);
                self.cards(result.discards);
                result.counts.iter().for_each(|count| self.byte(*count));
                result.points.iter().for_each(|points| self.byte(points.bits()));
                result.deltas.iter().for_each(|delta| self.score(*delta));
            }
        }
    }
}

const fn phase_number(phase: Phase) -> u8 {
    match phase {
        Phase::Between => 0,
        Phase::Auction => 1,
        Phase::Discard => 2,
        Phase::Play => 3,
        Phase::Over => 4,
    }
}

fn winners(outcome: Outcome) -> u8 {
    outcome.winners.iter().fold(0, |bits, side| bits | 1 << side.number())
}

impl Smear {
    pub(crate) fn hash(&self) -> [u8; 32] {
        let mut bytes = Bytes(Sha256::new_with_prefix(LAYOUT));
        bytes.options(&self.options);
        bytes.0.update(self.deal.to_be_bytes());
        bytes.byte(self.dealer.number());
        bytes.byte(phase_number(self.phase));
        self.scores.iter().for_each(|score| bytes.score(*score));
        bytes.table(&self.table);
        bytes.last_deal(self.last_deal.as_ref());
        bytes.byte(self.outcome.map_or(NONE, winners));
        bytes.0.finalize().into()
    }
}
