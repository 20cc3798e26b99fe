//! When to bid what: the expected tricks of the best strain against what a level asks for.
//!
//! A contract scores what is won, not what was bid, so that a side bids what it takes to outbid the others: the least, or
//! with a good hand at once so much that the others do not get the level which they could have bid. It drops out where
//! losing the stake costs more than the others' contract.

use pepper::{Action, AllPass, Level, Options, Players};

/// What has been bid in a deal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bids {
    /// By seat, the highest level it has bid.
    own: [Option<Level>; 4],
    /// The highest of all, and whose it is.
    highest: Option<(usize, Level)>,
    /// Calls so far, passes too.
    calls: u8,
}

impl Bids {
    /// Notes the next call.
    pub(crate) fn note(&mut self, seat: usize, level: Option<Level>) {
        self.calls += 1;
        if let Some(level) = level {
            self.own[seat] = Some(level);
            self.highest = Some((seat, level));
        }
    }
}

/// How a player bids, in expected tricks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Temper {
    /// By tricks asked for, from none: what a hand must promise to bid so much over the others.
    pub(crate) needs: [f32; 9],
    /// What it must promise for the big pepper.
    pub(crate) big: f32,
    /// By tricks asked for: what it must promise to bid so much at once though less would do, so that the others
    /// have to go higher.
    pub(crate) jumps: [f32; 9],
    /// How much more it must promise to take over from partner.
    pub(crate) over_partner: f32,
    /// What every trick bid by partner adds.
    pub(crate) trust: f32,
    /// What every trick bid by an opponent takes away.
    pub(crate) fear: f32,
}

/// What a jump tells at least, in tricks above what the level asks for.
const JUMP_REASON: f32 = 0.3;

/// How sound players bid, by number of players: two, three, four. Found by playing variants against each other at the same cards.
const SOUND: [Temper; 3] = [
    Temper {
        needs: [0.0, 0.0, 0.5, 2.5, 3.2, 4.35, 4.8, 5.3, 7.0],
        big: 7.4,
        jumps: [9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0],
        over_partner: 0.0,
        trust: 0.0,
        fear: 0.18,
    },
    Temper {
        needs: [0.0, 2.5, 2.5, 2.65, 3.75, 4.6, 5.3, 6.0, 7.0],
        big: 7.6,
        jumps: [9.0, 2.8, 2.8, 3.25, 4.0, 5.2, 6.0, 7.0, 8.0],
        over_partner: 0.0,
        trust: 0.0,
        fear: 0.06,
    },
    Temper {
        needs: [0.0, 2.8, 2.8, 3.2, 4.0, 4.4, 5.3, 9.0, 9.0],
        big: 5.8,
        jumps: [9.0, 2.8, 2.8, 3.5, 4.3, 5.0, 6.0, 9.0, 9.0],
        over_partner: 0.5,
        trust: 0.04,
        fear: 0.05,
    },
];

impl Temper {
    /// How sound players bid at a table of so many.
    pub(crate) const fn sound(players: Players) -> &'static Self {
        &SOUND[players.count() as usize - 2]
    }
}

/// What others can do about a bid.
enum Answers {
    /// Nothing: it ends the auction.
    None,
    /// Bid more, and that cannot be answered.
    Final,
    /// Bid more, and there is another turn.
    Open,
}

/// The state of an auction as the seat to call sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn<'a> {
    pub(crate) options: &'a Options,
    pub(crate) bids: &'a Bids,
    pub(crate) seat: usize,
}

