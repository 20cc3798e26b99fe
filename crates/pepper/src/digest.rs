//! A fingerprint of the whole state: SHA-256 over the bytes below, in this order. Whoever changes the layout
//! raises the number in [`LAYOUT`]; digests already stored then no longer compare, so it is part of the rules
//! version.
//!
//! | bytes | what |
//! | --- | --- |
//! | 14 | [`LAYOUT`] |
//! | 11 | options: number of players, then one byte each in the order of [`Options`], a choice as its place from 0, a switch as 0 / 1, the target as two bytes |
//! | 4, 1, 1 | decks dealt, dealer, phase (between 0, auction 1, name 2, play 3, over 4) |
//! | 4 x 4 | total scores by side, zeros beyond the last side |
//! | 1 | seat to act |
//! | 4 x 8 | hands by seat, zeros beyond the last seat |
//! | 8 | dead hand |
//! | 1 + 2 each | calls of the deal: number of them, then seat and level (0 for a pass, 1..=7 for a number, 8 and 9 for the little and the big pepper) |
//! | 1 | strain, by its place in the canonical order; 255 before it is named |
//! | 1 + ... | completed tricks: number of them, then each as a trick, and its winner |
//! | ... | the trick in progress: leader, number of cards, the cards |
//! | 1 + ... | last deal: 0 none; 1 thrown in; 2 scored: contract as a level, declarer, strain, 4 x 1 tricks won and 4 x 4 changes of score by side |
//! | 1 | outcome: 255 while the match runs, else bit `s` for winning side `s` |
//!
//! A set of cards is its bits as a number, a card its index; all numbers are big-endian, in two's complement
//! where they have a sign. Tricks won by side follow from the completed tricks.

use cards::{CardSet, Outcome, Seat, Trick};
use sha2::{Digest, Sha256};

use crate::table::Table;
use crate::{DealResult, LastDeal, Level, Options, Pepper, Phase};

const LAYOUT: &[u8; 14] = b"jodi/pepper/1\n";
const NONE: u8 = 255;

struct Bytes(Sha256);

impl Bytes {
    fn byte(&mut self, byte: u8) {
        self.0.update([byte]);
    }

    fn cards(&mut self, cards: CardSet) {
        self.0.update(cards.bits().to_be_bytes());
    }

    fn seat(&mut self, seat: Seat) {
        self.byte(seat.number());
    }

    fn by_side(&mut self, numbers: &[i32]) {
        for side in 0..4 {
            self.0.update(numbers.get(side).copied().unwrap_or(0).to_be_bytes());
        }
    }

    fn options(&mut self, options: &Options) {
        self.byte(options.players.count());
        self.byte(u8::from(options.pass_final));
        self.byte(u8::from(options.one_round));
        self.byte(options.all_pass as u8);
        self.0.update(options.target.get().to_be_bytes());
        self.byte(options.both_out as u8);
        self.byte(u8::from(options.no_trump));
        self.byte(options.defenders_zero_penalty as u8);
        self.byte(options.history as u8);
        self.byte(u8::from(options.reveal_dead));
    }

    fn trick(&mut self, trick: &Trick) {
        self.seat(trick.leader());
        self.byte(trick.len());
        trick.plays().for_each(|(_, card)| self.byte(card.index()));
    }

    fn table(&mut self, table: &Table) {
        self.seat(table.turn);
        table.hands.iter().for_each(|hand| self.cards(*hand));
        self.cards(table.dead);
        let calls = table.auction.calls();
        self.byte(calls.len() as u8);
        for call in calls {
            self.seat(call.seat);
            self.byte(call.level.map_or(0, level_number));
        }
        self.byte(table.strain.map_or(NONE, |strain| strain as u8));
        self.byte(table.taken.len());
        for taken in table.taken.as_slice() {
            self.trick(&taken.trick);
            self.seat(taken.winner);
        }
        self.trick(&table.trick);
    }

    fn last_deal(&mut self, last: Option<&LastDeal>) {
        match last {
            None => self.byte(0),
            Some(LastDeal::ThrownIn) => self.byte(1),
            Some(LastDeal::Scored(end)) => {
                self.byte(2);
                self.result(&end.result);
            }
        }
    }

    fn result(&mut self, result: &DealResult) {
        self.byte(level_number(result.contract));
        self.seat(result.declarer);
        self.byte(result.strain as u8);
        for side in 0..4 {
            self.byte(result.tricks.get(side).copied().unwrap_or(0));
        }
        self.by_side(&result.deltas);
    }
}

const fn level_number(level: Level) -> u8 {
    level as u8
}

const fn phase_number(phase: Phase) -> u8 {
    match phase {
        Phase::Between => 0,
        Phase::Auction => 1,
        Phase::Name => 2,
        Phase::Play => 3,
        Phase::Over => 4,
    }
}

fn winners(outcome: Outcome) -> u8 {
    outcome.winners.iter().fold(0, |bits, side| bits | 1 << side.number())
}

impl Pepper {
    pub(crate) fn hash(&self) -> [u8; 32] {
        let mut bytes = Bytes(Sha256::new_with_prefix(LAYOUT));
        bytes.options(&self.options);
        bytes.0.update(self.deal.to_be_bytes());
        bytes.seat(self.dealer);
        bytes.byte(phase_number(self.phase));
        bytes.by_side(&self.totals);
        bytes.table(&self.table);
        bytes.last_deal(self.last_deal.as_ref());
        bytes.byte(self.outcome.map_or(NONE, winners));
        bytes.0.finalize().into()
    }
}
