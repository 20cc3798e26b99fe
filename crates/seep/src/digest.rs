//! A fingerprint of the whole state: SHA-256 over the bytes below, in this order. Whoever changes the layout
//! raises the number in [`LAYOUT`]; digests already stored then no longer compare, so it is part of the rules
//! version.
//!
//! | bytes | what |
//! | --- | --- |
//! | 12 | [`LAYOUT`] |
//! | 24 | options: one byte each in the order of [`Options`], a choice as its place from 0, a switch as 0 / 1, a number as two bytes |
//! | 4, 1, 1 | decks dealt, dealer, phase (between 0, bid 1, opening 2, play 3, over 4) |
//! | 4, 1 + 1, 2 | difference, baazis won by team, deals scored |
//! | 1, 1, 1 | seat to act, plays made, bid or 0 |
//! | 4 x 8 | hands |
//! | 4 x 8 | undealt cards by the seat that will get them |
//! | 8 | loose or face-down floor cards |
//! | 5 x 10 | houses from nine: cards, owners as bits, 1 if cemented; zeros where none stands |
//! | 2 x 8, 2 x 2 | piles and sweep bonus points by team |
//! | 1 | team that captured last, 255 if none |
//! | 8, 1, 1 | latest capture: cards taken, seat, card; zeros, 255, 255 if it can no longer be seen |
//! | 1 + ... | last deal: 0 none; 1 thrown in: bidder, hand; 2 scored: left-over cards, both piles, and two bytes each: card points, sweeps; 4: difference; 1 each: forfeiting team, baazi winner (255 if none) |
//! | 1 | outcome: 255 while the match runs, else bit `s` for winning side `s` |
//!
//! A set of cards is its bits as a number; all numbers are big-endian.

use cards::{CardSet, Outcome, Side};
use sha2::{Digest, Sha256};

use crate::table::Table;
use crate::{LastDeal, Options, Phase, Seep};

const LAYOUT: &[u8; 12] = b"jodi/seep/1\n";
const NONE: u8 = 255;

struct Bytes(Sha256);

impl Bytes {
    fn byte(&mut self, byte: u8) {
        self.0.update([byte]);
    }

    fn number(&mut self, number: u16) {
        self.0.update(number.to_be_bytes());
    }

    fn cards(&mut self, cards: CardSet) {
        self.0.update(cards.bits().to_be_bytes());
    }

    fn team(&mut self, team: Option<Side>) {
        self.byte(team.map_or(NONE, Side::number));
    }

    fn options(&mut self, options: &Options) {
        self.byte(options.absorb_sets as u8);
        self.byte(options.absorb_scope as u8);
        self.byte(options.capture as u8);
        self.byte(options.opening_throw as u8);
        self.byte(u8::from(options.partner_add_owns));
        self.byte(options.opp_add_owns as u8);
        self.byte(options.throw as u8);
        self.byte(options.break_merge as u8);
        self.byte(u8::from(options.sweeps));
        self.byte(options.bid_floor as u8);
        self.byte(u8::from(options.break_merge_into_partner_free));
        self.byte(options.ten_diamonds as u8);
        self.byte(options.first_sweep as u8);
        self.byte(u8::from(options.min9_includes_sweeps));
        self.byte(options.dealer_basis as u8);
        self.number(options.lead_to_win.get());
        self.byte(options.match_mode as u8);
        self.number(options.n_baazis.get());
        self.number(options.n_deals.get());
        self.byte(options.history as u8);
    }

    fn table(&mut self, table: &Table) {
        self.byte(table.turn.number());
        self.byte(table.plays);
        self.byte(table.bid.map_or(0, |bid| bid.get()));
        table.hands.iter().chain(&table.stock).for_each(|cards| self.cards(*cards));
        self.cards(table.loose);
        for house in table.houses {
            self.cards(house.map_or(CardSet::EMPTY, |house| house.cards));
            self.byte(house.map_or(0, |house| house.owners.bits()));
            self.byte(house.map_or(0, |house| u8::from(house.cemented)));
        }
        table.piles.iter().for_each(|pile| self.cards(*pile));
        table.sweeps.iter().for_each(|points| self.number(*points));
        self.team(table.last_capturer);
        self.cards(table.latest.map_or(CardSet::EMPTY, |latest| latest.taken));
        self.byte(table.latest.map_or(NONE, |latest| latest.seat.number()));
        self.byte(table.latest.map_or(NONE, |latest| latest.card.index()));
    }

    fn last_deal(&mut self, last: Option<&LastDeal>) {
        match last {
            None => self.byte(0),
            Some(LastDeal::ThrownIn { bidder, hand }) => {
                self.byte(1);
                self.byte(bidder.number());
                self.cards(*hand);
            }
            Some(LastDeal::Scored(end)) => {
                self.byte(2);
                self.cards(end.left_over);
                end.piles.iter().for_each(|pile| self.cards(*pile));
                let result = &end.result;
                result.card_points.iter().chain(&result.sweeps).for_each(|points| self.number(*points));
                self.0.update(result.difference.to_be_bytes());
                self.team(result.forfeited_by);
                self.team(result.baazi_winner);
            }
        }
    }
}

const fn phase_number(phase: Phase) -> u8 {
    match phase {
        Phase::Between => 0,
        Phase::Bid => 1,
        Phase::Opening => 2,
        Phase::Play => 3,
        Phase::Over => 4,
    }
}

fn winners(outcome: Outcome) -> u8 {
    outcome.winners.iter().fold(0, |bits, side| bits | 1 << side.number())
}

impl Seep {
    pub(crate) fn hash(&self) -> [u8; 32] {
        let mut bytes = Bytes(Sha256::new_with_prefix(LAYOUT));
        bytes.options(&self.options);
        bytes.0.update(self.deal.to_be_bytes());
        bytes.byte(self.dealer.number());
        bytes.byte(phase_number(self.phase));
        bytes.0.update(self.standing.difference.to_be_bytes());
        self.standing.won.iter().for_each(|won| bytes.byte(*won));
        bytes.number(self.standing.scored);
        bytes.table(&self.table);
        bytes.last_deal(self.last_deal.as_ref());
        bytes.byte(self.outcome.map_or(NONE, winners));
        bytes.0.finalize().into()
    }
}