impl Turn<'_> {
    /// By how much a hand of so many expected tricks is good enough for a level: if not below 0, it bids that much.
    pub(crate) fn urge(&self, tricks: f32, level: Level, temper: &Temper) -> f32 {
        match level {
            Level::BigPepper => tricks + self.lift(temper) - temper.big,
            _ => self.urge_over(tricks, temper.needs[self.asked(level)], temper),
        }
    }

    /// By how much it is more than so many, partner left in peace.
    fn urge_over(&self, tricks: f32, need: f32, temper: &Temper) -> f32 {
        let over = match self.bids.highest {
            Some((seat, _)) if self.is_partner(seat) => temper.over_partner,
            _ => 0.0,
        };
        tricks + self.lift(temper) - need - over
    }

    /// By how much a hand of so many expected tricks explains a call of that level.
    pub(crate) fn reason(&self, tricks: f32, level: Level, temper: &Temper) -> f32 {
        let asked = self.asked(level);
        if level == Level::BigPepper || self.lowest() == Some(level) {
            return self.urge(tricks, level, temper);
        }
        // Others may have other reasons to bid more than they must.
        self.urge_over(tricks, temper.jumps[asked].min(temper.needs[asked] + JUMP_REASON), temper)
    }

    /// The call of a hand of so many expected tricks.
    pub(crate) fn call(&self, tricks: f32, temper: &Temper) -> Option<Level> {
        let lowest = self.lowest()?;
        if self.urge(tricks, Level::BigPepper, temper) >= 0.0 {
            return Some(Level::BigPepper);
        }
        let numbers = self.options.players.levels().iter().filter(|level| **level < Level::BigPepper);
        let jumps = |level: &&Level| {
            let jump = match self.answers() {
                Answers::None => return false,
                Answers::Final => temper.needs[self.asked(**level)],
                Answers::Open => temper.jumps[self.asked(**level)],
            };
            self.urge_over(tricks, jump, temper) >= 0.0
        };
        let highest = numbers.rev().take_while(|level| **level > lowest).find(jumps).copied();
        let least = Some(lowest).filter(|level| *level < Level::BigPepper);
        highest.or_else(|| least.filter(|level| self.urge(tricks, *level, temper) >= 0.0))
    }

    /// The call as an action. The dealer bids the least where somebody must.
    pub(crate) fn action(&self, tricks: f32, temper: &Temper, dealer: usize) -> Action {
        let must = self.options.all_pass == AllPass::DealerMustBid
            && self.bids.highest.is_none()
            && self.seat == dealer;
        match self.call(tricks, temper).or_else(|| self.lowest().filter(|_| must)) {
            Some(level) => Action::Bid { level },
            None => Action::Pass,
        }
    }

    /// The lowest level that may be bid.
    pub(crate) fn lowest(&self) -> Option<Level> {
        let highest = self.bids.highest.map(|(_, level)| level);
        self.options.players.levels().iter().find(|level| Some(**level) > highest).copied()
    }

    /// What others can do about a bid.
    fn answers(&self) -> Answers {
        let last = self.bids.calls + 1 == self.options.players.count();
        let others_are_out = self.options.pass_final && self.bids.highest.is_none();
        if last && (self.options.one_round || others_are_out) {
            Answers::None
        } else if self.options.one_round {
            Answers::Final
        } else {
            Answers::Open
        }
    }

    /// The tricks that a level asks for.
    fn asked(&self, level: Level) -> usize {
        usize::from(level.needs(self.options.players.hand_size()))
    }

    /// What the others' bids add to the tricks of the own hand.
    fn lift(&self, temper: &Temper) -> f32 {
        let (mut lift, mut highest) = (0.0, 0.0_f32);
        for (seat, level) in self.bids.own.iter().enumerate() {
            let Some(bid) = level.map(|level| self.asked(level) as f32) else { continue };
            if self.is_partner(seat) {
                lift += temper.trust * bid;
            } else if seat != self.seat {
                highest = highest.max(bid);
            }
        }
        lift - temper.fear * highest
    }

    fn is_partner(&self, seat: usize) -> bool {
        self.options.players == Players::Four && seat != self.seat && seat % 2 == self.seat % 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The call of a hand of so many tricks after these calls from seat 0 on.
    fn after(calls: &[Option<Level>], tricks: f32, options: &Options) -> Option<Level> {
        let mut bids = Bids::default();
        calls.iter().enumerate().for_each(|(seat, level)| bids.note(seat, *level));
        Turn { options, bids: &bids, seat: calls.len() }.call(tricks, Temper::sound(options.players))
    }

    #[test]
    fn partner_is_overbid_on_a_better_hand_than_opponents() {
        let options = &Options::default();
        assert_eq!(after(&[Some(Level::Three)], 4.2, options), Some(Level::Four));
        assert_eq!(after(&[Some(Level::Three), None], 4.2, options), None);
        assert_eq!(after(&[Some(Level::Three), None], 4.6, options), Some(Level::Four));
    }

    #[test]
    fn whoever_has_no_second_turn_bids_more_at_once() {
        let one_round = &Options { one_round: true, ..Options::default() };
        assert_eq!(after(&[], 4.1, &Options::default()), Some(Level::Three));
        assert_eq!(after(&[], 4.1, one_round), Some(Level::Four));
        // The last to speak outbids the others by no more than it must.
        assert_eq!(after(&[None, None, None], 4.1, one_round), Some(Level::One));
    }

    #[test]
    fn hands_of_nothing_pass_and_those_of_everything_bid_it() {
        for players in Players::ALL {
            let options = &Options { players, ..Options::default() };
            assert_eq!(after(&[], -0.5, options), None, "{players:?}");
            let all = f32::from(players.hand_size()) + 1.0;
            let over_five = after(&[Some(Level::Five)], all, options);
            assert_eq!(over_five, Some(Level::BigPepper), "{players:?}");
        }
    }
}
